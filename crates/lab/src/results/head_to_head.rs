//! What one player has scored against another, counted in every way.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::Played;
use crate::statistics::{Colours, Counts, Pentanomial, Trinomial};

/// A match of two players, seen by the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadToHead {
    /// The games by colour.
    pub colours: Colours,
    /// The pairs that are complete.
    pub pairs: Pentanomial,
    /// Of the pairs in which each player has one point, those with two decided games.
    pub split_pairs: u64,
    /// Pairs of which one game is there.
    #[serde(skip)]
    open: HashMap<u64, u8>,
}

impl HeadToHead {
    /// Counts all these games, of which each must have `first` on one side.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a Played>, first: usize) -> Self {
        let mut all = Self::default();
        games.into_iter().for_each(|game| all.record(game, first));
        all
    }

    /// Counts one more game.
    pub fn record(&mut self, game: &Played, first: usize) {
        let is_white = game.white == first;
        let half_points = if is_white { game.half_points } else { 2 - game.half_points.min(2) };
        self.colours.record(is_white, half_points);
        let Some(pair) = game.pair else { return };
        match self.open.remove(&pair) {
            Some(earlier) => {
                self.pairs.record(earlier + half_points);
                self.split_pairs += u64::from(earlier + half_points == 2 && half_points != 1);
            }
            None => {
                self.open.insert(pair, half_points);
            }
        }
    }

    /// The games one by one.
    pub fn games(&self) -> Trinomial {
        self.colours.first()
    }

    /// Whether nearly all games are in pairs, so that the pairs tell the most.
    pub fn is_paired(&self) -> bool {
        self.pairs.total() > 0 && self.pairs.games() * 10 >= self.games().total() * 9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: usize, half_points: u8, pair: u64) -> Played {
        Played { white, black: 1 - white, half_points, pair: Some(pair), ..Played::default() }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there() {
        let games =
            [game(0, 2, 0), game(0, 1, 1), game(1, 0, 0), game(1, 1, 1), game(0, 2, 2), game(1, 2, 2), game(0, 0, 3)];
        let all = HeadToHead::of(&games, 0);
        assert_eq!(all.pairs, Pentanomial([0, 0, 2, 0, 1]));
        assert_eq!(all.split_pairs, 1);
        assert_eq!(all.games(), Trinomial::new(3, 2, 2));
        assert_eq!(all.colours.with_white, Trinomial::new(2, 1, 1));
        assert_eq!(HeadToHead::of(&games, 1).pairs, all.pairs.reversed());
    }
}
