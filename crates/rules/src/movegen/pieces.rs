//! Moves of kings, knights, Rights and sliders.

use super::MoveSink;
use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, line, rook_attacks};
use crate::bitboard::Bitboard;
use crate::fault;
use crate::moves::MoveFlag;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// Emits the king's steps to wanted squares that the enemy does not attack.
#[inline]
pub(super) fn king_moves<R: Rules>(position: &Position<R>, king: Square, wanted: Bitboard, sink: &mut impl MoveSink) {
    let them = !position.side_to_move();
    // The king must not hide behind himself from a slider.
    let occupied = position.occupied() ^ Bitboard::of(king);
    let mut safe = Bitboard::EMPTY;
    for to in king_attacks(king) & wanted {
        // A king that is taken attacks nothing any more.
        if !position.is_attacked(to, them, occupied) {
            safe |= Bitboard::of(to);
        }
    }
    emit(position, king, safe, sink);
}

/// Emits the moves of all pieces but king and pawns to wanted squares.
#[inline]
pub(super) fn piece_moves<R: Rules>(position: &Position<R>, king: Square, wanted: Bitboard, sink: &mut impl MoveSink) {
    let ours = position.of_color(position.side_to_move());
    let occupied = position.occupied();
    let pinned = position.pinned();
    // A pinned piece keeps to the line of its pin; a knight's jump always leaves it.
    let allowed = |from: Square| if pinned.has(from) { wanted & line(king, from) } else { wanted };

    let still = if fault!(PinnedKnightMoves) { Bitboard::EMPTY } else { pinned };
    for from in (ours & position.of_kind(PieceKind::Knight)) - still {
        emit(position, from, knight_attacks(from) & wanted, sink);
    }
    for from in ours & position.diagonal_sliders() {
        emit(position, from, bishop_attacks(from, occupied) & allowed(from), sink);
    }
    for from in ours & position.straight_sliders() {
        emit(position, from, rook_attacks(from, occupied) & allowed(from), sink);
    }
    if R::ROOK == PieceKind::Right {
        for from in (ours & position.of_kind(PieceKind::Right)) - pinned {
            emit(position, from, knight_attacks(from) & wanted, sink);
        }
    }
}

#[inline]
fn emit<R: Rules>(position: &Position<R>, from: Square, targets: Bitboard, sink: &mut impl MoveSink) {
    let theirs = position.of_color(!position.side_to_move());
    sink.piece(from, targets & theirs, MoveFlag::CAPTURE);
    sink.piece(from, targets - theirs, MoveFlag::QUIET);
}
