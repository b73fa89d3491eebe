//! Law: each `go` has one `bestmove`, and nothing else has any.

use std::time::{Duration, Instant};

use rules::{Chess, Position};
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
        says: "Each `go` is answered by exactly one `bestmove`, also with a clock for the side to move alone; `stop` without a \
            search by none.",
        experiment: "Searches by depth, nodes and time, by `go wtime 100` with White and `go btime 100` with Black to move, \
            stopped ones, and `stop` to an idle engine; after each the engine is listened to for a while.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

/// How long a second answer may take to be noticed.
const LISTEN: Duration = Duration::from_millis(150);

/// How much longer than its clock an answer may take here. Whether it is in time is tried by another law.
const REASONABLE: Duration = Duration::from_secs(2);

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    // Seven short searches; who is slow to answer one clock is waited for.
    patient.grant(Duration::from_secs(3));
    let mut session = patient.start()?;
    session.new_game()?;
    let depth = |depth| Limits { depth: Some(depth), ..Limits::default() };
    let time = |ms| Limits { move_time: Some(Duration::from_millis(ms)), ..Limits::default() };
    let little = Some(Duration::from_millis(100));
    let start = Position::start();
    let kinds = [
        ("go depth 1", start, depth(1)),
        ("go depth 4", start, depth(4)),
        ("go nodes 2000", start, Limits { nodes: Some(2000), ..Limits::default() }),
        ("go movetime 60", start, time(60)),
        ("go wtime 100", start, Limits { time: [little, None], ..Limits::default() }),
        ("go btime 100", start.flipped(), Limits { time: [None, little], ..Limits::default() }),
        ("go infinite and stop", start, Limits { infinite: true, ..Limits::default() }),
    ];
    let mut tried = 0;
    let planned = kinds.len();
    for (name, position, limits) in kinds {
        if patient.must_end(tried) {
            break;
        }
        session.place(&position)?;
        if limits.infinite {
            session.engine().go(&limits)?;
            std::thread::sleep(Duration::from_millis(100));
            session.stop()?;
        } else if limits.time.iter().any(Option::is_some) {
            if let Some(finding) = one_clock(&mut session, name, &position, &limits)? {
                return Ok(finding.counted(1, tried + 1).transcript(session.transcript()).verdict());
            }
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

/// A search with one clock: what is wrong with its answer. No answer once may be the machine, and is asked for again.
fn one_clock(
    session: &mut Session,
    name: &str,
    position: &Position<Chess>,
    limits: &Limits,
) -> Result<Option<Finding>, EngineError> {
    session.set_patience(REASONABLE);
    let mut heard = session.search(limits)?;
    if heard.is_cut_short {
        session.place(position)?;
        heard = session.search(limits)?;
    }
    let (certainty, what, seen) = match position.uci_move(&heard.best) {
        _ if heard.is_cut_short => {
            let what = format!("\"{name}\" is answered only when it is told to stop");
            (Certainty::Likely, what, "no bestmove before stop".to_owned())
        }
        Err(_) => {
            (Certainty::Sure, format!("\"{name}\" is answered by no legal move"), format!("bestmove {}", heard.best))
        }
        Ok(_) => return Ok(None),
    };
    let finding = Finding::new(certainty, what)
        .at(position)
        .expected("a legal bestmove about as soon as the clock wants it", seen)
        .blame(&[
            "a clock counts only if both are given, or if there is an increment",
            "the clock that was not given is taken for the own one, or for none",
        ])
        .breaks("games with programs that send only one clock");
    Ok(Some(finding))
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
