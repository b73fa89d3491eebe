//! A run of self-play: threads that take the next game, and one file that gets the games in order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::{Control, Player, TableSizeError};

use super::Settings;
use super::openings::Openings;
use super::play::play;
use crate::records::{GameRecord, Totals, Writer, WriterError};

/// Deep lines of a search need room on the stack.
const STACK: usize = 16 << 20;

/// How much a file shall hold, with what it holds already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// So many games.
    Games(u64),
    /// So many positions; the game that reaches them is the last.
    Positions(u64),
}

impl Goal {
    fn is_reached(self, totals: &Totals) -> bool {
        match self {
            Self::Games(games) => totals.games >= games,
            Self::Positions(positions) => totals.positions >= positions,
        }
    }

    /// How much of it is done, from 0 to 1.
    pub fn share(self, totals: &Totals) -> f64 {
        let (done, wanted) = match self {
            Self::Games(games) => (totals.games, games),
            Self::Positions(positions) => (totals.positions, positions),
        };
        if wanted == 0 { 1.0 } else { (done as f64 / wanted as f64).min(1.0) }
    }
}

/// How a run stands.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What the file held when the run began.
    pub before: Totals,
    /// What the file holds now.
    pub now: Totals,
    /// How long the run has taken.
    pub time: Duration,
}

impl Progress {
    /// How many positions each second has brought.
    pub fn positions_per_second(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 { (self.now.positions - self.before.positions) as f64 / seconds } else { 0.0 }
    }
}

/// Why a run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file is not what it should be.
    #[error(transparent)]
    Writer(#[from] WriterError),
    /// There is no memory for the tables.
    #[error(transparent)]
    Table(#[from] TableSizeError),
    /// The machine gives no more threads.
    #[error("a thread cannot be started; expected fewer to be enough")]
    Thread(#[source] std::io::Error),
}

/// Plays until the file at `path` holds what is wanted, or `control` says stop, and reports each game written.
pub fn run<R: Openings>(
    path: &Path,
    settings: &Settings,
    goal: Goal,
    threads: usize,
    control: &Control,
    report: &(dyn Fn(&Progress) + Sync),
) -> Result<Progress, RunError> {
    let writer = Writer::open::<R>(path, &settings.header::<R>())?;
    let before = writer.totals();
    let started = Instant::now();
    let progress = |now: Totals| Progress { before, now, time: started.elapsed() };
    let players = (0..threads.max(1)).map(|_| {
        let mut player = Player::new(usize::from(settings.table_mib))?;
        player.set_networks(settings.networks.clone());
        Ok::<_, TableSizeError>(player)
    });
    let players: Vec<Player> = players.collect::<Result<_, _>>()?;

    let next = AtomicU64::new(before.games);
    let scribe = Mutex::new(Scribe { writer, waiting: BTreeMap::new(), goal, failed: None });
    let work = |mut player: Player| {
        while !control.stop.load(Relaxed) && !lock(&scribe).is_done() {
            let number = next.fetch_add(1, Relaxed);
            let Some(game) = play::<R>(&mut player, settings, number, control) else { break };
            let mut scribe = lock(&scribe);
            if scribe.take(number, game) {
                report(&progress(scribe.writer.totals()));
            }
            if scribe.is_done() {
                // Games beyond the goal are not wanted any more.
                control.stop.store(true, Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for player in players {
            let thread = std::thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, || work(player)).map_err(RunError::Thread)?;
        }
        Ok::<_, RunError>(())
    })?;

    let scribe = scribe.into_inner().unwrap_or_else(PoisonError::into_inner);
    match scribe.failed {
        Some(error) => Err(WriterError::Io(error).into()),
        None => Ok(progress(scribe.writer.totals())),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes games in the order of their numbers, and keeps those that came too early.
struct Scribe<R: Openings> {
    writer: Writer,
    waiting: BTreeMap<u64, GameRecord<R>>,
    goal: Goal,
    failed: Option<std::io::Error>,
}

impl<R: Openings> Scribe<R> {
    fn is_done(&self) -> bool {
        self.failed.is_some() || self.goal.is_reached(&self.writer.totals())
    }

    /// Takes a game and writes all that can be written. Tells whether anything was.
    fn take(&mut self, number: u64, game: GameRecord<R>) -> bool {
        self.waiting.insert(number, game);
        let before = self.writer.totals().games;
        while !self.is_done()
            && let Some(game) = self.waiting.remove(&self.writer.totals().games)
        {
            self.failed = self.writer.write(&game).err();
        }
        self.writer.totals().games > before
    }
}
