//! Making moves. There is no unmaking: the old position is kept and the new one is a copy, which measured faster
//! (see `docs/decisions.md`) and cannot forget to restore anything.

use super::{Keys, Position, SIDE, en_passant_key, piece_key, unmoved_key};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveFlag};
use crate::piece::{Color, Piece, PieceKind};
use crate::rules::Rules;
use crate::square::Square;
use crate::{castling, en_passant};

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
        debug_assert_eq!(self.keys, Keys::from_scratch(self), "incremental keys after {mv:?}: {self:?}");
    }

    /// Gives the move to the other side. Not legal in any game, but useful in a search; the side to move must not be
    /// in check.
    #[must_use]
    pub fn after_null_move(&self) -> Self {
        debug_assert!(!self.in_check(), "a null move in check leaves a king to be taken");
        let mut next = *self;
        next.forget_en_passant();
        next.halfmove_clock = next.halfmove_clock.saturating_add(1);
        next.pass_turn();
        next.find_checkers_and_pins();
        debug_assert_eq!(next.keys, Keys::from_scratch(&next), "incremental keys after a null move");
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
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.update_unmoved(us, kind, from, to);

        if mv.is_castle() {
            let (king_to, rook_to) = castling::destinations(from, to);
            self.toggle(us, PieceKind::King, from);
            self.toggle(us, PieceKind::Rook, to);
            self.toggle(us, PieceKind::King, king_to);
            self.toggle(us, PieceKind::Rook, rook_to);
            self.kinds[from.index()] = None;
            self.kinds[to.index()] = None;
            self.kinds[king_to.index()] = Some(PieceKind::King);
            self.kinds[rook_to.index()] = Some(PieceKind::Rook);
        } else {
            if mv.is_capture() {
                let taken_on = if mv.is_en_passant() { to.behind(us) } else { to };
                if let Some(taken) = self.kind_at(taken_on) {
                    self.toggle(!us, taken, taken_on);
                    self.kinds[taken_on.index()] = None;
                }
                self.halfmove_clock = 0;
            }
            self.kinds[from.index()] = None;
            if let Some(promoted) = mv.promotion() {
                self.toggle(us, PieceKind::Pawn, from);
                self.toggle(us, promoted, to);
                self.kinds[to.index()] = Some(promoted);
                self.halfmove_clock = 0;
            } else {
                self.shift(us, kind, from, to);
                self.kinds[to.index()] = Some(kind);
                if kind == PieceKind::Pawn {
                    self.halfmove_clock = 0;
                }
            }
        }

        self.pass_turn();
        self.find_checkers_and_pins();
        if mv.flag() == MoveFlag::DOUBLE_STEP {
            self.record_en_passant(Some(to.behind(us)));
        }
    }

    #[inline]
    fn pass_turn(&mut self) {
        if self.side_to_move == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.side_to_move = !self.side_to_move;
        self.keys.position ^= SIDE;
    }

    /// Puts a piece on an empty square, or takes it from there.
    #[inline]
    fn toggle(&mut self, color: Color, kind: PieceKind, square: Square) {
        self.by_color[color.index()] ^= Bitboard::of(square);
        self.by_kind[kind.index()] ^= Bitboard::of(square);
        self.keys.toggle(color, kind, piece_key(Piece { color, kind }, square));
    }

    #[inline]
    fn shift(&mut self, color: Color, kind: PieceKind, from: Square, to: Square) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.by_color[color.index()] ^= both;
        self.by_kind[kind.index()] ^= both;
        let piece = Piece { color, kind };
        self.keys.toggle(color, kind, piece_key(piece, from) ^ piece_key(piece, to));
    }

    /// Rooks that move or are taken can castle no more, nor any rook of a king that moves; pawns that move or are
    /// taken are unmoved no more.
    #[inline]
    fn update_unmoved(&mut self, us: Color, kind: PieceKind, from: Square, to: Square) {
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if R::CASTLING && kind == PieceKind::King {
            touched |= self.of_color(us);
        }
        let lost = self.unmoved & touched;
        if !lost.is_empty() {
            self.keys.position ^= unmoved_key(self.unmoved) ^ unmoved_key(self.unmoved - lost);
            self.unmoved -= lost;
        }
    }

    #[inline]
    fn forget_en_passant(&mut self) {
        if self.en_passant.is_some() {
            self.keys.position ^= en_passant_key(self.en_passant);
            self.en_passant = None;
        }
    }

    /// Records the square that a double step passed over, as far as the game wants it recorded.
    pub(super) fn record_en_passant(&mut self, passed: Option<Square>) {
        let recorded = |square: &Square| !R::EN_PASSANT_ONLY_IF_LEGAL || en_passant::is_capturable(self, *square);
        self.en_passant = passed.filter(recorded);
        self.keys.position ^= en_passant_key(self.en_passant);
    }
}
