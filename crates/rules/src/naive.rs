//! A slow and simple second opinion on the rules: a mailbox, pieces that walk square by square, and a king who looks
//! around after every move. It shares no code with what it judges, only the type of a set-up. Tests and audits use it.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Setup;
use crate::rules::Rules;
use crate::square::Square;

const ALONG: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ACROSS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

type Board = [Option<Piece>; 64];
type Steps = Vec<(i8, i8)>;

/// The legal moves of a set-up as Chess960-style UCI texts.
pub fn legal_moves<R: Rules>(setup: &Setup) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    let us = setup.side_to_move;
    if king_of(&setup.board, us).is_none() {
        return moves;
    }
    for from in squares() {
        match setup.board[from.index()] {
            Some(Piece { color, kind: PieceKind::Pawn }) if color == us => pawn_moves::<R>(setup, from, &mut moves),
            Some(piece) if piece.color == us => {
                for to in attacks::<R>(&setup.board, from, piece) {
                    if !has(&setup.board, to, us) && is_safe::<R>(setup, &[(from, to)], None) {
                        moves.insert(format!("{from}{to}"));
                    }
                }
            }
            _ => {}
        }
    }
    if R::NAME == "chess" {
        castling::<R>(setup, &mut moves);
    }
    moves
}

/// The set-up after a legal move: castling is the king taking his own rook.
#[must_use]
pub fn after<R: Rules>(setup: &Setup, from: Square, to: Square, promotion: Option<PieceKind>) -> Setup {
    let us = setup.side_to_move;
    let mut next = setup.clone();
    let moved = next.board[from.index()].take();
    let is_pawn = moved.is_some_and(|piece| piece.kind == PieceKind::Pawn);
    let is_castling = has(&setup.board, to, us);
    let is_capture = has(&setup.board, to, !us);
    if is_castling {
        let rook = next.board[to.index()].take();
        let (king_file, rook_file) = if to.file() > from.file() { (6, 5) } else { (2, 3) };
        next.board[Square::at(king_file, from.rank()).index()] = moved;
        next.board[Square::at(rook_file, from.rank()).index()] = rook;
    } else {
        next.board[to.index()] = promotion.map(|kind| Piece { color: us, kind }).or(moved);
    }
    if is_pawn && from.file() != to.file() && !is_capture {
        next.board[Square::at(to.file(), from.rank()).index()] = None;
    }

    let is_king = moved.is_some_and(|piece| piece.kind == PieceKind::King);
    let own = if is_king && R::NAME == "chess" { setup.squares_of_color(us) } else { Bitboard::EMPTY };
    next.unmoved = setup.unmoved - own - Bitboard::of(from) - Bitboard::of(to);
    let clock = if is_capture || is_pawn { 0 } else { setup.halfmove_clock + 1 };
    next.halfmove_clock = clock.min(R::MAX_HALFMOVE_CLOCK);
    next.fullmove_number = setup.fullmove_number.saturating_add(u16::from(us == Color::Black));
    next.side_to_move = !us;
    next.en_passant = None;
    if is_pawn && from.rank().abs_diff(to.rank()) == 2 && promotion.is_none() {
        next.en_passant = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
        // Chess wants to know of it only if a capture follows.
        if R::NAME == "chess" && !can_take_in_passing::<R>(&next) {
            next.en_passant = None;
        }
    }
    next
}

/// Whether a pawn of the side to move can take the one that has just passed.
fn can_take_in_passing<R: Rules>(setup: &Setup) -> bool {
    let us = setup.side_to_move;
    let Some(passed) = setup.en_passant else { return false };
    let is_ours = |square: &Square| setup.board[square.index()] == Some(Piece { color: us, kind: PieceKind::Pawn });
    let beside = [-1, 1].into_iter().filter_map(|side| stepped::<R>(passed, (side, -forward(us)))).filter(is_ours);
    let taken = stepped::<R>(passed, (0, -forward(us)));
    beside.into_iter().any(|from| is_safe::<R>(setup, &[(from, passed)], taken))
}

/// Whether a side's king is attacked.
pub fn in_check<R: Rules>(setup: &Setup, color: Color) -> bool {
    king_of(&setup.board, color).is_some_and(|king| is_attacked::<R>(&setup.board, king, !color))
}

/// What a move is worth on its square if both sides then take there for as long as it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Each side takes with its cheapest piece, or stops.
    pub cheapest: i32,
    /// Each side takes with whatever piece it likes, or stops: every order is tried.
    pub best: i32,
    /// Whether no capture, in any order, opens a line for an enemy or for a cheaper piece of one's own. If so, to take with
    /// the cheapest piece is best: any other can still take later, at no more risk.
    pub is_orderly: bool,
}

/// The exchange that a legal move begins, castling excepted.
pub fn exchange<R: Rules>(setup: &Setup, from: Square, to: Square, promotion: Option<PieceKind>) -> Exchange {
    let worth = |kind: PieceKind| R::EXCHANGE_VALUES[kind.index()];
    let us = setup.side_to_move;
    let counted = |man: &Piece| if man.color == us { worth(man.kind) } else { -worth(man.kind) };
    let material = |board: &Board| board.iter().flatten().map(counted).sum::<i32>();
    let board = after::<R>(setup, from, to, promotion).board;
    let gain = material(&board) - material(&setup.board);
    let at_risk = board[to.index()].map_or(0, |man| worth(man.kind));

    let mut recaptures = Recaptures::<R> { to, only_cheapest: true, is_orderly: true, rules: PhantomData };
    let cheapest = gain - recaptures.best(&board, !us, at_risk);
    recaptures.only_cheapest = false;
    let best = gain - recaptures.best(&board, !us, at_risk);
    Exchange { cheapest, best, is_orderly: recaptures.is_orderly }
}

/// Captures on one square.
struct Recaptures<R> {
    to: Square,
    only_cheapest: bool,
    is_orderly: bool,
    rules: PhantomData<R>,
}

impl<R: Rules> Recaptures<R> {
    /// What a side gains by taking the piece on the square, worth `prize`; nothing if it had better not.
    fn best(&mut self, board: &Board, side: Color, prize: i32) -> i32 {
        let attackers = self.attackers(board);
        let takers = attackers.iter().filter(|(_, color, _)| *color == side);
        let mut best = 0;
        for &(kind, _, from) in takers.take(if self.only_cheapest { 1 } else { usize::MAX }) {
            let mut after = *board;
            after[self.to.index()] = after[from.index()].take();
            let worth = |kind: PieceKind| R::EXCHANGE_VALUES[kind.index()];
            let mut opened = self.attackers(&after).into_iter().filter(|man| !attackers.contains(man));
            self.is_orderly &= opened.all(|(other, color, _)| color == side && worth(other) >= worth(kind));
            if kind != PieceKind::King || !is_attacked::<R>(&after, self.to, !side) {
                best = best.max(prize - self.best(&after, !side, worth(kind)));
            }
        }
        best
    }

    /// Who attacks the square, cheapest first.
    fn attackers(&self, board: &Board) -> Vec<(PieceKind, Color, Square)> {
        let mut men: Vec<_> = squares()
            .filter(|from| *from != self.to)
            .filter_map(|from| board[from.index()].map(|piece| (piece, from)))
            .filter(|&(piece, from)| attacks::<R>(board, from, piece).contains(&self.to))
            .map(|(piece, from)| (piece.kind, piece.color, from))
            .collect();
        men.sort_by_key(|&(kind, _, from)| (kind, from));
        men
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (0..64).map(Square::new)
}

fn stepped<R: Rules>(from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let (file, rank) = (from.file() as i8 + files, from.rank() as i8 + ranks);
    let on_board = (0..R::WIDTH as i8).contains(&file) && (0..R::HEIGHT as i8).contains(&rank);
    on_board.then(|| Square::at(file as u8, rank as u8))
}

fn has(board: &Board, square: Square, color: Color) -> bool {
    board[square.index()].is_some_and(|piece| piece.color == color)
}

fn king_of(board: &Board, color: Color) -> Option<Square> {
    squares().find(|square| board[square.index()] == Some(Piece { color, kind: PieceKind::King }))
}

const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The squares that a piece attacks, whoever stands on them.
fn attacks<R: Rules>(board: &Board, from: Square, piece: Piece) -> Vec<Square> {
    let up = forward(piece.color);
    let (steps, slides): (Steps, Steps) = match piece.kind {
        PieceKind::Pawn => (vec![(-1, up), (1, up)], vec![]),
        PieceKind::Knight => (JUMPS.to_vec(), vec![]),
        PieceKind::Bishop => (vec![], ACROSS.to_vec()),
        PieceKind::Rook => (vec![], ALONG.to_vec()),
        PieceKind::Right => (JUMPS.to_vec(), ALONG.to_vec()),
        PieceKind::Queen => (vec![], [ALONG, ACROSS].concat()),
        PieceKind::King => ([ALONG, ACROSS].concat(), vec![]),
    };
    let mut reached: Vec<Square> = steps.into_iter().filter_map(|step| stepped::<R>(from, step)).collect();
    for direction in slides {
        let mut at = from;
        while let Some(next) = stepped::<R>(at, direction) {
            reached.push(next);
            if board[next.index()].is_some() {
                break;
            }
            at = next;
        }
    }
    reached
}

fn is_attacked<R: Rules>(board: &Board, square: Square, by: Color) -> bool {
    squares().any(|from| match board[from.index()] {
        Some(piece) => piece.color == by && attacks::<R>(board, from, piece).contains(&square),
        None => false,
    })
}

/// Whether our king is safe after our pieces have moved at once, and an enemy pawn has perhaps been taken in passing.
fn is_safe<R: Rules>(setup: &Setup, moved: &[(Square, Square)], passed: Option<Square>) -> bool {
    let mut after = setup.clone();
    let lifted: Vec<_> = moved.iter().map(|(from, to)| (*to, after.board[from.index()].take())).collect();
    for (to, piece) in lifted {
        after.board[to.index()] = piece;
    }
    if let Some(passed) = passed {
        after.board[passed.index()] = None;
    }
    !in_check::<R>(&after, setup.side_to_move)
}

fn pawn_moves<R: Rules>(setup: &Setup, from: Square, moves: &mut BTreeSet<String>) {
    let us = setup.side_to_move;
    let up = forward(us);
    let last_rank = if us == Color::White { R::HEIGHT - 1 } else { 0 };
    let mut insert = |to: Square| {
        let promotions = match (to.rank() == last_rank, R::NAME) {
            (false, _) => &[""][..],
            (true, "chess") => &["q", "r", "b", "n"],
            (true, _) => &["q"],
        };
        moves.extend(promotions.iter().map(|letter| format!("{from}{to}{letter}")));
    };
    let is_free = |to: &Square| setup.board[to.index()].is_none();

    if let Some(step) = stepped::<R>(from, (0, up)).filter(is_free) {
        if is_safe::<R>(setup, &[(from, step)], None) {
            insert(step);
        }
        let may_double = match R::NAME {
            "chess" => from.rank() == if us == Color::White { 1 } else { 6 },
            _ => setup.unmoved.has(from),
        };
        if let Some(double) = stepped::<R>(step, (0, up)).filter(is_free)
            && may_double
            && is_safe::<R>(setup, &[(from, double)], None)
        {
            insert(double);
        }
    }
    for side in [-1, 1] {
        let Some(to) = stepped::<R>(from, (side, up)) else { continue };
        let takes = has(&setup.board, to, !us);
        let takes_in_passing = !takes && setup.en_passant == Some(to);
        let passed = takes_in_passing.then(|| Square::at(to.file(), from.rank()));
        if (takes || takes_in_passing) && is_safe::<R>(setup, &[(from, to)], passed) {
            insert(to);
        }
    }
}

/// Castling as Chess960 has it: everything between the old and the new squares is empty, the king neither starts,
/// passes nor ends in check.
fn castling<R: Rules>(setup: &Setup, moves: &mut BTreeSet<String>) {
    let us = setup.side_to_move;
    let Some(king) = king_of(&setup.board, us) else { return };
    for rook in squares().filter(|&square| setup.unmoved.has(square) && has(&setup.board, square, us)) {
        let kings_side = rook.file() > king.file();
        let (king_file, rook_file) = if kings_side { (6, 5) } else { (2, 3) };
        let (king_to, rook_to) = (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()));
        let way = |a: Square, b: Square| (a.min(b).file()..=a.max(b).file()).map(|file| Square::at(file, king.rank()));
        let mut all = way(king, king_to).chain(way(rook, rook_to));
        let is_free = all.all(|square| square == king || square == rook || setup.board[square.index()].is_none());
        let is_calm = way(king, king_to).all(|square| !is_attacked::<R>(&setup.board, square, !us));
        if is_free && is_calm && is_safe::<R>(setup, &[(king, king_to), (rook, rook_to)], None) {
            moves.insert(format!("{king}{rook}"));
        }
    }
}
