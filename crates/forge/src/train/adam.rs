//! Numbers that learn: AdamW, which scales each step by the gradient's moments and lets weights decay apart from them.

/// How many neurons are worked on side by side.
pub(super) const TILE: usize = 16;

/// Numbers side by side: one line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Row(pub [f32; TILE]);

impl Row {
    pub(super) const ZERO: Self = Self([0.0; TILE]);

    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| *sum += more);
    }

    /// Every number changed. A loop, for the compiler makes vectors of loops but not of `array::map`.
    #[inline(always)]
    pub(super) fn map(&self, change: impl Fn(f32) -> f32) -> Self {
        let mut row = *self;
        for number in &mut row.0 {
            *number = change(*number);
        }
        row
    }

    /// Combines two rows, number by number.
    #[inline(always)]
    pub(super) fn zip(&self, other: &Self, combine: impl Fn(f32, f32) -> f32) -> Self {
        let mut row = *self;
        for index in 0..TILE {
            row.0[index] = combine(row.0[index], other.0[index]);
        }
        row
    }

    /// The sum of its numbers, added in pairs, which can be done side by side.
    #[inline]
    pub(super) fn sum(&self) -> f32 {
        let mut sums = self.0;
        let mut width = TILE / 2;
        while width > 0 {
            for index in 0..width {
                sums[index] += sums[index + width];
            }
            width /= 2;
        }
        sums[0]
    }
}

const MEAN_STAYS: f32 = 0.9;
const SQUARE_STAYS: f32 = 0.999;
const LEAST: f32 = 1e-8;

/// A step of all numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    rate: f32,
    decay: f32,
    /// What makes up for moments that began at zero.
    mean_scale: f32,
    square_scale: f32,
}

impl Step {
    /// The step with this number, from 0.
    pub(super) fn new(number: usize, rate: f32, decay: f32) -> Self {
        let made_up = |stays: f32| (1.0 / (1.0 - f64::from(stays).powi(number.min(1 << 20) as i32 + 1))) as f32;
        Self { rate, decay, mean_scale: made_up(MEAN_STAYS), square_scale: made_up(SQUARE_STAYS) }
    }

    /// The same without decay, for biases.
    pub(super) fn without_decay(self) -> Self {
        Self { decay: 0.0, ..self }
    }
}

/// Numbers with their gradient and its moments.
#[derive(Clone, Debug)]
pub(super) struct Learner {
    pub values: Vec<Row>,
    pub gradient: Vec<Row>,
    pub mean: Vec<Row>,
    pub square: Vec<Row>,
}

impl Learner {
    pub(super) fn new(rows: usize, mut value: impl FnMut() -> f32) -> Self {
        let values = (0..rows).map(|_| Row(std::array::from_fn(|_| value()))).collect();
        let zeros = vec![Row::ZERO; rows];
        Self { values, gradient: zeros.clone(), mean: zeros.clone(), square: zeros }
    }

    /// Moves every number against its gradient, keeps it within a limit, and forgets the gradient.
    pub(super) fn learn(&mut self, step: Step, limit: f32) {
        let rows = self.values.iter_mut().zip(&mut self.gradient).zip(self.mean.iter_mut().zip(&mut self.square));
        for ((values, gradients), (means, squares)) in rows {
            for index in 0..TILE {
                let (value, gradient) = (values.0[index], gradients.0[index]);
                let mean = MEAN_STAYS * means.0[index] + (1.0 - MEAN_STAYS) * gradient;
                let square = SQUARE_STAYS * squares.0[index] + (1.0 - SQUARE_STAYS) * gradient * gradient;
                let pull = mean * step.mean_scale / ((square * step.square_scale).sqrt() + LEAST) + step.decay * value;
                means.0[index] = mean;
                squares.0[index] = square;
                values.0[index] = (value - step.rate * pull).clamp(-limit, limit);
            }
            *gradients = Row::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_walk_to_where_the_gradient_vanishes_and_no_further_than_the_limit() {
        let mut learner = Learner::new(1, || 0.0);
        for number in 0..2000 {
            // Twice the distance to 0.3, and for the last number to 5.
            for index in 0..TILE {
                let goal = if index == TILE - 1 { 5.0 } else { 0.3 };
                learner.gradient[0].0[index] = 2.0 * (learner.values[0].0[index] - goal);
            }
            learner.learn(Step::new(number, 0.01, 0.0), 2.0);
        }
        let [first, .., last] = learner.values[0].0;
        assert!((first - 0.3).abs() < 0.001 && last == 2.0, "{first} {last}");
        assert_eq!(learner.gradient[0], Row::ZERO);
    }

    #[test]
    fn decay_shrinks_what_no_gradient_holds() {
        let mut learner = Learner::new(1, || 1.0);
        (0..100).for_each(|number| learner.learn(Step::new(number, 0.1, 0.1), 2.0));
        assert!((learner.values[0].0[3] - 0.99_f32.powi(100)).abs() < 1e-3);
        learner.learn(Step::new(100, 0.1, 0.1).without_decay(), 2.0);
        assert!((learner.values[0].0[3] - 0.99_f32.powi(100)).abs() < 1e-3);
    }

    #[test]
    fn sums_are_whole() {
        assert_eq!(Row(std::array::from_fn(|index| index as f32)).sum(), 120.0);
    }
}
