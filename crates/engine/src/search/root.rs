//! The root: iterations, aspiration windows, several best lines, and the decision to stop.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;

use rules::{Move, Position, Rules, fault};

use super::limits::Clarity;
use super::node::Root;
use super::parameters as tuned;
use super::{Event, Tree};
use crate::endgames::Verdict;
use crate::score::{MAX_PLY, Score};
use crate::table::Bound;
use crate::tablebases::RootRank;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The score of the present iteration; minus infinity if it only proved not to be better.
    pub(super) score: Score,
    /// What that score is: an iteration that is broken off may leave a bound.
    pub(super) bound: Bound,
    /// The score of the last iteration.
    pub(super) last_score: Score,
    /// The best line that begins with it.
    pub(super) line: Vec<Move>,
    /// What the tablebases say of it. Moves of a higher rank come before all others, whatever the search thinks.
    pub(super) proven: Option<RootRank>,
    /// How many nodes it took so far.
    pub(super) nodes: u64,
    /// The deepest ply reached below it.
    pub(super) selective_depth: usize,
}

impl RootMove {
    pub(super) fn new(mv: Move) -> Self {
        let (score, last_score) = (-Score::INFINITE, -Score::INFINITE);
        Self { score, bound: Bound::Exact, last_score, line: vec![mv], proven: None, nodes: 0, selective_depth: 0 }
    }

    /// The rank that the tablebases give it; all the same where they know nothing.
    pub(super) fn rank(&self) -> i32 {
        self.proven.map_or(0, |proven| proven.rank)
    }

    /// Its score as it is told: what the tablebases are sure of, no search knows better, but for a mate.
    pub(super) fn told(&self) -> Score {
        let Some(RootRank { wdl, .. }) = self.proven else { return self.score };
        match wdl.bound() {
            Bound::Lower => self.score.max(wdl.score(0)),
            Bound::Upper => self.score.min(wdl.score(0)),
            Bound::Exact => wdl.score(0),
        }
    }

    /// What the best moves come first by.
    fn order(&self) -> Reverse<(i32, Score)> {
        Reverse((self.rank(), self.score))
    }
}

/// What a thread has found in the end.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) best: RootMove,
    pub(super) depth: i32,
}

impl Tree<'_> {
    /// Searches deeper and deeper until it is time to stop.
    pub(super) fn deepen<R: Rules>(&mut self, position: &Position<R>) -> Found {
        let lines = self.limits.multi_pv.clamp(1, self.root_moves.len());
        let deepest = self.limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_PLY as i32 - 1);
        let mut finished = 0;
        let mut stable = 0;
        let mut scores: Vec<Score> = Vec::new();
        let mut followed: Vec<Vec<Move>> = vec![Vec::new(); lines];
        let keys = self.keys.clone();
        while finished < deepest {
            let mut depth = finished + 1;
            self.root_depth = depth;
            let best_before = self.root_moves[0].line[0];
            let nodes_before = self.nodes;
            for mv in &mut self.root_moves {
                // Scores of two depths do not compare: what this iteration does not come to has none.
                mv.last_score = std::mem::replace(&mut mv.score, -Score::INFINITE);
            }
            for rank in 0..lines {
                self.rank = rank;
                self.selective_depth = 0;
                self.aspire(position, depth);
                if std::mem::take(&mut self.is_overtaken) {
                    self.is_over = false;
                    self.keys.clone_from(&keys);
                    depth = self.catch_up().min(deepest);
                }
                if self.is_over {
                    break;
                }
                self.root_moves[..=rank].sort_by_key(RootMove::order);
                if rank + 1 == lines && self.thread == 0 {
                    self.team.publish(0, self.nodes, self.statistics.tablebase_hits);
                    self.lengthen(position, &mut followed);
                    for (rank, mv) in self.root_moves[..lines].iter().enumerate() {
                        (self.tell)(Event::Line(&self.team.report(rank, depth, Bound::Exact, mv)));
                    }
                }
            }
            if self.is_over {
                break;
            }
            finished = depth;
            self.team.finish(depth, &self.root_moves);
            self.statistics.iterations.push(self.nodes - nodes_before);
            let best = &self.root_moves[0];
            scores.push(best.score);
            stable = if best.line[0] == best_before { stable + 1 } else { 0 };
            let drop = scores.iter().rev().nth(3).map_or(0, |earlier| *earlier - best.score);
            let effort = best.nodes as f64 / self.nodes.max(1) as f64;
            // In a solved ending the first iteration is exact.
            if self.thread == 0 && self.is_solved(position) {
                break;
            }
            if self.thread == 0 && self.has_enough::<R>(Clarity { stable, drop, effort }) {
                break;
            }
        }
        self.statistics.nodes = self.nodes;
        self.team.publish(self.thread, self.nodes, self.statistics.tablebase_hits);
        let mut best = self.root_moves[0].clone();
        if best.score == -Score::INFINITE {
            best.score = if finished == 0 { Score::DRAW } else { best.last_score };
            best.bound = Bound::Exact;
        }
        Found { best, depth: finished }
    }

    /// Takes over what the thread found that has finished the deepest iteration, and tells how deep that was.
    fn catch_up(&mut self) -> i32 {
        let (depth, moves) = self.team.news();
        let nodes = |mv: Move| self.root_moves.iter().find(|own| own.line[0] == mv).map_or(0, |own| own.nodes);
        self.root_moves = moves.into_iter().map(|root| RootMove { nodes: nodes(root.line[0]), ..root }).collect();
        depth
    }

    /// Follows the best lines to the end of the game where they reach a solved ending that somebody wins.
    /// `followed` are the lines of the last iteration, which need not be followed again.
    fn lengthen<R: Rules>(&mut self, position: &Position<R>, followed: &mut [Vec<Move>]) {
        let Some(endgames) = self.team.endgames else { return };
        for (root, last) in self.root_moves.iter_mut().zip(followed).filter(|(root, _)| root.score.is_mate()) {
            if last.starts_with(&root.line) {
                root.line.clone_from(last);
                continue;
            }
            let mut end = root.line.iter().fold(*position, |position, mv| position.after(*mv));
            while endgames.probe(&end).is_some_and(|verdict| verdict != Verdict::Draw)
                && let Some(mv) = endgames.best_move(&end)
            {
                root.line.push(mv);
                end.play(mv);
            }
            last.clone_from(&root.line);
        }
    }

    /// Whether a side is known to win: then every move of the root is known, down to the ply.
    fn is_solved<R: Rules>(&self, position: &Position<R>) -> bool {
        let verdict = self.team.endgames.and_then(|endgames| endgames.probe(position));
        verdict.is_some_and(|verdict| verdict != Verdict::Draw)
    }

    /// Whether another iteration should not be begun.
    fn has_enough<R: Rules>(&mut self, clarity: Clarity) -> bool {
        let best = self.root_moves[0].score;
        let limits = self.limits;
        let mate = limits.mate.map(|moves| Score::mate_in((2 * moves.max(1) as usize).min(MAX_PLY)));
        if mate.is_some_and(|mate| best >= mate) {
            return true;
        }
        if limits.soft_nodes.is_some_and(|limit| self.team.nodes() >= limit) {
            return true;
        }
        let Some(soft) = limits.soft_time else { return false };
        let share = if self.root_moves.len() == 1 { 0.1 } else { clarity.share_of_time::<R>() };
        let soft = soft.mul_f64(share);
        // While the opponent's clock runs there is no hurry, but then there is nothing more to wait for.
        self.is_over_when_hit = self.team.started.elapsed() >= limits.hard_time.map_or(soft, |hard| soft.min(hard));
        self.is_over_when_hit && !self.control.pondering.load(Relaxed)
    }

    /// One iteration for one line: a narrow window around the last score, widened as long as the score falls outside.
    fn aspire<R: Rules>(&mut self, position: &Position<R>, depth: i32) {
        let last = self.root_moves[self.rank].last_score;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut margin = tuned::aspiration_margin::<R>();
        if self.switches.aspiration && depth >= 4 && !last.is_decided() {
            (alpha, beta) = (last - margin, last + margin);
        }
        let mut easier = 0;
        loop {
            let depth_now = (depth - easier).max(1);
            let score = self.search::<R, Root>(position, alpha, beta, depth_now, 0, false);
            debug_assert!(self.answered.is_none(), "an answer was not taken");
            // Moves that were not searched to their end keep their order behind those that were.
            self.root_moves[self.rank..].sort_by_key(RootMove::order);
            if self.is_over || fault!(AspirationFailureAccepted) {
                return;
            }
            let bound = if score <= alpha && alpha > -Score::INFINITE {
                beta = Score::centipawns((alpha.value() + beta.value()) / 2);
                alpha = score - margin;
                easier = 0;
                Bound::Upper
            } else if score >= beta && beta < Score::INFINITE {
                beta = score + margin;
                easier += i32::from(!score.is_decided() && self.switches.late_move_reductions);
                Bound::Lower
            } else {
                return;
            };
            margin *= 2;
            if margin > tuned::aspiration_most::<R>() || score.is_decided() {
                (alpha, beta) = match bound {
                    Bound::Upper => (-Score::INFINITE, beta),
                    _ => (alpha, Score::INFINITE),
                };
            }
            if self.is_long {
                (self.tell)(Event::Line(&self.team.report(self.rank, depth, bound, &self.root_moves[self.rank])));
            }
        }
    }

    /// Tells which move is searched next, when things take long.
    pub(super) fn tell_root_move(&mut self, mv: Move, number: usize) {
        if self.is_long {
            (self.tell)(Event::CurrentMove { depth: self.root_depth, mv, number: self.rank + number });
        }
    }

    /// Whether a move is to be searched at the root.
    pub(super) fn is_root_move(&self, mv: Move) -> bool {
        let left = &self.root_moves[self.rank..];
        left.iter().take_while(|root| root.rank() == left[0].rank()).any(|root| root.line[0] == mv)
    }

    /// Enters what the search of a move at the root has found: a score if it is the first or better than all before.
    pub(super) fn enter_root_move(&mut self, mv: Move, nodes: u64, score: Option<(Score, Bound)>) {
        let selective_depth = self.selective_depth;
        let below = &self.frames[1].line;
        let Some(root) = self.root_moves[self.rank..].iter_mut().find(|root| root.line[0] == mv) else { return };
        root.nodes += nodes;
        match score {
            Some((score, bound)) => {
                root.score = score;
                root.bound = bound;
                root.selective_depth = selective_depth;
                root.line.truncate(1);
                root.line.extend_from_slice(below);
            }
            None => root.score = -Score::INFINITE,
        }
    }
}
