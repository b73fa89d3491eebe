//! The sequential probability ratio test: play until it is clear which of two hypotheses holds, and no longer.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::counts::Counts;
use super::estimate::{NELO_PER_DEVIATION, score_of_elo};
use super::likelihood::{Claim, Observed};

/// In which Elo the bounds of a test are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// The difference that gives a score, whatever the draws.
    Logistic,
    /// The difference in standard deviations of a game: the same bounds take about the same number of games whatever the
    /// draws.
    #[default]
    Normalised,
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalised",
        })
    }
}

/// A test of two hypotheses about an Elo difference.
///
/// ```
/// use adoube_lab::statistics::{EloModel, Hypothesis, Pentanomial, Sprt};
/// let test = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).unwrap();
/// let llr = test.llr(&Pentanomial([21, 120, 260, 160, 39]));
/// assert_eq!(test.decision(llr), Some(Hypothesis::H1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// H0: the difference is this.
    pub elo0: f64,
    /// H1: the difference is this.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 holds.
    pub beta: f64,
    /// In which Elo the hypotheses are.
    pub model: EloModel,
}

/// A few games that all ended alike must not promise a test without end.
const LEAST_VARIANCE: f64 = 0.005;

/// How many times its half width a test may be off before a forecast is surprised.
const LIKELY_WIDTHS: f64 = 10.0;

/// What a test can find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The lower difference.
    H0,
    /// The higher difference.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// How a test will go on if the games go on as they did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forecast {
    /// How many games are left on average.
    pub games: f64,
    /// The chance that H1 is accepted, 0 to 1.
    pub h1: f64,
}

/// A test that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The bounds are the wrong way round.
    #[error("elo0 is {elo0}, elo1 is {elo1}; expected elo0 to be less than elo1")]
    Order {
        /// H0's Elo.
        elo0: f64,
        /// H1's Elo.
        elo1: f64,
    },
    /// A bound is too far away.
    #[error("a bound of {elo} Elo; expected -{limit} to {limit} for the {model} model")]
    Range {
        /// The bound.
        elo: f64,
        /// What the model can bear.
        limit: f64,
        /// The model.
        model: EloModel,
    },
    /// An error rate is no probability, or there is more error than not.
    #[error("alpha is {alpha}, beta is {beta}; expected both above 0 and their sum below 1")]
    Rates {
        /// The rate of false positives.
        alpha: f64,
        /// The rate of false negatives.
        beta: f64,
    },
}

impl Sprt {
    /// A test, if it makes sense.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        // Nobody is so many standard deviations better: the score has an end.
        let limit = if model == EloModel::Logistic { 1000.0 } else { 200.0 };
        if let Some(elo) = [elo0, elo1].into_iter().find(|elo| !(-limit..=limit).contains(elo)) {
            return Err(SprtError::Range { elo, limit, model });
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::Rates { alpha, beta });
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// At or below this log-likelihood ratio, H0 is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// At or above this log-likelihood ratio, H1 is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of H1 to H0 (the generalised test: of the likeliest distributions that fulfil each).
    pub fn llr<C: Counts>(&self, counts: &C) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        Observed::new(counts).log_likelihood_ratio(self.claim::<C>(self.elo1), self.claim::<C>(self.elo0))
    }

    fn claim<C: Counts>(&self, elo: f64) -> Claim {
        match self.model {
            EloModel::Logistic => Claim::Score(score_of_elo(elo)),
            // Two games deviate less than one: their mean score by the square root of two.
            EloModel::Normalised => Claim::Deviations(f64::from(C::GAMES).sqrt() * elo / NELO_PER_DEVIATION),
        }
    }

    /// What the test has found, if it is over.
    pub fn decision(&self, llr: f64) -> Option<Hypothesis> {
        if llr >= self.upper() {
            Some(Hypothesis::H1)
        } else if llr <= self.lower() {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }

    /// How far the test is on its way to the bound that the ratio leans to, 0 to 1 and beyond.
    pub fn progress(&self, llr: f64) -> f64 {
        if llr >= 0.0 { llr / self.upper() } else { llr / self.lower() }
    }

    /// How many games are left if the ratio drifts on as it did: it is taken for a Brownian motion between two walls, whose
    /// drift is the ratio by the number of outcomes so far. A few games say little about it: before any, differences of
    /// several times the test's own width are taken to be likely, of either sign; all drifts that are left count.
    pub fn forecast<C: Counts>(&self, counts: &C) -> Forecast {
        let (lower, upper, llr) = (self.lower(), self.upper(), self.llr(counts));
        if let Some(found) = self.decision(llr) {
            return Forecast { games: 0.0, h1: f64::from(u8::from(found == Hypothesis::H1)) };
        }
        // An outcome moves the ratio by about its score times the distance of the claims in variances.
        let variance = match (self.claim::<C>(self.elo0), self.claim::<C>(self.elo1)) {
            (Claim::Score(low), Claim::Score(high)) => {
                (high - low).powi(2) / Observed::new(counts).variance().max(LEAST_VARIANCE)
            }
            (Claim::Deviations(low), Claim::Deviations(high)) => (high - low).powi(2),
            _ => 1.0,
        };
        // Under H0 and H1 the drift is half the variance, down or up.
        let likely = (LIKELY_WIDTHS * variance / 2.0).powi(2);
        let known = counts.total() as f64 * likely + variance;
        let (drift, doubt) = (llr * likely / known, (likely * variance / known).sqrt());
        let walk = Walk { below: llr - lower, above: upper - llr, variance };
        let (mut weights, mut h1, mut outcomes) = (0.0, 0.0, 0.0);
        for step in -8..=8 {
            let deviations = f64::from(step) / 4.0;
            let weight = (-deviations * deviations / 2.0).exp();
            let (up, length) = walk.expect(drift + doubt * deviations);
            weights += weight;
            h1 += weight * up;
            outcomes += weight * length;
        }
        let games = outcomes / weights * f64::from(C::GAMES);
        Forecast { games: games.max(0.0), h1: (h1 / weights).clamp(0.0, 1.0) }
    }
}

/// A Brownian motion between two walls.
struct Walk {
    below: f64,
    above: f64,
    variance: f64,
}

impl Walk {
    /// The chance to meet the upper wall first, and the average time until a wall is met.
    fn expect(&self, drift: f64) -> (f64, f64) {
        let Self { below, above, variance } = *self;
        let pull = 2.0 * drift / variance;
        if (pull * (below + above)).abs() < 1e-4 {
            return (below / (below + above), below * above / variance);
        }
        let up = (-pull * below).exp_m1() / (-pull * (below + above)).exp_m1();
        // A strong pull down makes both exponentials infinite; the upper wall then has no chance.
        let up = if up.is_finite() { up } else { 0.0 };
        (up, (up * above - (1.0 - up) * below) / drift)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
    }

    #[test]
    fn a_test_that_makes_no_sense_is_refused() {
        let refused = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta, EloModel::Normalised).unwrap_err();
        assert!(matches!(refused(5.0, 5.0, 0.05, 0.05), SprtError::Order { .. }));
        assert!(matches!(refused(0.0, f64::NAN, 0.05, 0.05), SprtError::Range { .. }));
        assert!(matches!(refused(0.0, 5.0, 0.0, 0.05), SprtError::Rates { .. }));
        assert!(matches!(refused(0.0, 5.0, 0.6, 0.4), SprtError::Rates { .. }));
    }

    #[test]
    fn the_ratio_is_finite_for_every_small_sample_and_every_claim_that_is_allowed() {
        let few = [0, 1, 40];
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for (elo0, elo1) in [(0.0, 0.5), (-5.0, 0.0), (-200.0, 200.0), (190.0, 200.0)] {
                let test = test(elo0, elo1, model);
                for (a, b, c) in few.iter().flat_map(|a| few.iter().flat_map(move |b| few.map(|c| (*a, *b, c)))) {
                    let (games, pairs) = (Trinomial::new(a, b, c), Pentanomial([a, 0, b, 0, c]));
                    let ratios = [test.llr(&games), test.llr(&pairs)];
                    let forecasts = [test.forecast(&games), test.forecast(&pairs)];
                    assert!(ratios.iter().all(|llr| llr.is_finite()), "{games:?}, {test:?}: {ratios:?}");
                    for forecast in forecasts {
                        assert!(forecast.games.is_finite() && (0.0..=1.0).contains(&forecast.h1), "{forecast:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_games_say_nothing() {
        let test = test(0.0, 5.0, EloModel::Normalised);
        assert_eq!(test.llr(&Trinomial::default()), 0.0);
        let forecast = test.forecast(&Pentanomial::default());
        assert!((forecast.h1 - 0.5).abs() < 1e-9, "{forecast:?}");
        let forecast = test.forecast(&Trinomial::new(1, 0, 0));
        assert!((forecast.h1 - 0.5).abs() < 0.05 && forecast.games > 1000.0, "{forecast:?}");
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation() {
        let (games, test) = (Trinomial::new(1100, 1900, 1000), test(0.0, 10.0, EloModel::Logistic));
        let (score, low, high) = (games.points() / 4000.0, score_of_elo(0.0), score_of_elo(10.0));
        let variance = (1100.0 + 1900.0 / 4.0) / 4000.0 - score * score;
        let approximation = 4000.0 * (high - low) * (2.0 * score - low - high) / (2.0 * variance);
        assert!((test.llr(&games) - approximation).abs() < 0.01, "{} {approximation}", test.llr(&games));
    }

    #[test]
    fn a_forecast_follows_the_drift() {
        let test = test(0.0, 5.0, EloModel::Normalised);
        let winning = test.forecast(&Pentanomial([30, 200, 500, 260, 45]));
        let losing = test.forecast(&Pentanomial([45, 260, 500, 200, 30]));
        assert!(winning.h1 > 0.9 && losing.h1 < 0.1, "{winning:?} {losing:?}");
        assert!(winning.games > 0.0 && losing.games > 0.0);
    }
}
