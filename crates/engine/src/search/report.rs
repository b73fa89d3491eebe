//! What a search tells while it runs.

use std::time::Duration;

use rules::Move;

use crate::score::Score;
use crate::table::Bound;
use crate::wdl::Scale;

/// A line the search has found, with all that is known when it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Which of several best lines it is, from zero.
    pub rank: usize,
    /// How deep the iteration was.
    pub depth: i32,
    /// The deepest ply it reached.
    pub selective_depth: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whose centipawns it is in.
    pub scale: Scale,
    /// What the score is worth: a score outside the window is only a bound.
    pub bound: Bound,
    /// The line: at least one move.
    pub line: Vec<Move>,
    /// The nodes visited since the search began, by all threads.
    pub nodes: u64,
    /// The answers from tablebases, by all threads.
    pub tablebase_hits: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

/// Something a search tells.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A line was found.
    Line(&'a Report),
    /// A move at the root is about to be searched. Told only when the search already takes long.
    CurrentMove {
        /// How deep the iteration is.
        depth: i32,
        /// The move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
}
