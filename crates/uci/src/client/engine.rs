//! A conversation with an engine.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::error::{EngineError, Failure};
use super::launch::{Direction, Launch, Timeouts, Transcript};
use super::option::EngineOption;
use super::output::{FLOOD_MIB, Line, Listening, NoLine};
use super::process::{Departure, Process};
use super::search::SearchInfo;
use crate::go::Limits;

/// Who writes so much, in KiB, instead of an answer is not silent.
const TALK_KIB: u64 = 64;

/// What an engine calls itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, with its version.
    pub name: String,
    /// Its author.
    pub author: String,
}

/// The answer to `go`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The move, as the engine writes it. It may be anything.
    pub best: String,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// From just before `go` was written to the arrival of the answer.
    pub time: Duration,
    /// When it arrived.
    pub at: Instant,
    /// The last `info` line with a score, of the best line.
    pub info: Option<SearchInfo>,
}

/// An engine that has said `uciok`. Dropping it ends its process, and whatever that started.
///
/// ```no_run
/// use adoube_uci::Limits;
/// use adoube_uci::client::{Engine, Launch, Timeouts};
/// let mut engine = Engine::start(&Launch::new("stockfish"), Timeouts::default())?;
/// engine.set_option("Hash", "16")?;
/// engine.new_game()?;
/// engine.position("startpos", "e2e4")?;
/// let limits = Limits { depth: Some(10), ..Limits::default() };
/// let answer = engine.search(&limits, None, &mut |line| println!("{}", line.text))?;
/// println!("{} after {:?}", answer.best, answer.time);
/// # Ok::<(), adoube_uci::client::EngineError>(())
/// ```
pub struct Engine {
    process: Process,
    name: String,
    identity: Identity,
    options: Vec<EngineOption>,
    timeouts: Timeouts,
    transcript: Option<Transcript>,
    text: String,
    asked: Instant,
    end: Option<Instant>,
}

impl Engine {
    /// Starts an engine and shakes hands.
    pub fn start(launch: &Launch, timeouts: Timeouts) -> Result<Self, EngineError> {
        let process = Process::start(launch)?;
        let given = launch.name.is_empty();
        let file = launch.command.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut engine = Self {
            process,
            name: if given { file } else { launch.name.clone() },
            identity: Identity::default(),
            options: Vec::new(),
            timeouts,
            transcript: launch.transcript.clone(),
            text: String::new(),
            asked: Instant::now(),
            end: None,
        };
        engine.send("uci")?;
        let deadline = Instant::now() + timeouts.start;
        loop {
            let line = engine.line(Some(deadline), timeouts.start, "to \"uci\"")?.text;
            if line == "uciok" {
                break;
            } else if let Some(name) = line.strip_prefix("id name ") {
                engine.identity.name = name.trim().to_owned();
            } else if let Some(author) = line.strip_prefix("id author ") {
                engine.identity.author = author.trim().to_owned();
            } else if let Some(option) = EngineOption::parse(&line) {
                engine.options.push(option);
            }
        }
        if given && !engine.identity.name.is_empty() {
            engine.name.clone_from(&engine.identity.name);
        }
        Ok(engine)
    }

    /// What we call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it calls itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The options it has announced.
    pub fn options(&self) -> &[EngineOption] {
        &self.options
    }

    /// The option of this name, in any case.
    pub fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The number by which the system knows its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The end of what it wrote to stderr.
    pub fn stderr(&self) -> String {
        self.process.stderr()
    }

    /// No [`Engine::ready`] and no [`Engine::stop`] waits longer than until then, however patient we are.
    pub fn end_at(&mut self, end: Option<Instant>) {
        self.end = end;
    }

    fn until_end(&self, patience: Duration) -> Duration {
        self.end.map_or(patience, |end| patience.min(end.saturating_duration_since(Instant::now())))
    }

    /// What of its output [`Engine::next_line`] and [`Engine::answer`] see. Fewer lines cost less.
    pub fn listen(&mut self, listening: Listening) {
        self.process.output.listen(listening);
    }

    /// Sets an option, if the engine has it and the value suits it. It is in force after [`Engine::ready`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = self.option(name) else {
            let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
            let known = if known.is_empty() { "none, for it has no options".to_owned() } else { known.join(", ") };
            return Err(EngineError::UnknownOption { engine: self.name.clone(), name: name.to_owned(), known });
        };
        let accepted = option.accept(value).map_err(|expected| EngineError::OptionValue {
            engine: self.name.clone(),
            name: option.name.clone(),
            value: value.to_owned(),
            expected,
        })?;
        let line = match accepted.as_str() {
            "" => format!("setoption name {}", option.name),
            value => format!("setoption name {} value {value}", option.name),
        };
        self.send(&line)
    }

    /// Says that another game begins, and waits until the engine is ready for it.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send("ucinewgame\nisready")?;
        self.await_ready(true).map(drop)
    }

    /// Waits until the engine is ready, and says how long that took.
    pub fn ready(&mut self) -> Result<Duration, EngineError> {
        self.send("isready")?;
        self.await_ready(false)
    }

    /// Puts a position on the board, by `startpos` or `fen ...` and the moves from there, and waits until the engine
    /// has it. A `bestmove` that nobody asked for is an error.
    pub fn position(&mut self, start: &str, moves: &str) -> Result<Duration, EngineError> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let separator = if moves.is_empty() { "" } else { " moves " };
        let _ = write!(text, "position {start}{separator}{moves}\nisready");
        let sent = self.send(&text);
        self.text = text;
        sent?;
        self.await_ready(true)
    }

    /// Asks for a move. [`Engine::answer`] waits for it.
    pub fn go(&mut self, limits: &Limits) -> Result<(), EngineError> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        let _ = write!(text, "{limits}");
        self.process.output.begin_search();
        self.asked = Instant::now();
        let sent = self.send(&text);
        self.text = text;
        sent
    }

    /// When the last `go` (or `ponderhit`) was said.
    pub fn asked_at(&self) -> Instant {
        self.asked
    }

    /// Waits for the answer to `go`, until a deadline. `None` means that it is late; it may still come.
    pub fn answer(
        &mut self,
        deadline: Option<Instant>,
        on_line: &mut dyn FnMut(&Line),
    ) -> Result<Option<Answer>, EngineError> {
        loop {
            let line = match self.process.output.next(deadline) {
                Ok(line) => line,
                Err(NoLine::Late) => return Ok(None),
                Err(end) => return Err(self.ended(end, Duration::ZERO, "while it should think")),
            };
            on_line(&line);
            let mut words = line.text.split_ascii_whitespace();
            if words.next() == Some("bestmove") {
                let best = words.next().unwrap_or_default().to_owned();
                let ponder = if words.next() == Some("ponder") { words.next().map(str::to_owned) } else { None };
                let info = SearchInfo::parse(&self.process.output.last_info());
                let time = line.at.saturating_duration_since(self.asked);
                return Ok(Some(Answer { best, ponder, time, at: line.at, info }));
            }
        }
    }

    /// Asks for a move and waits for it. If it is late, the engine is told to stop, and has to.
    pub fn search(
        &mut self,
        limits: &Limits,
        patience: Option<Duration>,
        on_line: &mut dyn FnMut(&Line),
    ) -> Result<Answer, EngineError> {
        self.go(limits)?;
        match self.answer(patience.map(|patience| self.asked + patience), on_line)? {
            Some(answer) => Ok(answer),
            None => self.stop(on_line),
        }
    }

    /// Tells a thinking engine to stop, and waits for its answer.
    pub fn stop(&mut self, on_line: &mut dyn FnMut(&Line)) -> Result<Answer, EngineError> {
        self.send("stop")?;
        let patience = self.until_end(self.timeouts.stop);
        match self.answer(Some(Instant::now() + patience), on_line)? {
            Some(answer) => Ok(answer),
            None => {
                let failure = self.silent(patience);
                Err(self.failed(failure, "to \"stop\""))
            }
        }
    }

    /// Tells a pondering engine that the expected move was played. Its time counts from now.
    pub fn ponder_hit(&mut self) -> Result<(), EngineError> {
        self.asked = Instant::now();
        self.send("ponderhit")
    }

    /// Sends any line, or several.
    pub fn send(&mut self, text: &str) -> Result<(), EngineError> {
        self.process.output.forgive();
        if let Some(transcript) = &self.transcript {
            let now = Instant::now();
            text.lines().for_each(|line| transcript.note(Direction::Sent, line, now));
        }
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        match self.process.write(&bytes) {
            Ok(()) => Ok(()),
            Err(_) => {
                let doing = format!("before \"{}\"", text.lines().next().unwrap_or_default());
                Err(self.ended(NoLine::Closed, Duration::ZERO, &doing))
            }
        }
    }

    /// The next line, whatever it is; `None` if there is none until the deadline.
    pub fn next_line(&mut self, deadline: Option<Instant>) -> Result<Option<Line>, EngineError> {
        match self.process.output.next(deadline) {
            Ok(line) => Ok(Some(line)),
            Err(NoLine::Late) => Ok(None),
            Err(end) => Err(self.ended(end, Duration::ZERO, "while it should say something")),
        }
    }

    /// Says good-bye and waits a little; a process that stays is ended.
    pub fn quit(mut self) -> Departure {
        let patience = self.timeouts.quit;
        let _ = self.send("quit");
        self.process.end(patience)
    }

    /// Closes its input without a word, and waits as after `quit`.
    pub fn hang_up(mut self) -> Departure {
        self.process.end(self.timeouts.quit)
    }

    /// Ends the process at once.
    pub fn kill(mut self) {
        self.process.kill();
    }

    fn await_ready(&mut self, is_idle: bool) -> Result<Duration, EngineError> {
        let begun = Instant::now();
        let patience = self.until_end(self.timeouts.ready);
        loop {
            let line = self.line(Some(begun + patience), patience, "to \"isready\"")?;
            if line.text == "readyok" {
                return Ok(line.at.saturating_duration_since(begun));
            }
            if is_idle && line.text.starts_with("bestmove") {
                let failure = Failure::Protocol(format!("{:?} without go", line.text));
                return Err(self.failed(failure, "before its turn"));
            }
        }
    }

    fn line(&mut self, deadline: Option<Instant>, patience: Duration, doing: &str) -> Result<Line, EngineError> {
        let next = match self.process.output.next(deadline) {
            // Who never stops talking is late as well.
            Ok(line) if deadline.is_some_and(|deadline| line.at > deadline) => Err(NoLine::Late),
            next => next,
        };
        next.map_err(|end| match (end, self.process.output.since_command() >> 10) {
            (NoLine::Late, kib @ TALK_KIB..) if !self.process.has_ended() => {
                self.failed(Failure::Talk { kib, time: patience }, doing)
            }
            (end, _) => self.ended(end, patience, doing),
        })
    }

    /// Silence, or death: a child may keep the output of an engine open that has ended.
    fn silent(&mut self, patience: Duration) -> Failure {
        if self.process.has_ended() { Failure::Exited(self.process.epitaph()) } else { Failure::Silent(patience) }
    }

    fn ended(&mut self, end: NoLine, patience: Duration, doing: &str) -> EngineError {
        let failure = match end {
            NoLine::Late => self.silent(patience),
            NoLine::Closed => Failure::Exited(self.process.epitaph()),
            NoLine::Flood => Failure::Flood(FLOOD_MIB),
        };
        self.failed(failure, doing)
    }

    fn failed(&self, failure: Failure, doing: &str) -> EngineError {
        EngineError::Failed {
            engine: self.name.clone(),
            failure,
            doing: doing.to_owned(),
            stderr: self.process.stderr(),
        }
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).field("process", &self.process.id()).finish()
    }
}
