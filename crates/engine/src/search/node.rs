//! The recursive search: fail-soft negamax with principal variation search.

use arrayvec::ArrayVec;
use rules::{Color, Move, MoveList, Position, Rules, fault};

use super::Tree;
use super::history::{Landing, Surroundings};
use super::parameters as tuned;
use super::picker::{Picker, victim};
use super::selectivity::{Setting, Verdict};
use super::sharing::{self, Busy, Question};
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known};

/// What kind of node is searched, known at compile time.
pub(super) trait Node {
    /// Whether the window is open: an exact score is wanted.
    const PV: bool;
    /// Whether it is the root.
    const ROOT: bool;
}

/// The root.
pub(super) struct Root;
/// A node of the principal variation.
pub(super) struct Pv;
/// A node that is only asked whether it reaches beta.
pub(super) struct Zero;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl Node for Zero {
    const PV: bool = false;
    const ROOT: bool = false;
}

impl Tree<'_> {
    /// The score of a position for the side to move: exact if it lies between `alpha` and `beta`, else a bound.
    pub(super) fn search<R: Rules, N: Node>(
        &mut self,
        position: &Position<R>,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 && self.switches.quiescence {
            return self.quiesce::<R, N>(position, alpha, beta, ply, self.switches.combinations);
        }
        let is_over = match N::PV {
            true => self.enter(ply, |counted| &mut counted.pv_nodes),
            false => self.enter(ply, |counted| &mut counted.zero_nodes),
        };
        if is_over {
            return Score::DRAW;
        }
        let on = self.switches;
        let in_check = position.in_check();
        let excluded = self.frames[ply].excluded;
        let is_whole = excluded == Move::NONE;
        if !N::ROOT {
            if let Some(score) = self.end(position, ply) {
                return score;
            }
            if depth <= 0 {
                let no_move = !position.has_legal_move();
                return if no_move { Self::no_move(position, ply) } else { self.evaluate(position, None, ply) };
            }
            if ply >= MAX_PLY {
                return self.evaluate(position, None, ply);
            }
            if on.mate_distance {
                alpha = alpha.max(Score::mated_in(ply));
                beta = beta.min(Score::mate_in(ply + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
            let sees_repetition = on.upcoming_repetition && !fault!(RepetitionNever);
            if sees_repetition && alpha < Score::DRAW && self.keys.can_repeat(position, ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // What is known already.
        let known = if is_whole { self.probe(position, ply) } else { None };
        let table_move = match known {
            _ if N::ROOT => self.root_moves[self.rank].line[0],
            Some(known) => known.mv,
            None => Move::NONE,
        };
        if let Some(known) = known
            && !N::PV
            && self.table_decides(position, &known, depth, alpha, beta)
        {
            self.statistics.table_cuts += 1;
            if known.score >= beta && !table_move.is_noisy() && position.is_legal(table_move) {
                self.reward_table_move(position, table_move, depth, ply);
            }
            return known.score;
        }

        // Only a bound is known in a won or lost position: how far the mate is, the tree must tell.
        let (mut least, mut most) = (-Score::INFINITE, Score::INFINITE);
        if !N::ROOT
            && is_whole
            && let Some(wdl) = self.team.tablebases.and_then(|tablebases| tablebases.probe_wdl(position))
        {
            self.statistics.tablebase_hits += 1;
            let (score, bound) = (wdl.score(ply), wdl.bound());
            let found = Known { mv: Move::NONE, score, bound, depth: depth + 6, evaluation: None, was_pv: N::PV };
            if found.decides(alpha, beta) {
                self.table.store(position.key(), ply, &found);
                return score;
            }
            match bound {
                Bound::Lower => {
                    least = score;
                    alpha = alpha.max(score);
                }
                _ => most = score,
            }
        }

        let was_pv = N::PV || known.is_some_and(|known| known.was_pv);
        let mut raw_evaluation = None;
        let mut evaluation = None;
        if !is_whole {
            evaluation = self.frames[ply].evaluation;
        } else if !in_check {
            let raw = self.evaluate(position, known.as_ref(), ply);
            raw_evaluation = Some(raw);
            evaluation = Some(self.corrected(position, raw, ply));
        }
        self.frames[ply].evaluation = evaluation;
        self.frames[ply + 2].cuts = 0;
        if on.hindsight && is_whole {
            depth += self.hindsight::<R>(depth, ply, evaluation);
        }
        let improving = self.is_improving(ply, evaluation);
        let table_is_noisy = table_move != Move::NONE && table_move.is_noisy();
        let mut at = Setting { depth, ply, in_check, improving, cut_node, was_pv, known, table_is_noisy, evaluation };

        if !N::PV
            && is_whole
            && let Some(evaluation) = evaluation
        {
            // Where having no move loses, no cut without a move must overlook it.
            if R::STALEMATE_LOSES && !position.has_legal_move() {
                return Self::no_move(position, ply);
            }
            let estimate = match known {
                Some(known)
                    if remembers(position) && known.decides(evaluation, evaluation) && !known.score.is_decided() =>
                {
                    known.score
                }
                _ => evaluation,
            };
            if let Some(score) = self.cut_early(position, &at, evaluation, estimate, alpha, beta) {
                return score;
            }
            if self.is_over {
                return Score::DRAW;
            }
        }

        let knows_no_move = table_move == Move::NONE
            || known.is_some_and(|known| known.depth + tuned::internal_reduction_gap::<R>() < depth);
        if on.internal_reduction
            && depth >= tuned::internal_reduction_depth::<R>()
            && knows_no_move
            && is_whole
            && !N::ROOT
            && (N::PV || cut_node)
        {
            depth -= 1;
            at.depth = depth;
        }

        let around = Surroundings::new(position, [1, 2, 4].map(|back| self.before(ply, back)));
        let mut picker = Picker::all(table_move, self.killer(ply), around);
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let mut tried = MoveList::new();
        let mut count = 0;

        let team = self.team;
        let busy = team.busy.as_ref().filter(|_| depth >= sharing::LEAST_DEPTH);
        let mut put_off: ArrayVec<(Move, i32), 32> = ArrayVec::new();

        loop {
            let (mv, number, is_last_call) = match picker.next(position, self.histories) {
                Some(mv) if mv == excluded || N::ROOT && !self.is_root_move(mv) => continue,
                Some(mv) => {
                    count += 1;
                    (mv, count, put_off.is_full())
                }
                None => match put_off.pop_at(0) {
                    Some((mv, number)) => (mv, number, true),
                    None => break,
                },
            };
            let Some(piece) = position.piece_at(mv.from()) else { continue };
            if N::ROOT {
                self.tell_root_move(mv, number as usize);
            }
            let is_quiet = !mv.is_noisy();
            let history = match is_quiet {
                true => self.histories.quiet(&around, piece, mv),
                false => self.histories.capture(piece, mv, victim(position, mv)),
            };
            if !N::ROOT && best > -Score::SURE_WIN {
                match self.judge(position, mv, &at, number, history, alpha) {
                    Verdict::Search => {}
                    Verdict::Skip => continue,
                    Verdict::SkipQuiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }

            let mut extension = 0;
            if is_whole && mv == table_move {
                extension = match self.singularity::<R, N>(position, &at, beta) {
                    Ok(extension) => extension,
                    Err(score) => return score,
                };
                if self.is_over {
                    return Score::DRAW;
                }
            }

            let busy = busy.map(|busy| (busy, Busy::number(position.key(), mv)));
            if let Some((busy, entry)) = busy {
                if number > 1 && !is_last_call && busy.is_searched(entry) {
                    put_off.push((mv, number));
                    continue;
                }
                // Meanwhile another thread may have decided the node, or it is known to the depth that is left of the one asked for.
                if !N::PV
                    && is_whole
                    && let Some(known) = self.probe(position, ply)
                    && self.table_decides(position, &known, depth, alpha, beta)
                {
                    self.statistics.table_cuts += 1;
                    return known.score;
                }
                busy.begin(entry);
                let is_open = !N::PV && is_whole && remembers(position);
                self.frames[ply].question = is_open.then(|| Question { key: position.key(), depth, alpha });
            }

            let nodes_before = self.nodes;
            let child = self.step(position, piece, mv, ply);
            let gives_check = child.in_check();
            if extension == 0 && on.check_extension && gives_check && position.exchange_gains(mv, 0) {
                extension = 1;
            }
            let mut new_depth = depth - 1 + extension;
            if fault!(FirstMoveReduced) && on.late_move_reductions && number == 1 && depth >= 3 {
                new_depth -= 1;
            }
            self.statistics.first_moves_reduced += u64::from(number == 1 && new_depth < depth - 1 + extension);
            let mut score = -Score::INFINITE;
            let mut needs_full_window = number == 1 || !on.scout;
            if !needs_full_window {
                let mut reduction = 0;
                if on.late_move_reductions && depth >= 2 && number > 1 + i32::from(N::ROOT) {
                    reduction = self.reduction::<R, N>(mv, &at, number, history, gives_check);
                    let most = if fault!(ReductionBelowZero) { i32::MAX } else { (new_depth - 1).max(0) };
                    reduction = reduction.clamp(0, most);
                }
                if N::PV {
                    self.statistics.pv_scouts += 1;
                }
                self.statistics.reductions += u64::from(reduction > 0);
                self.statistics.reduced_below_horizon += u64::from(new_depth - reduction < new_depth.min(1));
                self.frames[ply].reduction = reduction;
                let expects_cut = reduction > 0 || !cut_node;
                score =
                    -self.search::<R, Zero>(&child, -alpha - 1, -alpha, new_depth - reduction, ply + 1, expects_cut);
                self.frames[ply].reduction = 0;
                if score > alpha && reduction > 0 && !self.is_over {
                    self.statistics.reduction_researches += 1;
                    // So good that it deserves more, or so poor that it deserves less, than it would have had.
                    new_depth += i32::from(score > best + tuned::deeper_margin::<R>() + 2 * new_depth);
                    new_depth -= i32::from(score < best + new_depth);
                    score = -self.search::<R, Zero>(&child, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                    if is_quiet && !self.is_over && (score <= alpha || score >= beta) {
                        let bonus = if score >= beta { bonus::<R>(depth) } else { -malus::<R>(depth) };
                        let before = [1, 2, 4].map(|back| self.before(ply, back));
                        self.histories.learn_continuation(before, piece, mv, bonus);
                    }
                }
                // In a zero-window node nothing lies between alpha and beta, and a score beyond beta is a cut-off.
                needs_full_window = N::PV && score > alpha && (score < beta || N::ROOT) && !fault!(PvsNoResearch)
                    || fault!(HealthyRedundantResearch) && score > alpha;
                self.statistics.pv_researches += u64::from(needs_full_window);
            }
            if needs_full_window {
                score = if fault!(PvsResearchWrongWindow) && number > 1 && on.scout {
                    -self.search::<R, Zero>(&child, -alpha - 1, -alpha, new_depth, ply + 1, false)
                } else if N::PV {
                    -self.search::<R, Pv>(&child, -beta, -alpha, new_depth, ply + 1, false)
                } else {
                    -self.search::<R, Zero>(&child, -beta, -alpha, new_depth, ply + 1, !cut_node)
                };
            }
            self.keys.pop();
            if let Some((busy, entry)) = busy {
                busy.end(entry);
            }
            if self.is_over {
                return self.take_answer(ply).unwrap_or(Score::DRAW);
            }
            if N::ROOT {
                let is_news = number == 1 || score > alpha;
                let found = (score, Bound::of(score, old_alpha, beta, N::PV));
                self.enter_root_move(mv, self.nodes - nodes_before, is_news.then_some(found));
            }

            if fault!(MinimaxMixedIn) && !N::ROOT && position.side_to_move() == Color::Black && number > 1 {
                best = best.min(score);
                score = best;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = mv;
                    if N::PV {
                        self.remember_line(ply, mv);
                    }
                }
            }
            if alpha >= beta {
                self.statistics.beta_cuts += 1;
                self.statistics.first_move_cuts += u64::from(number == 1);
                self.frames[ply].cuts += 1;
                self.learn(position, &around, mv, &tried, depth, ply);
                break;
            }
            tried.push(mv);
        }

        best = best.max(least).min(most);
        if count == 0 {
            return if is_whole { Self::no_move(position, ply) } else { alpha };
        }
        let mut bound = Bound::of(best, old_alpha, beta, N::PV);
        if fault!(UpperOnBetaCut) && bound == Bound::Lower {
            bound = Bound::Upper;
        }
        // Nor is a root with moves taken out the position the table knows.
        let is_whole = is_whole && (!N::ROOT || self.has_every_root_move);
        if is_whole || fault!(SingularSearchStored) {
            if !N::ROOT || self.rank == 0 {
                let score = if fault!(HealthyHardBounds) { best.clamp(old_alpha, beta) } else { best };
                let found = Known { mv: best_move, score, bound, depth, evaluation: raw_evaluation, was_pv };
                self.table.store(position.key(), ply, &found);
            }
            if on.correction
                && let Some(evaluation) = evaluation
                && (best_move == Move::NONE || !best_move.is_noisy())
                && !best.is_decided()
                && !(bound == Bound::Lower && best <= evaluation)
                && !(bound == Bound::Upper && best >= evaluation)
            {
                self.learn_correction(position, best - evaluation, depth, ply);
            }
        }
        best
    }

    /// The quiet move that last refuted a sibling.
    pub(super) fn killer(&self, ply: usize) -> Move {
        let ply = if fault!(KillerFromOtherSide) { ply.saturating_sub(1) } else { ply };
        self.frames[ply].killer
    }

    /// What the table knows of a position.
    pub(super) fn probe<R: Rules>(&mut self, position: &Position<R>, ply: usize) -> Option<Known> {
        let known = self.table.probe(position.key(), ply);
        self.statistics.table_probes += 1;
        self.statistics.table_hits += u64::from(known.is_some());
        known
    }

    /// Whether what the table knows makes a search of this depth and window needless.
    #[inline]
    fn table_decides<R: Rules>(
        &self,
        position: &Position<R>,
        known: &Known,
        depth: i32,
        alpha: Score,
        beta: Score,
    ) -> bool {
        self.switches.table_cuts
            && (known.depth == depth
                || self.switches.deeper_entries && known.depth > depth
                || fault!(TableDepthIgnored))
            && remembers(position)
            && known.decides(alpha, beta)
    }

    /// Whether the side to move stands better than it did at its last move, or the one before that.
    fn is_improving(&self, ply: usize, evaluation: Option<Score>) -> bool {
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].evaluation);
        match (evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(then)) => now > then,
            (now, None) => now.is_some(),
            (None, Some(_)) => false,
        }
    }

    /// How much deeper a node should be searched than its parent thought: a reduced move that turns out well for the
    /// side that made it deserves more, one that turns out badly less.
    fn hindsight<R: Rules>(&self, depth: i32, ply: usize, evaluation: Option<Score>) -> i32 {
        let Some(parent) = ply.checked_sub(1).map(|ply| &self.frames[ply]) else { return 0 };
        let (Some(ours), Some(theirs)) = (evaluation, parent.evaluation) else { return 0 };
        // What the side to move has gained by the other's move.
        let gain = ours.value() + theirs.value();
        if parent.reduction >= tuned::hindsight_reduction::<R>() && gain <= 0 {
            1
        } else if parent.reduction >= 1 && depth >= 2 && gain > tuned::hindsight_margin::<R>() {
            -1
        } else {
            0
        }
    }

    /// Learns from a cut-off: the move that made it did well, those tried before it did not. A capture's success says
    /// nothing against quiet moves, which come later anyway.
    pub(super) fn learn<R: Rules>(
        &mut self,
        position: &Position<R>,
        around: &Surroundings,
        best: Move,
        tried: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let (mut bonus, mut malus) = (bonus::<R>(depth), malus::<R>(depth));
        if fault!(HistorySignFlipped) {
            (bonus, malus) = (-bonus, -malus);
        }
        if fault!(HistoryForOneColour) && position.side_to_move() == Color::Black {
            return;
        }
        if !best.is_noisy() {
            self.frames[ply].killer = best;
        }
        for (mv, bonus) in tried.iter().map(|mv| (*mv, -malus)).chain([(best, bonus)]) {
            let Some(piece) = position.piece_at(mv.from()) else { continue };
            if mv.is_noisy() {
                self.histories.learn_capture(piece, mv, victim(position, mv), bonus);
            } else if !best.is_noisy() {
                self.histories.learn_quiet(around, piece, mv, bonus);
            }
        }
    }

    /// A quiet move from the table that cuts again has done well again.
    fn reward_table_move<R: Rules>(&mut self, position: &Position<R>, mv: Move, depth: i32, ply: usize) {
        if let Some(piece) = position.piece_at(mv.from()) {
            let before: [Landing; 3] = [1, 2, 4].map(|back| self.before(ply, back));
            self.histories.learn_continuation(before, piece, mv, bonus::<R>(depth));
        }
    }
}

/// Whether what was found of a position still holds: near the fifty-move rule it is worth less than it was.
pub(super) fn remembers<R: Rules>(position: &Position<R>) -> bool {
    R::PLY_LIMIT.is_none_or(|limit| position.halfmove_clock() + 10 < limit)
}

/// What a cut-off is worth to the move that made it.
fn bonus<R: Rules>(depth: i32) -> i32 {
    (tuned::bonus_slope::<R>() * depth - tuned::bonus_offset::<R>()).clamp(0, tuned::bonus_most::<R>())
}

/// What it costs the moves tried before.
fn malus<R: Rules>(depth: i32) -> i32 {
    (tuned::malus_slope::<R>() * depth - tuned::malus_offset::<R>()).clamp(0, tuned::malus_most::<R>())
}
