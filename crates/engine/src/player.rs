//! A player: a search with its memory, from move to move.

use std::any::TypeId;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rules::{Fragments, Game, Rules, fault};

use crate::endgames::Endgames;
use crate::network::Networks;
use crate::search::{self, Event, Limits, Report, Search, Shelf, Statistics};
use crate::table::{Table, TableSizeError};
use crate::tablebases::Tablebases;

/// What others may tell a search under way.
#[derive(Debug, Default)]
pub struct Control {
    /// End at once.
    pub stop: AtomicBool,
    /// The opponent's clock runs: time limits do not count yet.
    pub pondering: AtomicBool,
}

/// The searches of its threads and the transposition table they share.
#[derive(Debug)]
pub struct Player {
    table: Table,
    tablebases: Option<Arc<Tablebases>>,
    endgames: Option<Arc<Endgames>>,
    networks: Networks,
    /// One for each thread, at least one.
    searches: Vec<Search>,
}

impl Player {
    /// A player with one thread, a table of so many MiB, and the networks and solved endings that are part of the binary.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        let networks = Networks::embedded().clone();
        let (tablebases, endgames) = (None, Endgames::embedded());
        let mut player = Self { table: Table::new(mib)?, tablebases, endgames, networks, searches: Vec::new() };
        player.set_threads(1);
        Ok(player)
    }

    /// Gives the player an empty table of another size. If that cannot be had, there is one of the old size.
    pub fn resize(&mut self, mib: usize) -> Result<(), TableSizeError> {
        self.table.resize(mib, self.searches.len())
    }

    /// Searches with so many threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.searches.resize_with(threads.max(1), || {
            let mut search = Search::default();
            search.set_networks(self.networks.clone());
            search
        });
    }

    /// Evaluates by these networks from now on, and games without one classically. What was found by other evaluations
    /// is forgotten.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.searches.iter_mut().for_each(|search| search.set_networks(self.networks.clone()));
        self.forget();
    }

    /// The networks it evaluates by.
    pub fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Asks these tablebases from now on, or none.
    pub fn set_tablebases(&mut self, tablebases: Option<Arc<Tablebases>>) {
        self.tablebases = tablebases;
    }

    /// Asks these solved endings of Chess Fragments from now on, or none.
    pub fn set_endgames(&mut self, endgames: Option<Arc<Endgames>>) {
        self.endgames = endgames;
    }

    /// Does what a search of this game would otherwise have to wait for: call it when no clock runs.
    pub fn prepare<R: Rules>(&self) {
        if TypeId::of::<R>() == TypeId::of::<Fragments>()
            && let Some(endgames) = &self.endgames
        {
            endgames.unpack();
        }
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self) {
        if !fault!(NewGameKeepsTable) {
            self.table.clear(self.searches.len());
        }
        self.searches.iter_mut().for_each(Search::forget);
    }

    /// Thinks about a game's position until a limit is reached or [`Control::stop`] is set, and tells what it finds.
    /// The result is the best line; there is none if there is no legal move.
    pub fn think<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: &Limits,
        control: &Control,
        tell: impl FnMut(Event<'_>),
    ) -> Option<Report> {
        self.table.grow_older();
        let shelf = Shelf::new(&self.table, self.tablebases.as_deref(), self.endgames.as_deref());
        search::think(&mut self.searches, game, shelf, limits, control, tell)
    }

    /// What the last search counted, all threads together.
    pub fn statistics(&self) -> &Statistics {
        self.searches[0].statistics()
    }
}
