//! Law: each `go` has one `bestmove`, and nothing else has any.

use std::time::{Duration, Instant};

use rules::Position;
use uci::Limits;
use uci::client::{EngineError, Failure};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "one-answer",
        says: "Each `go` is answered by exactly one `bestmove`; `stop` without a search by none.",
        experiment: "Searches by depth, nodes and time, stopped ones, and `stop` to an idle engine; after each the engine is \
            listened to for a while.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

/// How long a second answer may take to be noticed.
const LISTEN: Duration = Duration::from_millis(150);

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    session.new_game()?;
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let time = |ms| Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() };
    let kinds = [
        ("go depth 1", depth(1)),
        ("go depth 4", depth(4)),
        ("go nodes 2000", Limits { nodes: Some(2000), ..Limits::default() }),
        ("go movetime 60", time(60)),
        ("go infinite and stop", Limits { infinite: true, ..Limits::default() }),
    ];
    let mut tried = 0;
    let planned = kinds.len();
    for (name, limits) in kinds {
        if patient.must_end(tried) {
            break;
        }
        session.place(&Position::start())?;
        if limits.infinite {
            session.engine().go(&limits)?;
            std::thread::sleep(Duration::from_millis(100));
            session.stop()?;
        } else {
            session.search(&limits)?;
        }
        tried += 1;
        if let Some(seen) = surplus(&mut session)? {
            return Ok(finding(&session, &format!("a second answer to \"{name}\""), &seen, tried));
        }
    }
    session.engine().send("stop")?;
    if let Some(seen) = surplus(&mut session)? {
        return Ok(finding(&session, "an answer to \"stop\" though nothing was searched", &seen, tried + 1));
    }
    let searches = so_many(tried, planned, "searches");
    Ok(Verdict::Pass(format!("{searches} have one answer each, and an idle engine says nothing")))
}

/// A `bestmove` that nobody is waiting for.
fn surplus(session: &mut Session) -> Result<Option<String>, EngineError> {
    let until = Instant::now() + LISTEN;
    while let Some(line) = session.engine().next_line(Some(until))? {
        if line.text.starts_with("bestmove") {
            return Ok(Some(line.text));
        }
    }
    match session.place(&Position::start()) {
        Ok(()) => Ok(None),
        Err(EngineError::Failed { failure: Failure::Protocol(text), .. }) => Ok(Some(text)),
        Err(error) => Err(error),
    }
}

fn finding(session: &Session, what: &str, seen: &str, tried: usize) -> Verdict {
    Finding::new(Certainty::Sure, what)
        .counted(1, tried)
        .expected("one bestmove for each go", seen)
        .transcript(session.transcript())
        .blame(&[
            "both the search thread and the handler of \"stop\" print bestmove",
            "a helper thread prints its own bestmove",
        ])
        .breaks("games: the second answer is taken for the next move")
        .verdict()
}
