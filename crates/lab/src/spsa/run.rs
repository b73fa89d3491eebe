//! Pairs of games between the engine and itself with other numbers, several at once, until all steps are done.

use std::collections::HashSet;
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rules::{Chess, Fragments, Rules};
use uci::client::{EngineError, Timeouts};

use super::journal::{Line, Settings, SpsaJournal, SpsaJournalError};
use super::walk::{Trial, Walk};
use crate::matches::{Book, Conditions, GameKind, OpeningError, Player, Slot, Stop, VariantFile, play};

/// A walk that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SpsaError {
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The disk cannot be used.
    #[error(transparent)]
    Journal(#[from] SpsaJournalError),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A file that is needed cannot be written.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// An engine fails in every game.
    #[error("the engine failed in {0} games in a row, last: {1}; expected it to play")]
    Hopeless(u32, String),
}

/// So many games in a row may fail.
const MOST_FAULTS: u32 = 6;

/// How a walk stands.
#[derive(Clone, Debug)]
pub struct Standing {
    /// How many steps are done.
    pub done: u64,
    /// Where the numbers are.
    pub values: Vec<f64>,
}

/// Plays the steps that are left, so many at once. Told after every step how it stands. The result is where it stands in
/// the end: all steps are done, or somebody has broken it off.
pub fn tune(
    settings: &Settings,
    folder: &std::path::Path,
    journal: &mut SpsaJournal,
    concurrency: usize,
    stop: &Stop,
    report: &(dyn Fn(&Standing) + Sync),
) -> Result<Standing, SpsaError> {
    match settings.games.game {
        GameKind::Fragments => tune_game::<Fragments>(settings, folder, journal, concurrency, stop, report),
        _ => tune_game::<Chess>(settings, folder, journal, concurrency, stop, report),
    }
}

fn tune_game<R: Rules>(
    settings: &Settings,
    folder: &std::path::Path,
    journal: &mut SpsaJournal,
    concurrency: usize,
    stop: &Stop,
    report: &(dyn Fn(&Standing) + Sync),
) -> Result<Standing, SpsaError> {
    let games = &settings.games;
    let mut walk = Walk::new(settings.parameters.clone(), settings.steps, games.openings.seed);
    if let Some(last) = journal.lines.last() {
        walk.values.clone_from(&last.values);
    }
    let done: HashSet<u64> = journal.lines.iter().map(|line| line.step).collect();
    let todo = (0..settings.steps).filter(|step| !done.contains(step)).collect::<Vec<_>>().into_iter();
    let laboratory = Laboratory::<R> {
        settings,
        book: Book::open(&games.openings, games.game)?,
        variants: VariantFile::new(games.game, folder)?,
        conditions: Conditions { settings: games, tablebases: None, stop, to_verify: AtomicU64::new(0) },
        state: Mutex::new(State { walk, journal, todo, faults: 0, error: None }),
        report,
    };
    std::thread::scope(|scope| {
        for _ in 0..concurrency {
            let laboratory = &laboratory;
            scope.spawn(|| laboratory.work());
        }
    });
    let state = laboratory.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok(Standing { done: state.journal.lines.len() as u64, values: state.walk.values }),
    }
}

struct Laboratory<'a, R: Rules> {
    settings: &'a Settings,
    book: Book<R>,
    variants: VariantFile,
    conditions: Conditions<'a>,
    state: Mutex<State<'a>>,
    report: &'a (dyn Fn(&Standing) + Sync),
}

struct State<'a> {
    walk: Walk,
    journal: &'a mut SpsaJournal,
    todo: std::vec::IntoIter<u64>,
    /// How many games in a row have ended by a fault.
    faults: u32,
    error: Option<SpsaError>,
}

impl<'a, R: Rules> Laboratory<'a, R> {
    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does one step after another.
    fn work(&self) {
        let mut seated: [Option<Player>; 2] = [None, None];
        while let Some(trial) = self.next() {
            match self.play_pair(&trial, &mut seated) {
                Ok(Some(surplus)) => {
                    if let Err(error) = self.enter(&trial, surplus) {
                        self.give_up(error);
                    }
                }
                Ok(None) => break,
                Err(error) => self.give_up(error),
            }
        }
        seated.into_iter().flatten().for_each(|player| {
            player.engine.quit();
        });
    }

    fn give_up(&self, error: SpsaError) {
        self.conditions.stop.abandon();
        self.lock().error.get_or_insert(error);
    }

    fn next(&self) -> Option<Trial> {
        if self.conditions.stop.is_finishing() {
            return None;
        }
        let mut state = self.lock();
        let step = state.todo.next()?;
        Some(state.walk.trial(step))
    }

    fn enter(&self, trial: &Trial, surplus: f64) -> Result<(), SpsaError> {
        let mut state = self.lock();
        state.walk.learn(trial, surplus);
        let values = state.walk.values.clone();
        state.journal.add(Line { step: trial.step, surplus, values: values.clone() })?;
        (self.report)(&Standing { done: state.journal.lines.len() as u64, values });
        Ok(())
    }

    /// How many games more the first engine of a trial wins than it loses, of two with colours reversed; `None` if they
    /// were broken off.
    fn play_pair(&self, trial: &Trial, seated: &mut [Option<Player>; 2]) -> Result<Option<f64>, SpsaError> {
        let games = &self.settings.games;
        let opening = self.book.opening(trial.step)?;
        let mut surplus = 0.0;
        for white in [0, 1] {
            for (place, numbers) in [&trial.plus, &trial.minus].into_iter().enumerate() {
                self.seat(place, numbers, &mut seated[place])?;
            }
            let [Some(plus), Some(minus)] = seated else { return Ok(None) };
            let players = if white == 0 { [plus, minus] } else { [minus, plus] };
            let limits = if white == 0 { [0, 1] } else { [1, 0] }.map(|place: usize| &games.players[place].limits);
            let slot = Slot::default();
            let Some(finished) = play(&opening, players, limits, [false; 2], &self.conditions, &slot) else {
                return Ok(None);
            };
            let whites = f64::from(finished.result.white_half_points()) - 1.0;
            surplus += if white == 0 { whites } else { -whites };
            let mut state = self.lock();
            state.faults = if finished.reason.is_fault() { state.faults + 1 } else { 0 };
            if state.faults >= MOST_FAULTS {
                return Err(SpsaError::Hopeless(state.faults, finished.detail));
            }
            drop(state);
            for (side, is_broken) in finished.broken.into_iter().enumerate() {
                let place = if white == 0 { side } else { 1 - side };
                if is_broken && let Some(player) = seated[place].take() {
                    player.engine.kill();
                }
            }
        }
        Ok(Some(surplus))
    }

    /// Makes sure that an engine is there, with these numbers, ready for a new game.
    fn seat(&self, place: usize, numbers: &[i64], seated: &mut Option<Player>) -> Result<(), EngineError> {
        let games = &self.settings.games;
        // One that has died since its last game is started anew.
        if let Some(mut player) = seated.take()
            && self.set_up(&mut player, numbers).is_ok()
        {
            *seated = Some(player);
            return Ok(());
        }
        let entry = &games.players[place];
        let mut player = Player::start(entry, games.game, &self.variants.path, &[], Timeouts::default())?;
        self.set_up(&mut player, numbers)?;
        *seated = Some(player);
        Ok(())
    }

    fn set_up(&self, player: &mut Player, numbers: &[i64]) -> Result<(), EngineError> {
        for (parameter, number) in self.settings.parameters.iter().zip(numbers) {
            player.engine.set_option(&parameter.name, &number.to_string())?;
        }
        player.engine.new_game()
    }
}
