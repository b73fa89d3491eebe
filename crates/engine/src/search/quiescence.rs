//! Below the horizon: captures are played out until the position is quiet enough for the evaluation.

use rules::{Move, PieceKind, Position, Rules};

use super::Tree;
use super::history::landing;
use super::node::Node;
use super::picker::{Picker, victim};
use crate::eval::evaluate;
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Known};

impl Tree<'_> {
    /// The score of a position when only captures and promotions are looked at; in check, all evasions.
    pub(super) fn quiesce<R: Rules, N: Node>(
        &mut self,
        position: &Position<R>,
        mut alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if self.enter(ply) {
            return Score::DRAW;
        }
        if let Some(score) = self.end(position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return evaluate(position);
        }
        // Where having no move loses, standing pat must not overlook it.
        if R::STALEMATE_LOSES && position.count_legal_moves() == 0 {
            return Self::no_move(position, ply);
        }

        let known = self.table.probe(position.key(), ply);
        if let Some(known) = known
            && self.switches.table_cuts
            && !N::PV
            && known.decides(alpha, beta)
        {
            return known.score;
        }

        let old_alpha = alpha;
        let table_move = known.map_or(Move::NONE, |known| known.mv);
        let in_check = position.in_check();
        let mut best = -Score::INFINITE;
        let mut evaluation = None;
        let mut picker = Picker::all(table_move, Move::NONE, self.before(ply));
        if !in_check {
            // Standing pat: a side that is not in check need not capture.
            let standing = known.and_then(|known| known.evaluation).unwrap_or_else(|| evaluate(position));
            evaluation = Some(standing);
            best = standing;
            alpha = alpha.max(best);
            picker = Picker::noisy(table_move);
        }

        let mut best_move = Move::NONE;
        let mut count = 0;
        // Standing pat above beta is a cut-off like any other, and is stored as one.
        if alpha < beta {
            while let Some(mv) = picker.next(position, self.histories) {
                let Some(piece) = position.piece_at(mv.from()) else { continue };
                count += 1;
                // Even winning the piece for nothing would not reach alpha.
                if let Some(standing) = evaluation
                    && !mv.is_promotion()
                    && !alpha.is_decided()
                {
                    let hope = standing + 200 + R::EXCHANGE_VALUES[victim(position, mv).index()];
                    if victim(position, mv) != PieceKind::King && hope <= alpha {
                        best = best.max(hope);
                        continue;
                    }
                }
                let child = position.after(mv);
                self.frames[ply].landing = Some(landing(piece, mv));
                self.keys.push(position.repetition_key());
                let score = -self.quiesce::<R, N>(&child, -beta, -alpha, ply + 1);
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

        let bound = Bound::of(best, old_alpha, beta, N::PV);
        let was_pv = known.is_some_and(|known| known.was_pv);
        self.table.store(
            position.key(),
            ply,
            &Known { mv: best_move, score: best, bound, depth: 0, evaluation, was_pv },
        );
        best
    }
}
