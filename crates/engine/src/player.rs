//! A player: a search with its memory, from move to move.

use std::sync::atomic::AtomicBool;

use rules::{Game, Rules};

use crate::search::{Limits, Report, Search, Switches};
use crate::table::{Table, TableSizeError};

/// What others may tell a search under way.
#[derive(Debug, Default)]
pub struct Control {
    /// End at once.
    pub stop: AtomicBool,
    /// The opponent's clock runs: time limits do not count yet.
    pub pondering: AtomicBool,
}

/// A search and the transposition table it uses.
#[derive(Debug)]
pub struct Player {
    table: Table,
    search: Search,
}

impl Player {
    /// A player with a table of so many MiB.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        Ok(Self { table: Table::new(mib)?, search: Search::default() })
    }

    /// Gives the player an empty table of another size. If that cannot be had, the old one stays.
    pub fn resize(&mut self, mib: usize) -> Result<(), TableSizeError> {
        self.table = Table::new(mib)?;
        Ok(())
    }

    /// Forgets everything, as before a new game.
    pub fn forget(&mut self, threads: usize) {
        self.table.clear(threads);
        self.search = Search::new(Switches::ALL);
    }

    /// Thinks about a game's position: see [`Search::run`].
    pub fn think<R: Rules>(
        &mut self,
        game: &Game<R>,
        limits: Limits,
        control: &Control,
        report: impl FnMut(&Report),
    ) -> Option<Report> {
        self.table.grow_older();
        self.search.run(game, &self.table, limits, control, report)
    }
}
