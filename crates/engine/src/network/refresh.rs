//! Hidden layers remembered for every way to see the board: a king that comes back to a part of the board finds the layer as it was
//! last seen from there, and only what has changed since is added and taken away. (Chess programmers call it a Finny table.)

use arrayvec::ArrayVec;
use rules::{Bitboard, Color, Piece, PieceKind, Position, Rules};

use super::Numbers;
use super::features::View;
use super::kernels::Kernels;
use super::layer::Block;

/// One layer for each side and view.
#[derive(Debug)]
pub(super) struct RefreshCache {
    /// The pieces that are in each layer, by colour and kind.
    boards: Vec<[[Bitboard; PieceKind::COUNT]; 2]>,
    layers: Vec<Block>,
}

impl RefreshCache {
    /// Empty boards.
    pub(super) fn new(numbers: &Numbers) -> Self {
        let count = 2 * 2 * numbers.king_buckets.count();
        Self { boards: vec![[[Bitboard::EMPTY; PieceKind::COUNT]; 2]; count], layers: numbers.biases.repeat(count) }
    }

    /// Writes a side's layer of a position, and remembers it.
    pub(super) fn refresh<R: Rules>(
        &mut self,
        numbers: &Numbers,
        kernels: &Kernels,
        position: &Position<R>,
        color: Color,
        view: View,
        target: &mut [Block],
    ) {
        let index = 2 * view.number() + color.index();
        let board = &mut self.boards[index];
        let layer = &mut self.layers[index * numbers.blocks..][..numbers.blocks];
        // No square holds more than one piece.
        let (mut leave, mut come) = (ArrayVec::<&[Block], 64>::new(), ArrayVec::<&[Block], 64>::new());
        for color in Color::ALL {
            for kind in R::KINDS {
                let piece = Piece { color, kind: *kind };
                let (now, then) = (position.of(color, *kind), &mut board[color.index()][kind.index()]);
                let row = |square| numbers.row(view.feature::<R>(piece, square));
                leave.extend((*then - now).into_iter().map(row));
                come.extend((now - *then).into_iter().map(row));
                *then = now;
            }
        }
        kernels.combine(target, layer, &leave, &come);
        layer.copy_from_slice(target);
    }
}
