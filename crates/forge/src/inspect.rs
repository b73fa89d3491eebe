//! What is in a file of games: how much, how balanced, how varied, how right. A field that is inverted or a sign that is wrong shows
//! in the table of results by score before anything is trained on it.

use std::collections::HashMap;

use rules::{PieceKind, Position, Rules};

use crate::records::{Broken, Ending, Filter, GameRecord, Reader};
use crate::selfplay::Adjudicator;

/// The upper ends of the classes of scores; the last class has none.
pub const SCORE_EDGES: [i32; 16] =
    [-2500, -1500, -1000, -700, -400, -200, -100, -50, 0, 50, 100, 200, 400, 700, 1000, 1500];
/// How many plies a class of game lengths spans.
pub const LENGTH_STEP: usize = 20;
/// How many broken records are remembered word for word.
const BROKEN_SHOWN: usize = 5;

/// What a file holds.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// Whole games.
    pub games: u64,
    /// Positions with a move and a score.
    pub positions: u64,
    /// Positions that the usual [`Filter`] keeps.
    pub usable: u64,
    /// Positions in check.
    pub in_check: u64,
    /// Positions whose best move captures or promotes.
    pub noisy: u64,
    /// Positions with a mate score.
    pub mates: u64,
    /// Games won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Games by [`Ending`].
    pub endings: [u64; Ending::ALL.len()],
    /// How adjudication fared in the games that were played out.
    pub verification: Verification,
    /// Positions by score of the side to move, in classes by [`SCORE_EDGES`].
    pub scores: [ScoreClass; SCORE_EDGES.len() + 1],
    /// Positions by the pieces left, 0 with none but pawns and kings.
    pub phases: Vec<u64>,
    /// Positions by the number of pieces, kings and pawns among them.
    pub pieces: Vec<u64>,
    /// Games by length, in classes of [`LENGTH_STEP`] plies.
    pub lengths: Vec<u64>,
    /// Which positions occur more than once.
    pub duplicates: Duplicates,
    /// How many records make no sense.
    pub broken: u64,
    /// The first of them.
    pub broken_shown: Vec<Broken>,
    /// How many bytes of half a record lie at the end.
    pub truncated_bytes: u64,
}

/// The positions whose score lies in some class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScoreClass {
    /// How many positions.
    pub positions: u64,
    /// What the side to move made of them: 1 for a win, 0.5 for a draw.
    pub points: f64,
}

/// How often adjudication would have been wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// Games played out after a win was clear.
    pub wins: u64,
    /// How many of them were not won in the end.
    pub wins_changed: u64,
    /// Games played out after a draw was clear.
    pub draws: u64,
    /// How many of them were not drawn in the end.
    pub draws_changed: u64,
}

impl Inspection {
    /// Reads all games of a file.
    pub fn of<R: Rules>(reader: &mut Reader<R>) -> Self {
        let mut seen = Self::default();
        for game in reader.by_ref() {
            match game {
                Ok(game) => seen.add_game(&game),
                Err(broken) => {
                    seen.broken += 1;
                    if seen.broken_shown.len() < BROKEN_SHOWN {
                        seen.broken_shown.push(broken);
                    }
                }
            }
        }
        seen.truncated_bytes = reader.truncated_bytes();
        seen
    }

    fn add_game<R: Rules>(&mut self, game: &GameRecord<R>) {
        self.games += 1;
        let result = game.winner.map_or(1, |winner| 2 * winner.index());
        self.results[result] += 1;
        self.endings[game.ending as usize] += 1;
        count(&mut self.lengths, game.plies.len() / LENGTH_STEP);
        if game.is_verification {
            self.verification.add(game);
        }
        let usual = Filter::default();
        for (position, ply) in game.positions() {
            self.positions += 1;
            self.usable += u64::from(usual.keeps(&position, ply));
            self.in_check += u64::from(position.in_check());
            self.noisy += u64::from(ply.mv.is_noisy());
            self.mates += u64::from(ply.score.is_mate());
            let class = SCORE_EDGES.partition_point(|edge| *edge <= ply.score.value());
            self.scores[class].positions += 1;
            self.scores[class].points += game.points(position.side_to_move());
            count(&mut self.phases, phase(&position));
            count(&mut self.pieces, position.occupied().len() as usize);
            self.duplicates.add(position.key().0);
        }
    }
}

impl Verification {
    fn add<R: Rules>(&mut self, game: &GameRecord<R>) {
        let mut adjudicator = Adjudicator::default();
        let verdict = game.positions().find_map(|(position, ply)| {
            adjudicator.watch(ply.score, position.side_to_move(), position.fullmove_number())
        });
        let Some(verdict) = verdict else { return };
        let changed = u64::from(verdict.winner() != game.winner);
        if verdict.winner().is_some() {
            self.wins += 1;
            self.wins_changed += changed;
        } else {
            self.draws += 1;
            self.draws_changed += changed;
        }
    }
}

/// Adds one to a count, and makes the list long enough for it.
fn count(counts: &mut Vec<u64>, index: usize) {
    if counts.len() <= index {
        counts.resize(index + 1, 0);
    }
    counts[index] += 1;
}

/// How far a position is from the endgame: 24 with all pieces of chess, 0 with none but pawns and kings.
pub fn phase<R: Rules>(position: &Position<R>) -> usize {
    let weight = |kind: &PieceKind| match kind {
        PieceKind::Pawn | PieceKind::King => 0,
        PieceKind::Knight | PieceKind::Bishop => 1,
        PieceKind::Rook => 2,
        PieceKind::Right => 3,
        PieceKind::Queen => 4,
    };
    R::KINDS.iter().map(|kind| weight(kind) * position.of_kind(*kind).len() as usize).sum()
}

/// How many positions have been met before. Of large files only a part of the positions is looked at, chosen by their keys, so that all
/// occurrences of a position are counted or none.
#[derive(Clone, Debug, Default)]
pub struct Duplicates {
    counts: HashMap<u64, u32>,
    /// Only keys with so many zeros at their end are counted.
    zeros: u32,
}

impl Duplicates {
    /// The most different keys that are remembered.
    const MOST: usize = 4_000_000;

    fn add(&mut self, key: u64) {
        if key.trailing_zeros() < self.zeros {
            return;
        }
        *self.counts.entry(key).or_default() += 1;
        if self.counts.len() > Self::MOST {
            self.zeros += 1;
            let zeros = self.zeros;
            self.counts.retain(|key, _| key.trailing_zeros() >= zeros);
        }
    }

    /// The share of positions, from 0 to 1, that were there before.
    pub fn share(&self) -> f64 {
        let all: u64 = self.counts.values().map(|count| u64::from(*count)).sum();
        if all == 0 { 0.0 } else { 1.0 - self.counts.len() as f64 / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    #[test]
    fn the_phase_of_a_full_board_is_24_and_of_bare_kings_0() {
        assert_eq!(phase(&Position::<Chess>::start()), 24);
        assert_eq!(phase(&Position::<Fragments>::start()), 18);
        assert_eq!(phase(&"4k3/p7/8/8/8/8/8/4K3 w - - 0 1".parse::<Position<Chess>>().unwrap()), 0);
    }

    #[test]
    fn duplicates_are_counted_by_all_their_occurrences() {
        let mut duplicates = Duplicates::default();
        [1, 2, 3, 1, 1].into_iter().for_each(|key| duplicates.add(key));
        assert!((duplicates.share() - 0.4).abs() < 1e-9);
        assert_eq!(Duplicates::default().share(), 0.0);
    }
}
