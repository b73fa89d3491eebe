//! Law: an infinite search ends only when it is told to, even if there is nothing more to find.

use std::time::{Duration, Instant};

use uci::Limits;
use uci::client::EngineError;

use super::short_searches;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "infinite",
        says: "`go infinite` gives no `bestmove` before `stop`, even in a mate, with one legal move, or at the last depth.",
        experiment: "Infinite searches of a mate in one, one legal move, bare kings and a mate suffered, watched for a second \
            or more.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let watch = Duration::from_millis(patient.pace().pick(1000, 2500, 8000));
    let (mut tried, mut ended) = (0, Vec::new());
    let planned = short_searches().count();
    patient.grant(watch * planned as u32 + Duration::from_millis(500));
    for (name, position) in short_searches() {
        if patient.must_end(tried) {
            break;
        }
        session.new_game()?;
        session.place(&position)?;
        session.engine().go(&Limits { infinite: true, ..Limits::default() })?;
        tried += 1;
        match session.answer(Instant::now() + watch)? {
            Some(heard) => {
                ended.push((name, position, heard, session.transcript()));
                session.engine().send("stop")?;
            }
            None => drop(session.stop()?),
        }
    }
    let Some((name, position, heard, transcript)) = ended.first() else {
        let searches = so_many(tried, planned, "infinite searches");
        return Ok(Verdict::Pass(format!("{searches} went on for {watch:.1?} until they were stopped")));
    };
    let names: Vec<&str> = ended.iter().map(|(name, ..)| *name).collect();
    let finding = Finding::new(Certainty::Sure, format!("go infinite ends by itself in {}", names.join(", ")))
        .counted(ended.len(), tried)
        .at(position)
        .expected("no bestmove before stop", format!("bestmove {} after {:.2?} in {name}", heard.best, heard.time))
        .transcript(transcript.clone())
        .blame(&[
            "the search returns when a mate is found, when there is one legal move, or at the last depth, and bestmove is \
             printed at once instead of waiting for stop",
        ])
        .breaks("analysis programs: they take the early answer for one to the next question");
    Ok(finding.verdict())
}
