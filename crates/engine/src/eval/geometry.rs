//! The board as one side sees it: sets shifted, filled and ranked in its direction. The side is known at compile time,
//! so that nothing here asks for a colour when it runs.

use rules::{Bitboard, Color, Rules, Square, fault};

/// The colour that `WHITE` stands for.
#[inline]
pub(super) const fn color<const WHITE: bool>() -> Color {
    if WHITE { Color::White } else { Color::Black }
}

/// One rank forward.
#[inline]
pub(super) fn up<const WHITE: bool>(set: Bitboard) -> Bitboard {
    set.shifted(if WHITE { 8 } else { -8 })
}

/// One rank back.
#[inline]
pub(super) fn down<const WHITE: bool>(set: Bitboard) -> Bitboard {
    set.shifted(if WHITE { -8 } else { 8 })
}

/// The squares one file to the left and one file to the right.
#[inline]
pub(super) fn beside(set: Bitboard) -> Bitboard {
    (set - Bitboard::file(0)).shifted(-1) | (set - Bitboard::file(7)).shifted(1)
}

/// The squares that these pawns attack.
#[inline]
pub(super) fn pawn_attacks<R: Rules, const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    beside(up::<WHITE>(pawns)) & R::WINDOW
}

/// The squares that two of these pawns attack.
#[inline]
pub(super) fn pawn_double_attacks<R: Rules, const WHITE: bool>(pawns: Bitboard) -> Bitboard {
    let front = up::<WHITE>(pawns);
    (front - Bitboard::file(0)).shifted(-1) & (front - Bitboard::file(7)).shifted(1) & R::WINDOW
}

/// The set and everything ahead of it on its files.
#[inline]
pub(super) fn fill_up<const WHITE: bool>(mut set: Bitboard) -> Bitboard {
    for step in [8, 16, 32] {
        set |= set.shifted(if WHITE { step } else { -step });
    }
    set
}

/// Everything ahead of the set on its files.
#[inline]
pub(super) fn ahead<const WHITE: bool>(set: Bitboard) -> Bitboard {
    up::<WHITE>(fill_up::<WHITE>(set))
}

/// Everything behind the set on its files.
#[inline]
pub(super) fn behind<const WHITE: bool>(set: Bitboard) -> Bitboard {
    match WHITE {
        true => ahead::<false>(set),
        false => ahead::<true>(set),
    }
}

/// A rank as a side counts it, 0 being its own back rank.
#[inline]
pub(super) fn rank_of<R: Rules, const WHITE: bool>(square: Square) -> usize {
    usize::from(if WHITE { square.rank() } else { (R::HEIGHT - 1).wrapping_sub(square.rank()) & 7 })
}

/// The number of the square as its owner sees the board.
#[inline]
pub(super) fn seen_from<R: Rules, const WHITE: bool>(square: Square) -> usize {
    if WHITE || fault!(BlackSquaresNotMirrored) {
        square.index()
    } else if R::HEIGHT == 8 {
        square.index() ^ 56
    } else {
        Square::at(square.file(), (R::HEIGHT - 1).wrapping_sub(square.rank())).index()
    }
}

/// The ranks from `first` to `last`, as a side counts them.
#[inline]
pub(super) const fn ranks<R: Rules, const WHITE: bool>(first: u8, last: u8) -> Bitboard {
    let mut set = 0;
    let mut rank = first;
    while rank <= last {
        set |= Bitboard::rank(if WHITE { rank } else { R::HEIGHT - 1 - rank }).0;
        rank += 1;
    }
    Bitboard(set)
}

/// How many king moves apart two squares are.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    let files = a.file().abs_diff(b.file());
    let ranks = a.rank().abs_diff(b.rank());
    i32::from(files.max(ranks))
}

/// How many files lie between a square and the nearer edge.
#[inline]
pub(super) fn from_edge<R: Rules>(file: u8) -> usize {
    usize::from(file.min((R::WIDTH - 1).wrapping_sub(file) & 7))
}

/// How many king moves a square is away from the nearest edge.
#[inline]
pub(super) fn from_any_edge<R: Rules>(square: Square) -> i32 {
    let rank = square.rank().min((R::HEIGHT - 1).wrapping_sub(square.rank()) & 7);
    (from_edge::<R>(square.file()) as i32).min(i32::from(rank))
}
