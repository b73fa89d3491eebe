//! Kinds of moves, from plain ones to those whose bookkeeping goes wrong most easily.

use rules::{Chess, Color, Move, PieceKind, Position};

use super::probe::Given;

/// The least [`rarity`] of moves that touch two pieces or change a piece.
pub(super) const CASTLING: u8 = 3;

/// How rare a kind of move is, and so how likely its bookkeeping is to be wrong.
pub(super) fn rarity(position: &Position<Chess>, mv: Move) -> u8 {
    match mv {
        mv if mv.is_en_passant() => 6,
        mv if mv.is_promotion() && mv.is_capture() => 5,
        mv if mv.is_promotion() => 4,
        mv if mv.is_castle() => CASTLING,
        mv if position.taken(mv).is_some() => 2,
        mv if position.kind_at(mv.from()) == Some(PieceKind::King) => 1,
        _ => 0,
    }
}

/// The only move of a path, in words; nothing if there are several.
pub(super) fn by_what(given: &Given) -> String {
    let [mv] = given.moves[..] else { return String::new() };
    let side = given.start.side_to_move();
    let kind = match rarity(&given.start, mv) {
        6 => "an en passant capture",
        5 => "a promotion that captures",
        4 => "a promotion",
        3 => "castling",
        2 => "a capture",
        1 => "a king's move",
        _ => "a quiet move",
    };
    format!(": {kind} by {side} is enough")
}

/// Where to look for what such a move does wrong.
pub(super) fn culprits(given: &Given) -> Vec<String> {
    let general =
        "something that is added and subtracted move by move (piece-square sums, material, phase, a pawn key, a \
        network's accumulator) is not what a fresh set-up computes"
            .to_owned();
    let [mv] = given.moves[..] else { return vec![general] };
    let side = given.start.side_to_move();
    let special = match rarity(&given.start, mv) {
        6 => "en passant: the captured pawn is taken off the wrong square, or off the sums of the wrong square",
        4 | 5 => "promotion: the pawn is not taken off the sums, or the new piece is not added",
        3 => "castling: the rook moves on the board but not in the sums",
        2 => "captures: the captured piece is not taken off the sums, or with the mover's sign",
        1 => "king moves: what depends on the king's square is not refreshed",
        _ if side == Color::Black => "the sign or the mirrored square of Black's pieces in the incremental update",
        _ => "the incremental update of quiet moves",
    };
    vec![special.to_owned(), general]
}
