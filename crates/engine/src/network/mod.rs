//! The network: what a position is worth, learned from our own games by `adoube train`.
//!
//! Each side sees the board with its own eyes (`features.rs`): pieces are ours or theirs, the board is turned so that we move up,
//! and mirrored so that our king stands on its left half. The rows of weights of all pieces add up to a hidden layer for
//! each side (`accumulator.rs`); an activation clamps and squares it; the side to move's and then the other's are
//! weighted by the output layer of the bucket that the number of pieces chooses. All of it is done in integers:
//!
//! ```text
//! hidden   = clamp(biases + sum of weights, 0, 255)             i16, 255 means 1
//! output   = bias + sum of hidden * hidden * weight             weights i8, output_scale means 1
//! score    = output * centipawns / (255 * 255 * output_scale)   towards zero, for the side to move
//! ```
//!
//! | question | file |
//! | --- | --- |
//! | what does a side see? | `features.rs` |
//! | what does a move change of it? | `changes.rs` |
//! | how is the hidden layer kept up to date? | `accumulator.rs` |
//! | what is in a file? | `file.rs` |

mod accumulator;
mod changes;
mod features;
mod file;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;

use rules::{Position, Rules};

use crate::score::Score;
use accumulator::{BLOCK, Block};

pub use accumulator::Accumulator;
pub use changes::{Change, Changes};
pub use features::{KingBuckets, View, inputs, output_bucket};
pub use file::{NetworkError, Parts};

/// What 1 is in the hidden layer.
pub const HIDDEN_SCALE: i16 = 255;
/// The hidden layer of each side is a multiple of this many neurons wide: a line of the processor's cache.
pub const HIDDEN_UNIT: usize = BLOCK;
/// The widest hidden layer. Up to here the output's sums fit into 32 bits for each of 8 lanes.
pub const MAX_HIDDEN: usize = 1024;
/// The most output buckets.
pub const MAX_OUTPUT_BUCKETS: usize = 32;
/// No weight or bias of the hidden layer is further from zero, so that those of 32 pieces and the bias fit into 16 bits.
pub const MAX_HIDDEN_WEIGHT: i16 = 960;

/// A network for a game, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Network<R: Rules> {
    king_buckets: KingBuckets,
    /// How many blocks one side's hidden layer has.
    blocks: usize,
    weights: Vec<Block>,
    biases: Vec<Block>,
    /// For each output bucket the side to move's, then the other's.
    output_weights: Vec<Block>,
    output_biases: Vec<i32>,
    output_scale: u16,
    centipawns: u16,
    description: String,
    rules: PhantomData<R>,
}

impl<R: Rules> Network<R> {
    /// The network of a file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::new(&Parts::from_bytes::<R>(bytes)?)
    }

    /// The network of these numbers, if they fit together.
    pub fn new(parts: &Parts) -> Result<Self, NetworkError> {
        parts.check::<R>()?;
        let widened: Vec<i16> = parts.output_weights.iter().copied().map(i16::from).collect();
        Ok(Self {
            king_buckets: parts.king_buckets,
            blocks: parts.hidden / BLOCK,
            weights: Block::from_numbers(&parts.weights),
            biases: Block::from_numbers(&parts.biases),
            output_weights: Block::from_numbers(&widened),
            output_biases: parts.output_biases.clone(),
            output_scale: parts.output_scale,
            centipawns: parts.centipawns,
            description: parts.description.clone(),
            rules: PhantomData,
        })
    }

    /// How it was made, in the words of its trainer.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// How many neurons one side's hidden layer has.
    pub fn hidden(&self) -> usize {
        self.blocks * BLOCK
    }

    /// How many output layers there are to choose from.
    pub fn output_buckets(&self) -> usize {
        self.output_biases.len()
    }

    /// How the king's square chooses among weights.
    pub fn king_buckets(&self) -> &KingBuckets {
        &self.king_buckets
    }

    /// The value of a position for the side to move, from scratch.
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        self.evaluate_with(&Accumulator::of(self, position), position)
    }

    /// The value of a position for the side to move, by an accumulator that is up to date with it.
    pub fn evaluate_with(&self, accumulator: &Accumulator<R>, position: &Position<R>) -> Score {
        let bucket = output_bucket::<R>(position.occupied().len() as usize, self.output_buckets());
        let us = position.side_to_move();
        let weights = &self.output_weights[2 * bucket * self.blocks..2 * (bucket + 1) * self.blocks];
        let (our_weights, their_weights) = weights.split_at(self.blocks);
        let total = i64::from(self.output_biases[bucket])
            + accumulator::weighted_squares(accumulator.side(us), our_weights)
            + accumulator::weighted_squares(accumulator.side(!us), their_weights);
        let one = i64::from(HIDDEN_SCALE).pow(2) * i64::from(self.output_scale);
        Score::centipawns((total * i64::from(self.centipawns) / one) as i32)
    }

    /// The weights of an input.
    #[inline]
    fn row(&self, feature: usize) -> &[Block] {
        &self.weights[feature * self.blocks..(feature + 1) * self.blocks]
    }
}
