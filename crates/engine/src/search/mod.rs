//! The search: iterative deepening around one recursive function.
//!
//! | question | file |
//! | --- | --- |
//! | iterations, windows, several best lines | `root.rs` |
//! | the recursive search | `node.rs` |
//! | cuts before any move is made: razoring, null move, probcut | `cuts.rs` |
//! | skipped, reduced and extended moves | `selectivity.rs` |
//! | captures below the horizon | `quiescence.rs` |
//! | which moves first? | `picker.rs`, `history.rs` |
//! | how wrong is the evaluation? | `correction.rs` |
//! | draws inside the tree | `draws.rs` |
//! | how long? | `limits.rs` |
//! | several threads | `threads.rs`, `sharing.rs` |
//! | what may audits see? | `inside.rs` |
//! | which ideas are on, with which numbers? | `switches.rs`, `parameters.rs` |
//! | what is told and counted | `report.rs`, `statistics.rs` |

mod correction;
mod cuts;
mod draws;
mod history;
pub(crate) mod inside;
mod limits;
mod node;
mod parameters;
mod picker;
mod quiescence;
mod report;
mod root;
mod selectivity;
mod sharing;
mod statistics;
mod switches;
mod threads;

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use rules::{Chess, Color, Game, KeyHistory, Move, Piece, Position, Rules, faulty};

use crate::eval::Evaluator;
use crate::memory::Huge;
use crate::network::{self, Networks};
use crate::player::Control;
use crate::score::{MAX_PLY, Score};
use crate::table::{Known, Table};
use crate::wdl::Scale;
use correction::Corrections;
use history::{Histories, Landing};
use parameters as tuned;
use root::RootMove;
use selectivity::Reductions;
use sharing::Question;
use threads::Team;

pub use limits::{Clock, Limits, Weakness};
#[cfg(feature = "tune")]
pub use parameters::set_parameter;
pub use parameters::{PARAMETERS, Parameter};
pub use report::{Event, Report};
pub use statistics::Statistics;
pub use switches::Switches;
pub(crate) use threads::{Shelf, think};

/// One thread's search, with what it remembers from move to move.
#[derive(Debug)]
pub struct Search {
    histories: Huge<Histories>,
    corrections: Huge<Corrections>,
    evaluator: Evaluator,
    networks: Networks,
    /// The network of the game last searched, if there is one.
    network: Option<network::Evaluator>,
    switches: Switches,
    reductions: Reductions,
    /// Kept from search to search: short searches would spend their time on making them.
    frames: Vec<Frame>,
    /// What the last search counted.
    statistics: Statistics,
}

impl Default for Search {
    fn default() -> Self {
        Self::new(Switches::ALL)
    }
}

impl Search {
    /// A search that uses these ideas, and the classical evaluation.
    pub fn new(switches: Switches) -> Self {
        Self {
            histories: Huge::zeroes(),
            corrections: Huge::zeroes(),
            evaluator: Evaluator::new(),
            networks: Networks::none(),
            network: None,
            switches,
            reductions: Reductions::new::<Chess>(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            statistics: Statistics::default(),
        }
    }

    /// Evaluates by these networks from now on, and games without one classically.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
    }

    /// Forgets what it has learned of moves and positions.
    pub(crate) fn forget(&mut self) {
        self.histories.clear();
        self.corrections.clear();
        self.statistics = Statistics::default();
        if faulty!() {
            // Another fault may see pawns otherwise.
            self.evaluator = Evaluator::new();
        }
    }

    /// The scale of a game's scores.
    fn scale<R: Rules>(&self, limits: &Limits) -> Scale {
        if limits.weakness.is_some() { Scale::Classical } else { self.networks.scale::<R>() }
    }

    /// Makes the game's network, if there is one, ready to follow a search. Those who play weaker judge classically: how
    /// strong they are was measured so, and a new network must not change it.
    fn prepare_network<R: Rules>(&mut self, root: &Position<R>, limits: &Limits) {
        let network = self.networks.of::<R>().filter(|_| limits.weakness.is_none());
        let Some(network) = network else { return self.network = None };
        let evaluator = self.network.take().filter(|evaluator| evaluator.is_by(network));
        self.network.insert(evaluator.unwrap_or_else(|| network::Evaluator::new(network))).start(root);
    }

    /// Searches a game's position until a limit is reached or [`Control::stop`] is set, and tells what it finds. The
    /// result is the best line; there is none if there is no legal move.
    pub fn run<R: Rules>(
        &mut self,
        game: &Game<R>,
        table: &Table,
        limits: &Limits,
        control: &Control,
        tell: impl FnMut(Event<'_>),
    ) -> Option<Report> {
        let shelf = Shelf::new(table, None, None);
        think(std::slice::from_mut(self), game, shelf, limits, control, tell)
    }

    /// What the last search counted.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// After this time a person may want to know which move is being searched.
const LONG: Duration = Duration::from_secs(3);

/// What the search knows at one ply.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The corrected evaluation; none in check.
    evaluation: Option<Score>,
    /// The move made here.
    landing: Landing,
    /// By how much the move made here was reduced, in plies.
    reduction: i32,
    /// The move left out to see how good the others are.
    excluded: Move,
    /// The quiet move that last refuted a sibling.
    killer: Move,
    /// How many nodes at this ply have cut since the grandparent was entered.
    cuts: u32,
    /// What this node wants to know, if another thread may find it out first.
    question: Option<Question>,
    /// The best line from here.
    line: Vec<Move>,
}

impl Frame {
    /// Forgets everything but where its line lies in memory.
    fn clear(&mut self) {
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        *self = Self { line, ..Self::default() };
    }
}

/// A search tree being walked by one thread.
struct Tree<'a> {
    team: &'a Team<'a>,
    /// Which of the team's threads this is; the first one watches the clock.
    thread: usize,
    table: &'a Table,
    control: &'a Control,
    limits: &'a Limits,
    switches: Switches,
    histories: &'a mut Histories,
    corrections: &'a mut Corrections,
    evaluator: &'a mut Evaluator,
    /// Evaluates instead of the classical evaluator, if there is one.
    network: Option<&'a mut network::Evaluator>,
    statistics: &'a mut Statistics,
    tell: &'a mut dyn FnMut(Event<'_>),
    reductions: &'a Reductions,
    keys: KeyHistory,
    frames: &'a mut [Frame],
    root_moves: Vec<RootMove>,
    /// Whether they are all legal moves, and the search may choose among all of them.
    has_every_root_move: bool,
    /// Which of the best lines is searched: the root's moves before it are taken.
    rank: usize,
    /// How deep the present iteration is.
    root_depth: i32,
    nodes: u64,
    /// A search by one thread ends exactly here.
    last_node: u64,
    selective_depth: usize,
    /// No null moves before this ply: a null-move cut is being verified.
    no_null_before: usize,
    is_over: bool,
    /// Whether the time for this move is up but for the opponent's clock, which still runs.
    is_over_when_hit: bool,
    /// Whether a person may want to hear of more than whole iterations.
    is_long: bool,
    /// Whether only the iteration is over: another thread has finished it.
    is_overtaken: bool,
    /// The ply of a node whose question another thread has answered, and the answer: only what lies below it is over.
    answered: Option<(usize, Score)>,
}

impl<'a> Tree<'a> {
    fn new<R: Rules>(
        search: &'a mut Search,
        team: &'a Team<'a>,
        thread: usize,
        game: &Game<R>,
        root_moves: Vec<RootMove>,
        tell: &'a mut dyn FnMut(Event<'_>),
    ) -> Self {
        search.statistics = Statistics::default();
        search.prepare_network(game.position(), team.limits);
        search.reductions.prepare::<R>();
        search.frames.iter_mut().for_each(Frame::clear);
        Self {
            team,
            thread,
            table: team.table,
            control: team.control,
            limits: team.limits,
            switches: Switches {
                combinations: search.switches.combinations || team.limits.combinations,
                ..search.switches
            },
            histories: &mut search.histories,
            corrections: &mut search.corrections,
            evaluator: &mut search.evaluator,
            network: search.network.as_mut(),
            statistics: &mut search.statistics,
            tell,
            reductions: &search.reductions,
            // Without the current position: the first step down pushes it.
            keys: game.history().clone(),
            frames: &mut search.frames,
            has_every_root_move: root_moves.len() == game.position().count_legal_moves()
                && root_moves.iter().all(|mv| mv.rank() == root_moves[0].rank()),
            root_moves,
            rank: 0,
            root_depth: 0,
            nodes: 0,
            last_node: team.limits.nodes.filter(|_| team.is_single()).unwrap_or(u64::MAX),
            selective_depth: 0,
            no_null_before: 0,
            is_over: false,
            is_over_when_hit: false,
            is_long: false,
            is_overtaken: false,
            answered: None,
        }
    }

    /// Counts a node of a kind, and now and then looks at the clock. After `true` no score means anything any more.
    #[inline]
    fn enter(&mut self, ply: usize, count: impl FnOnce(&mut Statistics) -> &mut u64) -> bool {
        if self.is_over {
            return true;
        }
        self.nodes += 1;
        *count(self.statistics) += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.frames[ply].line.clear();
        self.frames[ply].question = None;
        if self.nodes.is_multiple_of(512) || self.nodes >= self.last_node {
            self.is_over |= self.nodes >= self.last_node || self.look_up(ply);
        }
        self.is_over
    }

    /// Whether it is time to stop.
    #[cold]
    fn look_up(&mut self, ply: usize) -> bool {
        self.team.publish(self.thread, self.nodes, self.statistics.tablebase_hits);
        self.is_long = self.thread == 0 && self.team.started.elapsed() >= LONG;
        if self.control.stop.load(Relaxed) || self.team.is_over() {
            return true;
        }
        // Several lines of one iteration belong together, so each thread finishes its own.
        if self.team.deepest() >= self.root_depth && self.limits.multi_pv <= 1 {
            self.is_overtaken = true;
            return true;
        }
        let is_late = self.thread == 0
            && (self.limits.nodes.is_some_and(|limit| self.team.nodes() >= limit)
                || (self.is_over_when_hit
                    || self.limits.hard_time.is_some_and(|limit| self.team.started.elapsed() >= limit))
                    && !self.control.pondering.load(Relaxed));
        if !is_late {
            self.answered = self.answer(ply);
        }
        is_late || self.answered.is_some()
    }

    /// Makes a move in the tree: what it leads to.
    #[inline]
    fn step<R: Rules>(&mut self, position: &Position<R>, piece: Piece, mv: Move, ply: usize) -> Position<R> {
        let child = position.after(mv);
        self.table.prefetch(child.key());
        self.frames[ply].landing = Landing::of(piece, mv);
        self.keys.push(position.repetition_key());
        if let Some(network) = &mut self.network {
            network.step(position, mv, &child, ply);
        }
        child
    }

    /// Makes `mv`, followed by the best line behind it, the best line at a ply.
    fn remember_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0].line);
    }

    /// The move made so many plies before.
    #[inline]
    fn before(&self, ply: usize, back: usize) -> Landing {
        ply.checked_sub(back).map_or(Landing::NONE, |earlier| self.frames[earlier].landing)
    }

    /// The static evaluation, uncorrected: from the table if it is there.
    #[inline]
    fn evaluate<R: Rules>(&mut self, position: &Position<R>, known: Option<&Known>, ply: usize) -> Score {
        if let Some(evaluation) = known.and_then(|known| known.evaluation) {
            return evaluation;
        }
        let score = match &mut self.network {
            Some(network) if Networks::judge(position) => network.evaluate(position, ply),
            _ => self.evaluator.evaluate(position),
        };
        match self.limits.weakness {
            Some(weakness) => Score::centipawns(score.value() + weakness.error_at(position.key().0)),
            None => score,
        }
    }

    /// The evaluation as the search believes it: corrected by what was learned, and fading as the game nears a draw
    /// by the fifty-move rule.
    #[inline]
    fn corrected<R: Rules>(&self, position: &Position<R>, evaluation: Score, ply: usize) -> Score {
        let mut value = evaluation.value();
        if self.switches.fading && R::PLY_LIMIT.is_some() {
            value -= value * i32::from(position.halfmove_clock()) / tuned::fading_plies::<R>();
        }
        if self.switches.correction {
            value += self.correction(position, ply);
        }
        Score::centipawns(value)
    }

    fn correction<R: Rules>(&self, position: &Position<R>, ply: usize) -> i32 {
        self.corrections.of::<R>(position.side_to_move(), position.keys(), [self.before(ply, 1), self.before(ply, 2)])
    }

    /// Learns how wrong a corrected evaluation was.
    fn learn_correction<R: Rules>(&mut self, position: &Position<R>, error: i32, depth: i32, ply: usize) {
        let moves = [self.before(ply, 1), self.before(ply, 2)];
        let us: Color = position.side_to_move();
        self.corrections.learn::<R>(us, position.keys(), moves, error, depth);
    }
}
