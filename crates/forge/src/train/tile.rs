//! Sixteen neurons of each side's hidden layer, with all that leads into them and out of them.

use super::adam::{Learner, Row, Step};
use super::model::Shape;
use super::sample::Seen;
use crate::random::Random;

/// Hidden weights and biases stay within this, so that their sums fit into 16 bits with 255 for 1.
const HIDDEN_LIMIT: f32 = 1.98;
/// Output weights stay within this, so that they fit into 8 bits with 128 for 1: with 64, integers were 7 centipawns off.
pub(super) const OUTPUT_LIMIT: f32 = 0.99;

/// A tile of the network.
#[derive(Clone, Debug)]
pub(super) struct Tile {
    /// A row for every input of every king bucket.
    pub weights: Learner,
    /// A row for every input, added to that of each king bucket: what is the same wherever the king stands is learned once.
    pub factor: Option<Learner>,
    /// The weights with the factor added.
    merged: Vec<Row>,
    pub biases: Learner,
    /// Two rows for every output bucket: the side to move's and the other's.
    pub output: Learner,
    /// The activation of both sides, before it is squared, for every position of the slice.
    active: Vec<[Row; 2]>,
    /// This tile's part of the output of every position of the slice.
    pub part: Vec<f32>,
}

impl Tile {
    pub(super) fn new(shape: &Shape, random: &mut Random) -> Self {
        // So that the sums of some thirty rows, and of all outputs, are about as large as 1.
        let mut within = |width: f32| (random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0) * width;
        let (hidden, output) = (1.0 / 32_f32.sqrt(), 1.0 / (2.0 * shape.hidden as f32).sqrt());
        let king_buckets = shape.king_buckets.count();
        // King buckets that share a factor begin equal.
        let shared = shape.factor && king_buckets > 1;
        let factor = shared.then(|| Learner::new(shape.inputs, || within(hidden)));
        let mut tile = Self {
            weights: Learner::new(king_buckets * shape.inputs, || if shared { 0.0 } else { within(hidden) }),
            factor,
            merged: Vec::new(),
            biases: Learner::new(1, || 0.0),
            output: Learner::new(2 * shape.output_buckets, || within(output)),
            active: Vec::new(),
            part: Vec::new(),
        };
        tile.merge();
        tile
    }

    /// All numbers that learn, in a fixed order.
    pub(super) fn learners(&mut self) -> impl Iterator<Item = &mut Learner> {
        [&mut self.weights, &mut self.biases, &mut self.output].into_iter().chain(&mut self.factor)
    }

    /// Adds the factor to the weights, within the limit; to be called whenever either has changed.
    pub(super) fn merge(&mut self) {
        let Some(factor) = &self.factor else { return };
        let shared = factor.values.iter().cycle();
        self.merged.clear();
        let sum = |own: f32, shared: f32| (own + shared).clamp(-HIDDEN_LIMIT, HIDDEN_LIMIT);
        self.merged.extend(self.weights.values.iter().zip(shared).map(|(own, shared)| own.zip(shared, sum)));
    }

    /// The weights as positions see them.
    pub(super) fn rows(&self) -> &[Row] {
        if self.factor.is_some() { &self.merged } else { &self.weights.values }
    }

    /// This tile's part of the outputs.
    pub(super) fn forward(&mut self, slice: &[Seen]) {
        self.active.resize(slice.len(), [Row::ZERO; 2]);
        self.part.resize(slice.len(), 0.0);
        let rows = if self.factor.is_some() { &self.merged } else { &self.weights.values };
        let bias = self.biases.values[0];
        for ((seen, active), part) in slice.iter().zip(&mut self.active).zip(&mut self.part) {
            let (mut own, mut their) = (bias, bias);
            for (own_input, their_input) in seen.inputs() {
                own.add(&rows[own_input]);
                their.add(&rows[their_input]);
            }
            let (own, their) = (own.map(|sum| sum.clamp(0.0, 1.0)), their.map(|sum| sum.clamp(0.0, 1.0)));
            let output = &self.output.values[2 * usize::from(seen.bucket)..][..2];
            let square = |active: f32, weight: f32| active * active * weight;
            *part = own.zip(&output[0], square).zip(&their.zip(&output[1], square), |a, b| a + b).sum();
            *active = [own, their];
        }
    }

    /// Adds up the gradients, given how the loss rises with the output of every position that was last seen.
    pub(super) fn backward(&mut self, slice: &[Seen], slopes: &[f32]) {
        let gradient = &mut self.weights.gradient;
        for ((seen, [own, their]), slope) in slice.iter().zip(&self.active).zip(slopes) {
            let bucket = 2 * usize::from(seen.bucket);
            let squares = &mut self.output.gradient[bucket..][..2];
            squares[0].add(&own.map(|active| slope * active * active));
            squares[1].add(&their.map(|active| slope * active * active));

            // At 0 the square is flat, above 1 the clamp is.
            let output = &self.output.values[bucket..][..2];
            let back = |active: f32, weight: f32| if active < 1.0 { slope * weight * 2.0 * active } else { 0.0 };
            let (own, their) = (own.zip(&output[0], back), their.zip(&output[1], back));
            self.biases.gradient[0].add(&own);
            self.biases.gradient[0].add(&their);
            for (own_input, their_input) in seen.inputs() {
                gradient[own_input].add(&own);
                gradient[their_input].add(&their);
            }
        }
    }

    /// Completes the gradients: a factor's is the sum of those of all king buckets.
    pub(super) fn gather_factor(&mut self) {
        let Some(factor) = &mut self.factor else { return };
        for bucket in self.weights.gradient.chunks(factor.gradient.len()) {
            factor.gradient.iter_mut().zip(bucket).for_each(|(sum, more)| sum.add(more));
        }
    }

    /// Moves all numbers.
    pub(super) fn learn(&mut self, step: Step) {
        self.gather_factor();
        self.weights.learn(step, HIDDEN_LIMIT);
        if let Some(factor) = &mut self.factor {
            factor.learn(step, HIDDEN_LIMIT);
        }
        self.biases.learn(step.without_decay(), HIDDEN_LIMIT);
        self.output.learn(step, OUTPUT_LIMIT);
        self.merge();
    }
}
