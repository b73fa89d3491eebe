//! A conversation with one process of the patient, written down line by line so that it can be evidence.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rules::{Chess, Game, Move, Position, Rules, UciStyle};
use uci::Limits;
use uci::client::{
    Answer, Departure, Direction, Engine, EngineError, Line, ScoreBound, SearchInfo, SearchScore, Transcript,
};

use super::verdict::{Said, Speaker};

/// When a conversation is longer than this, what the engine thought aloud long ago is left out. All that decides what it does
/// next stays, and with it a replay.
const LONGEST: usize = 4000;
/// So many lines are the latest.
const LATEST: usize = 1000;
/// Nobody has a conversation of so many questions and answers.
const FLOOD: usize = 100_000;

/// What was said so far in one process.
#[derive(Clone, Default)]
pub(super) struct Record {
    lines: Arc<Mutex<Vec<Said>>>,
}

impl Record {
    /// A listener that writes down what it hears.
    pub(super) fn listener(&self, process: u32) -> Transcript {
        let (lines, begun) = (Arc::clone(&self.lines), Instant::now());
        Transcript::new(move |direction, text, at| {
            let by = match direction {
                Direction::Sent => Speaker::Doctor,
                Direction::Received => Speaker::Engine,
                Direction::Stderr => Speaker::Stderr,
            };
            let ms = (at.saturating_duration_since(begun).as_secs_f64() * 1e4).round() / 10.0;
            let text = if text.len() > 2000 { text.chars().take(2000).collect() } else { text.to_owned() };
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            lines.push(Said { process, ms, by, text });
            if lines.len().is_multiple_of(LONGEST) {
                shorten(&mut lines);
            }
        })
    }

    /// All that was said, without the options an engine announces.
    pub(super) fn lines(&self) -> Vec<Said> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().filter(|said| !said.text.starts_with("option name ")).cloned().collect()
    }
}

/// Leaves out what the engine said that is neither an answer nor among the latest; of a flood of answers the middle.
fn shorten(lines: &mut Vec<Said>) {
    let is_needed = |said: &Said| {
        let answers = ["bestmove", "readyok", "uciok", "id "];
        said.by == Speaker::Doctor || answers.iter().any(|answer| said.text.starts_with(answer))
    };
    let latest = lines.len().saturating_sub(LATEST);
    let mut place = 0;
    lines.retain(|said| {
        place += 1;
        place > latest || is_needed(said)
    });
    if lines.len() > FLOOD {
        lines.drain(LATEST..FLOOD / 2);
    }
}

/// An answer to `go`, and what was said before it.
#[derive(Clone, Debug)]
pub struct Heard {
    infos: Vec<SearchInfo>,
    /// The move, as the engine wrote it.
    pub best: String,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// From `go` to the answer.
    pub time: Duration,
    /// Whether it had to be told to stop, so that less was searched than was asked for.
    pub is_cut_short: bool,
}

impl Heard {
    /// Every `info` line that says something of a search; none if it was cut short, since what was cut short is not judged.
    pub fn infos(&self) -> &[SearchInfo] {
        if self.is_cut_short { &[] } else { &self.infos }
    }

    /// The same, cut short or not: for laws that hold of every line, and for those that such a search breaks.
    pub fn infos_so_far(&self) -> &[SearchInfo] {
        &self.infos
    }

    /// The last score of the best line that is exact; if there is none, the last.
    pub fn score(&self) -> Option<SearchScore> {
        self.last().and_then(|info| info.score)
    }

    /// The last line with an exact score of the best variation; if there is none, the last with any.
    pub fn last(&self) -> Option<&SearchInfo> {
        let mut scored =
            self.infos().iter().rev().filter(|info| info.score.is_some() && info.multi_pv.unwrap_or(1) == 1);
        let last = scored.clone().next();
        scored.find(|info| info.bound == ScoreBound::Exact).or(last)
    }

    /// The most nodes that any line told.
    pub fn nodes(&self) -> Option<u64> {
        self.infos().iter().filter_map(|info| info.nodes).max()
    }
}

/// A process of the patient, after the handshake, with its options set.
pub struct Session {
    pub(super) engine: Engine,
    pub(super) record: Record,
    pub(super) patience: Duration,
    /// When the check that it was started for should come to its end.
    pub(super) deadline: Instant,
    pub(super) style: UciStyle,
}

/// A search has so much time even when that of its check is up: what was begun is to be seen.
const LEAST_PATIENCE: Duration = Duration::from_secs(2);

impl Session {
    /// The engine itself, for what a check wants to say that nobody else does.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// How long a search may take before it is a hang.
    pub fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// Whether the check that it was started for should come to its end.
    pub fn time_is_up(&self) -> bool {
        Instant::now() >= self.deadline
    }

    /// How long a search may take now, beyond the time on its clock: an engine that does not keep to its limits shall not use up the
    /// time of others.
    fn patience_left(&self) -> Duration {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.patience.min(left.max(LEAST_PATIENCE))
    }

    /// Says that another game begins: the table should be empty then.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.engine.new_game()
    }

    /// Sets an option if the engine has it, and says whether it has.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<bool, EngineError> {
        if self.engine.option(name).is_none_or(|option| option.accept(value).is_err()) {
            return Ok(false);
        }
        self.engine.set_option(name, value)?;
        self.engine.ready()?;
        Ok(true)
    }

    /// Puts a bare position on the board.
    pub fn place(&mut self, position: &Position<Chess>) -> Result<(), EngineError> {
        self.engine.position(&format!("fen {position}"), "").map(drop)
    }

    /// Puts a position on the board, and moves from there.
    pub fn place_with(&mut self, start: &Position<Chess>, moves: &[Move]) -> Result<(), EngineError> {
        let texts: Vec<String> = moves.iter().map(|mv| mv.uci(self.style)).collect();
        let start = if *start == Position::start() { "startpos".to_owned() } else { format!("fen {start}") };
        self.engine.position(&start, &texts.join(" ")).map(drop)
    }

    /// Puts a game on the board, move by move.
    pub fn place_game(&mut self, game: &Game<Chess>) -> Result<(), EngineError> {
        self.place_with(game.start(), game.moves())
    }

    /// How moves are written in this conversation.
    pub fn style(&self) -> UciStyle {
        self.style
    }

    /// Asks for a move and waits for it. An engine that is not done in time is told to stop.
    pub fn search(&mut self, limits: &Limits) -> Result<Heard, EngineError> {
        let mut infos = Vec::new();
        let clocks = limits.time.iter().chain(&limits.increment).flatten().sum::<Duration>();
        let patience = match limits.move_time.unwrap_or(clocks) {
            Duration::ZERO => self.patience_left(),
            time => time + self.patience_left(),
        };
        self.engine.go(limits)?;
        let until = self.engine.asked_at() + patience;
        let mut on_line = |line: &Line| collect(&mut infos, line);
        let answer = self.engine.answer(Some(until), &mut on_line)?;
        let is_cut_short = answer.is_none();
        let answer = answer.map_or_else(|| self.engine.stop(&mut on_line), Ok)?;
        Ok(Heard { is_cut_short, ..heard(answer, infos) })
    }

    /// Searches to a depth.
    pub fn depth(&mut self, depth: u32) -> Result<Heard, EngineError> {
        self.search(&to_depth(depth))
    }

    /// Searches a bare position with an empty table.
    pub fn fresh(&mut self, position: &Position<Chess>, limits: &Limits) -> Result<Heard, EngineError> {
        self.fresh_in(&Game::new(*position), limits)
    }

    /// The same with a game of any kind, given by its moves.
    pub fn fresh_in<R: Rules>(&mut self, game: &Game<R>, limits: &Limits) -> Result<Heard, EngineError> {
        self.new_game()?;
        self.search_in(game, limits)
    }

    /// The same with a table that may know something.
    pub fn search_in<R: Rules>(&mut self, game: &Game<R>, limits: &Limits) -> Result<Heard, EngineError> {
        let moves: Vec<String> = game.moves().iter().map(|mv| mv.uci(self.style)).collect();
        self.engine.position(&format!("fen {}", game.start()), &moves.join(" "))?;
        self.search(limits)
    }

    /// Waits for an answer to a `go` that was already said; `None` if there is none until then.
    pub fn answer(&mut self, until: Instant) -> Result<Option<Heard>, EngineError> {
        let mut infos = Vec::new();
        let answer = self.engine.answer(Some(until), &mut |line| collect(&mut infos, line))?;
        Ok(answer.map(|answer| heard(answer, infos)))
    }

    /// Tells a thinking engine to stop, and waits for its answer.
    pub fn stop(&mut self) -> Result<Heard, EngineError> {
        let mut infos = Vec::new();
        let asked = Instant::now();
        let mut answer = self.engine.stop(&mut |line| collect(&mut infos, line))?;
        answer.time = answer.at.saturating_duration_since(asked);
        Ok(heard(answer, infos))
    }

    /// Says `quit` and waits for the process to go.
    pub fn quit(self) -> Departure {
        self.engine.quit()
    }

    /// Closes the engine's input without a word, and waits for the process to go.
    pub fn hang_up(self) -> Departure {
        self.engine.hang_up()
    }

    /// All that was said so far.
    pub fn transcript(&self) -> Vec<Said> {
        self.record.lines()
    }
}

/// Nothing but a depth.
pub fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn collect(infos: &mut Vec<SearchInfo>, line: &Line) {
    // Thousands of lines about the move that is being tried are nobody's evidence.
    if let Some(info) = SearchInfo::parse(&line.text)
        && (info.score.is_some() || info.nodes.is_some() || info.depth.is_some())
        && infos.len() < 20_000
    {
        infos.push(info);
    }
}

fn heard(answer: Answer, infos: Vec<SearchInfo>) -> Heard {
    Heard { infos, best: answer.best, ponder: answer.ponder, time: answer.time, is_cut_short: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_short_has_no_score_line_or_nodes() {
        let infos: Vec<SearchInfo> =
            SearchInfo::parse("info depth 3 score cp 5 nodes 70 pv e2e4").into_iter().collect();
        let whole =
            Heard { infos, best: "e2e4".to_owned(), ponder: None, time: Duration::from_secs(2), is_cut_short: false };
        assert_eq!((whole.score(), whole.nodes()), (Some(SearchScore::Centipawns(5)), Some(70)));
        let cut = Heard { is_cut_short: true, ..whole };
        assert!(cut.score().is_none() && cut.last().is_none() && cut.nodes().is_none());
        assert_eq!(cut.infos_so_far().len(), 1);
    }

    #[test]
    fn a_long_conversation_keeps_all_that_a_replay_needs() {
        let line = |by, text: String| Said { process: 1, ms: 0.0, by, text };
        let mut lines = Vec::new();
        for number in 0..2000 {
            lines.push(line(Speaker::Doctor, format!("position {number}")));
            lines.extend((0..5).map(|_| line(Speaker::Engine, "info depth 1".to_owned())));
            lines.push(line(Speaker::Engine, "bestmove e2e4".to_owned()));
        }
        shorten(&mut lines);
        let sent: Vec<&Said> = lines.iter().filter(|said| said.by == Speaker::Doctor).collect();
        assert_eq!((sent.len(), sent[0].text.as_str()), (2000, "position 0"));
        assert_eq!(lines.iter().filter(|said| said.text.starts_with("bestmove")).count(), 2000);
        assert_eq!(lines[lines.len() - 2].text, "info depth 1");
        assert!(lines.len() < 4000 + LATEST, "{}", lines.len());
    }
}
