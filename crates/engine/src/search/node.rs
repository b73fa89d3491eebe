//! The recursive search: fail-soft negamax with principal variation search.

use rules::{Move, MoveList, Position, Rules};

use super::Tree;
use super::history::landing;
use super::picker::{Picker, victim};
use crate::eval::{evaluate, has_pieces};
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
            return self.quiesce::<R, N>(position, alpha, beta, ply);
        }
        if self.enter(ply) {
            return Score::DRAW;
        }
        let on = self.switches;
        let in_check = position.in_check();
        if !N::ROOT {
            if let Some(score) = self.end(position, ply) {
                return score;
            }
            if depth <= 0 {
                let no_move = position.count_legal_moves() == 0;
                return if no_move { Self::no_move(position, ply) } else { evaluate(position) };
            }
            if ply >= MAX_PLY {
                return evaluate(position);
            }
            if on.mate_distance {
                alpha = alpha.max(Score::mated_in(ply));
                beta = beta.min(Score::mate_in(ply + 1));
                if alpha >= beta {
                    return alpha;
                }
            }
            if on.early_repetition && alpha < Score::DRAW && self.keys.can_repeat(position, ply) {
                alpha = Score::DRAW;
                if alpha >= beta {
                    return alpha;
                }
            }
        }

        // What is known already.
        let known = self.table.probe(position.key(), ply);
        let table_move = known.map_or(Move::NONE, |known| known.mv);
        if let Some(known) = known
            && on.table_cuts
            && !N::PV
            && known.depth >= depth
            && position.halfmove_clock() < 90
            && known.decides(alpha, beta)
        {
            return known.score;
        }

        let evaluation = match in_check {
            true => None,
            false => Some(known.and_then(|known| known.evaluation).unwrap_or_else(|| evaluate(position))),
        };
        self.frames[ply].evaluation = evaluation;
        let improving = self.is_improving(ply, evaluation);

        if !N::PV
            && let Some(evaluation) = evaluation
        {
            // Far above beta, and too little depth to fall so far.
            let margin = 80 * (depth - i32::from(improving));
            if on.reverse_futility && depth <= 8 && !beta.is_decided() && evaluation - margin >= beta {
                return evaluation;
            }
            if on.null_move
                && let Some(score) = self.null_move(position, evaluation, beta, depth, ply, cut_node)
            {
                return score;
            }
        }

        if on.internal_reduction && depth >= 4 && table_move == Move::NONE && (N::PV || cut_node) {
            depth -= 1;
        }

        let us = position.side_to_move();
        let before = self.before(ply);
        let mut picker = Picker::all(table_move, self.frames[ply].killer, before);
        let old_alpha = alpha;
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let (mut quiets, mut noisies) = (MoveList::new(), MoveList::new());
        let mut count = 0;

        while let Some(mv) = picker.next(position, self.histories) {
            if N::ROOT && !self.root_moves.contains(&mv) {
                continue;
            }
            let Some(piece) = position.piece_at(mv.from()) else { continue };
            count += 1;
            let is_quiet = !mv.is_noisy();
            let history = if is_quiet { self.histories.quiet(us, piece, mv, before) } else { 0 };

            // Moves that need not be looked at, once something better than being mated is known.
            if !N::ROOT && best > -Score::SURE_WIN {
                if is_quiet && on.late_move_pruning && !in_check && depth <= 8 {
                    let enough = (3 + depth * depth) / if improving { 1 } else { 2 };
                    if count > enough {
                        picker.skip_quiets();
                        continue;
                    }
                }
                if is_quiet
                    && on.futility
                    && depth <= 8
                    && let Some(evaluation) = evaluation
                    && evaluation + 120 + 90 * depth <= alpha
                    && !alpha.is_decided()
                {
                    picker.skip_quiets();
                    continue;
                }
                let most_lost = if is_quiet { -60 * depth } else { -100 * depth };
                if on.exchange_pruning && depth <= 8 && !position.exchange_gains(mv, most_lost) {
                    continue;
                }
            }

            let child = position.after(mv);
            self.table.prefetch(child.key());
            self.frames[ply].landing = Some(landing(piece, mv));
            let extension = i32::from(on.check_extension && child.in_check() && position.exchange_gains(mv, 0));
            let new_depth = depth - 1 + extension;

            self.keys.push(position.repetition_key());
            let mut score = -Score::INFINITE;
            let mut needs_full_window = count == 1 || !on.scout;
            if !needs_full_window {
                let mut reduction = 0;
                if on.late_move_reductions && depth >= 2 && count > 1 + 2 * i32::from(N::ROOT) {
                    reduction = self.reductions[depth.min(63) as usize][count.min(63) as usize];
                    reduction += i32::from(!N::PV) + i32::from(cut_node) - i32::from(improving);
                    reduction -= i32::from(in_check || child.in_check());
                    reduction -= if is_quiet { history / 8_192 } else { 1 };
                    reduction = reduction.clamp(0, (new_depth - 1).max(0));
                }
                score = -self.search::<R, Zero>(&child, -alpha - 1, -alpha, new_depth - reduction, ply + 1, true);
                if score > alpha && reduction > 0 {
                    score = -self.search::<R, Zero>(&child, -alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                }
                // In a zero-window node nothing lies between alpha and beta, and a score beyond beta is a cut-off.
                needs_full_window = N::PV && score > alpha && (score < beta || N::ROOT);
            }
            if needs_full_window {
                score = if N::PV {
                    -self.search::<R, Pv>(&child, -beta, -alpha, new_depth, ply + 1, false)
                } else {
                    -self.search::<R, Zero>(&child, -beta, -alpha, new_depth, ply + 1, !cut_node)
                };
            }
            self.keys.pop();
            if self.is_over {
                return Score::DRAW;
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
                self.learn(position, mv, quiets.as_slice(), noisies.as_slice(), depth, ply);
                break;
            }
            if is_quiet { quiets.push(mv) } else { noisies.push(mv) }
        }

        if count == 0 {
            return Self::no_move(position, ply);
        }
        let bound = Bound::of(best, old_alpha, beta, N::PV);
        let was_pv = N::PV || known.is_some_and(|known| known.was_pv);
        let found = Known { mv: best_move, score: best, bound, depth, evaluation, was_pv };
        self.table.store(position.key(), ply, &found);
        best
    }

    /// Whether the side to move stands better than it did at its last move.
    fn is_improving(&self, ply: usize, evaluation: Option<Score>) -> bool {
        let earlier = ply.checked_sub(2).and_then(|ply| self.frames[ply].evaluation);
        matches!((evaluation, earlier), (Some(now), Some(then)) if now > then)
    }

    /// Whoever stays above beta although the other side moves twice needs no further look. Not with pawns alone, where
    /// having to move may be what loses.
    fn null_move<R: Rules>(
        &mut self,
        position: &Position<R>,
        evaluation: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Option<Score> {
        let follows_null = ply > 0 && self.frames[ply - 1].landing.is_none();
        if depth < 3
            || follows_null
            || evaluation < beta
            || beta.is_decided()
            || !has_pieces(position, position.side_to_move())
        {
            return None;
        }
        let reduction = 4 + depth / 4 + ((evaluation - beta) / 200).min(3);
        let child = position.after_null_move();
        self.frames[ply].landing = None;
        self.keys.push(position.repetition_key());
        let score = -self.search::<R, Zero>(&child, -beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
        self.keys.pop();
        if self.is_over || score < beta {
            return None;
        }
        // A mate found by moving twice is no mate.
        Some(if score.is_decided() { beta } else { score })
    }

    /// Learns from a cut-off: the move that made it did well, those tried before it did not.
    fn learn<R: Rules>(
        &mut self,
        position: &Position<R>,
        mv: Move,
        quiets: &[Move],
        noisies: &[Move],
        depth: i32,
        ply: usize,
    ) {
        let us = position.side_to_move();
        let before = self.before(ply);
        let bonus = (150 * depth - 50).min(1_800);
        if !mv.is_noisy() {
            self.frames[ply].killer = mv;
            let judged = quiets.iter().map(|quiet| (*quiet, -bonus)).chain([(mv, bonus)]);
            for (quiet, bonus) in judged {
                if let Some(piece) = position.piece_at(quiet.from()) {
                    self.histories.learn_quiet(us, piece, quiet, before, bonus);
                }
            }
        }
        let winner = mv.is_noisy().then_some((mv, bonus));
        for (noisy, bonus) in noisies.iter().map(|noisy| (*noisy, -bonus)).chain(winner) {
            if let Some(piece) = position.piece_at(noisy.from()) {
                self.histories.learn_capture(piece, noisy, victim(position, noisy), bonus);
            }
        }
    }
}
