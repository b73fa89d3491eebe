//! Castling, as Chess960 has it: the king takes his own rook, and both land where they do in chess.
//!
//! The rights are the set of unmoved rooks, [`Position::unmoved`]. Chess is the special case e1, a1, h1.

use crate::attacks::between;
use crate::bitboard::Bitboard;
use crate::fault;
use crate::movegen::MoveSink;
use crate::moves::{Move, MoveFlag};
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// Where king and rook land: on g and f, or on c and d.
#[inline]
pub(crate) const fn destinations(king: Square, rook: Square) -> (Square, Square) {
    if rook.file() > king.file() {
        (Square::at(6, king.rank()), Square::at(5, king.rank()))
    } else {
        (Square::at(2, king.rank()), Square::at(3, king.rank()))
    }
}

/// Whether a castling is the orthodox one, e1 with a1 or h1 (or Black's), so that the king's two steps name it.
pub(crate) const fn is_orthodox(king: Square, rook: Square) -> bool {
    king.file() == 4 && (rook.file() == 0 || rook.file() == 7)
}

/// Emits the castling moves of a side that is not in check.
pub(crate) fn generate<R: Rules>(position: &Position<R>, sink: &mut impl MoveSink) {
    let us = position.side_to_move();
    let rooks = rooks_of_mover(position);
    if rooks.is_empty() {
        return;
    }
    let Some(king) = position.king(us) else { return };
    for rook in rooks {
        if is_possible(position, king, rook) {
            sink.one(Move::new(king, rook, MoveFlag::CASTLE));
        }
    }
}

/// The rooks with which the side to move has the right to castle.
pub(crate) fn rooks_of_mover<R: Rules>(position: &Position<R>) -> Bitboard {
    let us = position.side_to_move();
    let mut rooks = position.unmoved() & position.of_color(us);
    if fault!(CastlingRightsSurviveCapture) {
        // Whoever forgets to take the right away still looks for a rook, on the back rank.
        rooks &= position.of_kind(R::ROOK) & R::last_rank(!us);
    }
    rooks
}

/// Whether a king that is not in check and has the right can castle with this rook now: the way is free for both, the
/// king passes no attacked square, and no attack is uncovered by the rook's leaving.
pub(crate) fn is_possible<R: Rules>(position: &Position<R>, king: Square, rook: Square) -> bool {
    let (king_to, rook_to) = destinations(king, rook);
    let them = !position.side_to_move();
    let kings_way = between(king, king_to) | Bitboard::of(king_to);
    let must_be_safe = if fault!(CastlingThroughCheck) { Bitboard::of(king_to) } else { kings_way };
    let rooks_way = between(rook, rook_to) | Bitboard::of(rook_to);
    let others = position.occupied() - Bitboard::of(king) - Bitboard::of(rook);
    ((kings_way | rooks_way) & others).is_empty()
        && !position.pinned().has(rook)
        && !must_be_safe.into_iter().any(|square| position.is_attacked(square, them, others | Bitboard::of(rook)))
}

impl<R: Rules> Position<R> {
    /// The unmoved rook with which a side can castle to the king's side (right of the king) or to the queen's side.
    pub fn castling_rook(&self, color: Color, kings_side: bool) -> Option<Square> {
        let king = self.king(color)?;
        let rooks = if R::CASTLING { self.unmoved() & self.of_color(color) } else { Bitboard::EMPTY };
        rooks.into_iter().find(|rook| (rook.file() > king.file()) == kings_side)
    }

    /// Whether a castling right differs from orthodox chess, so that only Chess960's notation can express it.
    pub fn has_chess960_castling(&self) -> bool {
        Color::ALL.into_iter().any(|color| {
            [true, false].into_iter().any(|kings_side| {
                matches!((self.king(color), self.castling_rook(color, kings_side)),
                    (Some(king), Some(rook)) if !is_orthodox(king, rook))
            })
        })
    }
}
