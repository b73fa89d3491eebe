//! Moves of pawns: steps, double steps, captures and promotions, all pawns at once. En passant is in
//! [`en_passant`](crate::en_passant).

use super::MoveSink;
use crate::attacks::line;
use crate::bitboard::Bitboard;
use crate::moves::MoveFlag;
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// Emits the pawn moves that end on one of `answers`.
#[inline]
pub(super) fn pawn_moves<R: Rules, const WHITE: bool, const NOISY: bool, const QUIET: bool>(
    position: &Position<R>,
    king: Square,
    answers: Bitboard,
    sink: &mut impl MoveSink,
) {
    let us = if WHITE { Color::White } else { Color::Black };
    let pawns = position.of(us, PieceKind::Pawn);
    let pinned = pawns & position.pinned();
    moves_of::<R, WHITE, NOISY, QUIET>(position, pawns - pinned, answers, sink);
    for pawn in pinned {
        moves_of::<R, WHITE, NOISY, QUIET>(position, Bitboard::of(pawn), answers & line(king, pawn), sink);
    }
}

#[inline]
fn moves_of<R: Rules, const WHITE: bool, const NOISY: bool, const QUIET: bool>(
    position: &Position<R>,
    pawns: Bitboard,
    answers: Bitboard,
    sink: &mut impl MoveSink,
) {
    let us = if WHITE { Color::White } else { Color::Black };
    let up = if WHITE { 8 } else { -8 };
    let empty = R::WINDOW - position.occupied();
    let last = R::last_rank(us);

    let steps = pawns.shifted(up) & empty;
    let double_steppers = R::double_steppers(pawns, position.unmoved(), us);
    let double_steps = (double_steppers.shifted(up) & empty).shifted(up) & empty;
    if QUIET {
        sink.pawns((steps & answers) - last, up, MoveFlag::QUIET);
        sink.pawns((double_steps & answers) - last, 2 * up, MoveFlag::DOUBLE_STEP);
    }
    if NOISY {
        sink.promotions::<R>(steps & answers & last, up, false);
        if R::PAWNS_REMEMBER {
            sink.promotions::<R>(double_steps & answers & last, 2 * up, false);
        }
        let victims = position.of_color(!us) & answers;
        for (side, edge_file) in [(-1, 0), (1, 7)] {
            let captures = (pawns - Bitboard::file(edge_file)).shifted(up + side) & victims;
            sink.pawns(captures - last, up + side, MoveFlag::CAPTURE);
            sink.promotions::<R>(captures & last, up + side, true);
        }
    }
}
