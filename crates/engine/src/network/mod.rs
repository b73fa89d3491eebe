//! The network: what a position is worth, learned from our own games by `adoube train`.
//!
//! Each side sees the board with its own eyes (`features.rs`): pieces are ours or theirs, the board is turned so that we move up,
//! and, unless the network was made without, mirrored so that our king stands on its left half. The rows of weights of all pieces add up to a hidden layer for
//! each side (`layer.rs`); an activation clamps and squares it; the side to move's and then the other's are
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
//! | how does the hidden layer add up? | `layer.rs` |
//! | how is it kept up to date in a search? | `evaluator.rs`, `refresh.rs` |
//! | how is it made fast? | `kernels/` |
//! | what is in a file? | `file.rs` |
//! | which network plays? | `networks.rs`, `embedded.rs` |
//! | what is each piece worth to it? | `explain.rs` |
//! | does it say in a search what it says from scratch? | `audit.rs` |

mod audit;
mod changes;
mod embedded;
mod evaluator;
mod explain;
mod features;
mod file;
mod kernels;
mod layer;
mod networks;
mod refresh;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::Arc;

use rules::{Color, Piece, Position, Rules, Square};

use crate::score::Score;
use kernels::Kernels;
use layer::{BLOCK, Block};

pub use audit::audit;
pub use changes::{Change, Changes};
pub(crate) use evaluator::Evaluator;
pub use explain::{Explanation, PieceChange, PieceValue, explain};
pub use features::{KingBuckets, View, inputs, output_bucket};
pub use file::{NetworkError, Parts};
pub use networks::Networks;

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

/// The processor's instructions that networks are evaluated with.
pub fn instruction_set() -> &'static str {
    Kernels::best().name
}

/// A network for a game, ready to evaluate. Clones share their numbers.
#[derive(Clone, Debug)]
pub struct Network<R: Rules> {
    numbers: Arc<Numbers>,
    rules: PhantomData<R>,
}

/// The numbers of a network for any game. Whoever uses them knows the game.
#[derive(Debug)]
struct Numbers {
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
    checksum: u64,
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
        let numbers = Numbers {
            king_buckets: parts.king_buckets,
            blocks: parts.hidden / BLOCK,
            weights: Block::from_numbers(&parts.weights),
            biases: Block::from_numbers(&parts.biases),
            output_weights: Block::from_numbers(&widened),
            output_biases: parts.output_biases.clone(),
            output_scale: parts.output_scale,
            centipawns: parts.centipawns,
            description: parts.description.clone(),
            checksum: parts.checksum::<R>(),
        };
        Ok(Self { numbers: Arc::new(numbers), rules: PhantomData })
    }

    /// How it was made, in the words of its trainer.
    pub fn description(&self) -> &str {
        &self.numbers.description
    }

    /// Eight hexadecimal digits, by which networks can be told apart.
    pub fn id(&self) -> String {
        format!("{:08x}", self.numbers.checksum >> 32)
    }

    /// Its layers in a few words: `768x4 -> 2 x 256 -> 8`, with four king buckets and eight output buckets.
    pub fn shape(&self) -> String {
        let (inputs, buckets) = (inputs::<R>(), self.king_buckets().count());
        let buckets = if buckets > 1 { format!("x{buckets}") } else { String::new() };
        format!("{inputs}{buckets} -> 2 x {} -> {}", self.hidden(), self.output_buckets())
    }

    /// How many neurons one side's hidden layer has.
    pub fn hidden(&self) -> usize {
        self.numbers.blocks * BLOCK
    }

    /// How many output layers there are to choose from.
    pub fn output_buckets(&self) -> usize {
        self.numbers.output_biases.len()
    }

    /// How the king's square chooses among weights.
    pub fn king_buckets(&self) -> &KingBuckets {
        &self.numbers.king_buckets
    }

    /// Which output layer judges a position.
    pub fn output_bucket(&self, position: &Position<R>) -> usize {
        self.numbers.output_bucket(position)
    }

    /// The value of a position for the side to move, from scratch and in the plainest way.
    pub fn evaluate(&self, position: &Position<R>) -> Score {
        self.evaluate_pieces(position, &position.pieces().collect::<Vec<_>>())
    }

    /// The value of a position with only these of its pieces, by the output layer that all of them choose.
    fn evaluate_pieces(&self, position: &Position<R>, pieces: &[(Square, Piece)]) -> Score {
        let (numbers, us) = (&*self.numbers, position.side_to_move());
        let layer = |color: Color| {
            let view = View::of(position, color, &numbers.king_buckets);
            layer::layer::<R>(numbers, view, pieces)
        };
        numbers.score(Kernels::portable(), &layer(us), &layer(!us), numbers.output_bucket(position))
    }
}

impl Numbers {
    fn output_bucket<R: Rules>(&self, position: &Position<R>) -> usize {
        output_bucket::<R>(position.occupied().len() as usize, self.output_biases.len())
    }

    /// The value for the side to move, by both sides' hidden layers.
    #[inline]
    fn score(&self, kernels: &Kernels, ours: &[Block], theirs: &[Block], bucket: usize) -> Score {
        let weights = &self.output_weights[2 * bucket * self.blocks..2 * (bucket + 1) * self.blocks];
        let total = i64::from(self.output_biases[bucket]) + kernels.output(ours, theirs, weights);
        let one = i64::from(HIDDEN_SCALE).pow(2) * i64::from(self.output_scale);
        let value = total * i64::from(self.centipawns) / one;
        Score::centipawns(value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32)
    }

    /// The weights of an input.
    #[inline]
    fn row(&self, feature: usize) -> &[Block] {
        &self.weights[feature * self.blocks..(feature + 1) * self.blocks]
    }
}
