//! Gradient descent (Adam, in batches) with a pull towards the starting weights and an eye on games it does not learn from.

use rayon::prelude::*;

use super::samples::{Sample, Samples, Weight};
use crate::random::Random;

/// How the weights are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Descent {
    /// How often all samples are gone through, at most.
    pub epochs: usize,
    /// How many samples make a step.
    pub batch: usize,
    /// How far a weight moves in a step at first, in centipawns. It falls to a twentieth in the last epoch.
    pub rate: f64,
    /// How firmly each weight is held at where it starts: as if so many samples said that it is right there. Weights
    /// that are hardly ever seen stay sane by this.
    pub pull: f64,
    /// So many epochs without progress on the validation games end the descent.
    pub patience: usize,
    /// What the order of samples starts from.
    pub seed: u64,
}

impl Default for Descent {
    fn default() -> Self {
        Self { epochs: 25, batch: 16_384, rate: 0.3, pull: 3000.0, patience: 8, seed: 1 }
    }
}

/// How things stand after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which one, from 1; 0 before the first.
    pub number: usize,
    /// The mean squared error of the samples learnt from.
    pub training: f64,
    /// The mean squared error of the others.
    pub validation: f64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The weights of the best epoch.
    pub weights: Vec<Weight>,
    /// The errors before any descent.
    pub before: Epoch,
    /// The best epoch, by its validation error.
    pub best: Epoch,
}

/// Finds weights with which the samples' evaluations foretell their points best, and tells of each epoch. Weights that are
/// twins move together.
pub fn fit(
    samples: &Samples,
    start: &[Weight],
    twins: &[(usize, usize)],
    descent: &Descent,
    mut tell: impl FnMut(&Epoch),
) -> Fitted {
    let measured = |number: usize, weights: &[Weight]| Epoch {
        number,
        training: mean_error(&samples.training, weights),
        validation: mean_error(&samples.validation, weights),
    };
    let before = measured(0, start);
    tell(&before);
    let mut fitted = Fitted { weights: start.to_vec(), before, best: before };
    let mut state = Adam::new(start);
    let mut order: Vec<u32> = (0..samples.training.len() as u32).collect();
    let mut random = Random::new(descent.seed, 0);
    // The curvature one sample has in a weight that it counts once: the square of the logistic curve's slope, near its middle.
    let curvature = |sample: &Sample| f64::from(sample.importance) * 2.0 * (0.2 / f64::from(sample.spread)).powi(2);
    let (curvatures, importance) = samples.training.iter().fold((0.0, 0.0), |(curvatures, importance), sample| {
        (curvatures + curvature(sample), importance + f64::from(sample.importance))
    });
    let pull = if importance > 0.0 { descent.pull * curvatures / (importance * importance) } else { 0.0 };
    for number in 1..=descent.epochs {
        let rate = descent.rate * 20f64.powf(-(number as f64 - 1.0) / descent.epochs.max(2) as f64);
        random.shuffle(&mut order);
        for batch in order.chunks(descent.batch.max(1)) {
            let batch: Vec<&Sample> = batch.iter().map(|index| &samples.training[*index as usize]).collect();
            let mut gradient = error_and_gradient(&batch, &state.weights).1;
            for ((slope, weight), start) in gradient.iter_mut().zip(&state.weights).zip(start) {
                for half in 0..2 {
                    slope[half] += pull * (weight[half] - start[half]);
                }
            }
            for &(left, right) in twins {
                let mean = [0, 1].map(|half: usize| (gradient[left][half] + gradient[right][half]) / 2.0);
                (gradient[left], gradient[right]) = (mean, mean);
            }
            state.step(&gradient, rate);
        }
        let epoch = measured(number, &state.weights);
        tell(&epoch);
        if epoch.validation < fitted.best.validation {
            fitted.best = epoch;
            fitted.weights.clone_from(&state.weights);
        } else if number >= fitted.best.number + descent.patience {
            break;
        }
    }
    fitted
}

/// How many samples one thread takes at once. Fixed, so that sums do not depend on the number of threads.
const PORTION: usize = 2048;

/// The mean squared error of the promises, weighed by importance.
pub fn mean_error(samples: &[Sample], weights: &[Weight]) -> f64 {
    let sums: Vec<[f64; 2]> = samples
        .par_chunks(PORTION)
        .map(|portion| {
            portion.iter().fold([0.0, 0.0], |[error, importance], sample| {
                let miss = sample.promise(&sample.value(weights)) - f64::from(sample.points);
                let counts = f64::from(sample.importance);
                [error + counts * miss * miss, importance + counts]
            })
        })
        .collect();
    let [error, importance] = sums.iter().fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
    if importance > 0.0 { error / importance } else { 0.0 }
}

/// The mean squared error of these samples, and how it changes with each weight.
pub(super) fn error_and_gradient(samples: &[&Sample], weights: &[Weight]) -> (f64, Vec<Weight>) {
    let portions: Vec<(f64, f64, Vec<Weight>)> = samples
        .par_chunks(PORTION)
        .map(|portion| {
            let (mut error, mut importance) = (0.0, 0.0);
            let mut gradient = vec![[0.0; 2]; weights.len()];
            for sample in portion {
                let value = sample.value(weights);
                let promised = sample.promise(&value);
                let miss = promised - f64::from(sample.points);
                let counts = f64::from(sample.importance);
                error += counts * miss * miss;
                importance += counts;
                let slope = counts * 2.0 * miss * promised * (1.0 - promised) / f64::from(sample.spread);
                sample.add_slope(&value, slope, &mut gradient);
            }
            (error, importance, gradient)
        })
        .collect();
    let (mut error, mut importance, mut gradient) = (0.0, 0.0, vec![[0.0; 2]; weights.len()]);
    for portion in &portions {
        error += portion.0;
        importance += portion.1;
        for (sum, part) in gradient.iter_mut().zip(&portion.2) {
            sum[0] += part[0];
            sum[1] += part[1];
        }
    }
    let whole = f64::max(importance, f64::MIN_POSITIVE);
    gradient.iter_mut().flatten().for_each(|slope| *slope /= whole);
    (error / whole, gradient)
}

/// Adam: each weight moves by its mean slope, measured in the size its slope usually has.
struct Adam {
    weights: Vec<Weight>,
    means: Vec<Weight>,
    squares: Vec<Weight>,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f64 = 0.9;
    const SQUARE_DECAY: f64 = 0.999;

    fn new(start: &[Weight]) -> Self {
        let zero = vec![[0.0; 2]; start.len()];
        Self { weights: start.to_vec(), means: zero.clone(), squares: zero, steps: 0 }
    }

    fn step(&mut self, gradient: &[Weight], rate: f64) {
        self.steps += 1;
        let mean_share = 1.0 - Self::MEAN_DECAY.powi(self.steps);
        let square_share = 1.0 - Self::SQUARE_DECAY.powi(self.steps);
        let slots = self.weights.iter_mut().flatten().zip(self.means.iter_mut().flatten());
        let slots = slots.zip(self.squares.iter_mut().flatten()).zip(gradient.iter().flatten());
        for (((weight, mean), square), slope) in slots {
            *mean += (1.0 - Self::MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - Self::SQUARE_DECAY) * (slope * slope - *square);
            *weight -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-12);
        }
    }
}
