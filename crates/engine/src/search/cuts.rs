//! Cuts before any move is made: where the evaluation alone, a null move or a good capture says enough.

use rules::{Bitboard, PieceKind, Position, Rules, fault};

use super::Tree;
use super::history::Landing;
use super::node::Zero;
use super::parameters as tuned;
use super::picker::Picker;
use super::selectivity::Setting;
use crate::score::Score;
use crate::table::{Bound, Known};

/// Reverse futility: the greatest depth for those who look for combinations.
const COMBINATIONS_REVERSE_DEPTH: i32 = 6;

impl Tree<'_> {
    /// The score of a zero-window node that needs no moves, if one of the rules applies. `estimate` is the evaluation,
    /// or what the table knows better.
    pub(super) fn cut_early<R: Rules>(
        &mut self,
        position: &Position<R>,
        at: &Setting,
        evaluation: Score,
        estimate: Score,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        let on = self.switches;
        let depth = at.depth;
        // Far above beta, and too little depth to fall so far.
        let margin = tuned::reverse_futility_margin::<R>() * depth
            - tuned::reverse_futility_improving::<R>() * i32::from(at.improving);
        let deepest = if on.combinations { COMBINATIONS_REVERSE_DEPTH } else { tuned::reverse_futility_depth::<R>() };
        if on.reverse_futility
            && depth <= deepest
            && !beta.is_decided()
            && !estimate.is_decided()
            && estimate - margin.max(tuned::reverse_futility_least::<R>()) >= beta
        {
            return Some(Score::centipawns((estimate.value() + beta.value()) / 2));
        }
        // So far below alpha that only a capture can help.
        if on.razoring
            && depth <= tuned::razoring_depth::<R>()
            && !alpha.is_decided()
            && estimate + tuned::razoring_base::<R>() + tuned::razoring_slope::<R>() * depth * depth <= alpha
        {
            let score = self.quiesce::<R, Zero>(position, alpha, alpha + 1, at.ply, on.combinations);
            if self.is_over || score <= alpha {
                return Some(score);
            }
        }
        if let Some(score) = self.null_move(position, at, evaluation, estimate, beta) {
            return Some(score);
        }
        if self.is_over {
            return None;
        }
        self.probcut(position, at, evaluation, beta)
    }

    /// Whoever stays above beta although the other side moves twice needs no further look. Not without pieces, and far
    /// from the leaves not with a single one, where having to move may be what loses; with much depth left only if a
    /// search without null moves agrees.
    pub(super) fn null_move<R: Rules>(
        &mut self,
        position: &Position<R>,
        at: &Setting,
        evaluation: Score,
        estimate: Score,
        beta: Score,
    ) -> Option<Score> {
        let Setting { depth, ply, .. } = *at;
        let follows_null = ply > 0 && self.frames[ply - 1].landing == Landing::NONE;
        if !self.switches.null_move
            || depth < 3
            || follows_null
            || ply < self.no_null_before
            || estimate < beta
            || evaluation + tuned::null_evaluation_base::<R>() + tuned::null_evaluation_slope::<R>() * depth < beta
            || beta.is_decided()
            || !fault!(NullMoveInPawnEndings)
                && (pieces(position).is_empty()
                    || depth >= tuned::null_lone_piece_depth::<R>() && !pieces(position).has_many())
        {
            return None;
        }
        self.statistics.null_tries += 1;
        let surplus = (estimate - beta) / tuned::null_surplus_divisor::<R>();
        let reduction = tuned::null_base::<R>() + depth / tuned::null_depth_divisor::<R>() + surplus.min(3);
        let child = position.after_null_move();
        self.table.prefetch(child.key());
        self.frames[ply].landing = Landing::NONE;
        self.keys.push(position.repetition_key());
        if let Some(network) = &mut self.network {
            network.pass(ply);
        }
        let score = -self.search::<R, Zero>(&child, -beta, -beta + 1, depth - reduction, ply + 1, !at.cut_node);
        self.keys.pop();
        if self.is_over || score < beta {
            return None;
        }
        // A mate found by moving twice is no mate.
        let score = if score.is_decided() { beta } else { score };
        let is_deep = depth >= tuned::null_verified_depth::<R>() && self.switches.null_verification;
        if self.no_null_before > 0 || !is_deep {
            self.statistics.null_cuts += 1;
            return Some(score);
        }
        self.no_null_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.search::<R, Zero>(position, beta - 1, beta, depth - reduction, ply, false);
        self.no_null_before = 0;
        // The proof was a node at this ply too; what it wanted to know is no question any more.
        self.frames[ply].question = None;
        if verified < beta || self.is_over {
            return None;
        }
        self.statistics.null_cuts += 1;
        Some(score)
    }

    /// A good capture that stays far above beta in a shallower search will hardly fall below it in the full one.
    fn probcut<R: Rules>(
        &mut self,
        position: &Position<R>,
        at: &Setting,
        evaluation: Score,
        beta: Score,
    ) -> Option<Score> {
        let Setting { depth, ply, known, .. } = *at;
        if !self.switches.probcut || depth < tuned::probcut_depth::<R>() || beta.is_decided() {
            return None;
        }
        let target = beta + tuned::probcut_margin::<R>() - tuned::probcut_improving::<R>() * i32::from(at.improving);
        let proof_depth = depth - tuned::probcut_reduction::<R>();
        if known.is_some_and(|known| known.depth >= proof_depth && known.score < target) {
            return None;
        }
        let table_move = known.map_or(rules::Move::NONE, |known| known.mv);
        let mut picker = Picker::noisy(table_move, (target - evaluation).max(1));
        while let Some(mv) = picker.next(position, self.histories) {
            let Some(piece) = position.piece_at(mv.from()) else { continue };
            let child = self.step(position, piece, mv, ply);
            let mut score = -self.quiesce::<R, Zero>(&child, -target, -target + 1, ply + 1, false);
            if score >= target && proof_depth > 1 {
                score = -self.search::<R, Zero>(&child, -target, -target + 1, proof_depth - 1, ply + 1, !at.cut_node);
            }
            self.keys.pop();
            if self.is_over {
                return None;
            }
            if score >= target {
                let evaluation = known.and_then(|known| known.evaluation);
                let found = Known { mv, score, bound: Bound::Lower, depth: proof_depth, evaluation, was_pv: at.was_pv };
                self.table.store(position.key(), ply, &found);
                return Some(if score.is_decided() { score } else { score - (target - beta) });
            }
        }
        None
    }
}

/// The pieces of the side to move other than its king and pawns.
fn pieces<R: Rules>(position: &Position<R>) -> Bitboard {
    let humble = position.of_kind(PieceKind::Pawn) | position.of_kind(PieceKind::King);
    position.of_color(position.side_to_move()) - humble
}
