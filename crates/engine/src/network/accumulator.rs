//! The hidden layer before its activation, for both sides: the sum of the weights of all pieces. It can be followed move by move,
//! for a piece that comes or leaves is one row of weights more or less.

use std::marker::PhantomData;

use rules::{Color, Move, Piece, Position, Rules, Square};

use super::changes::Change;
use super::features::View;
use super::{HIDDEN_SCALE, Network};

/// How many numbers a block has.
pub(super) const BLOCK: usize = 32;

/// Neurons side by side: one line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Block([i16; BLOCK]);

impl Block {
    /// Numbers in blocks; there must be a whole number of them.
    pub(super) fn from_numbers(numbers: &[i16]) -> Vec<Self> {
        let (blocks, rest) = numbers.as_chunks();
        debug_assert!(rest.is_empty(), "widths are checked to be multiples of a block");
        blocks.iter().map(|block| Self(*block)).collect()
    }
}

/// The hidden layer of a position, as both sides see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator<R: Rules> {
    sides: [Side; 2],
    rules: PhantomData<R>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Side {
    view: View,
    values: Box<[Block]>,
}

impl<R: Rules> Accumulator<R> {
    /// The accumulator of a position.
    pub fn of(network: &Network<R>, position: &Position<R>) -> Self {
        let side = |color| Side {
            view: View::of(position, color, &network.king_buckets),
            values: network.biases.clone().into_boxed_slice(),
        };
        let mut accumulator = Self { sides: Color::ALL.map(side), rules: PhantomData };
        Color::ALL.into_iter().for_each(|color| accumulator.refresh(network, position, color));
        accumulator
    }

    /// Adds up one side's layer anew.
    pub fn refresh(&mut self, network: &Network<R>, position: &Position<R>, color: Color) {
        let side = &mut self.sides[color.index()];
        side.view = View::of(position, color, &network.king_buckets);
        side.values.copy_from_slice(&network.biases);
        for (square, piece) in position.pieces() {
            self.add(network, color, piece, square);
        }
    }

    /// Adds a piece to what one side sees.
    #[inline]
    pub fn add(&mut self, network: &Network<R>, color: Color, piece: Piece, square: Square) {
        let side = &mut self.sides[color.index()];
        let row = network.row(side.view.feature::<R>(piece, square));
        for (values, weights) in side.values.iter_mut().zip(row) {
            // Sums that leave 16 bits on the way come back to them.
            values.0.iter_mut().zip(weights.0).for_each(|(value, weight)| *value = value.wrapping_add(weight));
        }
    }

    /// Takes a piece away from what one side sees.
    #[inline]
    pub fn remove(&mut self, network: &Network<R>, color: Color, piece: Piece, square: Square) {
        let side = &mut self.sides[color.index()];
        let row = network.row(side.view.feature::<R>(piece, square));
        for (values, weights) in side.values.iter_mut().zip(row) {
            values.0.iter_mut().zip(weights.0).for_each(|(value, weight)| *value = value.wrapping_sub(weight));
        }
    }

    /// Follows a legal move from the position before it to the one after it. A side is added up anew only if its king
    /// has moved so that it sees the board differently.
    pub fn follow(&mut self, network: &Network<R>, before: &Position<R>, mv: Move, after: &Position<R>) {
        let changes = Change::of_move(before, mv);
        for color in Color::ALL {
            if self.sides[color.index()].view != View::of(after, color, &network.king_buckets) {
                self.refresh(network, after, color);
                continue;
            }
            for change in &changes {
                if change.comes {
                    self.add(network, color, change.piece, change.square);
                } else {
                    self.remove(network, color, change.piece, change.square);
                }
            }
        }
    }

    /// What one side sees.
    #[inline]
    pub(super) fn side(&self, color: Color) -> &[Block] {
        &self.sides[color.index()].values
    }
}

/// The activated neurons, each clamped and squared, weighted and added up.
pub(super) fn weighted_squares(values: &[Block], weights: &[Block]) -> i64 {
    let of_block = |(values, weights): (&Block, &Block)| -> i32 {
        let pairs = values.0.iter().zip(weights.0);
        pairs
            .map(|(value, weight)| {
                let value = (*value).clamp(0, HIDDEN_SCALE);
                // 255 times a weight of 8 bits fits into 16.
                i32::from(value * weight) * i32::from(value)
            })
            .sum()
    };
    values.iter().zip(weights).map(of_block).map(i64::from).sum()
}
