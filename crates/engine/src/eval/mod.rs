//! What a position is worth without looking ahead: material and where it stands, blended from middle game to endgame.
//!
//! The numbers are a first guess to bootstrap from, not yet tuned; the named terms of the classical evaluation come
//! next.

use rules::{Bitboard, Color, PieceKind, Position, Rules, Square};

use crate::score::Score;

/// Middle game and endgame values of each kind, by [`PieceKind::index`], in centipawns.
const MATERIAL: [(i32, i32); PieceKind::COUNT] =
    [(85, 110), (330, 300), (345, 320), (480, 540), (760, 780), (980, 1000), (0, 0)];

/// How much each kind counts towards the middle game.
const PHASE: [i32; PieceKind::COUNT] = [0, 1, 1, 2, 3, 4, 0];

/// What it is worth to be on move.
const TEMPO: i32 = 12;

/// The value of a position for the side to move.
pub fn evaluate<R: Rules>(position: &Position<R>) -> Score {
    let (mut middle, mut end, mut phase) = (0, 0, 0);
    for color in Color::ALL {
        let sign = if color == position.side_to_move() { 1 } else { -1 };
        for &kind in R::KINDS {
            for square in position.of(color, kind) {
                let (mg, eg) = placement::<R>(kind, seen_by::<R>(color, square));
                let (material_mg, material_eg) = MATERIAL[kind.index()];
                middle += sign * (material_mg + mg);
                end += sign * (material_eg + eg);
                phase += PHASE[kind.index()];
            }
        }
    }
    let full = full_phase::<R>();
    let phase = phase.min(full);
    Score::centipawns((middle * phase + end * (full - phase)) / full + TEMPO)
}

/// The phase of a full board: two of each piece in chess, one of each in Fragments.
const fn full_phase<R: Rules>() -> i32 {
    if R::CASTLING { 24 } else { 18 }
}

/// The square as its owner sees the board.
fn seen_by<R: Rules>(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => Square::at(square.file(), R::HEIGHT - 1 - square.rank()),
    }
}

/// What a square adds to a piece, as White sees it: the centre for pieces, the way forward for pawns, shelter for the
/// king until the endgame.
fn placement<R: Rules>(kind: PieceKind, square: Square) -> (i32, i32) {
    let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
    let (width, height) = (i32::from(R::WIDTH), i32::from(R::HEIGHT));
    // Twice the distance from the centre, so that even boards have whole numbers: 1 to 7 on chess's board.
    let (from_middle_file, from_middle_rank) = ((2 * file - width + 1).abs(), (2 * rank - height + 1).abs());
    let centre = width + height - from_middle_file - from_middle_rank;
    let advance = rank * 6 / (height - 2).max(1);
    match kind {
        PieceKind::Pawn => (advance * 4 + (width - from_middle_file) * 2, advance * advance * 4),
        PieceKind::Knight => (centre * 4 - 30, centre * 3 - 20),
        PieceKind::Bishop => (centre * 2 - 12, centre * 2 - 12),
        PieceKind::Rook | PieceKind::Right => ((width - from_middle_file) * 2, advance * 2),
        PieceKind::Queen => (centre - 8, centre * 3 - 20),
        PieceKind::King => (from_middle_file * 4 - rank * 16, centre * 5 - 40),
    }
}

/// Whether a side has anything but pawns and its king: where it has not, giving up a move may be what saves it.
pub(crate) fn has_pieces<R: Rules>(position: &Position<R>, color: Color) -> bool {
    let humble: Bitboard = position.of_kind(PieceKind::Pawn) | position.of_kind(PieceKind::King);
    !(position.of_color(color) - humble).is_empty()
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    fn check<R: Rules>(start: Position<R>, seed: u64) {
        let mut state = seed;
        let mut position = start;
        for _ in 0..200 {
            assert_eq!(evaluate(&position), evaluate(&position.flipped()), "{position}");
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }

    #[test]
    fn a_position_and_its_flip_are_worth_the_same() {
        for seed in 0..50 {
            check(Position::<Chess>::start(), seed);
            check(Position::<Fragments>::start(), seed);
        }
    }
}
