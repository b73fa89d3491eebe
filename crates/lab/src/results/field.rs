//! Many players: who has scored what against whom, and what that makes of each.

use std::collections::BTreeMap;

use super::{Played, Results};
use crate::statistics::{Counts, Encounter, RatingOptions, Ratings, Summary, Trinomial, design_effect};

/// The results of a field of players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    players: usize,
    /// By White and Black, as White sees them.
    encounters: BTreeMap<(usize, usize), Trinomial>,
    /// How many games of White's results say no more than one: those from one opening resemble each other.
    repetition: f64,
}

impl Field {
    /// All games of these results, but for those of a player against itself.
    pub fn of(results: &Results) -> Self {
        let games = || results.games.iter().filter(|game| game.white != game.black);
        let mut encounters: BTreeMap<_, Trinomial> = BTreeMap::new();
        for game in games() {
            encounters.entry((game.white, game.black)).or_default().record(game.half_points);
        }
        let mut groups: BTreeMap<_, Vec<f64>> = BTreeMap::new();
        for (index, game) in games().enumerate() {
            groups.entry(group(index, game)).or_default().push(f64::from(game.half_points) / 2.0);
        }
        Self { players: results.names.len(), encounters, repetition: design_effect(groups.values().map(Vec::as_slice)) }
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

    /// What White's results say, games from one opening counted as what they are together.
    pub fn white_summary(&self) -> Summary {
        let white = self.white();
        Summary::of_sample(&white, white.total() as f64 / self.repetition)
    }

    /// The ratings of all players.
    pub fn ratings(&self, options: RatingOptions) -> Ratings {
        let encounter =
            |(&(white, black), &results): (&(usize, usize), &Trinomial)| Encounter { white, black, results };
        let encounters: Vec<Encounter> = self.encounters.iter().map(encounter).collect();
        let mut ratings = Ratings::new(self.players, &encounters, options);
        ratings.white_advantage = ratings.white_advantage.widened(self.repetition.sqrt());
        ratings
    }
}

/// What a game has in common with others: its opening, or at least its pair.
fn group(index: usize, game: &Played) -> (u8, u64) {
    match (game.opening, game.pair) {
        (Some(opening), _) => (0, opening),
        (None, Some(pair)) => (1, pair),
        (None, None) => (2, index as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_games_from_one_opening_say_no_more_of_white_than_one() {
        let game = |opening, half_points| Played {
            white: 0,
            black: 1,
            half_points,
            opening: Some(opening),
            ..Played::default()
        };
        let field = |copies: usize| {
            let games = [(0, 2), (1, 2), (2, 0), (3, 1)];
            let games = games.iter().flat_map(|(opening, points)| vec![game(*opening, *points); copies]).collect();
            Field::of(&Results { names: vec!["a".to_owned(), "b".to_owned()], games, unfinished: 0 })
        };
        let (once, often) = (field(1).white_summary().score, field(6).white_summary().score);
        assert!(
            (once.value - often.value).abs() < 1e-9 && (once.error - often.error).abs() < 1e-9,
            "{once:?} {often:?}"
        );
        let alike = |copies: usize| {
            let games = vec![game(0, 2); copies];
            Field::of(&Results { names: vec!["a".to_owned(), "b".to_owned()], games, unfinished: 0 }).white_summary()
        };
        assert!((alike(1).elo.low - alike(9).elo.low).abs() < 1e-9);
    }
}
