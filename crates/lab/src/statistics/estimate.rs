//! From counts to Elo: the logistic scale that everybody knows, and the normalised one, which is measured in standard
//! deviations of a game and says how many games it takes to see a difference.

use serde::{Deserialize, Serialize};

use super::counts::Counts;

/// Half the width of a 95 % interval in standard deviations.
pub(super) const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// A figure with its 95 % interval. Always finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval: the number after `+/-`.
    pub error: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end. It is not quite as far from the value as the lower end is.
    pub high: f64,
}

impl Estimate {
    fn new(value: f64, low: f64, high: f64) -> Self {
        Self { value, error: (high - low) / 2.0, low, high }
    }

    /// The same value with an interval so many times as wide.
    pub(crate) fn widened(self, times: f64) -> Self {
        let Self { value, error, low, high } = self;
        Self { value, error: error * times, low: value - (value - low) * times, high: value + (high - value) * times }
    }

    /// A value with the same error on both sides.
    pub(super) fn symmetric(value: f64, error: f64) -> Self {
        Self { value, error, low: value - error, high: value + error }
    }
}

/// What a number of games says of the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// Points for each game, 0 to 1.
    pub score: Estimate,
    /// Elo difference.
    pub elo: Estimate,
    /// Normalised Elo difference.
    pub nelo: Estimate,
    /// The chance that the first player is the better one, 0 to 1.
    pub los: f64,
}

impl Summary {
    /// Where all outcomes were the same (or there was none) they have no spread, and nothing could be said. One more
    /// outcome is then imagined, an equal part of it of each kind. An interval that leaves the scores from 0 to 1 is cut
    /// a twentieth of an outcome before.
    pub(super) fn of<C: Counts>(counts: &C) -> Self {
        Self::of_sample(counts, counts.total() as f64)
    }

    /// The same, where all these outcomes say no more than so many that have nothing to do with each other.
    pub(crate) fn of_sample<C: Counts>(counts: &C, size: f64) -> Self {
        let list = counts.counts();
        let list = list.as_ref();
        let weight = if counts.total() == 0 { 1.0 } else { size / counts.total() as f64 };
        let alike = list.iter().filter(|count| **count > 0).count() <= 1;
        let (imagined, total) = if alike { (1.0 / list.len() as f64, size + 1.0) } else { (0.0, size) };
        let score_at = |index: usize| index as f64 / (list.len() - 1) as f64;
        let parts: Vec<(f64, f64)> = list
            .iter()
            .enumerate()
            .map(|(index, count)| (score_at(index), (*count as f64 * weight + imagined) / total))
            .collect();
        let (score, variance) = mean_and_variance(parts.iter().copied());
        // What was scored was scored, whatever is imagined about it.
        let seen = if alike { list.iter().position(|count| *count > 0).map(score_at) } else { None };

        let deviation = (variance / total).sqrt();
        let (low, high) = (score - DEVIATIONS_95 * deviation, score + DEVIATIONS_95 * deviation);
        let edge = 0.05 / (total + 1.0);
        let elo_low = elo_of_score(if low <= 0.0 { edge } else { low });
        let elo_high = elo_of_score(if high >= 1.0 { 1.0 - edge } else { high });
        let nelo = |score: f64| (score - 0.5) / (f64::from(C::GAMES) * variance).sqrt() * NELO_PER_DEVIATION;
        Self {
            score: Estimate::new(seen.unwrap_or(score), low.max(0.0), high.min(1.0)),
            elo: Estimate::new(elo_of_score(score), elo_low, elo_high),
            nelo: Estimate::new(nelo(score), nelo(low), nelo(high)),
            los: normal_cdf((score - 0.5) / deviation),
        }
    }
}

/// Normalised Elo of a player whose score is one standard deviation of a game above one half. With it, both scales
/// agree between equals who never draw.
pub(super) const NELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// Mean and variance of scores with their probabilities.
pub(super) fn mean_and_variance(parts: impl Iterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let mean: f64 = parts.clone().map(|(score, part)| score * part).sum();
    (mean, parts.map(|(score, part)| part * (score - mean).powi(2)).sum())
}

/// The Elo difference at which this score is expected. Infinite for 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score expected of a player who is so much better.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The chance that a normal variable is below so many standard deviations.
pub(crate) fn normal_cdf(deviations: f64) -> f64 {
    f64::midpoint(1.0, error_function(deviations / std::f64::consts::SQRT_2)).clamp(0.0, 1.0)
}

/// The error function by its series without alternating signs: erf x = 2/sqrt(pi) exp(-x^2) (x + 2/3 x^3 + 4/15 x^5 ...).
fn error_function(x: f64) -> f64 {
    if x.abs() > 6.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    let mut odd = 3.0;
    while term.abs() > sum.abs() * f64::EPSILON * 0.1 {
        term *= 2.0 * x * x / odd;
        sum += term;
        odd += 2.0;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    fn is_finite(summary: &Summary) -> bool {
        let all = [summary.score, summary.elo, summary.nelo];
        all.iter().flat_map(|e| [e.value, e.error, e.low, e.high]).chain([summary.los]).all(f64::is_finite)
    }

    #[test]
    fn every_figure_of_every_small_sample_is_finite_and_within_its_interval() {
        let check = |summary: Summary, counts: &dyn std::fmt::Debug| {
            assert!(is_finite(&summary), "{counts:?}: {summary:?}");
            for estimate in [summary.score, summary.elo, summary.nelo] {
                assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{counts:?}: {summary:?}");
                assert!(estimate.low < estimate.high, "{counts:?}: {summary:?}");
            }
            assert!((0.0..=1.0).contains(&summary.los), "{counts:?}: {summary:?}");
        };
        let few = [0, 1, 2, 30];
        for (wins, draws, losses) in few.iter().flat_map(|a| few.iter().flat_map(move |b| few.map(|c| (*a, *b, c)))) {
            let games = Trinomial::new(wins, draws, losses);
            check(games.summary(), &games);
            let pairs = Pentanomial([losses, draws, 0, wins, 0]);
            check(pairs.summary(), &pairs);
        }
        for all in [1, 10, 1000, 1_000_000] {
            for index in 0..5 {
                let mut pairs = Pentanomial::default();
                pairs.0[index] = all;
                check(pairs.summary(), &pairs);
            }
        }
    }

    #[test]
    fn a_score_is_what_was_scored() {
        assert_eq!(Trinomial::new(0, 0, 2).summary().score.value, 0.0);
        assert_eq!(Trinomial::new(6, 0, 0).summary().score.value, 1.0);
        assert_eq!(Trinomial::new(0, 3, 0).summary().score.value, 0.5);
        assert_eq!(Trinomial::new(3, 0, 1).summary().score.value, 0.75);
    }

    #[test]
    fn more_wins_in_a_row_say_more() {
        let elo = |wins| Trinomial::new(wins, 0, 0).summary().elo;
        assert!(elo(1).value > 0.0 && elo(1).low < 0.0);
        assert!(elo(10).value > elo(3).value && elo(10).low > elo(3).low && elo(10).low > 0.0);
    }

    #[test]
    fn reversed_players_have_reversed_figures() {
        let (one, other) = (Trinomial::new(31, 55, 20), Trinomial::new(20, 55, 31));
        assert!((one.summary().elo.value + other.summary().elo.value).abs() < 1e-9);
        assert!((one.summary().los + other.summary().los - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        let known = [(0.0, 0.5), (1.0, 0.841_344_746_068_543), (-2.0, 0.022_750_131_948_179), (DEVIATIONS_95, 0.975)];
        for (deviations, chance) in known {
            assert!((normal_cdf(deviations) - chance).abs() < 1e-12, "{deviations}: {}", normal_cdf(deviations));
        }
        assert_eq!((normal_cdf(40.0), normal_cdf(-40.0)), (1.0, 0.0));
    }
}
