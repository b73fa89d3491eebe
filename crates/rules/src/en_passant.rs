//! Taking a pawn in passing, and recording that it can be taken.

use crate::attacks::pawn_attacks;
use crate::bitboard::Bitboard;
use crate::fault;
use crate::movegen::MoveSink;
use crate::moves::{Move, MoveFlag};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// Emits the legal en passant captures.
pub(crate) fn generate<R: Rules>(position: &Position<R>, sink: &mut impl MoveSink) {
    let Some(square) = position.en_passant() else { return };
    for from in capturers(position, square) {
        if !fault!(EnPassantMissing) && is_legal(position, from, square) {
            sink.one(Move::new(from, square, MoveFlag::EN_PASSANT));
        }
    }
}

/// Our pawns beside the pawn that has just passed over `square`.
pub(crate) fn capturers<R: Rules>(position: &Position<R>, square: Square) -> Bitboard {
    let us = position.side_to_move();
    pawn_attacks(!us, square) & position.of(us, PieceKind::Pawn)
}

/// Whether the king is safe after the capture. Two pieces leave the rank at once, so pins do not tell: only looking
/// does.
pub(crate) fn is_legal<R: Rules>(position: &Position<R>, from: Square, square: Square) -> bool {
    let us = position.side_to_move();
    let Some(king) = position.king(us) else { return false };
    if fault!(EnPassantPinMissed) {
        return !position.pinned().has(from);
    }
    let taken = Bitboard::of(square.behind(us));
    let occupied = position.occupied() ^ Bitboard::of(from) ^ Bitboard::of(square) ^ taken;
    (position.attackers(king, occupied) & position.of_color(!us) & occupied).is_empty()
}

/// Whether the double step over `square` can be answered by a legal capture.
pub(crate) fn is_capturable<R: Rules>(position: &Position<R>, square: Square) -> bool {
    capturers(position, square).into_iter().any(|from| is_legal(position, from, square))
}
