//! Below the horizon: captures are played out until the position is quiet enough for the evaluation.

use rules::{Move, MoveList, PieceKind, Position, Rules, fault};

use super::Tree;
use super::history::Surroundings;
use super::node::{Node, remembers};
use super::parameters as tuned;
use super::picker::{Picker, victim};
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known};

impl Tree<'_> {
    /// The score of a position when only captures and promotions are looked at, and quiet checks if wanted; in check, all
    /// evasions.
    pub(super) fn quiesce<R: Rules, N: Node>(
        &mut self,
        position: &Position<R>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        wants_checks: bool,
    ) -> Score {
        if self.enter(ply, |counted| &mut counted.quiescence_nodes) {
            return Score::DRAW;
        }
        if let Some(score) = self.end(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, None, ply);
        }
        // Where having no move loses, standing pat must not overlook it.
        if R::STALEMATE_LOSES && !position.has_legal_move() {
            return Self::no_move(position, ply);
        }

        let known = self.probe(position, ply);
        let on = self.switches;
        // An exact search must depend neither on what the table happens to know nor on deeper searches.
        let believed =
            known.filter(|known| on.table_cuts && (on.deeper_entries || known.depth <= 0) && remembers(position));
        if let Some(known) = believed
            && !N::PV
            && known.decides(alpha, beta)
        {
            self.statistics.table_cuts += 1;
            return known.score;
        }

        let old_alpha = alpha;
        let table_move = believed.map_or(Move::NONE, |known| known.mv);
        let in_check = position.in_check() && !fault!(StandPatInCheck);
        let mut best = -Score::INFINITE;
        let mut raw_evaluation = None;
        let mut hope = Score::INFINITE;
        let mut picker = if in_check {
            let around = Surroundings::new(position, [1, 2, 4].map(|back| self.before(ply, back)));
            Picker::all(table_move, Move::NONE, around)
        } else {
            // Standing pat: a side that is not in check need not capture.
            let raw = self.evaluate(position, known.as_ref(), ply);
            raw_evaluation = Some(raw);
            best = self.corrected(position, raw, ply);
            hope = best + tuned::quiescence_margin::<R>();
            // What the table knows may be better than any evaluation.
            if let Some(known) = believed
                && known.decides(best, best)
                && !known.score.is_decided()
            {
                best = known.score;
            }
            alpha = alpha.max(best);
            Picker::noisy(table_move, 0)
        };
        let mut checks = MoveList::new();
        if wants_checks && !in_check {
            position.quiet_moves(&mut checks);
            checks.retain(|mv| position.gives_check(*mv) && position.exchange_gains(*mv, 0));
        }

        let mut best_move = Move::NONE;
        let mut count = 0;
        // Standing pat above beta is a cut-off like any other, and is stored as one.
        if alpha < beta {
            while let Some(mv) = picker.next(position, self.histories).or_else(|| checks.pop()) {
                let Some(piece) = position.piece_at(mv.from()) else { continue };
                count += 1;
                if fault!(QuiescenceMissesPawnCaptures) && piece.kind == PieceKind::Pawn && !in_check {
                    continue;
                }
                if self.switches.quiescence_pruning && best > -Score::SURE_WIN && !alpha.is_decided() {
                    if in_check {
                        // One evasion that does not lose is enough to judge by.
                        if !mv.is_noisy() {
                            picker.skip_quiets();
                            continue;
                        }
                    } else if mv.is_capture() && !mv.is_promotion() && victim(position, mv) != PieceKind::King {
                        // Even winning the piece for nothing would not reach alpha.
                        let most = hope + R::EXCHANGE_VALUES[victim(position, mv).index()];
                        if most <= alpha {
                            best = best.max(most);
                            continue;
                        }
                        // An even exchange will not reach it either.
                        if hope <= alpha && !position.exchange_gains(mv, 1) {
                            best = best.max(hope);
                            continue;
                        }
                    }
                }
                let child = self.step(position, piece, mv, ply);
                let score = -self.quiesce::<R, N>(&child, -beta, -alpha, ply + 1, false);
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
                    break;
                }
            }
            if in_check && count == 0 {
                return Self::no_move(position, ply);
            }
        }

        let mut bound = Bound::of(best, old_alpha, beta, N::PV);
        if fault!(QuiescenceBoundsSwapped) && bound != Bound::Exact {
            bound = if bound == Bound::Lower { Bound::Upper } else { Bound::Lower };
        }
        let was_pv = N::PV || known.is_some_and(|known| known.was_pv);
        let found = Known { mv: best_move, score: best, bound, depth: 0, evaluation: raw_evaluation, was_pv };
        self.table.store(position.key(), ply, &found);
        best
    }
}
