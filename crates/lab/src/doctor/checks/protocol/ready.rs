//! Law: `isready` is answered at once, even during a search, and does not end it.

use std::time::{Duration, Instant};

use rules::Position;
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "ready-while-searching",
        says: "`isready` is answered with `readyok` at once, also while the engine is searching, and the search goes on.",
        experiment: "`isready` three times during an infinite search.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

/// How often it is asked.
const PLANNED: usize = 3;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    session.new_game()?;
    session.place(&Position::start())?;
    session.engine().go(&Limits { infinite: true, ..Limits::default() })?;
    let mut slowest = Duration::ZERO;
    let mut tried = 0;
    while tried < PLANNED && !patient.must_end(tried) {
        tried += 1;
        std::thread::sleep(Duration::from_millis(100));
        let begun = Instant::now();
        session.engine().send("isready")?;
        let until = begun + Duration::from_secs(3);
        let seen = loop {
            match session.engine().next_line(Some(until))? {
                Some(line) if line.text == "readyok" => break None,
                Some(line) if line.text.starts_with("bestmove") => break Some(line.text),
                Some(_) => {}
                None => break Some("no readyok within 3 s".to_owned()),
            }
        };
        slowest = slowest.max(begun.elapsed());
        if let Some(seen) = seen {
            let finding = Finding::new(Certainty::Sure, format!("isready during a search: {seen}"))
                .expected("readyok at once, and a search that goes on", seen)
                .transcript(session.transcript())
                .blame(&["input is read only between searches: it needs a thread of its own, or must be polled"])
                .breaks("programs that ask whether the engine still lives think that it does not");
            return Ok(finding.verdict());
        }
    }
    session.stop()?;
    let questions = so_many(tried, PLANNED, "questions");
    Ok(Verdict::Pass(format!("{questions} answered within {slowest:.0?} during a search")))
}
