//! The likeliest distribution of outcomes under a hypothesis, and from it the log-likelihood ratio of two hypotheses.
//!
//! After M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a multinomial
//! distribution" (a given mean) and "Comments on normalized Elo" (a given mean in standard deviations).

use arrayvec::ArrayVec;

use super::counts::Counts;
use super::estimate::mean_and_variance;

/// An outcome that never came is taken to have come so often, so that its likelihood is not zero.
const NEVER: f64 = 1e-3;

/// The two kinds of hypothesis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Claim {
    /// The mean score is this.
    Score(f64),
    /// The mean score is so many of its own standard deviations above one half.
    Deviations(f64),
}

type List = ArrayVec<f64, 5>;

/// What was seen: probabilities of scores.
pub(super) struct Observed {
    scores: List,
    parts: List,
    total: f64,
}

impl Observed {
    pub(super) fn new<C: Counts>(counts: &C) -> Self {
        let list = counts.counts();
        let list = list.as_ref();
        let counts: List = list.iter().map(|count| if *count == 0 { NEVER } else { *count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let best = (list.len() - 1) as f64;
        Self {
            scores: (0..list.len()).map(|index| index as f64 / best).collect(),
            parts: counts.iter().map(|count| count / total).collect(),
            total,
        }
    }

    /// The variance of the scores.
    pub(super) fn variance(&self) -> f64 {
        mean_and_variance(self.scores.iter().copied().zip(self.parts.iter().copied())).1
    }

    /// How much likelier `claim` makes what was seen than `other` does, in natural logarithms.
    pub(super) fn log_likelihood_ratio(&self, claim: Claim, other: Claim) -> f64 {
        let (claim, other) = (self.likeliest(claim), self.likeliest(other));
        let each = self.parts.iter().zip(claim.iter().zip(&other));
        self.total * each.map(|(part, (claim, other))| part * (claim.ln() - other.ln())).sum::<f64>()
    }

    /// Of all distributions that fulfil the claim, the one under which what was seen is likeliest.
    fn likeliest(&self, claim: Claim) -> List {
        match claim {
            Claim::Score(score) => {
                let excess: List = self.scores.iter().map(|own| own - score).collect();
                self.tilted(&excess).unwrap_or_else(|| self.parts.clone())
            }
            Claim::Deviations(wanted) => self.likeliest_by_deviations(wanted),
        }
    }

    /// The claim ties mean and deviation together. Linearised at the last distribution it becomes a claim on a mean, whose
    /// solution is the next distribution.
    fn likeliest_by_deviations(&self, wanted: f64) -> List {
        let mut likeliest: List = self.scores.iter().map(|_| 1.0 / self.scores.len() as f64).collect();
        for _ in 0..40 {
            let (mean, variance) = mean_and_variance(self.scores.iter().copied().zip(likeliest.iter().copied()));
            let deviation = variance.sqrt();
            let excess: List = self
                .scores
                .iter()
                .map(|score| {
                    let distance = (score - mean) / deviation;
                    score - 0.5 - 0.5 * wanted * deviation * (1.0 + distance * distance)
                })
                .collect();
            let Some(next) = self.tilted(&excess) else { break };
            let change = likeliest.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
            likeliest = next;
            if change < 1e-9 {
                break;
            }
        }
        likeliest
    }

    /// The likeliest distribution in which `excess` has mean zero: each part divided by `1 + theta * excess`. `None` if the
    /// excess has the same sign everywhere, and no distribution will do.
    fn tilted(&self, excess: &List) -> Option<List> {
        let least = excess.iter().copied().fold(f64::INFINITY, f64::min);
        let most = excess.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        // The mean falls from plus to minus infinity between these. Newton's steps are kept inside.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        let mut theta = 0.0;
        for _ in 0..200 {
            let (mut mean, mut slope) = (0.0, 0.0);
            for (part, excess) in self.parts.iter().zip(excess) {
                let term = excess / (1.0 + theta * excess);
                mean += part * term;
                slope -= part * term * term;
            }
            if mean > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let newton = theta - mean / slope;
            let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
            let step = (next - theta).abs();
            theta = next;
            if step < 1e-12 * (1.0 + theta.abs()) {
                break;
            }
        }
        Some(self.parts.iter().zip(excess).map(|(part, excess)| part / (1.0 + theta * excess)).collect())
    }
}
