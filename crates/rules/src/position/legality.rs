//! Judging moves of unknown origin: from a hash table, a killer slot, another thread.

use super::Position;
use crate::attacks::{between, line};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveFlag};
use crate::piece::{Color, PieceKind};
use crate::rules::Rules;
use crate::{castling, en_passant};

impl<R: Rules> Position<R> {
    /// Whether any sixteen bits are a legal move here. Equal to looking the move up in
    /// [`Position::legal_moves`], at a fraction of the cost.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe(mv)
    }

    /// Whether any sixteen bits are a move that a piece of the side to move can make, king's safety aside.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let ours = self.of_color(us);
        let (Some(kind), Some(_)) = (self.kind_at(from), self.king(us)) else { return false };
        if !ours.has(from) {
            return false;
        }
        if mv.is_castle() {
            return R::CASTLING
                && kind == PieceKind::King
                && castling::rooks_of_mover(self).has(to)
                && !self.in_check()
                && castling::is_possible(self, from, to);
        }
        if !R::WINDOW.has(to) || ours.has(to) {
            return false;
        }
        if kind == PieceKind::Pawn {
            return self.is_pawn_move(mv, us);
        }
        let flag = if self.of_color(!us).has(to) { MoveFlag::CAPTURE } else { MoveFlag::QUIET };
        mv.flag() == flag && self.attacks(us, kind, from, self.occupied()).has(to)
    }

    fn is_pawn_move(&self, mv: Move, us: Color) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let is_diagonal = self.attacks(us, PieceKind::Pawn, from, Bitboard::EMPTY).has(to);
        if mv.is_en_passant() {
            return self.state.en_passant == Some(to) && is_diagonal;
        }
        // The generator's flag for a promotion, in this game's kinds, is the only right one.
        let promotes = R::last_rank(us).has(to);
        if mv.is_promotion() != promotes {
            return false;
        }
        let is_right_promotion =
            |capture| R::PROMOTIONS.iter().any(|&kind| mv.flag() == MoveFlag::promotion(kind, capture));
        if is_diagonal {
            let flag_fits = if promotes { is_right_promotion(true) } else { mv.flag() == MoveFlag::CAPTURE };
            return flag_fits && self.of_color(!us).has(to);
        }
        let empty = !self.occupied();
        let step = from.behind(!us);
        if to == step {
            let flag_fits = if promotes { is_right_promotion(false) } else { mv.flag() == MoveFlag::QUIET };
            return flag_fits && empty.has(to);
        }
        let flag_fits = if promotes { is_right_promotion(false) } else { mv.flag() == MoveFlag::DOUBLE_STEP };
        let may_double = !R::double_steppers(Bitboard::of(from), self.state.unmoved, us).is_empty();
        // Both squares must lie on the board: a step from the top rank wraps around to the bottom.
        let is_double = to == step.behind(!us) && to.rank().abs_diff(from.rank()) == 2 && R::WINDOW.has(step);
        flag_fits && may_double && is_double && empty.has(step) && empty.has(to)
    }

    /// Whether a pseudo-legal move leaves the mover's king safe.
    fn is_safe(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let Some(king) = self.king(us) else { return false };
        if mv.is_castle() {
            return true;
        }
        if mv.is_en_passant() {
            return en_passant::is_legal(self, from, to);
        }
        if from == king {
            return !self.is_attacked(to, !us, self.occupied() ^ Bitboard::of(king));
        }
        if self.state.checkers.has_many() {
            return false;
        }
        let answers_check =
            self.state.checkers.first().is_none_or(|checker| (between(king, checker) | self.state.checkers).has(to));
        answers_check && (!self.state.pinned.has(from) || line(king, from).has(to))
    }
}
