//! The hidden layer before its activation: biases and the rows of weights of all pieces, added up. Here it is done from scratch and
//! in the plainest way, as the truth that the search's quick ways (`evaluator.rs`, `kernels/`) are compared with.

use rules::{Piece, Rules, Square};

use super::Numbers;
use super::features::View;

/// How many numbers a block has.
pub(super) const BLOCK: usize = 32;

/// Neurons side by side: one line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; BLOCK]);

impl Block {
    pub(super) const ZERO: Self = Self([0; BLOCK]);

    /// Numbers in blocks; there must be a whole number of them.
    pub(super) fn from_numbers(numbers: &[i16]) -> Vec<Self> {
        let (blocks, rest) = numbers.as_chunks();
        debug_assert!(rest.is_empty(), "widths are checked to be multiples of a block");
        blocks.iter().map(|block| Self(*block)).collect()
    }

    /// Adds another block's numbers to these. Sums that leave 16 bits on the way come back to them.
    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(value, weight)| *value = value.wrapping_add(weight));
    }

    /// Takes another block's numbers from these.
    pub(super) fn subtract(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(value, weight)| *value = value.wrapping_sub(weight));
    }
}

/// The layer of these pieces, in one side's view.
pub(super) fn layer<R: Rules>(numbers: &Numbers, view: View, pieces: &[(Square, Piece)]) -> Vec<Block> {
    let mut layer = numbers.biases.clone();
    for (square, piece) in pieces {
        let row = numbers.row(view.feature::<R>(*piece, *square));
        layer.iter_mut().zip(row).for_each(|(sum, weights)| sum.add(weights));
    }
    layer
}
