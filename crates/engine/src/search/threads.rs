//! Every thread searches the same position with its own memory of moves. They help each other through the shared table, by
//! not searching the same move at the same time (`sharing.rs`), and by going on together from whoever finishes an
//! iteration first. The first thread tells and watches the clock; in the end they vote.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use rules::{Game, Move, Position, Rules};

use super::root::{Found, RootMove};
use super::sharing::Busy;
use super::{Event, Limits, Report, Search, Tree};
use crate::endgames::{Endgames, Verdict};
use crate::player::Control;
use crate::score::Score;
use crate::table::{Bound, Table};
use crate::tablebases::Tablebases;
use crate::wdl::Scale;

/// Deep lines need room: some kilobytes a ply.
const STACK: usize = 16 << 20;

/// What one thread lets the others see. On a cache line of its own, for it is written often.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Progress {
    nodes: AtomicU64,
    tablebase_hits: AtomicU64,
}

/// The threads of one search.
#[derive(Debug)]
pub(super) struct Team<'a> {
    progress: Vec<Progress>,
    over: AtomicBool,
    /// Which moves are being searched; a single thread need not know.
    pub(super) busy: Option<Busy>,
    /// The deepest iteration that any thread has finished, and what it found.
    deepest: AtomicI32,
    deepest_moves: Mutex<Vec<RootMove>>,
    pub(super) started: Instant,
    pub(super) table: &'a Table,
    /// Tablebases to be asked inside the tree.
    pub(super) tablebases: Option<&'a Tablebases>,
    /// Solved endings of Chess Fragments.
    pub(super) endgames: Option<&'a Endgames>,
    pub(super) limits: &'a Limits,
    pub(super) control: &'a Control,
    /// Whose centipawns the scores are.
    scale: Scale,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        size: usize,
        started: Instant,
        scale: Scale,
        shelf: &Shelf<'a>,
        limits: &'a Limits,
        control: &'a Control,
    ) -> Self {
        let progress = std::iter::repeat_with(Progress::default).take(size).collect();
        let Shelf { table, tablebases, endgames } = *shelf;
        let over = AtomicBool::new(false);
        let (deepest, deepest_moves) = (AtomicI32::new(0), Mutex::default());
        let busy = (size > 1).then(Busy::new);
        Self {
            progress,
            over,
            busy,
            deepest,
            deepest_moves,
            started,
            table,
            tablebases,
            endgames,
            limits,
            control,
            scale,
        }
    }

    pub(super) fn is_single(&self) -> bool {
        self.progress.len() == 1
    }

    /// Whether the first thread has finished.
    pub(super) fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    pub(super) fn publish(&self, thread: usize, nodes: u64, tablebase_hits: u64) {
        self.progress[thread].nodes.store(nodes, Relaxed);
        self.progress[thread].tablebase_hits.store(tablebase_hits, Relaxed);
    }

    /// The deepest iteration that any thread has finished.
    pub(super) fn deepest(&self) -> i32 {
        self.deepest.load(Relaxed)
    }

    /// Lets the others know what a finished iteration has found.
    pub(super) fn finish(&self, depth: i32, moves: &[RootMove]) {
        if self.is_single() || depth <= self.deepest() {
            return;
        }
        let mut deepest_moves = self.deepest_moves.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.deepest() {
            deepest_moves.clear();
            deepest_moves.extend_from_slice(moves);
            self.deepest.store(depth, Relaxed);
        }
    }

    /// The deepest finished iteration and what it found.
    pub(super) fn news(&self) -> (i32, Vec<RootMove>) {
        let moves = self.deepest_moves.lock().unwrap_or_else(PoisonError::into_inner);
        (self.deepest(), moves.clone())
    }

    /// The nodes of all threads, as far as they are published.
    pub(super) fn nodes(&self) -> u64 {
        self.progress.iter().map(|progress| progress.nodes.load(Relaxed)).sum()
    }

    /// A report of a line.
    pub(super) fn report(&self, rank: usize, depth: i32, bound: Bound, found: &RootMove) -> Report {
        Report {
            rank,
            depth,
            selective_depth: found.selective_depth,
            score: found.told(),
            scale: self.scale,
            bound,
            line: found.line.clone(),
            nodes: self.nodes(),
            tablebase_hits: self.progress.iter().map(|progress| progress.tablebase_hits.load(Relaxed)).sum::<u64>()
                + u64::from(found.proven.is_some()),
            time: self.started.elapsed(),
            permille_full: self.table.permille_full(),
        }
    }
}

/// What a search may look up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shelf<'a> {
    pub(crate) table: &'a Table,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) endgames: Option<&'a Endgames>,
}

impl<'a> Shelf<'a> {
    pub(crate) fn new(table: &'a Table, tablebases: Option<&'a Tablebases>, endgames: Option<&'a Endgames>) -> Self {
        Self { table, tablebases, endgames }
    }

    /// The moves as the tablebases rank them, if they know the position; those that the search may choose among come first.
    /// Where they know the way to the win as well they need not be asked again.
    fn rank<R: Rules>(&mut self, game: &Game<R>, moves: &mut [RootMove]) {
        let Some(ranked) = self.tablebases.and_then(|tablebases| tablebases.rank_root_moves(game)) else { return };
        for mv in moves.iter_mut() {
            mv.proven = ranked.iter().find(|(ranked, _)| *ranked == mv.line[0]).map(|(_, rank)| *rank);
        }
        moves.sort_by_key(|mv| Reverse(mv.rank()));
        if ranked.iter().all(|(_, rank)| rank.dtz.is_some()) {
            self.tablebases = None;
        }
    }

    /// In a drawn ending, only the moves that keep the draw; among them the search chooses by its own judgement, for the
    /// opponent may not know that it is drawn. Where a side wins, the tree sees it without help.
    fn hold<R: Rules>(&mut self, game: &Game<R>, moves: &mut Vec<RootMove>) {
        let Some(endgames) = self.endgames else { return };
        let is_drawn = |position: &Position<R>| endgames.probe(position) == Some(Verdict::Draw);
        if is_drawn(game.position()) {
            let keeps = |mv: &RootMove| is_drawn(&game.position().after(mv.line[0]));
            // Whoever may play only some moves may have none that keeps it.
            if moves.iter().any(keeps) {
                moves.retain(keeps);
                self.endgames = None;
            }
        }
    }
}

/// Searches with one thread for each of `searches`: see [`Search::run`].
pub(crate) fn think<R: Rules>(
    searches: &mut [Search],
    game: &Game<R>,
    mut shelf: Shelf<'_>,
    limits: &Limits,
    control: &Control,
    mut listener: impl FnMut(Event<'_>),
) -> Option<Report> {
    let started = Instant::now();
    let legal = game.position().legal_moves();
    let is_wanted = |mv: &&Move| limits.root_moves.is_empty() || limits.root_moves.contains(mv);
    let mut root_moves: Vec<RootMove> = legal.iter().filter(is_wanted).map(|mv| RootMove::new(*mv)).collect();
    if root_moves.is_empty() {
        return None;
    }
    // How strong weaker players are was measured without solved endings, and with one thread.
    let mut searches = searches;
    if limits.weakness.is_some() {
        (shelf.tablebases, shelf.endgames) = (None, None);
        searches = &mut searches[..1];
    }
    shelf.rank(game, &mut root_moves);
    // Who analyses wants to see all moves.
    if limits.multi_pv <= 1 {
        let best = root_moves[0].rank();
        root_moves.retain(|mv| mv.rank() == best);
        shelf.hold(game, &mut root_moves);
    }
    let mut told: Option<Report> = None;
    let mut tell = |event: Event<'_>| {
        if let Event::Line(report) = event
            && report.rank == 0
        {
            told = Some(report.clone());
        }
        listener(event);
    };
    let team = Team::new(searches.len(), started, searches[0].scale::<R>(limits), &shelf, limits, control);
    let team = &team;
    let (first, others) = searches.split_first_mut()?;
    let found: Vec<Found> = std::thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .enumerate()
            .map_while(|(index, search)| {
                let root_moves = root_moves.clone();
                let work = move || {
                    let silent = &mut |_: Event<'_>| {};
                    let mut tree = Tree::new(search, team, index + 1, game, root_moves, silent);
                    tree.deepen(game.position())
                };
                // A machine that will not give more threads gets along with those it gave.
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut tree = Tree::new(first, team, 0, game, root_moves.clone(), &mut tell);
        let found = tree.deepen(game.position());
        team.over.store(true, Relaxed);
        let theirs = helpers.into_iter().filter_map(|helper| helper.join().ok());
        std::iter::once(found).chain(theirs).collect()
    });
    for search in others {
        first.statistics.add(&search.statistics);
    }
    let found = vote(&found);
    let mut answer = team.report(0, found.depth, found.best.bound, &found.best);
    answer.nodes = first.statistics.nodes;
    match told {
        // Several lines belong together: those of the last finished iteration stand.
        Some(told) if limits.multi_pv > 1 => Some(Report { nodes: answer.nodes, time: answer.time, ..told }),
        // A bound on the move that stood before says less than the last finished iteration.
        Some(told) if told.line[0] == answer.line[0] && answer.bound != Bound::Exact => {
            Some(Report { nodes: answer.nodes, time: answer.time, ..told })
        }
        Some(told) if told.line == answer.line => Some(answer),
        // An iteration that was broken off, or another thread, has changed the choice.
        _ => {
            listener(Event::Line(&answer));
            Some(answer)
        }
    }
}

/// The thread whose move has the most behind it: depth and score of all that chose it. A proven win is taken at once.
fn vote(found: &[Found]) -> &Found {
    let worst = found.iter().map(|one| one.best.score).min().unwrap_or(Score::DRAW);
    let weight = |one: &Found| i64::from(one.best.score - worst + 15) * i64::from(one.depth.max(1));
    let votes = |mv: Move| -> i64 { found.iter().filter(|one| one.best.line[0] == mv).map(weight).sum() };
    let rank = |one: &&Found| {
        let proven = if one.best.score.is_decided() { one.best.score } else { Score::DRAW };
        (proven, votes(one.best.line[0]), one.depth, one.best.line.len().min(2))
    };
    // Of equals the first: with one thread, or none that differs, the first thread's own answer.
    found.iter().rev().max_by_key(rank).unwrap_or(&found[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mv: u16, score: i32, depth: i32) -> Found {
        let mut best = RootMove::new(Move::from_bits(mv));
        best.score = Score::centipawns(score);
        Found { best, depth }
    }

    #[test]
    fn the_move_with_most_behind_it_wins() {
        let several = [found(1, 20, 10), found(2, 22, 10), found(2, 21, 11)];
        assert_eq!(vote(&several).best.line[0], Move::from_bits(2));
        assert_eq!(vote(&several[..1]).best.line[0], Move::from_bits(1));
    }

    #[test]
    fn a_proven_win_is_taken_and_a_proven_loss_avoided() {
        let mut several = [found(1, 20, 10), found(1, 30, 12), found(3, 0, 8)];
        several[2].best.score = Score::mate_in(5);
        assert_eq!(vote(&several).best.line[0], Move::from_bits(3));
        several[2].best.score = Score::mated_in(6);
        assert_eq!(vote(&several).best.line[0], Move::from_bits(1));
    }
}
