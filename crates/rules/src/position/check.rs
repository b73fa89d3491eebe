//! Checks and pins: which pieces bear on a king, and which moves give check.

use super::Position;
use crate::attacks::{
    between, bishop_attacks, bishop_rays, knight_attacks, line, pawn_attacks, rook_attacks, rook_rays,
};
use crate::bitboard::Bitboard;
use crate::castling;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::rules::Rules;
use crate::square::Square;

impl<R: Rules> Position<R> {
    /// Finds the pieces that check the side to move and those pinned to its king.
    #[inline]
    pub(super) fn find_checkers_and_pins(&mut self) {
        let us = self.side_to_move;
        let (ours, theirs) = (self.of_color(us), self.of_color(!us));
        let king = self.of(us, PieceKind::King);
        self.state.pinned = Bitboard::EMPTY;
        if R::KING_CAPTURE && king.is_empty() {
            self.state.checkers = Bitboard::EMPTY;
            return;
        }
        let king = king.lowest();
        self.state.checkers = theirs
            & ((knight_attacks(king) & self.jumpers()) | (pawn_attacks(us, king) & self.of_kind(PieceKind::Pawn)));
        let snipers =
            theirs & ((rook_rays(king) & self.straight_sliders()) | (bishop_rays(king) & self.diagonal_sliders()));
        for sniper in snipers {
            let blockers = between(king, sniper) & (ours | theirs);
            if blockers.is_empty() {
                self.state.checkers |= Bitboard::of(sniper);
            } else if !blockers.has_many() {
                self.state.pinned |= blockers & ours;
            }
        }
        if R::KING_CAPTURE {
            // Only a set-up can leave kings side by side, and only where one may take the other.
            self.state.checkers |= theirs & crate::attacks::king_attacks(king) & self.of_kind(PieceKind::King);
        }
    }

    /// The pieces of either colour that stand alone between a colour's king and an enemy slider.
    pub fn blockers(&self, color: Color) -> Bitboard {
        let Some(king) = self.king(color) else { return Bitboard::EMPTY };
        let snipers = self.of_color(!color)
            & ((rook_rays(king) & self.straight_sliders()) | (bishop_rays(king) & self.diagonal_sliders()));
        let alone = |sniper| between(king, sniper) & self.occupied();
        snipers.into_iter().map(alone).filter(|set| !set.has_many()).fold(Bitboard::EMPTY, |all, set| all | set)
    }

    /// The squares from which a piece of this kind, of the side to move, would attack the enemy king.
    #[inline]
    pub fn check_squares(&self, kind: PieceKind) -> Bitboard {
        let them = !self.side_to_move;
        self.king(them).map_or(Bitboard::EMPTY, |king| self.attacks(them, kind, king, self.occupied()))
    }

    /// Whether a legal move gives check. A set-up that leaves the enemy king to be taken already is no case for this.
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        // A king that this very move takes is not in check.
        let Some(enemy_king) = self.king(!us).filter(|king| *king != to) else { return false };
        let mut occupied = self.occupied() ^ Bitboard::of(from);

        if mv.is_castle() {
            let (king_to, rook_to) = castling::destinations(from, to);
            let occupied = (occupied ^ Bitboard::of(to)) | Bitboard::of(king_to) | Bitboard::of(rook_to);
            return rook_attacks(rook_to, occupied).has(enemy_king)
                || self.is_slid_at(enemy_king, occupied, Bitboard::of(to));
        }

        let Some(kind) = self.kind_at(from) else { return false };
        occupied |= Bitboard::of(to);
        if mv.is_en_passant() {
            occupied ^= Bitboard::of(to.behind(us));
        }
        let kind = mv.promotion().unwrap_or(kind);
        if self.attacks(us, kind, to, occupied).has(enemy_king) {
            return true;
        }
        // Uncovered: only a piece on a line with the king can uncover anything; two leave their lines in passing.
        let may_uncover = !line(enemy_king, from).is_empty() || mv.is_en_passant();
        may_uncover && self.is_slid_at(enemy_king, occupied, Bitboard::of(from))
    }

    /// Whether one of our sliders other than `moved` attacks a square.
    fn is_slid_at(&self, square: Square, occupied: Bitboard, moved: Bitboard) -> bool {
        let ours = self.of_color(self.side_to_move) - moved;
        !(rook_attacks(square, occupied) & self.straight_sliders() & ours).is_empty()
            || !(bishop_attacks(square, occupied) & self.diagonal_sliders() & ours).is_empty()
    }
}
