//! One game: two engines, their clocks, and a referee who knows the rules.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use engine::{Tablebases, Wdl};
use rules::{Color, Game, Move, Rules, UciStyle};
use uci::Limits;
use uci::client::{Answer, EngineError, Failure};

use super::adjudication::{Adjudicator, Verdict};
use super::clock::Clock;
use super::latency::Latency;
use super::live::Slot;
use super::openings::Opening;
use super::player::Player;
use super::record::{GameResult, Reason, Spent};
use super::settings::Settings;
use super::stop::Stop;
use crate::engines::PlayerLimits;

/// No game is longer, in moves. The fifty-move rule ends every game of chess before; Fragments has none.
const LONGEST_GAME: u32 = 6000;
/// How often somebody who waits for a move looks up to see whether the match is broken off.
const LOOK_UP: Duration = Duration::from_millis(100);

/// What all games of a match are played under.
pub(crate) struct Conditions<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) stop: &'a Stop,
    /// So many more games that are ended early shall be played on.
    pub(crate) to_verify: AtomicU64,
}

/// A game that is over.
pub(crate) struct Finished<R: Rules> {
    pub(crate) game: Game<R>,
    /// The comment after each ply, the first before all.
    pub(crate) comments: Vec<String>,
    pub(crate) result: GameResult,
    pub(crate) reason: Reason,
    pub(crate) detail: String,
    pub(crate) spent: [Spent; 2],
    /// Whose engine cannot be used any more, White first.
    pub(crate) broken: [bool; 2],
    pub(crate) played_on: Option<GameResult>,
    pub(crate) latency: Latency,
}

/// Why a player has no move.
enum Trouble {
    /// It has lost by that.
    Loss { reason: Reason, detail: String, is_broken: bool },
    /// The match is broken off.
    Stopped,
}

/// A loss by what an engine's process did.
pub(super) fn loss_by(error: &EngineError) -> (Reason, String) {
    let reason = match error.failure() {
        Some(Failure::Silent(_)) => Reason::Hang,
        Some(Failure::Flood(_) | Failure::Talk { .. } | Failure::Protocol(_)) => Reason::Garbage,
        Some(Failure::Exited(_)) | None => Reason::Crash,
    };
    (reason, error.to_string())
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Self {
        let (reason, detail) = loss_by(&error);
        Self::Loss { reason, detail, is_broken: true }
    }
}

/// Plays a game from an opening; `None` if the match was broken off.
pub(crate) fn play<R: Rules>(
    opening: &Opening<R>,
    players: [&mut Player; 2],
    limits: [&PlayerLimits; 2],
    ponders: [bool; 2],
    conditions: &Conditions<'_>,
    slot: &Slot,
) -> Option<Finished<R>> {
    let settings = conditions.settings;
    let margin = Duration::from_millis(settings.margin_ms);
    let mut table = Table {
        conditions,
        starts: [0, 1].map(|side| players[side].start_text(&opening.start, settings.game)),
        players,
        limits,
        ponders,
        clocks: limits.map(|limits| Clock::new(limits, margin)),
        game: Game::new(opening.start),
        style: if settings.game.is_chess960() { UciStyle::Chess960 } else { UciStyle::Standard },
        moves: String::new(),
        comments: vec![String::new()],
        expected: [None, None],
        spent: [Spent::default(); 2],
        latency: Latency::default(),
    };
    for mv in &opening.moves {
        table.play(*mv, "book".to_owned());
    }
    table.finish(opening.moves.len(), slot)
}

struct Table<'a, R: Rules> {
    conditions: &'a Conditions<'a>,
    players: [&'a mut Player; 2],
    limits: [&'a PlayerLimits; 2],
    ponders: [bool; 2],
    /// Where the game began, as each player wants it written.
    starts: [String; 2],
    clocks: [Clock; 2],
    game: Game<R>,
    style: UciStyle,
    /// All moves so far, as `position` takes them.
    moves: String,
    comments: Vec<String>,
    /// The reply that a pondering player expects.
    expected: [Option<Move>; 2],
    spent: [Spent; 2],
    latency: Latency,
}

impl<R: Rules> Table<'_, R> {
    fn finish(mut self, opening_plies: usize, slot: &Slot) -> Option<Finished<R>> {
        let mut adjudicator = Adjudicator::default();
        let mut verdict: Option<(Verdict, usize)> = None;
        let mut broken = [false; 2];
        let adjudication = &self.conditions.settings.adjudication;
        let (result, reason, detail) = loop {
            if let Some(outcome) = self.game.outcome() {
                let result = outcome.winner().map_or(GameResult::Draw, GameResult::win);
                break (result, Reason::from(outcome), outcome.to_string());
            }
            let us = self.game.position().side_to_move();
            let answer = match self.ask(us) {
                Ok(answer) => answer,
                Err(Trouble::Stopped) => return None,
                Err(Trouble::Loss { reason, detail, is_broken }) => {
                    broken[us.index()] = is_broken;
                    break (GameResult::win(!us), reason, detail);
                }
            };
            let Ok(mv) = self.game.position().uci_move(&answer.best) else {
                let detail = format!("{us} plays {:?}, which is no legal move", shortened(&answer.best));
                break (GameResult::win(!us), Reason::IllegalMove, detail);
            };
            if let Err(over) = self.clocks[us.index()].spend(answer.time) {
                break (GameResult::win(!us), Reason::Time, time_text(us, over));
            }
            let score = self.note(us, mv, &answer);
            slot.moved(self.game.moves().len() - opening_plies, us, score);

            let moves = (self.game.moves().len() - opening_plies).div_ceil(2) as u32;
            if verdict.is_none() {
                let found = adjudicator.watch(adjudication, us, score, moves).or_else(|| self.tablebase_verdict());
                if let Some(found) = found.filter(|_| self.game.outcome().is_none()) {
                    if !self.plays_on() {
                        break (found.0, found.1, verdict_text(found));
                    }
                    verdict = Some((found, self.game.moves().len()));
                }
            }
            if moves >= LONGEST_GAME {
                let draw = (GameResult::Draw, Reason::MaxMoves);
                break (draw.0, draw.1, verdict_text(draw));
            }
            if self.ponders[us.index()]
                && let Err(Trouble::Loss { reason, detail, is_broken }) = self.ponder(us, answer.ponder.as_deref())
            {
                broken[us.index()] = is_broken;
                break (GameResult::win(!us), reason, detail);
            }
        };
        self.stop_pondering(&mut broken);
        let (game, result, reason, detail, played_on) = match verdict {
            None => (self.game, result, reason, detail, None),
            Some((found, plies)) => {
                let mut game = Game::new(*self.game.start());
                self.game.moves()[..plies].iter().for_each(|mv| game.play(*mv));
                self.comments.truncate(plies + 1);
                (game, found.0, found.1, verdict_text(found), Some(result))
            }
        };
        Some(Finished {
            game,
            comments: self.comments,
            result,
            reason,
            detail,
            spent: self.spent,
            broken,
            played_on,
            latency: self.latency,
        })
    }

    /// Asks a player for its move and waits as long as its clock allows.
    fn ask(&mut self, us: Color) -> Result<Answer, Trouble> {
        if self.conditions.stop.is_abandoned() {
            return Err(Trouble::Stopped);
        }
        let side = us.index();
        let limits = self.search_limits(side);
        let engine = &mut self.players[side].engine;
        let expected = self.expected[side].take();
        if expected.is_some() && expected == self.game.moves().last().copied() {
            engine.ponder_hit()?;
        } else {
            if expected.is_some() {
                engine.stop(&mut |_| {})?;
            }
            self.latency.record(engine.position(&self.starts[side], &self.moves)?);
            engine.go(&limits)?;
        }
        let patience = Duration::from_secs(self.conditions.settings.patience_s);
        let limit = self.clocks[side].limit();
        let deadline = engine.asked_at() + limit.unwrap_or(patience);
        loop {
            let until = deadline.min(Instant::now() + LOOK_UP);
            if let Some(answer) = engine.answer(Some(until), &mut |_| {})? {
                return Ok(answer);
            }
            if self.conditions.stop.is_abandoned() {
                return Err(Trouble::Stopped);
            }
            if Instant::now() >= deadline {
                break;
            }
        }
        // The game is lost; what is left to see is whether the engine is.
        let answer = engine.stop(&mut |_| {})?;
        // It may have come in time and only be seen late: what counts is when it came.
        if limit.is_some_and(|limit| answer.time <= limit) {
            return Ok(answer);
        }
        Err(match self.clocks[side].spend(answer.time) {
            Err(over) => Trouble::Loss { reason: Reason::Time, detail: time_text(us, over), is_broken: false },
            Ok(()) => {
                let detail = format!("{us} gave no answer within {patience:?}");
                Trouble::Loss { reason: Reason::Hang, detail, is_broken: false }
            }
        })
    }

    fn search_limits(&self, side: usize) -> Limits {
        let own = self.limits[side];
        Limits {
            depth: own.depth,
            nodes: own.nodes,
            move_time: own.move_time(),
            time: [self.clocks[0].time(), self.clocks[1].time()],
            increment: [self.clocks[0].increment(), self.clocks[1].increment()],
            moves_to_go: self.clocks[side].moves_to_go(),
            ..Limits::default()
        }
    }

    /// Plays a player's move and writes down what it thought. Gives its score.
    fn note(&mut self, us: Color, mv: Move, answer: &Answer) -> Option<i32> {
        let spent = &mut self.spent[us.index()];
        spent.moves += 1;
        spent.seconds += answer.time.as_secs_f64();
        let mut comment = String::new();
        let info = answer.info.as_ref();
        if let Some(score) = info.and_then(|info| info.score) {
            let _ = write!(comment, "{score}/{} ", info.and_then(|info| info.depth).unwrap_or_default());
        }
        let _ = write!(comment, "{:.3}s", answer.time.as_secs_f64());
        if let Some(info) = info {
            spent.depths += u64::from(info.depth.unwrap_or_default());
            if let Some(nodes) = info.nodes {
                spent.nodes = spent.nodes.saturating_add(nodes);
                let _ = write!(comment, " {nodes}n");
            }
        }
        self.play(mv, comment);
        info.and_then(|info| info.score).map(|score| score.value())
    }

    fn play(&mut self, mv: Move, comment: String) {
        if !self.moves.is_empty() {
            self.moves.push(' ');
        }
        self.moves.push_str(&mv.uci(self.style));
        self.game.play(mv);
        self.comments.push(comment);
    }

    /// Lets a player think about the reply that it expects, if that is a move.
    fn ponder(&mut self, us: Color, reply: Option<&str>) -> Result<(), Trouble> {
        let Some(reply) = reply.and_then(|text| self.game.position().uci_move(text).ok()) else { return Ok(()) };
        if self.game.outcome().is_some() {
            return Ok(());
        }
        let side = us.index();
        let limits = Limits { ponder: true, ..self.search_limits(side) };
        let moves = format!("{} {}", self.moves, reply.uci(self.style));
        let engine = &mut self.players[side].engine;
        engine.position(&self.starts[side], &moves)?;
        engine.go(&limits)?;
        self.expected[side] = Some(reply);
        Ok(())
    }

    fn stop_pondering(&mut self, broken: &mut [bool; 2]) {
        for side in [0, 1] {
            if self.expected[side].is_some() && !broken[side] {
                broken[side] = self.players[side].engine.stop(&mut |_| {}).is_err();
            }
        }
    }

    fn tablebase_verdict(&self) -> Option<Verdict> {
        let position = self.game.position();
        let us = position.side_to_move();
        let result = match self.conditions.tablebases?.probe_wdl(position)? {
            Wdl::Win => GameResult::win(us),
            Wdl::Loss => GameResult::win(!us),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => GameResult::Draw,
        };
        Some((result, Reason::Tablebase))
    }

    /// Whether this verdict is one of those to be verified.
    fn plays_on(&self) -> bool {
        let to_verify = &self.conditions.to_verify;
        to_verify.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok()
    }
}

fn time_text(us: Color, over: Duration) -> String {
    format!("{us} used {:.3} ms more than its time", over.as_secs_f64() * 1e3)
}

fn verdict_text((result, reason): Verdict) -> String {
    match result.winner() {
        Some(winner) => format!("{winner} wins by adjudication ({reason})"),
        None => format!("draw by adjudication ({reason})"),
    }
}

/// As much of a text as fits into a message.
fn shortened(text: &str) -> String {
    text.chars().take(20).collect()
}
