//! Law: `quit` ends the program, whatever it is doing. That a closed input ends it too is a courtesy.

use std::time::Duration;

use rules::Position;
use uci::Limits;
use uci::client::{Departure, EngineError};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "quit",
        says: "`quit` ends the program as soon as possible and without a crash, also during a search.",
        experiment: "`quit` to an idle and to a searching engine, and an input that is closed without a word to both. Two \
            seconds each.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

/// Whether it is searching, and whether its input is closed instead of `quit`.
const WAYS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

const WANTED: &str = "an end within two seconds, and no crash";
const STAYS: &str = "a process that stays";

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let (mut tried, mut hints) = (0, Vec::new());
    patient.grant(Duration::from_secs(3));
    for (searching, closes) in WAYS {
        if patient.must_end(tried) {
            break;
        }
        tried += 1;
        let mut session = patient.start()?;
        session.new_game()?;
        session.place(&Position::start())?;
        if searching {
            session.engine().go(&Limits { infinite: true, ..Limits::default() })?;
            std::thread::sleep(Duration::from_millis(100));
        }
        let state = if searching { "while searching" } else { "when idle" };
        let departure = if closes { session.hang_up() } else { session.quit() };
        match (departure, closes) {
            (Departure::Went, _) => {}
            (Departure::Stayed, true) => hints.push((format!("does not end the program {state}"), STAYS.to_owned())),
            (Departure::Crashed(how), true) => hints.push((format!("makes the program crash {state}"), how)),
            (Departure::Stayed, false) => {
                let finding = Finding::new(Certainty::Sure, format!("quit does not end the program {state}"))
                    .expected(WANTED, STAYS)
                    .transcript(patient.last_transcript())
                    .blame(&["a search thread that nobody stops is waited for", "the input thread is not told to end"])
                    .breaks("match runners have to kill it");
                return Ok(finding.verdict());
            }
            (Departure::Crashed(how), false) => {
                let finding = Finding::new(Certainty::Likely, format!("quit makes the program crash {state}: {how}"))
                    .expected(WANTED, how)
                    .transcript(patient.last_transcript())
                    .blame(&[
                        "tables are given back while a search thread still uses them",
                        "a thread that was never joined is destroyed",
                        "memory is given back twice, or was spoiled long before",
                    ])
                    .breaks("nothing in games; but the memory that is spoiled at the end may be spoiled before");
                return Ok(finding.verdict());
            }
        }
    }
    let Some((_, seen)) = hints.first() else {
        let text = "ends at once, idle and searching, by quit and by a closed input";
        return Ok(Verdict::Pass(format!("{text}: {}", so_many(tried, WAYS.len(), "ways"))));
    };
    let whats: Vec<&str> = hints.iter().map(|(what, _)| what.as_str()).collect();
    let finding = Finding::new(Certainty::Hint, format!("a closed input {}", whats.join(", and it ")))
        .expected(WANTED, seen)
        .transcript(patient.last_transcript())
        .blame(&[
            "the end of input is not looked for: reading a line gives nothing, for ever",
            "the end of input is not treated as quit is",
        ])
        .breaks("nothing in games; engines stay behind when a program crashes");
    Ok(finding.verdict())
}
