//! Ends of the game inside the tree, other than having no move, and endings that are solved.

use rules::{Position, Rules, fault, faulty};

use super::Tree;
use crate::endgames::Verdict;
use crate::score::{MAX_PLY, Score};

impl Tree<'_> {
    /// The score of a position in which the game is over whatever could be played, or its end known.
    pub(super) fn end<R: Rules>(&mut self, position: &Position<R>, ply: usize) -> Option<Score> {
        if (R::KING_CAPTURE || faulty!()) && position.king(position.side_to_move()).is_none() {
            return Some(Score::mated_in(ply));
        }
        let early = u16::from(fault!(FiftyMovesOffByOne));
        if R::PLY_LIMIT.is_some_and(|limit| position.halfmove_clock() + early >= limit) {
            // Mate on the last ply is mate.
            let is_mate = position.in_check() && !position.has_legal_move() && !fault!(FiftyMovesBeatMate);
            return Some(if is_mate { Score::mated_in(ply) } else { Score::DRAW });
        }
        if R::is_dead(position) || self.is_repetition(position, ply) {
            return Some(Score::DRAW);
        }
        self.solved(position, ply)
    }

    /// The score of a solved ending: exact, down to the ply.
    fn solved<R: Rules>(&mut self, position: &Position<R>, ply: usize) -> Option<Score> {
        let verdict = self.team.endgames.and_then(|endgames| endgames.probe(position))?;
        self.statistics.tablebase_hits += 1;
        let end = |plies: u32| (ply + plies as usize).min(MAX_PLY);
        Some(match verdict {
            Verdict::Draw => Score::DRAW,
            Verdict::Win { plies } => Score::mate_in(end(plies)),
            Verdict::Loss { plies } => Score::mated_in(end(plies)),
        })
    }

    /// A position that has come back inside the search can come back again; before the root it takes as many times as
    /// the rules say.
    fn is_repetition<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        let mut occurrences = self.keys.occurrences(position);
        match occurrences.next() {
            _ if fault!(RepetitionNever) => false,
            Some(_) if fault!(RepetitionTooEager) => true,
            Some(distance) if self.switches.early_repetition && distance < ply => true,
            Some(_) => occurrences.nth(R::REPETITIONS - 3).is_some(),
            None => false,
        }
    }

    /// The score of a side that has no legal move.
    pub(super) fn no_move<R: Rules>(position: &Position<R>, ply: usize) -> Score {
        if position.in_check() || R::STALEMATE_LOSES || fault!(StalemateIsMate) {
            Score::mated_in(ply)
        } else {
            Score::DRAW
        }
    }
}
