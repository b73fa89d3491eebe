//! The patient: an engine that a check may start as often as it likes, and what is known of it.

use std::time::{Duration, Instant};

use rules::{Chess, Game, Position, UciStyle};
use uci::client::{Engine, EngineError, EngineOption, Failure, Identity, SearchScore, Timeouts};
use uci::genfens::Random;

use super::positions::{self, Phase};
use super::run::{Pace, Settings};
use super::session::{Record, Session};
use super::verdict::Said;
use crate::engines::{EngineEntry, OptionValue};
use crate::matches::GameKind;

/// Whose view a score is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// The side to move's, as the protocol wants it.
    #[default]
    SideToMove,
    /// White's.
    White,
}

/// What the first look has shown. Checks read scores through it, so that one fault is not found ten times.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Traits {
    /// What it calls itself.
    #[serde(skip)]
    pub identity: Identity,
    /// What can be set.
    #[serde(skip)]
    pub options: Vec<EngineOption>,
    /// Whose view centipawns are from.
    pub centipawns: View,
    /// Whose view mates are from.
    pub mates: View,
    /// Whether mates are counted in plies.
    pub mates_in_plies: bool,
    /// Whether it searches only the moves it is told to.
    pub obeys_searchmoves: bool,
    /// Whether the same question gets the same score in fresh processes.
    pub repeats_itself: bool,
    /// Whether `go nodes` ends a search.
    pub obeys_nodes: bool,
}

impl Traits {
    /// The option of this name, in any case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// A score as the side to move sees it, mates in moves, whatever the engine's habits are.
    pub fn normal(&self, score: SearchScore, black_to_move: bool) -> SearchScore {
        let turned = |view: View, value: i32| if view == View::White && black_to_move { -value } else { value };
        match score {
            SearchScore::Centipawns(value) => SearchScore::Centipawns(turned(self.centipawns, value)),
            SearchScore::Mate(value) => {
                let value = turned(self.mates, value);
                let moves = if self.mates_in_plies { (value.abs() + 1) / 2 * value.signum() } else { value };
                SearchScore::Mate(moves)
            }
        }
    }
}

/// Where a random game begins.
fn start(variant: GameKind, random: &mut Random) -> Position<Chess> {
    let mut any = || random.below(960) as u16;
    let start = match variant {
        GameKind::Chess960 => Chess::chess960(any()),
        GameKind::Dfrc => Chess::double_chess960(any(), any()),
        GameKind::Chess | GameKind::Fragments => None,
    };
    start.unwrap_or_else(Position::start)
}

/// A process that died, or fell silent, beside what was looked for.
#[derive(Debug)]
pub struct Death {
    /// How.
    pub error: EngineError,
    /// All that was said in it.
    pub transcript: Vec<Said>,
}

/// What engines call the number of their threads.
const THREADS: [&str; 4] = ["Threads", "Number of Threads", "Cores", "Max CPUs"];

/// An engine under examination.
pub struct Patient {
    entry: EngineEntry,
    companion: Option<EngineEntry>,
    timeouts: Timeouts,
    pace: Pace,
    variant: GameKind,
    deadline: Instant,
    given: Duration,
    seed: u64,
    /// When the first look is over at the latest, as long as it goes on.
    end: Option<Instant>,
    started: u32,
    /// Whether it has ever come as far as `uciok`.
    has_started: bool,
    records: Vec<Record>,
    death: Option<Death>,
    /// What the first look has shown.
    pub traits: Traits,
}

/// Searches that should take a moment may take so long before they are called a hang.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the first look may go on asking.
const FIRST_LOOK: Duration = Duration::from_secs(12);
/// When it waits for no answer any more: a bad engine gets its verdict within 15 seconds.
const LAST_LOOK: Duration = Duration::from_millis(14_500);

impl Patient {
    /// An engine, not yet started.
    pub fn new(entry: EngineEntry, settings: &Settings) -> Self {
        let Settings { pace, seed, variant, .. } = *settings;
        let seconds = Duration::from_secs;
        let timeouts = Timeouts { start: seconds(10), ready: seconds(10), stop: seconds(3), quit: seconds(2) };
        let now = Instant::now();
        Self {
            entry,
            companion: settings.companion.clone(),
            timeouts,
            pace,
            variant,
            deadline: now + FIRST_LOOK,
            given: FIRST_LOOK,
            seed,
            end: Some(now + LAST_LOOK),
            started: 0,
            has_started: false,
            records: Vec::new(),
            death: None,
            traits: Traits::default(),
        }
    }

    /// The engine as it was named.
    pub fn entry(&self) -> &EngineEntry {
        &self.entry
    }

    /// Who can keep the machine busy beside it.
    pub fn companion(&self) -> Option<&EngineEntry> {
        self.companion.as_ref()
    }

    /// Positions of a phase from random games; the same for the same seed and salt.
    pub fn positions(&self, salt: u64, phase: Phase) -> impl Iterator<Item = Position<Chess>> + use<> {
        let variant = self.variant;
        positions::positions(self.seed ^ salt, phase, move |random| start(variant, random))
    }

    /// A random game of at most so many plies.
    pub fn game(&self, random: &mut Random, plies: usize) -> Game<Chess> {
        positions::game(start(self.variant, random), random, plies)
    }

    /// The option by which an engine is told which game it is.
    fn option_of_variant(&self) -> Option<(&'static str, &'static str)> {
        match self.variant {
            GameKind::Chess => None,
            GameKind::Chess960 | GameKind::Dfrc => Some(("UCI_Chess960", "true")),
            GameKind::Fragments => Some(("UCI_Variant", "fragments")),
        }
    }

    /// Why it cannot play the game it is to be examined in, if it cannot.
    pub(super) fn cannot_play(&self) -> Option<String> {
        let (name, value) = self.option_of_variant()?;
        let accepts = self.traits.option(name).is_some_and(|option| option.accept(value).is_ok());
        (!accepts).then(|| format!("it does not play {}: there is no option {name} that can be {value}", self.variant))
    }

    /// Which game it plays here.
    pub fn variant(&self) -> GameKind {
        self.variant
    }

    /// Whether it is known to search with one thread: it could be told to, and nobody wants more.
    pub fn has_one_thread(&self) -> bool {
        let Some(option) = THREADS.iter().find_map(|name| self.traits.option(name)) else { return false };
        let given = self.entry.options.iter().find(|(given, _)| given.eq_ignore_ascii_case(&option.name));
        option.accept("1").is_ok() && given.is_none_or(|(_, value)| value.to_string() == "1")
    }

    /// How thorough the examination is.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Where random choices begin: the same for the same run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Whether this check should come to its end.
    pub fn time_is_up(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// Whether what was tried has to be enough. Something is tried in any case.
    pub fn must_end(&self, tried: usize) -> bool {
        tried > 0 && self.time_is_up()
    }

    /// How long this check may take from its beginning to its end.
    pub fn time_given(&self) -> Duration {
        self.given
    }

    /// How long this check may still go on.
    pub fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// So much time there is from now on, whatever the share is: an experiment that waits on purpose needs it, and what
    /// was found is worth some seconds more, to see it again, and in fewer pieces.
    pub fn grant(&mut self, time: Duration) {
        self.deadline = self.deadline.max(Instant::now() + time);
    }

    /// Whether it has ever said `uciok`.
    pub(super) fn has_started(&self) -> bool {
        self.has_started
    }

    /// A new check begins: its time, and nothing said yet.
    pub(super) fn begin(&mut self, time: Duration) {
        (self.deadline, self.given) = (Instant::now() + time, time);
        (self.end, self.death) = (None, None);
        self.started = 0;
        self.records.clear();
    }

    /// A new process, with its options set: those the user wants, one thread, a small table.
    pub fn start(&mut self) -> Result<Session, EngineError> {
        self.start_with(&[])
    }

    /// A new process with some options of its own besides. Options that the engine does not have are left out.
    pub fn start_with(&mut self, options: &[(&str, &str)]) -> Result<Session, EngineError> {
        let record = Record::default();
        self.started += 1;
        let mut launch = self.entry.launch();
        launch.transcript = Some(record.listener(self.started));
        self.records.push(record.clone());
        // Who has started before can: if it does not this time, the machine was too busy.
        let first = if self.has_started { self.timeouts.start / 2 } else { self.timeouts.start };
        let first = self.end.map_or(first, |end| first.min(end.saturating_duration_since(Instant::now())));
        let may_try_again = self.has_started && self.end.is_none();
        let mut engine = match Engine::start(&launch, Timeouts { start: first, ..self.timeouts }) {
            Err(error) if may_try_again && matches!(error.failure(), Some(Failure::Silent(_))) => {
                Engine::start(&launch, self.timeouts)?
            }
            started => started?,
        };
        self.has_started = true;
        engine.end_at(self.end);
        let mut session =
            Session { engine, record, patience: PATIENCE, deadline: self.deadline, style: UciStyle::Standard };
        let threads = THREADS.map(|name| (name, "1"));
        let usual = [("Hash", "16"), ("Ponder", "false"), ("OwnBook", "false")];
        for (name, value) in threads.into_iter().chain(usual).chain(self.option_of_variant()) {
            let is_given = self.entry.options.keys().any(|given| given.eq_ignore_ascii_case(name))
                || options.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
            let accepts = |engine: &Engine| engine.option(name).is_some_and(|option| option.accept(value).is_ok());
            if !is_given && accepts(&session.engine) {
                session.engine.set_option(name, value)?;
                if name == "UCI_Chess960" {
                    session.style = UciStyle::Chess960;
                }
            }
        }
        for (name, value) in &self.entry.options {
            session.engine.set_option(name, &value.to_string())?;
        }
        for (name, value) in options {
            if session.engine.option(name).is_some_and(|option| option.accept(value).is_ok()) {
                session.engine.set_option(name, value)?;
                if name.eq_ignore_ascii_case("UCI_Chess960") && *value == "true" {
                    session.style = UciStyle::Chess960;
                }
            }
        }
        session.engine.ready()?;
        Ok(session)
    }

    /// Remembers a process that died although the law had something to say all the same. The first counts.
    pub(super) fn note_death(&mut self, error: EngineError, transcript: Vec<Said>) {
        self.death.get_or_insert(Death { error, transcript });
    }

    /// A death of this check that is not its error, once.
    pub fn take_death(&mut self) -> Option<Death> {
        self.death.take()
    }

    /// What was said in every process of this check so far, the last one's last.
    pub fn transcripts(&self) -> Vec<Said> {
        self.records.iter().flat_map(Record::lines).collect()
    }

    /// What was said in the last process.
    pub fn last_transcript(&self) -> Vec<Said> {
        self.records.last().map(Record::lines).unwrap_or_default()
    }

    /// Options as they were given, for a report.
    pub fn given_options(&self) -> impl Iterator<Item = (&String, &OptionValue)> {
        self.entry.options.iter()
    }
}
