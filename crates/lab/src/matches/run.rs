//! A match or tournament from its first game to its last, several at once.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use engine::{TablebaseError, Tablebases};
use rules::{Chess, Fragments, Game, Rules};
use uci::client::{EngineError, Identity, Timeouts};

use super::journal::{Journal, JournalError};
use super::latency::Latency;
use super::live::Slot;
use super::openings::{Book, Opening, OpeningError, hash_of};
use super::pgn::{pgn_text, unplayed};
use super::play::{Conditions, Finished, loss_by, play};
use super::player::{Player, VariantFile};
use super::record::{GameRecord, GameResult, Spent};
use super::schedule::{Pairing, Schedule};
use super::settings::{GameKind, Settings};
use super::stop::Stop;
use crate::results::{HeadToHead, Results};
use crate::statistics::Hypothesis;

/// How a match is carried out; none of it changes what the games are.
#[derive(Clone, Debug)]
pub struct Conduct {
    /// How many pairs of games those who meet play.
    pub pairs: u64,
    /// How many games are played at once.
    pub concurrency: usize,
    /// The processors of each game that is played at once; none for any.
    pub cores: Vec<Vec<usize>>,
    /// How patient we are with engines.
    pub timeouts: Timeouts,
    /// What the event is called.
    pub event: String,
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games have been played.
    Complete,
    /// The test has found something.
    Decided(Hypothesis),
    /// Somebody has broken it off.
    BrokenOff,
}

/// A match that is over.
#[derive(Clone, Debug)]
pub struct Ended {
    /// All games, those from before included, in the order in which they ended.
    pub records: Vec<GameRecord>,
    /// How many of them were there before.
    pub earlier: usize,
    /// Why it is over.
    pub ending: Ending,
    /// How long it took.
    pub time: Duration,
    /// What the engines call themselves, in the order of the players.
    pub identities: Vec<Identity>,
    /// How long engines took to say `readyok` before each move.
    pub latency: Latency,
}

/// Somebody who wants to know how it goes. Called on any thread, one at a time.
pub trait Watcher: Sync {
    /// A game is over.
    fn finished(&self, record: &GameRecord);
    /// Something is odd, though the match goes on.
    fn warn(&self, text: &str);
}

/// A match that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be used.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The disk cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The endgame tables cannot be used.
    #[error(transparent)]
    Tablebases(#[from] TablebaseError),
    /// There is nothing to play.
    #[error("players: {0}; expected at least two with different names")]
    Players(usize),
    /// A file that is needed cannot be written.
    #[error("{0}")]
    File(#[from] std::io::Error),
}

/// So many starts of an engine in a row may fail.
const FAILED_STARTS: u32 = 3;

/// Plays what is left of a match. `earlier` are its games that the journal knows already.
pub fn run(
    settings: &Settings,
    conduct: &Conduct,
    journal: Journal,
    earlier: Vec<GameRecord>,
    slots: &[Slot],
    stop: &Stop,
    watcher: &dyn Watcher,
) -> Result<Ended, MatchError> {
    match settings.game {
        GameKind::Fragments => run_game::<Fragments>(settings, conduct, journal, earlier, slots, stop, watcher),
        _ => run_game::<Chess>(settings, conduct, journal, earlier, slots, stop, watcher),
    }
}

fn run_game<R: Rules>(
    settings: &Settings,
    conduct: &Conduct,
    journal: Journal,
    earlier: Vec<GameRecord>,
    slots: &[Slot],
    stop: &Stop,
    watcher: &dyn Watcher,
) -> Result<Ended, MatchError> {
    let names: HashSet<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
    if names.len() < 2 || names.len() < settings.players.len() {
        return Err(MatchError::Players(names.len()));
    }
    let begun = Instant::now();
    let variants = VariantFile::new(settings.game, journal.folder())?;
    let book = Book::<R>::open(&settings.openings, settings.game)?;
    let schedule = Schedule::new(settings.players.len(), settings.format, conduct.pairs);
    if let Some(count) = book.count().filter(|count| *count < schedule.rounds()) {
        watcher.warn(&format!(
            "there are {count} openings for {} rounds: they are used again, and games may be repeated",
            schedule.rounds()
        ));
    }
    let tablebases = settings.adjudication.tablebases.as_deref().map(Tablebases::open).transpose()?;

    // Every engine is tried before the first game: a wrong option should not cost a game.
    let mut identities = Vec::new();
    for entry in &settings.players {
        let player = Player::start(entry, settings.game, &variants.path, &[], conduct.timeouts)?;
        identities.push(player.engine.identity().clone());
        player.engine.quit();
    }

    let done: HashSet<u64> = earlier.iter().map(|record| record.game).collect();
    let verified = earlier.iter().filter(|record| record.played_on.is_some()).count() as u64;
    let players: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
    let games = Results::from_records(&earlier, &players).games;
    let score = HeadToHead::of(games.iter().filter(|game| game.white == 0 || game.black == 0), 0);
    let state = State {
        todo: Box::new((0..schedule.games()).filter(move |game| !done.contains(game))),
        failed_starts: vec![0; settings.players.len()],
        earlier: earlier.len(),
        records: earlier,
        journal,
        score,
        found: None,
        error: None,
        latency: Latency::default(),
    };
    let hall = Hall {
        settings,
        conduct,
        variants,
        book,
        schedule,
        conditions: Conditions {
            settings,
            tablebases: tablebases.as_ref(),
            stop,
            to_verify: AtomicU64::new(settings.adjudication.verify.saturating_sub(verified)),
        },
        state: Mutex::new(state),
        watcher,
    };
    hall.test(&mut hall.lock());
    std::thread::scope(|scope| {
        for (number, slot) in slots.iter().enumerate() {
            let hall = &hall;
            scope.spawn(move || hall.work(conduct.cores.get(number).map_or(&[][..], Vec::as_slice), slot));
        }
    });
    if let Some(fault) = tablebases.as_ref().and_then(Tablebases::fault) {
        watcher.warn(&fault.to_string());
    }
    let games = hall.schedule.games();
    let mut state = hall.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let synced = state.journal.sync();
    if let Some(error) = state.error {
        return Err(error);
    }
    synced?;
    let ending = match state.found {
        Some(found) => Ending::Decided(found),
        None if state.records.len() as u64 >= games => Ending::Complete,
        None => Ending::BrokenOff,
    };
    let (records, earlier, latency) = (state.records, state.earlier, state.latency);
    Ok(Ended { records, earlier, ending, time: begun.elapsed(), identities, latency })
}

/// Where all games of a match are played.
struct Hall<'a, R: Rules> {
    settings: &'a Settings,
    conduct: &'a Conduct,
    variants: VariantFile,
    book: Book<R>,
    schedule: Schedule,
    conditions: Conditions<'a>,
    state: Mutex<State>,
    watcher: &'a dyn Watcher,
}

struct State {
    todo: Box<dyn Iterator<Item = u64> + Send>,
    failed_starts: Vec<u32>,
    earlier: usize,
    records: Vec<GameRecord>,
    journal: Journal,
    /// That of the first player, for the test.
    score: HeadToHead,
    found: Option<Hypothesis>,
    error: Option<MatchError>,
    latency: Latency,
}

impl<R: Rules> Hall<'_, R> {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one game after another.
    fn work(&self, cores: &[usize], slot: &Slot) {
        let mut seated: HashMap<usize, Player> = HashMap::new();
        while let Some(pairing) = self.next() {
            slot.begin(pairing.game);
            let played = self.play_one(pairing, &mut seated, cores, slot);
            slot.end();
            match played {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    self.conditions.stop.abandon();
                    self.lock().error.get_or_insert(error);
                    break;
                }
            }
        }
        seated.into_values().for_each(|player| {
            player.engine.quit();
        });
    }

    fn next(&self) -> Option<Pairing> {
        if self.conditions.stop.is_finishing() {
            return None;
        }
        let game = self.lock().todo.next()?;
        self.schedule.game(game)
    }

    /// Plays a game and writes it down; `false` if it was broken off.
    fn play_one(
        &self,
        pairing: Pairing,
        seated: &mut HashMap<usize, Player>,
        cores: &[usize],
        slot: &Slot,
    ) -> Result<bool, MatchError> {
        let opening = self.book.opening(pairing.round)?;
        let sides = [pairing.white, pairing.black];
        // Whoever does not play now need not wait in memory.
        let idle: Vec<usize> = seated.keys().copied().filter(|index| !sides.contains(index)).collect();
        idle.iter().filter_map(|index| seated.remove(index)).for_each(|player| {
            player.engine.quit();
        });
        let begun = Instant::now();
        for (side, index) in sides.into_iter().enumerate() {
            if let Err(error) = self.seat(index, seated, cores) {
                let finished = self.not_begun(side, &error, &opening);
                self.check_start(index, error)?;
                return self.write_down(pairing, &opening, finished, begun.elapsed()).map(|()| true);
            }
        }
        let [white, black] = sides;
        let (Some(mut white_player), Some(mut black_player)) = (seated.remove(&white), seated.remove(&black)) else {
            return Ok(false);
        };
        let entries = sides.map(|index| &self.settings.players[index]);
        let finished = play(
            &opening,
            [&mut white_player, &mut black_player],
            entries.map(|entry| &entry.limits),
            entries.map(|entry| entry.ponder),
            &self.conditions,
            slot,
        );
        let Some(finished) = finished else { return Ok(false) };
        let broken = finished.broken;
        for (side, player) in [white_player, black_player].into_iter().enumerate() {
            if broken[side] {
                player.engine.kill();
            } else if entries[side].restart {
                player.engine.quit();
            } else {
                seated.insert(sides[side], player);
            }
        }
        self.write_down(pairing, &opening, finished, begun.elapsed()).map(|()| true)
    }

    /// Makes sure that an engine is there and ready for a new game.
    fn seat(&self, index: usize, seated: &mut HashMap<usize, Player>, cores: &[usize]) -> Result<(), EngineError> {
        if let Some(player) = seated.get_mut(&index) {
            match player.engine.new_game() {
                Ok(()) => return Ok(()),
                Err(error) => {
                    self.watcher.warn(&format!("between two games: {error}; it is started anew"));
                    seated.remove(&index);
                }
            }
        }
        let entry = &self.settings.players[index];
        let mut player = Player::start(entry, self.settings.game, &self.variants.path, cores, self.conduct.timeouts)?;
        player.engine.new_game()?;
        self.lock().failed_starts[index] = 0;
        seated.insert(index, player);
        Ok(())
    }

    /// An engine that cannot be started loses its game; if it never can, there is no point in going on.
    fn check_start(&self, index: usize, error: EngineError) -> Result<(), EngineError> {
        let mut state = self.lock();
        state.failed_starts[index] += 1;
        let is_hopeless = error.failure().is_none() || state.failed_starts[index] >= FAILED_STARTS;
        if is_hopeless { Err(error) } else { Ok(()) }
    }

    /// A game that is lost before its first move.
    fn not_begun(&self, side: usize, error: &EngineError, opening: &Opening<R>) -> Finished<R> {
        let mut game = Game::new(opening.start);
        opening.moves.iter().for_each(|mv| game.play(*mv));
        let (game, comments) = unplayed(game);
        let (reason, detail) = loss_by(error);
        Finished {
            game,
            comments,
            result: if side == 0 { GameResult::BlackWins } else { GameResult::WhiteWins },
            reason,
            detail,
            spent: [Spent::default(); 2],
            broken: [false; 2],
            played_on: None,
            latency: Latency::default(),
        }
    }

    fn write_down(
        &self,
        pairing: Pairing,
        opening: &Opening<R>,
        finished: Finished<R>,
        time: Duration,
    ) -> Result<(), MatchError> {
        let name = |index: usize| self.settings.players[index].name.clone();
        let played = &finished.game.moves()[opening.moves.len()..];
        let record = GameRecord {
            game: pairing.game,
            pair: pairing.pair,
            opening: opening.number,
            white: name(pairing.white),
            black: name(pairing.black),
            result: finished.result,
            reason: finished.reason,
            detail: finished.detail.clone(),
            plies: played.len() as u32,
            line: (!played.is_empty()).then(|| hash_of(played.iter().map(|mv| mv.bits().into()))),
            seconds: time.as_secs_f64(),
            spent: finished.spent,
            played_on: finished.played_on,
        };
        let latency = finished.latency.clone();
        let limits = [pairing.white, pairing.black].map(|index| &self.settings.players[index].limits);
        let pgn = pgn_text(finished, &record, &self.conduct.event, limits);
        let mut state = self.lock();
        // A test that is over has all its games; one more could take it back.
        if state.found.is_some() {
            return Ok(());
        }
        state.journal.add(&record, &pgn)?;
        state.latency.add(&latency);
        if [pairing.white, pairing.black].contains(&0) {
            let players: Vec<&str> = self.settings.players.iter().map(|player| player.name.as_str()).collect();
            Results::from_records([&record], &players).games.iter().for_each(|game| state.score.record(game, 0));
        }
        self.watcher.finished(&record);
        state.records.push(record);
        self.test(&mut state);
        Ok(())
    }

    /// Whether the test, if there is one, is over.
    fn test(&self, state: &mut State) {
        if let Some(test) = &self.settings.sprt {
            state.found = state.found.or_else(|| test.decision(test.llr(&state.score.pairs)));
            if state.found.is_some() {
                self.conditions.stop.abandon();
            }
        }
    }
}
