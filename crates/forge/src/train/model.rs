//! The network while it learns: tiles, output biases, and the loss.

use engine::network::{KingBuckets, inputs};
use rayon::prelude::*;
use rules::Rules;

use super::adam::{Learner, Row, Step, TILE};
use super::sample::{Sample, Seen, sigmoid};
use super::settings::Settings;
use super::tile::Tile;
use crate::random::Random;

/// How large a network is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many inputs each king bucket has.
    pub inputs: usize,
    /// How many neurons each side's hidden layer has: a multiple of 16.
    pub hidden: usize,
    /// Which weights the king's square chooses.
    pub king_buckets: KingBuckets,
    /// Whether king buckets share a factor while they learn.
    pub factor: bool,
    /// How many output layers there are.
    pub output_buckets: usize,
}

impl Shape {
    /// The shape that settings ask for in a game.
    pub fn of<R: Rules>(settings: &Settings) -> Self {
        Self {
            inputs: inputs::<R>(),
            hidden: settings.hidden,
            king_buckets: settings.king_layout(),
            factor: settings.factor,
            output_buckets: settings.output_buckets,
        }
    }
}

/// What is learned of each sample.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The part of the game's result.
    pub wdl: f32,
    /// The score that an output of 1 means.
    pub scale: f32,
}

/// How many positions go through all tiles before the next ones: what they leave behind for the way back stays in the cache.
const SLICE: usize = 4096;
/// How many positions a thread looks at in one go.
const CHUNK: usize = 256;

/// A network that learns.
#[derive(Clone, Debug)]
pub struct Model {
    /// How large it is.
    pub shape: Shape,
    pub(super) tiles: Vec<Tile>,
    pub(super) output_biases: Learner,
    /// The positions of the slice, as the network sees them.
    slice: Vec<Seen>,
    /// How the loss rises with each position's output.
    slopes: Vec<f32>,
}

impl Model {
    /// A network of random weights.
    pub fn new(shape: Shape, seed: u64) -> Self {
        let tiles = (0..shape.hidden / TILE).map(|tile| Tile::new(&shape, &mut Random::new(seed, tile as u64)));
        Self {
            shape,
            tiles: tiles.collect(),
            output_biases: Learner::new(shape.output_buckets.div_ceil(TILE), || 0.0),
            slice: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// Learns from a batch, the samples with these numbers, and returns its mean loss: the squared error of expected points.
    pub(super) fn learn<R: Rules>(&mut self, samples: &[Sample], batch: &[u32], target: Target, step: Step) -> f64 {
        let loss = self.add_gradients::<R>(samples, batch, target);
        self.tiles.par_iter_mut().for_each(|tile| tile.learn(step));
        self.output_biases.learn(step.without_decay(), f32::MAX);
        loss
    }

    /// The mean loss of a batch, its gradients added up.
    pub(super) fn add_gradients<R: Rules>(&mut self, samples: &[Sample], batch: &[u32], target: Target) -> f64 {
        let mut loss = 0.0;
        for numbers in batch.chunks(SLICE) {
            self.look::<R>(numbers.len(), target, |index| &samples[numbers[index] as usize]);
            loss += self.forward(1.0 / batch.len() as f32);
            let (slice, slopes) = (&self.slice, &self.slopes);
            self.tiles.par_iter_mut().for_each(|tile| tile.backward(slice, slopes));
            for (seen, slope) in slice.iter().zip(slopes) {
                let bucket = usize::from(seen.bucket);
                self.output_biases.gradient[bucket / TILE].0[bucket % TILE] += slope;
            }
        }
        loss / batch.len() as f64
    }

    /// The mean loss of samples.
    pub fn loss<R: Rules>(&mut self, samples: &[Sample], target: Target) -> f64 {
        let mut loss = 0.0;
        for samples in samples.chunks(SLICE) {
            self.look::<R>(samples.len(), target, |index| &samples[index]);
            loss += self.forward(0.0);
        }
        loss / samples.len().max(1) as f64
    }

    /// The outputs for samples, for the side to move.
    pub fn outputs<R: Rules>(&mut self, samples: &[Sample]) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(samples.len());
        for samples in samples.chunks(SLICE) {
            self.look::<R>(samples.len(), Target { wdl: 0.0, scale: 1.0 }, |index| &samples[index]);
            let slice = &self.slice;
            self.tiles.par_iter_mut().for_each(|tile| tile.forward(slice));
            outputs.extend((0..samples.len()).map(|index| self.output(index)));
        }
        outputs
    }

    /// Makes samples the slice to work on.
    fn look<'a, R: Rules>(&mut self, count: usize, target: Target, sample: impl Fn(usize) -> &'a Sample + Sync) {
        self.slice.resize(count, Seen::NOTHING);
        let shape = &self.shape;
        self.slice.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, slice)| {
            for (index, seen) in slice.iter_mut().enumerate() {
                let sample = sample(chunk * CHUNK + index);
                let points = sample.target(target.wdl, target.scale);
                *seen = sample.seen::<R>(&shape.king_buckets, shape.output_buckets, points);
            }
        });
    }

    /// The output of a position of the slice that went forward.
    fn output(&self, index: usize) -> f32 {
        let bucket = usize::from(self.slice[index].bucket);
        let bias = self.output_biases.values[bucket / TILE].0[bucket % TILE];
        self.tiles.iter().fold(bias, |sum, tile| sum + tile.part[index])
    }

    /// Sends the slice forward: the sum of its losses, and in `slopes` how each rises with its output, times a weight.
    fn forward(&mut self, weight: f32) -> f64 {
        let slice = &self.slice;
        self.tiles.par_iter_mut().for_each(|tile| tile.forward(slice));
        let mut slopes = std::mem::take(&mut self.slopes);
        slopes.resize(slice.len(), 0.0);
        let chunks = slopes.par_chunks_mut(CHUNK).enumerate();
        let losses: Vec<f64> = chunks
            .map(|(chunk, slopes)| {
                let mut loss = 0.0;
                for (index, slope) in slopes.iter_mut().enumerate() {
                    let index = chunk * CHUNK + index;
                    let points = sigmoid(self.output(index));
                    let error = points - self.slice[index].target;
                    *slope = weight * 2.0 * error * points * (1.0 - points);
                    loss += f64::from(error * error);
                }
                loss
            })
            .collect();
        self.slopes = slopes;
        // Threads end in any order; the sum is always in that of the chunks.
        losses.iter().sum()
    }

    /// All numbers that learn, in a fixed order.
    pub(super) fn learners(&mut self) -> impl Iterator<Item = &mut Learner> {
        self.tiles.iter_mut().flat_map(Tile::learners).chain([&mut self.output_biases])
    }

    /// To be called when numbers were set from outside.
    pub(super) fn merge(&mut self) {
        self.tiles.iter_mut().for_each(Tile::merge);
    }

    /// The hidden layer's weights of an input, by neuron.
    pub(super) fn hidden_weights(&self, input: usize) -> impl Iterator<Item = f32> + '_ {
        self.tiles.iter().flat_map(move |tile| tile.rows()[input].0)
    }

    /// The hidden layer's biases, by neuron.
    pub(super) fn hidden_biases(&self) -> impl Iterator<Item = f32> + '_ {
        self.tiles.iter().flat_map(|tile| tile.biases.values[0].0)
    }

    /// The weights of an output layer, by neuron: of the side to move (0) or the other (1).
    pub(super) fn output_weights(&self, bucket: usize, side: usize) -> impl Iterator<Item = f32> + '_ {
        self.tiles.iter().flat_map(move |tile| tile.output.values[2 * bucket + side].0)
    }

    /// The bias of an output layer.
    pub(super) fn output_bias(&self, bucket: usize) -> f32 {
        self.output_biases.values.iter().flat_map(|row: &Row| row.0).nth(bucket).unwrap_or(0.0)
    }
}
