//! What is told of an engine that died or fell silent: during what, how, and the smallest position on which the same
//! question kills it again.

use std::time::{Duration, Instant};

use rules::{Chess, Position};
use uci::client::{EngineError, Failure};

use super::checks;
use super::patient::{Death, Patient};
use super::run::STAYS_ALIVE;
use super::shrink::{SHRINKING, smallest};
use super::verdict::{Certainty, Evidence, Examined, Finding, Said, Speaker, Verdict};

/// Processes that may be started on the way to a smaller position.
const MOST: usize = 100;

/// How long the question may take to kill.
const PATIENCE: Duration = Duration::from_secs(1);

/// The same death, of the last question alone, on the smallest position for which there is time. A death that does not
/// come again by that alone, or is no end of the process and so takes long to see, stays as it was.
pub(super) fn smaller(patient: &mut Patient, death: Death) -> Death {
    let asked = |word: &str| {
        let is_asked = |said: &&Said| said.by == Speaker::Doctor && said.text.starts_with(word);
        death.transcript.iter().rev().find(is_asked).map(|said| said.text.clone())
    };
    let place = asked("position ").and_then(|text| set_up(&text));
    let (Some(Failure::Exited(_)), Some(position), Some(question)) = (death.error.failure(), place, asked("go")) else {
        return death;
    };
    patient.grant(SHRINKING);
    let Some(mut least) = killed(patient, &position, &question) else { return death };
    // Time that is up ends the hunt; the last death was the smallest.
    let _ = smallest(&position, MOST, &mut |position| {
        if patient.time_is_up() {
            return Err(());
        }
        let again = killed(patient, position, &question);
        let is_dead = again.is_some();
        again.into_iter().for_each(|death| least = death);
        Ok(is_dead)
    });
    least
}

/// The position that a command puts on the board.
fn set_up(command: &str) -> Option<Position<Chess>> {
    let place = command.strip_prefix("position ")?;
    let (start, moves) = place.split_once(" moves ").unwrap_or((place, ""));
    let mut position = match start.strip_prefix("fen ") {
        Some(fen) => fen.parse().ok()?,
        None => Position::start(),
    };
    for text in moves.split_whitespace() {
        position.play(position.uci_move(text).ok()?);
    }
    Some(position)
}

/// How a fresh process ends that is asked a question about a position, if it does.
fn killed(patient: &mut Patient, position: &Position<Chess>, question: &str) -> Option<Death> {
    let mut session = patient.start().ok()?;
    let mut ask = || -> Result<(), EngineError> {
        session.place(position)?;
        session.engine().send(question)?;
        session.answer(Instant::now() + PATIENCE).map(drop)
    };
    let error = ask().err().filter(|error| matches!(error.failure(), Some(Failure::Exited(_))))?;
    Some(Death { error, transcript: session.transcript() })
}

/// A finding about an engine that died or fell silent during an experiment.
pub(super) fn told(Death { error, transcript }: Death, during: &str, time: Duration) -> Examined {
    let what = match error.failure() {
        Some(Failure::Silent(_)) => "hangs",
        Some(Failure::Flood(_) | Failure::Talk { .. }) => "floods its output",
        Some(Failure::Protocol(_)) => "says what nobody asked for",
        _ => "ends",
    };
    let place = transcript.iter().rev().find_map(|said| said.text.strip_prefix("position "));
    let (start, moves) = place.map(|place| place.split_once(" moves ").unwrap_or((place, ""))).unzip();
    let fen = start.map(|start| match start.strip_prefix("fen ") {
        Some(fen) => fen.to_owned(),
        None => Position::<Chess>::start().to_string(),
    });
    let finding = Finding {
        certainty: Certainty::Sure,
        summary: format!("it {what} during {during}: {error}"),
        failed: 1,
        tried: 1,
        evidence: Evidence {
            fen,
            moves: moves.unwrap_or_default().split_whitespace().map(str::to_owned).collect(),
            expected: "an answer, and a process that lives on".to_owned(),
            seen: error.to_string(),
            transcript,
        },
        culprits: vec![
            "how the last command of the transcript is read: a word or a number that is not expected there".to_owned(),
            "an index out of range, an unwrap or an assertion on the way from there".to_owned(),
            "a stack that overflows in quiescence search, or a table of moves or plies that is too small".to_owned(),
            "a search thread that waits for a signal that was already given".to_owned(),
        ],
        breaks: "whoever asks this loses the engine, and a game in which it is asked".to_owned(),
    };
    // An answer that nobody asked for has a law of its own.
    let law =
        if matches!(error.failure(), Some(Failure::Protocol(_))) { checks::protocol::ONE_ANSWER } else { STAYS_ALIVE };
    Examined { law, verdict: Verdict::Finding(Box::new(finding)), time }
}
