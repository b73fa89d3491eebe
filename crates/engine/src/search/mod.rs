//! The search: iterative deepening around one recursive function.
//!
//! | question | file |
//! | --- | --- |
//! | the recursive search | `node.rs` |
//! | captures below the horizon | `quiescence.rs` |
//! | which moves first? | `picker.rs`, `history.rs` |
//! | draws inside the tree | `draws.rs` |
//! | how long? | `limits.rs` |
//! | which ideas are on? | `switches.rs` |

mod draws;
mod history;
mod limits;
mod node;
mod picker;
mod quiescence;
mod switches;

use std::time::{Duration, Instant};

use rules::{Game, KeyHistory, Move, Position, Rules};

use crate::player::Control;
use crate::score::{MAX_PLY, Score};
use crate::table::Table;
use history::{Histories, Landing};
use limits::Deadline;
use node::Root;

pub use limits::{Clock, Limits};
pub use switches::Switches;

/// What a finished iteration has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How deep the iteration was.
    pub depth: i32,
    /// The deepest ply it reached.
    pub selective_depth: usize,
    /// The score for the side to move.
    pub score: Score,
    /// The best line.
    pub line: Vec<Move>,
    /// The nodes visited since the search began.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_full: usize,
}

/// One thread's search, with what it remembers from move to move.
#[derive(Debug)]
pub struct Search {
    histories: Histories,
    switches: Switches,
}

impl Default for Search {
    fn default() -> Self {
        Self::new(Switches::ALL)
    }
}

impl Search {
    /// A search that uses these ideas.
    pub fn new(switches: Switches) -> Self {
        Self { histories: Histories::new(), switches }
    }

    /// Searches a game's position until a limit is reached or [`Control::stop`] is set, and reports each finished iteration. The
    /// last report is the answer; there is none if there is no legal move.
    pub fn run<R: Rules>(
        &mut self,
        game: &Game<R>,
        table: &Table,
        limits: Limits,
        control: &Control,
        mut report: impl FnMut(&Report),
    ) -> Option<Report> {
        let position = *game.position();
        let legal = position.legal_moves();
        let root_moves: Vec<Move> = match limits.root_moves.is_empty() {
            true => legal.to_vec(),
            false => legal.iter().filter(|mv| limits.root_moves.contains(mv)).copied().collect(),
        };
        let first = *root_moves.first()?;
        let mut tree = Tree {
            table,
            control,
            deadline: Deadline { started: Instant::now(), limits },
            switches: self.switches,
            histories: &mut self.histories,
            keys: game.history_with_current(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            reductions: reductions(),
            root_moves,
            nodes: 0,
            selective_depth: 0,
            is_over: false,
        };
        // Even a search that is stopped at once has an answer.
        let mut answer = tree.report(0, Score::DRAW, vec![first]);
        for depth in 1..MAX_PLY as i32 {
            if depth > 1 && !tree.deadline.allows_another_iteration(depth, control) {
                break;
            }
            let score = tree.iterate(&position, depth, answer.score);
            let line = tree.frames[0].line.clone();
            // A broken iteration is good for a better move, if it found one: its first move was searched first.
            if tree.is_over {
                if let Some(&mv) = line.first()
                    && mv != answer.line[0]
                {
                    answer.line = line;
                }
                break;
            }
            answer = tree.report(depth, score, line);
            report(&answer);
            let wanted = tree.deadline.limits.mate;
            if wanted.is_some_and(|moves| score >= Score::mate_in(2 * moves as usize)) {
                break;
            }
        }
        answer.nodes = tree.nodes;
        Some(answer)
    }
}

/// What the search knows at one ply.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The static evaluation; none in check.
    evaluation: Option<Score>,
    /// The move made here, for the history of its continuations; none for a null move.
    landing: Option<Landing>,
    /// The quiet move that last refuted a sibling.
    killer: Move,
    /// The best line from here.
    line: Vec<Move>,
}

/// A search tree being walked.
struct Tree<'a> {
    table: &'a Table,
    control: &'a Control,
    deadline: Deadline,
    switches: Switches,
    histories: &'a mut Histories,
    keys: KeyHistory,
    frames: Vec<Frame>,
    reductions: Box<[[i32; 64]; 64]>,
    root_moves: Vec<Move>,
    nodes: u64,
    selective_depth: usize,
    is_over: bool,
}

/// How much less deeply the n-th move is searched at a depth: a product of logarithms.
fn reductions() -> Box<[[i32; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64 {
        for count in 1..64 {
            table[depth][count] = (0.6 + (depth as f64).ln() * (count as f64).ln() / 2.2) as i32;
        }
    }
    table
}

impl Tree<'_> {
    /// One iteration: a narrow window around the last score, widened as long as the score falls outside.
    fn iterate<R: Rules>(&mut self, position: &Position<R>, depth: i32, last: Score) -> Score {
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut margin = 15;
        if self.switches.aspiration && depth >= 5 && !last.is_decided() {
            (alpha, beta) = (last - margin, last + margin);
        }
        loop {
            let score = self.search::<R, Root>(position, alpha, beta, depth, 0, false);
            if self.is_over {
                return score;
            }
            margin *= 3;
            let is_wide = margin > 1_000;
            if score <= alpha && alpha > -Score::INFINITE {
                alpha = if is_wide { -Score::INFINITE } else { score - margin };
            } else if score >= beta && beta < Score::INFINITE {
                beta = if is_wide { Score::INFINITE } else { score + margin };
            } else {
                return score;
            }
        }
    }

    fn report(&self, depth: i32, score: Score, line: Vec<Move>) -> Report {
        Report {
            depth,
            selective_depth: self.selective_depth,
            score,
            line,
            nodes: self.nodes,
            time: self.deadline.started.elapsed(),
            permille_full: self.table.permille_full(),
        }
    }

    /// Counts a node, and now and then looks at the clock. After `true` no score means anything any more.
    fn enter(&mut self, ply: usize) -> bool {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        let looks_up = self.nodes.is_multiple_of(512) || self.deadline.limits.nodes.is_some();
        if looks_up && self.deadline.is_over(self.nodes, self.control) {
            self.is_over = true;
        }
        self.is_over
    }

    /// Makes `mv`, followed by the best line behind it, the best line at a ply.
    fn remember_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    /// The moves made one and two plies before.
    fn before(&self, ply: usize) -> [Option<Landing>; 2] {
        [1, 2].map(|back| ply.checked_sub(back).and_then(|earlier| self.frames[earlier].landing))
    }
}
