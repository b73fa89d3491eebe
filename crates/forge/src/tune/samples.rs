//! Positions as the tuner sees them: how often each weight counts, the evaluation as a function of the weights, and its
//! slope.

use std::collections::HashMap;

use engine::eval::{DANGER_DIVISOR, DANGER_END_DIVISOR, DANGER_LIMIT, FULL_SCALE, Term, Weights, coefficients};
use rayon::prelude::*;
use rules::Rules;

use super::labels::Labelled;
use super::promise;

/// A weight on its way: middle game and endgame.
pub type Weight = [f64; 2];

/// A weight and how often it counts.
#[derive(Clone, Copy, Debug)]
struct Count {
    number: u16,
    times: i16,
}

/// A position as a function of the weights. Everything is in White's view.
#[derive(Clone, Debug)]
pub struct Sample {
    /// In this order: what simply adds up, danger to White's king, danger to Black's, the stakes of the initiative.
    counts: Box<[Count]>,
    /// Where each of these ends.
    ends: [u16; 4],
    /// What no weight decides.
    fixed: [f32; 2],
    /// How much the middle game's and the endgame's half count.
    shares: [f32; 2],
    /// The points it should promise.
    pub points: f32,
    /// The spread in which its evaluation is measured.
    pub spread: f32,
    /// How much it counts.
    pub importance: f32,
}

/// An evaluation and what it went through.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// In White's view, in centipawns.
    pub white: f64,
    /// Danger by king, as gathered.
    danger: [Weight; 2],
    /// The endgame before the initiative, and the stakes.
    end: f64,
    stakes: f64,
}

impl Sample {
    /// The sample of a position, told the terms of all weights.
    pub fn new<R: Rules>(labelled: &Labelled<R>, terms: &[Term]) -> Self {
        let told = coefficients(&labelled.position);
        let mut parts: [Vec<Count>; 4] = Default::default();
        for &(number, white, black) in &told.counts {
            let mut add = |part: usize, times: i16| {
                if times != 0 {
                    parts[part].push(Count { number, times });
                }
            };
            match terms[usize::from(number)] {
                Term::Danger => {
                    add(1, white);
                    add(2, black);
                }
                Term::Initiative => add(3, white),
                _ => add(0, white - black),
            }
        }
        let mut ends = [0; 4];
        let mut end = 0;
        for (place, part) in ends.iter_mut().zip(&parts) {
            end += part.len() as u16;
            *place = end;
        }
        let middle_share = told.phase as f32 / told.full_phase as f32;
        let scale = told.scale as f32 / FULL_SCALE as f32;
        // A dead draw is worth nothing in either phase.
        let shares = if told.scale == 0 { [0.0; 2] } else { [middle_share, (1.0 - middle_share) * scale] };
        Self {
            counts: parts.concat().into_boxed_slice(),
            ends,
            fixed: [told.fixed.middle() as f32, told.fixed.end() as f32],
            shares,
            points: labelled.points as f32,
            spread: labelled.spread as f32,
            importance: labelled.importance as f32,
        }
    }

    fn part(&self, part: usize) -> &[Count] {
        let from = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.counts[usize::from(from)..usize::from(self.ends[part])]
    }

    fn sum(&self, part: usize, weights: &[Weight]) -> Weight {
        let mut sum = [0.0; 2];
        for count in self.part(part) {
            let weight = weights[usize::from(count.number)];
            sum[0] += weight[0] * f64::from(count.times);
            sum[1] += weight[1] * f64::from(count.times);
        }
        sum
    }

    /// The evaluation with these weights; but for rounding, what the engine says.
    pub fn value(&self, weights: &[Weight]) -> Value {
        let [mut middle, mut end] = self.sum(0, weights);
        middle += f64::from(self.fixed[0]);
        end += f64::from(self.fixed[1]);
        let danger = [self.sum(1, weights), self.sum(2, weights)];
        for (danger, sign) in danger.iter().zip([-1.0, 1.0]) {
            let [m, e] = danger.map(|danger| danger.clamp(0.0, f64::from(DANGER_LIMIT)));
            middle += sign * m * m / f64::from(DANGER_DIVISOR);
            end += sign * e / f64::from(DANGER_END_DIVISOR);
        }
        let stakes = self.sum(3, weights)[1];
        let share = if end == 0.0 { 0.0 } else { stakes.max(-end.abs()) * end.signum() };
        let white = middle * f64::from(self.shares[0]) + (end + share) * f64::from(self.shares[1]);
        Value { white, danger, end, stakes }
    }

    /// The points that an evaluation promises.
    pub fn promise(&self, value: &Value) -> f64 {
        promise(value.white, f64::from(self.spread))
    }

    /// Adds to `gradient` how an error changes with each weight, if it changes with the evaluation by `slope`.
    pub fn add_slope(&self, value: &Value, slope: f64, gradient: &mut [Weight]) {
        let [middle, mut end] = self.shares.map(|share| slope * f64::from(share));
        let takes_stakes = value.end != 0.0 && value.stakes > -value.end.abs();
        if takes_stakes {
            self.spread(3, [0.0, end * value.end.signum()], gradient);
        } else if value.end != 0.0 && !self.part(3).is_empty() {
            // The initiative has taken all there was: the endgame is level, whatever it was before.
            end = 0.0;
        }
        for (king, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let grows = value.danger[king].map(|danger| danger > 0.0 && danger < f64::from(DANGER_LIMIT));
            let by_middle = sign * middle * 2.0 * value.danger[king][0] / f64::from(DANGER_DIVISOR);
            let by_end = sign * end / f64::from(DANGER_END_DIVISOR);
            let slopes = [if grows[0] { by_middle } else { 0.0 }, if grows[1] { by_end } else { 0.0 }];
            self.spread(1 + king, slopes, gradient);
        }
        self.spread(0, [middle, end], gradient);
    }

    fn spread(&self, part: usize, slopes: Weight, gradient: &mut [Weight]) {
        for count in self.part(part) {
            let place = &mut gradient[usize::from(count.number)];
            place[0] += slopes[0] * f64::from(count.times);
            place[1] += slopes[1] * f64::from(count.times);
        }
    }
}

/// Samples to learn from and samples to check with.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Learnt from.
    pub training: Vec<Sample>,
    /// Checked with; of other games.
    pub validation: Vec<Sample>,
}

impl Samples {
    /// The samples of these positions. One that occurs more than once is one sample, with the mean of its labels.
    pub fn new<R: Rules>(labelled: Vec<Labelled<R>>) -> Self {
        let mut known: HashMap<u64, usize> = HashMap::with_capacity(labelled.len());
        let mut merged: Vec<Labelled<R>> = Vec::new();
        let mut importance: Vec<f64> = Vec::new();
        for new in labelled {
            let index = *known.entry(new.position.key().0).or_insert(merged.len());
            match merged.get_mut(index) {
                Some(old) => {
                    importance[index] += new.importance;
                    old.points += (new.points - old.points) * new.importance / importance[index];
                    old.importance = old.importance.max(new.importance);
                }
                None => {
                    merged.push(new);
                    importance.push(new.importance);
                }
            }
        }
        let terms = terms();
        let sample = |labelled: &Labelled<R>| Sample::new(labelled, &terms);
        let (validation, training): (Vec<_>, Vec<_>) = merged.into_iter().partition(|labelled| labelled.validates);
        Self {
            training: training.par_iter().map(sample).collect(),
            validation: validation.par_iter().map(sample).collect(),
        }
    }
}

/// Pairs of weights that mean the same on either side of the board, and learn together: squares of one rank at the same
/// distance from an edge. The king of a game with castling knows its sides apart.
pub fn mirrored<R: Rules>() -> Vec<(usize, usize)> {
    let kinds = if R::CASTLING { 5 } else { 6 };
    let groups = Weights::groups();
    let Some(placement) = groups.iter().find(|group| group.term == Term::Placement) else { return Vec::new() };
    let (width, height) = (usize::from(R::WIDTH), usize::from(R::HEIGHT));
    let ranks = (0..kinds).flat_map(|kind| (0..height).map(move |rank| placement.first + 64 * kind + 8 * rank));
    ranks.flat_map(|rank| (0..width / 2).map(move |file| (rank + file, rank + width - 1 - file))).collect()
}

/// The term of each weight, by number.
pub(super) fn terms() -> Vec<Term> {
    Weights::groups().iter().flat_map(|group| std::iter::repeat_n(group.term, group.count())).collect()
}
