//! The network in a search. Each ply of the line being searched has its hidden layer, which is brought up to date only when an
//! evaluation is wanted: from the last ply that is up to date, move by move; or, where the king has moved so that its side sees the board
//! differently, from what `refresh.rs` remembers.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rules::{Color, Move, PieceKind, Position, Rules, fault, faulty};

use super::changes::{Change, Changes};
use super::features::View;
use super::kernels::Kernels;
use super::layer::{Block, layer};
use super::refresh::RefreshCache;
use super::{Network, Numbers};
use crate::score::{MAX_PLY, Score};

/// A search looks at most so many plies ahead, the last of them included.
const PLIES: usize = MAX_PLY + 4;

/// Evaluates the positions of a search's line. One per thread.
#[derive(Debug)]
pub(crate) struct Evaluator {
    numbers: Arc<Numbers>,
    kernels: &'static Kernels,
    cache: RefreshCache,
    plies: Vec<Ply>,
    /// The hidden layers, White's and Black's of each ply.
    layers: Vec<Block>,
}

/// What is known of a ply without its hidden layers.
#[derive(Clone, Debug)]
struct Ply {
    /// What the move to this ply has changed.
    changes: Changes,
    /// How either side sees the board.
    views: [View; 2],
    /// Whether the hidden layers are up to date.
    is_ready: [bool; 2],
}

impl Evaluator {
    /// An evaluator by a network.
    pub(crate) fn new<R: Rules>(network: &Network<R>) -> Self {
        let numbers = Arc::clone(&network.numbers);
        let views = Color::ALL.map(|color| View::new::<R>(color, None, &numbers.king_buckets));
        Self {
            kernels: Kernels::best(),
            cache: RefreshCache::new(&numbers),
            plies: vec![Ply { changes: Changes::new(), views, is_ready: [false; 2] }; PLIES],
            layers: vec![Block::ZERO; 2 * PLIES * numbers.blocks],
            numbers,
        }
    }

    /// Whether it evaluates by this network.
    pub(crate) fn is_by<R: Rules>(&self, network: &Network<R>) -> bool {
        Arc::ptr_eq(&self.numbers, &network.numbers)
    }

    /// Begins a line, at ply 0. Its layers are made at once: all others come from them, even if no evaluation of the root is ever
    /// wanted because it is in check or in the table.
    pub(crate) fn start<R: Rules>(&mut self, position: &Position<R>) {
        let views = self.views(position);
        self.plies[0] = Ply { changes: Changes::new(), views, is_ready: [false; 2] };
        Color::ALL.into_iter().for_each(|color| self.refresh(position, color, 0));
    }

    /// A move was made at a ply. Not inlined, so that a search without a network pays for no more than asking.
    #[inline(never)]
    pub(crate) fn step<R: Rules>(&mut self, before: &Position<R>, mv: Move, after: &Position<R>, ply: usize) {
        let changes = Change::of_move(before, mv);
        let moves_king = changes.iter().any(|change| change.piece.kind == PieceKind::King);
        let views = if moves_king { self.views(after) } else { self.plies[ply].views };
        self.plies[ply + 1] = Ply { changes, views, is_ready: [false; 2] };
    }

    /// The move was passed at a ply.
    #[inline]
    pub(crate) fn pass(&mut self, ply: usize) {
        let views = self.plies[ply].views;
        self.plies[ply + 1] = Ply { changes: Changes::new(), views, is_ready: [false; 2] };
    }

    /// The value, for the side to move, of the position that the line has reached at a ply.
    #[inline(never)]
    pub(crate) fn evaluate<R: Rules>(&mut self, position: &Position<R>, ply: usize) -> Score {
        Color::ALL.into_iter().for_each(|color| self.update(position, color, ply));
        let (us, blocks) = (position.side_to_move(), self.numbers.blocks);
        let layer = |color: Color| &self.layers[(2 * ply + color.index()) * blocks..][..blocks];
        let score = self.numbers.score(self.kernels, layer(us), layer(!us), self.numbers.output_bucket(position));
        if !faulty!() {
            debug_assert_eq!(score, self.scratch_value(position), "followed and from scratch: {position}");
        }
        score
    }

    /// The same from scratch.
    fn scratch_value<R: Rules>(&self, position: &Position<R>) -> Score {
        Network { numbers: Arc::clone(&self.numbers), rules: std::marker::PhantomData }.evaluate(position)
    }

    fn views<R: Rules>(&self, position: &Position<R>) -> [View; 2] {
        Color::ALL.map(|color| View::of(position, color, &self.numbers.king_buckets))
    }

    /// Brings one side's layer at a ply up to date, and on the way those before it that it needs.
    #[inline]
    fn update<R: Rules>(&mut self, position: &Position<R>, color: Color, ply: usize) {
        let side = color.index();
        let view = self.plies[ply].views[side];
        let mut ready = ply;
        while !self.plies[ready].is_ready[side] {
            // The root is always ready.
            if self.plies[ready - 1].views[side] != view && !fault!(AccumulatorNotRefreshed) {
                return self.refresh(position, color, ply);
            }
            ready -= 1;
        }
        for next in ready + 1..=ply {
            self.follow::<R>(view, side, next);
        }
    }

    /// Makes one side's layer at a ply from that of the ply before.
    #[inline]
    fn follow<R: Rules>(&mut self, view: View, side: usize, ply: usize) {
        let blocks = self.numbers.blocks;
        let (mut leave, mut come) = (ArrayVec::<&[Block], 4>::new(), ArrayVec::<&[Block], 4>::new());
        for change in &self.plies[ply].changes {
            let row = self.numbers.row(view.feature::<R>(change.piece, change.square));
            if change.comes { &mut come } else { &mut leave }.push(row);
        }
        let (earlier, later) = self.layers.split_at_mut(2 * ply * blocks);
        let source = &earlier[(2 * (ply - 1) + side) * blocks..][..blocks];
        self.kernels.combine(&mut later[side * blocks..][..blocks], source, &leave, &come);
        self.plies[ply].is_ready[side] = true;
    }

    #[inline(never)]
    fn refresh<R: Rules>(&mut self, position: &Position<R>, color: Color, ply: usize) {
        let (side, blocks) = (color.index(), self.numbers.blocks);
        let target = &mut self.layers[(2 * ply + side) * blocks..][..blocks];
        let view = self.plies[ply].views[side];
        self.cache.refresh(&self.numbers, self.kernels, position, color, view, target);
        self.plies[ply].is_ready[side] = true;
    }

    /// Whether the layers at a ply, once evaluated, are what they are from scratch.
    pub(super) fn is_up_to_date<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        let (pieces, blocks) = (position.pieces().collect::<Vec<_>>(), self.numbers.blocks);
        self.views(position).into_iter().enumerate().all(|(side, view)| {
            self.layers[(2 * ply + side) * blocks..][..blocks] == layer::<R>(&self.numbers, view, &pieces)
        })
    }
}
