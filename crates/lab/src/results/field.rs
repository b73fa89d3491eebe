//! Many players: who has scored what against whom, and what that makes of each.

use std::collections::BTreeMap;

use super::Results;
use crate::statistics::{Encounter, RatingOptions, Ratings, Trinomial};

/// The results of a field of players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Field {
    players: usize,
    /// By White and Black, as White sees them.
    encounters: BTreeMap<(usize, usize), Trinomial>,
}

impl Field {
    /// All games of these results, but for those of a player against itself.
    pub fn of(results: &Results) -> Self {
        let mut field = Self { players: results.names.len(), encounters: BTreeMap::new() };
        for game in results.games.iter().filter(|game| game.white != game.black) {
            field.encounters.entry((game.white, game.black)).or_default().record(game.half_points);
        }
        field
    }

    /// What `first` has scored against `second` with either colour.
    pub fn between(&self, first: usize, second: usize) -> Trinomial {
        let with_white = |white, black| self.encounters.get(&(white, black)).copied().unwrap_or_default();
        with_white(first, second) + with_white(second, first).reversed()
    }

    /// White's results, whoever had White.
    pub fn white(&self) -> Trinomial {
        self.encounters.values().fold(Trinomial::default(), |all, results| all + *results)
    }

    /// The ratings of all players.
    pub fn ratings(&self, options: RatingOptions) -> Ratings {
        let encounter =
            |(&(white, black), &results): (&(usize, usize), &Trinomial)| Encounter { white, black, results };
        Ratings::new(self.players, &self.encounters.iter().map(encounter).collect::<Vec<_>>(), options)
    }
}
