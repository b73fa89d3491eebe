//! How threads keep out of each other's way: a move that another thread is searching at this moment is put off until the
//! rest of the node is done. By then the table often knows its score, and meanwhile the threads have searched different
//! moves (Tom Kerrigan's simplified ABDADA). And whoever works on a question that another has answered meanwhile stops.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rules::{Key, Move};

use super::Tree;
use crate::score::Score;

/// Moves nearer to the leaves are searched sooner than they are looked up.
pub(super) const LEAST_DEPTH: i32 = 3;
const SLOTS: usize = 1 << 14;

/// Which moves are being searched. It is a hint: a slot that another move has taken over costs some work twice.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { slots: std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect() }
    }

    /// A number for a move in a position.
    pub(super) fn number(key: Key, mv: Move) -> u64 {
        key.0 ^ u64::from(mv.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn slot(&self, number: u64) -> &AtomicU64 {
        &self.slots[(number >> 20) as usize % SLOTS]
    }

    /// Whether somebody is searching a move.
    pub(super) fn is_searched(&self, number: u64) -> bool {
        self.slot(number).load(Relaxed) == number
    }

    pub(super) fn begin(&self, number: u64) {
        self.slot(number).store(number, Relaxed);
    }

    pub(super) fn end(&self, number: u64) {
        // Whoever has taken over the slot meanwhile keeps it.
        let _ = self.slot(number).compare_exchange(number, 0, Relaxed, Relaxed);
    }
}

/// Whether a position reaches more than `alpha` at a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) key: Key,
    pub(super) depth: i32,
    pub(super) alpha: Score,
}

impl Tree<'_> {
    /// The node nearest to the root whose question another thread has answered meanwhile, and the answer: whoever is at
    /// work below it may stop.
    pub(super) fn answer(&self, ply: usize) -> Option<(usize, Score)> {
        if self.team.is_single() || !self.switches.table_cuts {
            return None;
        }
        self.frames[..ply].iter().enumerate().find_map(|(ply, frame)| {
            let Question { key, depth, alpha } = frame.question?;
            let known = self.table.probe(key, ply)?;
            (known.depth >= depth && known.decides(alpha, alpha + 1)).then_some((ply, known.score))
        })
    }

    /// The answer, if the search was broken off for the sake of the node at this ply; then it goes on from there.
    pub(super) fn take_answer(&mut self, ply: usize) -> Option<Score> {
        let (_, score) = self.answered.take_if(|(answered, _)| *answered == ply)?;
        self.is_over = false;
        self.statistics.table_cuts += 1;
        Some(score)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rules::{Chess, Game, Position};

    use super::*;
    use crate::player::Control;
    use crate::search::selectivity::Setting;
    use crate::search::threads::{Shelf, Team};
    use crate::search::{Event, Limits, Search, Switches};
    use crate::table::{Bound, Known, Table};
    use crate::wdl::Scale;

    #[test]
    fn a_move_is_busy_from_its_beginning_to_its_end_and_in_its_position_only() {
        let busy = Busy::new();
        let number = |key, mv| Busy::number(Key(key), Move::from_bits(mv));
        busy.begin(number(17, 5));
        assert!(busy.is_searched(number(17, 5)));
        assert!(!busy.is_searched(number(17, 6)) && !busy.is_searched(number(18, 5)));
        busy.end(number(17, 5));
        assert!(!busy.is_searched(number(17, 5)));
    }
    #[test]
    fn an_answer_ends_what_lies_below_its_question_and_no_more() {
        let (table, limits, control) = (Table::new(1).unwrap(), Limits::default(), Control::default());
        let shelf = Shelf::new(&table, None, None);
        let team = Team::new(2, Instant::now(), Scale::Classical, &shelf, &limits, &control);
        let (mut search, mut silent) = (Search::new(Switches::ALL), |_: Event<'_>| {});
        let game = Game::new(Position::<Chess>::start());
        let mut tree = Tree::new(&mut search, &team, 1, &game, Vec::new(), &mut silent);
        for ply in [2, 4] {
            tree.frames[ply].question = Some(Question { key: Key(ply as u64), depth: 5, alpha: Score::centipawns(30) });
        }
        let tell = |ply: usize, depth, score| {
            let score = Score::centipawns(score);
            let bound = if score > Score::centipawns(30) { Bound::Lower } else { Bound::Upper };
            let known = Known { mv: Move::NONE, score, bound, depth, evaluation: None, was_pv: false };
            table.store(Key(ply as u64), ply, &known);
        };
        tell(2, 4, 50);
        assert_eq!(tree.answer(6), None, "not deep enough");
        tell(4, 5, 31);
        assert_eq!(tree.answer(4), None, "no answer to a node's own question");
        assert_eq!(tree.answer(6), Some((4, Score::centipawns(31))));
        tell(2, 6, 10);
        assert_eq!(tree.answer(6), Some((2, Score::centipawns(10))), "the nearest to the root");

        tree.is_over = true;
        tree.answered = tree.answer(6);
        assert_eq!(tree.take_answer(4), None);
        assert!(tree.is_over);
        assert_eq!(tree.take_answer(2), Some(Score::centipawns(10)));
        assert!(!tree.is_over && tree.answered.is_none());
    }

    #[test]
    fn the_proof_of_a_null_move_leaves_no_question_behind() {
        let (table, limits, control) = (Table::new(1).unwrap(), Limits::default(), Control::default());
        let shelf = Shelf::new(&table, None, None);
        let team = Team::new(2, Instant::now(), Scale::Classical, &shelf, &limits, &control);
        let (mut search, mut silent) = (Search::new(Switches::ALL), |_: Event<'_>| {});
        let game = Game::new(Position::<Chess>::start());
        let mut tree = Tree::new(&mut search, &team, 1, &game, Vec::new(), &mut silent);
        let (evaluation, beta) = (Score::centipawns(30), Score::centipawns(-100));
        let at = Setting {
            depth: 15,
            ply: 0,
            in_check: false,
            improving: true,
            cut_node: true,
            was_pv: false,
            known: None,
            table_is_noisy: false,
            evaluation: Some(evaluation),
        };
        tree.null_move(game.position(), &at, evaluation, evaluation, beta);
        assert!(tree.statistics.null_tries > 0 && tree.no_null_before == 0);
        assert!(tree.frames[0].question.is_none());
    }
}
