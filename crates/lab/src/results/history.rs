//! A match after each of its games, for pictures: how Elo and the log-likelihood ratio came to where they are.

use serde::{Deserialize, Serialize};

use super::{HeadToHead, Played};
use crate::statistics::{Counts, Estimate, Sprt};

/// A match at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// How many games had been played.
    pub games: u64,
    /// Elo of the first player until then, by pairs if games come in pairs.
    pub elo: Estimate,
    /// The log-likelihood ratio until then, if there is a test.
    pub llr: Option<f64>,
}

/// A match at many moments, evenly spread over its games; the last is its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// The moments in order.
    pub moments: Vec<Moment>,
}

/// A picture has no room for more.
const MOMENTS: usize = 600;

impl History {
    /// The history of these games of `first` with one other player.
    pub fn of<'a>(games: impl Iterator<Item = &'a Played> + Clone, first: usize, test: Option<&Sprt>) -> Self {
        let is_paired = HeadToHead::of(games.clone(), first).is_paired();
        let total = games.clone().count();
        let step = total.div_ceil(MOMENTS).max(1);
        let mut so_far = HeadToHead::default();
        let mut moments = Vec::new();
        for (index, game) in games.enumerate() {
            so_far.record(game, first);
            let number = index + 1;
            let is_known = !is_paired || so_far.pairs.total() > 0;
            if is_known && (number % step == 0 || number == total) {
                let (elo, llr) = if is_paired {
                    (so_far.pairs.summary().elo, test.map(|test| test.llr(&so_far.pairs)))
                } else {
                    (so_far.games().summary().elo, test.map(|test| test.llr(&so_far.games())))
                };
                moments.push(Moment { games: number as u64, elo, llr });
            }
        }
        Self { moments }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::EloModel;

    #[test]
    fn a_history_ends_with_the_whole_match_and_is_short() {
        let games: Vec<Played> = (0..5000)
            .map(|index: usize| Played {
                white: index % 2,
                black: 1 - index % 2,
                half_points: (index * 7 / 3 % 3) as u8,
                pair: Some(index as u64 / 2),
                ..Played::default()
            })
            .collect();
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, EloModel::Normalised).unwrap();
        let history = History::of(games.iter(), 0, Some(&test));
        let last = history.moments.last().unwrap();
        let whole = HeadToHead::of(&games, 0);
        assert!(history.moments.len() <= 601);
        assert_eq!(last.games, 5000);
        assert_eq!(last.elo, whole.pairs.summary().elo);
        assert_eq!(last.llr, Some(test.llr(&whole.pairs)));
    }
}
