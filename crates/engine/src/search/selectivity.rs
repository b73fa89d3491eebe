//! Which moves are skipped, which are searched less deeply, and which more: the shape of the tree.

use rules::{Move, Position, Rules};

use super::Tree;
use super::node::{Node, Zero};
use super::parameters as tuned;
use crate::score::Score;
use crate::table::{Bound, Known};

/// How much less deeply the n-th move is searched at a depth, in 1024ths of a ply: a product of logarithms.
#[derive(Debug)]
pub(super) struct Reductions {
    /// The game whose numbers they are made of.
    game: &'static str,
    quiet: Box<[[i32; 64]; 64]>,
    noisy: Box<[[i32; 64]; 64]>,
}

impl Reductions {
    pub(super) fn new<R: Rules>() -> Self {
        let logarithms: Vec<f64> = (0..64).map(|n| f64::from(n.max(1)).ln()).collect();
        let table = |base: i32, divisor: i32| {
            let mut table = Box::new([[0; 64]; 64]);
            for depth in 1..64 {
                for count in 1..64 {
                    let product = logarithms[depth] * logarithms[count] * 1024.0 * 100.0 / f64::from(divisor);
                    table[depth][count] = base + product as i32;
                }
            }
            table
        };
        Self {
            game: R::NAME,
            quiet: table(tuned::reduction_base::<R>(), tuned::reduction_divisor::<R>()),
            noisy: table(tuned::reduction_noisy_base::<R>(), tuned::reduction_noisy_divisor::<R>()),
        }
    }

    /// Makes them anew if they are of another game. A tuner may have changed what they are made of.
    pub(super) fn prepare<R: Rules>(&mut self) {
        if self.game != R::NAME || cfg!(feature = "tune") {
            *self = Self::new::<R>();
        }
    }

    #[inline]
    pub(super) fn of(&self, is_quiet: bool, depth: i32, count: i32) -> i32 {
        let table = if is_quiet { &self.quiet } else { &self.noisy };
        table[depth.clamp(0, 63) as usize][count.clamp(0, 63) as usize]
    }
}

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) in_check: bool,
    pub(super) improving: bool,
    pub(super) cut_node: bool,
    /// Whether the node is or was in the principal variation.
    pub(super) was_pv: bool,
    /// What the table knows.
    pub(super) known: Option<Known>,
    /// Whether the table knows a capture or promotion as best.
    pub(super) table_is_noisy: bool,
    /// The corrected evaluation, none in check.
    pub(super) evaluation: Option<Score>,
}

/// For those who look for combinations: up to this depth quiet checks are not skipped; scores within this many
/// centipawns are level; and futility doubts by no more than this.
const COMBINATIONS_CHECK_DEPTH: i32 = 10;
const COMBINATIONS_LEVEL: i32 = 150;
const COMBINATIONS_DOUBT: i32 = 400;

/// What to do with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Search,
    Skip,
    /// Skip it and all quiet moves after it.
    SkipQuiets,
}

impl Tree<'_> {
    /// Whether a move need not be looked at, something better than being mated being known.
    #[inline]
    pub(super) fn judge<R: Rules>(
        &self,
        position: &Position<R>,
        mv: Move,
        at: &Setting,
        count: i32,
        history: i32,
        alpha: Score,
    ) -> Verdict {
        let on = self.switches;
        let depth = at.depth;
        if mv.is_noisy() {
            let most_lost = -tuned::exchange_noisy::<R>() * depth - history / tuned::exchange_noisy_history::<R>();
            if on.exchange_pruning
                && depth <= tuned::exchange_noisy_depth::<R>()
                && !position.exchange_gains(mv, most_lost)
            {
                return Verdict::Skip;
            }
            return Verdict::Search;
        }
        // A quiet check may be the point of a sacrifice.
        let deepest = if on.combinations { COMBINATIONS_CHECK_DEPTH } else { tuned::check_depth::<R>() };
        if on.check_sparing && depth <= deepest && position.gives_check(mv) {
            return Verdict::Search;
        }
        if on.late_move_pruning && depth <= tuned::late_move_depth::<R>() {
            let enough = (tuned::late_move_base::<R>() + depth * depth) / if at.improving { 1 } else { 2 };
            if count > enough {
                return Verdict::SkipQuiets;
            }
        }
        // As deep as it would be searched.
        let reduction = self.reductions.of(true, depth, count) - history * 1024 / tuned::reduction_history::<R>();
        let depth = (depth - 1 - reduction / 1024).max(0);
        if on.history_pruning
            && depth < tuned::history_pruning_depth::<R>()
            && history < -tuned::history_pruning_slope::<R>() * (depth + 1)
        {
            return Verdict::SkipQuiets;
        }
        if on.futility
            && depth <= tuned::futility_depth::<R>()
            && let Some(evaluation) = at.evaluation
            && evaluation + tuned::futility_base::<R>() + tuned::futility_slope::<R>() * depth + self.doubt(alpha)
                <= alpha
            && !alpha.is_decided()
        {
            return Verdict::SkipQuiets;
        }
        if on.exchange_pruning
            && at.depth <= tuned::exchange_quiet_depth::<R>()
            && !position.exchange_gains(mv, -tuned::exchange_quiet::<R>() * depth * depth)
        {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// What futility leaves to those who look for combinations: far from level a quiet move may decide more.
    #[inline]
    fn doubt(&self, alpha: Score) -> i32 {
        let far = alpha.value().abs() - COMBINATIONS_LEVEL;
        if self.switches.combinations { (far * 3 / 4).clamp(0, COMBINATIONS_DOUBT) } else { 0 }
    }

    /// By how many plies a later move is searched less deeply.
    #[inline]
    pub(super) fn reduction<R: Rules, N: Node>(
        &self,
        mv: Move,
        at: &Setting,
        count: i32,
        history: i32,
        gives_check: bool,
    ) -> i32 {
        let is_quiet = !mv.is_noisy();
        let mut reduction = self.reductions.of(is_quiet, at.depth, count);
        reduction -= tuned::reduction_pv::<R>() * (i32::from(at.was_pv) + i32::from(N::PV)) / 2;
        reduction += tuned::reduction_cut_node::<R>() * i32::from(at.cut_node);
        reduction += tuned::reduction_not_improving::<R>() * i32::from(!at.improving);
        reduction -= tuned::reduction_check::<R>() * i32::from(gives_check || at.in_check);
        reduction += tuned::reduction_child_cuts::<R>() * i32::from(self.frames[at.ply + 1].cuts > 3);
        if is_quiet {
            reduction += tuned::reduction_table_capture::<R>() * i32::from(at.table_is_noisy);
            reduction -= tuned::reduction_killer::<R>() * i32::from(mv == self.frames[at.ply].killer);
            reduction -= history * 1024 / tuned::reduction_history::<R>();
        } else {
            reduction -= history * 1024 / tuned::reduction_capture_history::<R>();
        }
        reduction / 1024
    }

    /// How many plies deeper or less deep the table's move is searched, by how much better it is than all others. An
    /// error is a score that decides the node: two moves reach beta.
    pub(super) fn singularity<R: Rules, N: Node>(
        &mut self,
        position: &Position<R>,
        at: &Setting,
        beta: Score,
    ) -> Result<i32, Score> {
        let (depth, ply) = (at.depth, at.ply);
        let Some(known) = at.known else { return Ok(0) };
        let applies = !N::ROOT
            && self.switches.singular
            && depth >= tuned::singular_depth::<R>() + i32::from(at.was_pv)
            && ply < 2 * self.root_depth as usize
            && known.depth >= depth - tuned::singular_gap::<R>()
            && known.bound != Bound::Upper
            && !known.score.is_decided();
        if !applies {
            return Ok(0);
        }
        let floor =
            known.score - (tuned::singular_margin::<R>() * depth / 16).max(1) * (1 + i32::from(at.was_pv && !N::PV));
        self.frames[ply].excluded = known.mv;
        let others = self.search::<R, Zero>(position, floor - 1, floor, (depth - 1) / 2, ply, at.cut_node);
        self.frames[ply].excluded = Move::NONE;
        if self.is_over {
            return Ok(0);
        }
        if others < floor {
            let double = !N::PV && others < floor - tuned::double_margin::<R>();
            let triple = double && !known.mv.is_noisy() && others < floor - tuned::triple_margin::<R>();
            return Ok(1 + i32::from(double) + i32::from(triple));
        }
        if self.switches.multi_cut && others >= beta && !others.is_decided() {
            return Err(others);
        }
        Ok(match () {
            () if !self.switches.negative_extension => 0,
            () if known.score >= beta => -2,
            () if at.cut_node => -2,
            () if known.score <= others => -1,
            () => 0,
        })
    }
}
