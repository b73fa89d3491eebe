//! Making moves and taking them back.
//!
//! [`Position::make`] and [`Position::unmake`] are for trees that are walked at full speed; [`Position::after`] makes a
//! copy, for everybody else. Which is faster was measured: see `docs/decisions.md`.

use super::{Keys, Position, SIDE, State, en_passant_key, piece_key, unmoved_key};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveFlag};
use crate::piece::{Color, Piece, PieceKind};
use crate::rules::Rules;
use crate::square::Square;
use crate::{castling, en_passant, fault, faulty};

/// What a move destroys, kept by [`Position::make`] for [`Position::unmake`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Undo {
    state: State,
    taken: Option<PieceKind>,
}

impl<R: Rules> Position<R> {
    /// The position after a legal move.
    ///
    /// Moves of unknown origin must pass [`Position::is_legal`] first; an illegal one gives a nonsensical position.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Plays a legal move, as [`Position::after`] does, in place.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        match self.side_to_move {
            Color::White => self.play_as::<true>(mv),
            Color::Black => self.play_as::<false>(mv),
        }
        if !faulty!() {
            debug_assert_eq!(self.state.keys, Keys::from_scratch(self), "incremental keys after {mv:?}: {self:?}");
        }
    }

    /// Plays a legal move in place and returns what is needed to take it back.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        let undo = Undo { state: self.state, taken: self.taken(mv) };
        self.play(mv);
        undo
    }

    /// Takes back the move just made.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: Undo) {
        self.state = undo.state;
        self.side_to_move = !self.side_to_move;

        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            let (king_to, rook_to) = castling::destinations(from, to);
            // Both leave before either comes back: in Chess960 they may trade places.
            self.lift(us, PieceKind::King, king_to);
            self.lift(us, PieceKind::Rook, rook_to);
            self.put(us, PieceKind::King, from);
            self.put(us, PieceKind::Rook, to);
            return;
        }
        let Some(kind) = self.kind_at(to) else { return };
        self.lift(us, kind, to);
        self.put(us, if mv.is_promotion() { PieceKind::Pawn } else { kind }, from);
        if let Some(taken) = undo.taken {
            self.put(!us, taken, self.taken_on(mv));
        }
    }

    /// Where a capture by the side to move takes its piece.
    #[inline]
    fn taken_on(&self, mv: Move) -> Square {
        if mv.is_en_passant() { mv.to().behind(self.side_to_move) } else { mv.to() }
    }

    /// What a move takes, in passing or not.
    #[inline]
    pub fn taken(&self, mv: Move) -> Option<PieceKind> {
        if mv.is_capture() { self.kind_at(self.taken_on(mv)) } else { None }
    }

    /// Takes a piece off the board, its key aside.
    #[inline]
    fn lift(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.by_color[color.index()] ^= Bitboard::of(square);
        self.by_kind[kind.index()] ^= Bitboard::of(square);
        self.kinds[square.index()] = None;
    }

    /// Puts a piece on an empty square, its key aside.
    #[inline]
    fn put(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.by_color[color.index()] ^= Bitboard::of(square);
        self.by_kind[kind.index()] ^= Bitboard::of(square);
        self.kinds[square.index()] = Some(kind);
    }

    /// Gives the move to the other side. Not legal in any game, but useful in a search; the side to move must not be
    /// in check. The halfmove clock starts anew, for no repetition reaches back over it.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        debug_assert!(!self.in_check(), "a null move in check leaves a king to be taken");
        let mut next = *self;
        if !fault!(NullMoveKeepsEnPassant) {
            next.forget_en_passant();
        }
        next.state.halfmove_clock = 0;
        next.pass_turn();
        next.find_checkers_and_pins();
        if !faulty!() {
            debug_assert_eq!(next.state.keys, Keys::from_scratch(&next), "incremental keys after a null move");
        }
        next
    }

    #[inline]
    fn play_as<const WHITE: bool>(&mut self, mv: Move) {
        let us = if WHITE { Color::White } else { Color::Black };
        let (from, to) = (mv.from(), mv.to());
        let Some(kind) = self.kind_at(from) else {
            debug_assert!(false, "{mv:?} leaves an empty square");
            return;
        };

        self.forget_en_passant();
        self.advance_clock();
        self.update_unmoved(us, kind, from, to);

        if mv.is_castle() {
            let (king_to, rook_to) = castling::destinations(from, to);
            self.lift_with_key(us, PieceKind::King, from);
            self.lift_with_key(us, PieceKind::Rook, to);
            self.put_with_key(us, PieceKind::King, king_to);
            self.put_with_key(us, PieceKind::Rook, rook_to);
        } else {
            if mv.is_capture() {
                let taken_on = self.taken_on(mv);
                if let Some(taken) = self.kind_at(taken_on) {
                    self.lift_with_key(!us, taken, taken_on);
                    if fault!(PawnKeyForgetsCaptures) && taken == PieceKind::Pawn {
                        let pawn = Piece { color: !us, kind: taken };
                        self.state.keys.pawns ^= piece_key(pawn, taken_on);
                    }
                }
            }
            if mv.is_capture() || kind == PieceKind::Pawn && !fault!(ClockSurvivesPawnMoves) {
                self.state.halfmove_clock = 0;
            }
            self.lift_with_key(us, kind, from);
            self.put_with_key(us, mv.promotion().unwrap_or(kind), to);
            if let Some(promoted) = mv.promotion().filter(|_| fault!(KeyForgetsPromotion)) {
                let key = |kind| piece_key(Piece { color: us, kind }, to);
                self.state.keys.position ^= key(promoted) ^ key(kind);
            }
        }

        self.pass_turn();
        self.find_checkers_and_pins();
        if mv.flag() == MoveFlag::DOUBLE_STEP {
            self.record_en_passant(Some(to.behind(us)));
        }
    }

    /// The clock stops where a set-up's must, so that every position reached can be written and read again.
    #[inline]
    fn advance_clock(&mut self) {
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1).min(R::MAX_HALFMOVE_CLOCK);
    }

    #[inline]
    fn pass_turn(&mut self) {
        if self.side_to_move == Color::Black {
            self.state.fullmove_number = self.state.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !self.side_to_move;
        if !fault!(KeyForgetsSide) {
            self.state.keys.position ^= SIDE;
        }
    }

    #[inline]
    fn lift_with_key(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.lift(color, kind, square);
        self.state.keys.toggle(color, kind, piece_key(Piece { color, kind }, square));
    }

    #[inline]
    fn put_with_key(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.put(color, kind, square);
        self.state.keys.toggle(color, kind, piece_key(Piece { color, kind }, square));
    }

    /// Rooks that move or are taken can castle no more, nor any rook of a king that moves; pawns that move or are
    /// taken are unmoved no more.
    #[inline]
    fn update_unmoved(&mut self, us: Color, kind: PieceKind, from: Square, to: Square) {
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if fault!(CastlingRightsSurviveCapture) {
            touched = Bitboard::of(from);
        }
        if R::CASTLING && kind == PieceKind::King && !fault!(CastlingRightsSurviveKingMove) {
            touched |= self.of_color(us);
        }
        let lost = self.state.unmoved & touched;
        if !lost.is_empty() {
            self.state.keys.position ^= unmoved_key(self.state.unmoved) ^ unmoved_key(self.state.unmoved - lost);
            self.state.unmoved -= lost;
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if self.state.en_passant.is_some() {
            self.state.keys.position ^= en_passant_key(self.state.en_passant);
            self.state.en_passant = None;
        }
    }

    /// Records the square that a double step passed over, as far as the game wants it recorded.
    pub(super) fn record_en_passant(&mut self, passed: Option<Square>) {
        let recorded = |square: &Square| !R::EN_PASSANT_ONLY_IF_LEGAL || en_passant::is_capturable(self, *square);
        self.state.en_passant = passed.filter(recorded);
        self.state.keys.position ^= en_passant_key(self.state.en_passant);
    }
}
