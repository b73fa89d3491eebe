//! How wrong the evaluation has been in positions like this one: what the search found minus what was evaluated,
//! remembered by parts of the position.

use rules::{Color, Key, Keys, Rules};

use super::history::{Landing, Values, adjust};
use super::parameters as tuned;
use crate::memory::Zeroes;

/// How many structures of a sort are told apart.
const SIZE: usize = 16_384;
/// Errors are kept in so many parts of a centipawn, and stay within `LIMIT` of them.
const GRAIN: i32 = 16;
const LIMIT: i32 = 1_024 * GRAIN / 8;

/// One thread's memory of evaluation errors, for the side to move.
#[derive(Debug)]
pub(super) struct Corrections {
    pawns: Values<2, SIZE>,
    non_pawns: [Values<2, SIZE>; 2],
    minor: Values<2, SIZE>,
    continuation: Values<{ Landing::COUNT }, { Landing::COUNT }>,
}

/// The last two moves.
type Moves = [Landing; 2];

fn slot(key: Key) -> usize {
    key.0 as usize % SIZE
}

// SAFETY: numbers may be zero.
#[allow(unsafe_code)]
unsafe impl Zeroes for Corrections {}

impl Corrections {
    /// What to add to the evaluation, in centipawns.
    #[inline]
    pub(super) fn of<R: Rules>(&self, us: Color, keys: &Keys, [last, before]: Moves) -> i32 {
        let us = us.index();
        let pawns = i32::from(self.pawns[us][slot(keys.pawns)]);
        let non_pawns = Color::ALL.map(|color| {
            let color = color.index();
            i32::from(self.non_pawns[color][us][slot(keys.non_pawn[color])])
        });
        let minor = i32::from(self.minor[us][slot(keys.minor)]);
        let moves = i32::from(self.continuation[before.index()][last.index()]);
        (tuned::correction_pawn::<R>() * pawns
            + tuned::correction_non_pawn::<R>() * (non_pawns[0] + non_pawns[1])
            + tuned::correction_minor::<R>() * minor
            + tuned::correction_continuation::<R>() * moves)
            / (128 * GRAIN)
    }

    /// Learns that the evaluation was so many centipawns too low.
    pub(super) fn learn<R: Rules>(&mut self, us: Color, keys: &Keys, [last, before]: Moves, error: i32, depth: i32) {
        let us = us.index();
        let bonus = (error * depth * tuned::correction_rate::<R>() * GRAIN / 1024).clamp(-LIMIT / 4, LIMIT / 4);
        adjust::<LIMIT>(&mut self.pawns[us][slot(keys.pawns)], bonus);
        for color in Color::ALL.map(Color::index) {
            adjust::<LIMIT>(&mut self.non_pawns[color][us][slot(keys.non_pawn[color])], bonus);
        }
        adjust::<LIMIT>(&mut self.minor[us][slot(keys.minor)], bonus);
        adjust::<LIMIT>(&mut self.continuation[before.index()][last.index()], bonus);
    }
}
