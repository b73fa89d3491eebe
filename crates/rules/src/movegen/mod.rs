//! Legal moves. One generator serves lists and counts: it hands whole sets of moves to a [`MoveSink`], and a sink that
//! only counts never looks at a single move.

mod pawns;
mod pieces;

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveFlag, MoveList};
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;
use crate::{castling, en_passant, fault};

/// Takes the moves that the generator finds.
pub(crate) trait MoveSink {
    /// One piece's moves to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard, flag: MoveFlag);
    /// Pawn moves to each of `targets`, each from the square `step` back.
    fn pawns(&mut self, targets: Bitboard, step: i8, flag: MoveFlag);
    /// Promotions on each of `targets`, each from the square `step` back.
    fn promotions<R: Rules>(&mut self, targets: Bitboard, step: i8, capture: bool);
    /// A single move.
    fn one(&mut self, mv: Move);
    /// Whether no more moves are wanted.
    #[inline]
    fn is_satisfied(&self) -> bool {
        false
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, flag: MoveFlag) {
        for to in targets {
            self.push(Move::new(from, to, flag));
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, flag: MoveFlag) {
        for to in targets {
            self.push(Move::new(to.offset(-step), to, flag));
        }
    }

    #[inline]
    fn promotions<R: Rules>(&mut self, targets: Bitboard, step: i8, capture: bool) {
        for to in targets {
            for &kind in promotions::<R>() {
                self.push(Move::new(to.offset(-step), to, MoveFlag::promotion(kind, capture)));
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// What pawns promote to.
#[inline]
fn promotions<R: Rules>() -> &'static [PieceKind] {
    if fault!(UnderPromotionMissing) { &R::PROMOTIONS[..1] } else { R::PROMOTIONS }
}

/// Counts moves without making a list of them.
struct Counter(usize);

impl MoveSink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: MoveFlag) {
        self.0 += targets.len() as usize;
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveFlag) {
        self.0 += targets.len() as usize;
    }

    #[inline]
    fn promotions<R: Rules>(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += promotions::<R>().len() * targets.len() as usize;
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Is content with the first moves it sees.
struct Any(bool);

impl MoveSink for Any {
    #[inline]
    fn piece(&mut self, _: Square, targets: Bitboard, _: MoveFlag) {
        self.0 |= !targets.is_empty();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveFlag) {
        self.0 |= !targets.is_empty();
    }

    #[inline]
    fn promotions<R: Rules>(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 |= !targets.is_empty();
    }

    #[inline]
    fn one(&mut self, _: Move) {
        self.0 = true;
    }

    #[inline]
    fn is_satisfied(&self) -> bool {
        self.0
    }
}

impl<R: Rules> Position<R> {
    /// All legal moves. In check these are the evasions.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        generate::<R, true, true>(self, &mut list);
        list
    }

    /// The legal captures and promotions.
    #[inline]
    pub fn noisy_moves(&self, list: &mut MoveList) {
        generate::<R, true, false>(self, list);
    }

    /// The legal moves that neither capture nor promote.
    #[inline]
    pub fn quiet_moves(&self, list: &mut MoveList) {
        generate::<R, false, true>(self, list);
    }

    /// The legal moves of a side in check, captures first.
    #[inline]
    pub fn evasions(&self, list: &mut MoveList) {
        debug_assert!(self.in_check(), "evasions are for a side in check");
        self.noisy_moves(list);
        self.quiet_moves(list);
    }

    /// How many legal moves there are. Much cheaper than listing them.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        let mut counter = Counter(0);
        generate::<R, true, true>(self, &mut counter);
        counter.0
    }

    /// Whether there is any legal move. Cheaper than counting them.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        generate::<R, true, true>(self, &mut any);
        any.0
    }
}

#[inline]
fn generate<R: Rules, const NOISY: bool, const QUIET: bool>(position: &Position<R>, sink: &mut impl MoveSink) {
    match position.side_to_move() {
        Color::White => generate_for::<R, true, NOISY, QUIET>(position, sink),
        Color::Black => generate_for::<R, false, NOISY, QUIET>(position, sink),
    }
}

#[inline]
fn generate_for<R: Rules, const WHITE: bool, const NOISY: bool, const QUIET: bool>(
    position: &Position<R>,
    sink: &mut impl MoveSink,
) {
    let us = if WHITE { Color::White } else { Color::Black };
    let Some(king) = position.king(us) else { return };
    let wanted = (if NOISY { position.of_color(!us) } else { Bitboard::EMPTY })
        | (if QUIET { R::WINDOW - position.occupied() } else { Bitboard::EMPTY });

    pieces::king_moves(position, king, wanted, sink);
    let checkers = position.checkers();
    if checkers.has_many() || sink.is_satisfied() {
        return;
    }
    // A single check must be answered by taking the checker or stepping in between.
    let answers = match checkers.first() {
        Some(checker) => between(king, checker) | checkers,
        None => Bitboard::ALL,
    };
    pieces::piece_moves(position, king, wanted & answers, sink);
    if sink.is_satisfied() {
        return;
    }
    pawns::pawn_moves::<R, WHITE, NOISY, QUIET>(position, king, answers, sink);
    if NOISY {
        en_passant::generate(position, sink);
    }
    if QUIET && R::CASTLING && checkers.is_empty() {
        castling::generate(position, sink);
    }
}
