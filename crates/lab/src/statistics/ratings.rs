//! Ratings of many players from all their games: the likeliest ones in the model of Bradley and Terry, a draw counted as
//! half a win and half a loss.
//!
//! White's advantage is a parameter beside the ratings. Each player is also taken to have drawn one game against a player
//! of the average rating, which keeps the ratings of those finite who won or lost everything, and ties groups together
//! that never met. Errors follow from the curvature of the likelihood, scaled by how much less than win-or-lose games the
//! results spread (draws make them spread less).

use serde::{Deserialize, Serialize};

use super::counts::{Counts, Trinomial};
use super::estimate::{DEVIATIONS_95, Estimate, normal_cdf, score_of_elo};
use super::matrix::Cholesky;

/// What player `white` scored with White against player `black`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Encounter {
    /// The index of the player with White.
    pub white: usize,
    /// The index of the player with Black.
    pub black: usize,
    /// The results, as White sees them.
    pub results: Trinomial,
}

/// How ratings are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingOptions {
    /// How many draws with the average player each player is given.
    pub prior_draws: f64,
    /// A player whose rating is fixed. Without one the average is 0.
    pub anchor: Option<(usize, f64)>,
}

impl Default for RatingOptions {
    fn default() -> Self {
        Self { prior_draws: 1.0, anchor: None }
    }
}

/// A player's rating and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The index of the player.
    pub player: usize,
    /// Elo, relative to the anchor or to the average.
    pub elo: Estimate,
    /// All results of the player.
    pub results: Trinomial,
    /// The chance that the player is better than the next in the list; `None` for the last.
    pub better_than_next: Option<f64>,
}

/// Ratings of all players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratings {
    /// From the best to the worst.
    pub players: Vec<Rating>,
    /// What White is worth, in Elo.
    pub white_advantage: Estimate,
}

/// Elo to natural logarithms of odds.
const NATURAL: f64 = std::f64::consts::LN_10 / 400.0;

/// More players than this have their errors taken from their own games alone: the exact ones take the cube of it.
const EXACT_PLAYERS: usize = 400;

impl Ratings {
    /// Ratings of `players` players from their encounters. An encounter with a player of a higher index is left out.
    pub fn new(players: usize, encounters: &[Encounter], options: RatingOptions) -> Self {
        let known = |encounter: &&Encounter| encounter.white.max(encounter.black) < players;
        let encounters: Vec<Encounter> =
            encounters.iter().filter(known).filter(|encounter| encounter.results.total() > 0).copied().collect();
        let mut model = Model { encounters, prior: options.prior_draws.max(1e-3), values: vec![0.0; players + 1] };
        model.climb();
        model.rated(options.anchor)
    }
}

/// The likelihood and where on it we stand: the players' ratings, and last White's advantage, in natural units.
struct Model {
    encounters: Vec<Encounter>,
    prior: f64,
    values: Vec<f64>,
}

impl Model {
    fn players(&self) -> usize {
        self.values.len() - 1
    }

    /// White's expected score.
    fn expected(&self, encounter: &Encounter) -> f64 {
        let advantage = self.values[self.players()];
        logistic(self.values[encounter.white] - self.values[encounter.black] + advantage)
    }

    /// To the top: Newton's steps, or for many players each player in turn.
    fn climb(&mut self) {
        let size = self.values.len();
        let rounds = if size <= EXACT_PLAYERS { 100 } else { 500 };
        for _ in 0..rounds {
            let (slope, curvature) = self.slope_and_curvature();
            let step = if size <= EXACT_PLAYERS {
                let Some(factored) = Cholesky::new(self.information(), size) else { break };
                factored.solve(&slope)
            } else {
                // Half of what each player would do if all others stood still: they do not.
                slope.iter().zip(&curvature).map(|(slope, curvature)| 0.5 * slope / curvature).collect()
            };
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            // Far from the top a whole step may lead beyond it.
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            self.values.iter_mut().zip(&step).for_each(|(value, step)| *value += scale * step);
            if longest < 1e-9 {
                break;
            }
        }
    }

    /// The first derivative of the log-likelihood, and minus the diagonal of the second.
    fn slope_and_curvature(&self) -> (Vec<f64>, Vec<f64>) {
        let last = self.players();
        let each = |value: &f64| (self.prior * (0.5 - logistic(*value)), self.prior * spread(logistic(*value)));
        let (mut slope, mut curvature): (Vec<f64>, Vec<f64>) = self.values.iter().map(each).unzip();
        for encounter in &self.encounters {
            let expected = self.expected(encounter);
            let games = encounter.results.total() as f64;
            let excess = encounter.results.points() - games * expected;
            for (index, sign) in [(encounter.white, 1.0), (encounter.black, -1.0), (last, 1.0)] {
                slope[index] += sign * excess;
                curvature[index] += games * spread(expected);
            }
        }
        (slope, curvature)
    }

    /// Minus the second derivative.
    fn information(&self) -> Vec<f64> {
        let (size, last) = (self.values.len(), self.players());
        let mut matrix = vec![0.0; size * size];
        for (index, value) in self.values.iter().enumerate() {
            matrix[index * size + index] = self.prior * spread(logistic(*value));
        }
        for encounter in &self.encounters {
            let weight = encounter.results.total() as f64 * spread(self.expected(encounter));
            let parts = [(encounter.white, 1.0), (encounter.black, -1.0), (last, 1.0)];
            for (row, one) in parts {
                for (column, other) in parts {
                    matrix[row * size + column] += weight * one * other;
                }
            }
        }
        matrix
    }

    /// How the results spread compared with games that are won or lost. One such game is counted in, lest a few games that
    /// all ended alike claim certainty.
    fn dispersion(&self) -> f64 {
        let (mut seen, mut expected) = (0.25, 0.25);
        for encounter in &self.encounters {
            let mean = self.expected(encounter);
            let Trinomial { wins, draws, losses } = encounter.results;
            let squares = [(wins, 1.0), (draws, 0.5), (losses, 0.0)];
            seen += squares.iter().map(|(count, score)| *count as f64 * (score - mean).powi(2)).sum::<f64>();
            expected += encounter.results.total() as f64 * spread(mean);
        }
        seen / expected
    }

    fn rated(&self, anchor: Option<(usize, f64)>) -> Ratings {
        let (players, size) = (self.players(), self.values.len());
        let scale = self.dispersion() / (NATURAL * NATURAL);
        let exact = (size <= EXACT_PLAYERS).then(|| Cholesky::new(self.information(), size)).flatten();
        let covariance = exact.map(|factored| factored.inverse());
        let (_, curvature) = self.slope_and_curvature();

        // The deviation of a sum of ratings, each taken so many times.
        let deviation = |parts: &[(usize, f64)]| -> f64 {
            let variance: f64 = match &covariance {
                Some(matrix) => parts
                    .iter()
                    .flat_map(|(row, one)| parts.iter().map(move |(column, other)| (row * size + column, one * other)))
                    .map(|(place, weight)| weight * matrix[place])
                    .sum(),
                None => parts.iter().map(|(player, part)| part * part / curvature[*player]).sum(),
            };
            (scale * variance.max(0.0)).sqrt()
        };
        let anchor = anchor.filter(|(player, _)| *player < players);
        let (zero, offset) = match anchor {
            Some((fixed, elo)) => (self.values[fixed], elo),
            None => (self.values[..players].iter().sum::<f64>() / players.max(1) as f64, 0.0),
        };
        // A rating less what it is relative to.
        let relative = |player: usize| -> Vec<(usize, f64)> {
            match (anchor, &covariance) {
                (Some((fixed, _)), _) if fixed == player => Vec::new(),
                (Some((fixed, _)), _) => vec![(player, 1.0), (fixed, -1.0)],
                (None, Some(_)) => {
                    let part = |other: usize| f64::from(u8::from(other == player)) - 1.0 / players as f64;
                    (0..players).map(|other| (other, part(other))).collect()
                }
                (None, None) => vec![(player, 1.0)],
            }
        };

        let mut order: Vec<usize> = (0..players).collect();
        order.sort_by(|one, other| self.values[*other].total_cmp(&self.values[*one]));
        let results = self.results();
        let rated = order.iter().enumerate().map(|(rank, &player)| {
            let elo = (self.values[player] - zero) / NATURAL + offset;
            let better_than_next = order.get(rank + 1).map(|&next| {
                let ahead = (self.values[player] - self.values[next]) / NATURAL;
                normal_cdf(ahead / deviation(&[(player, 1.0), (next, -1.0)]).max(1e-9))
            });
            let elo = Estimate::symmetric(elo, DEVIATIONS_95 * deviation(&relative(player)));
            Rating { player, elo, results: results[player], better_than_next }
        });
        let advantage = match &covariance {
            Some(matrix) => matrix[size * size - 1],
            None => 1.0 / curvature[players],
        };
        let advantage_error = DEVIATIONS_95 * (scale * advantage).sqrt();
        Ratings {
            players: rated.collect(),
            white_advantage: Estimate::symmetric(self.values[players] / NATURAL, advantage_error),
        }
    }

    fn results(&self) -> Vec<Trinomial> {
        let mut results = vec![Trinomial::default(); self.players()];
        for encounter in &self.encounters {
            results[encounter.white] += encounter.results;
            results[encounter.black] += encounter.results.reversed();
        }
        results
    }
}

fn logistic(value: f64) -> f64 {
    score_of_elo(value / NATURAL)
}

/// The variance of a game that is won with this probability, and lost otherwise.
fn spread(expected: f64) -> f64 {
    expected * (1.0 - expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encounter(white: usize, black: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { white, black, results: Trinomial::new(wins, draws, losses) }
    }

    fn elo_of(ratings: &Ratings, player: usize) -> Estimate {
        ratings.players.iter().find(|rating| rating.player == player).unwrap().elo
    }

    #[test]
    fn two_players_are_rated_as_their_match_says() {
        let games = [encounter(0, 1, 220, 400, 130), encounter(1, 0, 160, 420, 170)];
        let ratings = Ratings::new(2, &games, RatingOptions { anchor: Some((1, 2000.0)), ..Default::default() });
        let expected = (games[0].results + games[1].results.reversed()).summary().elo;
        let elo = elo_of(&ratings, 0);
        assert!((elo.value - 2000.0 - expected.value).abs() < 0.5, "{elo:?} {expected:?}");
        assert!((elo.error - expected.error).abs() < 0.5, "{elo:?} {expected:?}");
        assert_eq!(elo_of(&ratings, 1).value, 2000.0);
        assert_eq!(elo_of(&ratings, 1).error, 0.0);
    }

    #[test]
    fn expected_points_are_the_points_scored() {
        let games = [encounter(0, 1, 30, 20, 10), encounter(1, 2, 25, 30, 5), encounter(2, 0, 7, 13, 40)];
        let ratings = Ratings::new(3, &games, RatingOptions { prior_draws: 0.0, anchor: None });
        let advantage = ratings.white_advantage.value;
        for player in 0..3 {
            let (mut expected, mut scored) = (0.0, 0.0);
            for game in games.iter().filter(|game| game.white == player || game.black == player) {
                let elo = |player| elo_of(&ratings, player).value;
                let white = score_of_elo(elo(game.white) - elo(game.black) + advantage);
                let is_white = game.white == player;
                expected += 60.0 * if is_white { white } else { 1.0 - white };
                scored += if is_white { game.results.points() } else { 60.0 - game.results.points() };
            }
            assert!((expected - scored).abs() < 0.01, "{player}: {expected} {scored}");
        }
    }

    #[test]
    fn ratings_are_finite_for_players_who_won_or_lost_everything_or_never_played() {
        let games = [encounter(0, 1, 20, 0, 0), encounter(1, 2, 20, 0, 0)];
        let ratings = Ratings::new(4, &games, RatingOptions::default());
        let order: Vec<usize> = ratings.players.iter().map(|rating| rating.player).collect();
        assert_eq!(order.iter().position(|player| *player == 0), Some(0));
        assert_eq!(order.last(), Some(&2));
        for rating in &ratings.players {
            assert!(rating.elo.value.abs() < 3000.0 && rating.elo.error > 10.0 && rating.elo.error < 3000.0);
        }
        assert!(Ratings::new(0, &[], RatingOptions::default()).players.is_empty());
    }

    #[test]
    fn many_players_are_rated_as_few_are() {
        // A ring of players in which each beats the next a little: all equal. One beats many others.
        let players = EXACT_PLAYERS + 100;
        let mut games: Vec<Encounter> =
            (1..players).map(|player| encounter(player, 1 + player % (players - 1), 50, 100, 50)).collect();
        games.extend((1..40).map(|other| encounter(0, other, 60, 80, 20)));
        let ratings = Ratings::new(players, &games, RatingOptions::default());
        assert_eq!(ratings.players[0].player, 0);
        let ahead = elo_of(&ratings, 0).value - elo_of(&ratings, 20).value;
        assert!((60.0..120.0).contains(&ahead), "{ahead}");
    }
}
