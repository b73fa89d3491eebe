//! Law: `stop` ends a search at once, and the engine can search again.

use std::time::Duration;

use uci::Limits;
use uci::client::{EngineError, Failure};

use super::short_searches;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "stop",
        says: "`stop` ends any search at once with a `bestmove`, and another `go` may follow.",
        experiment: "Infinite searches stopped after 0, 20 and 200 ms, then a search of depth 1.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

/// On a busy machine an answer may take a while to get through.
const SLOW: Duration = Duration::from_millis(1000);
/// How long the engine may think before it is stopped, in milliseconds.
const PAUSES: [u64; 3] = [200, 20, 0];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    patient.grant(Duration::from_secs(2));
    let mut session = patient.start()?;
    session.new_game()?;
    let (mut times, mut tried) = (Vec::new(), 0);
    let planned = PAUSES.len() * short_searches().count();
    for pause in PAUSES {
        for (name, position) in short_searches() {
            if patient.must_end(tried) {
                break;
            }
            session.place(&position)?;
            session.engine().go(&Limits { infinite: true, ..Limits::default() })?;
            std::thread::sleep(Duration::from_millis(pause));
            tried += 1;
            let stopped = match session.stop() {
                Ok(heard) => heard,
                // Whoever dies breaks another law.
                Err(error) if matches!(error.failure(), Some(Failure::Exited(_))) => return Err(error),
                Err(error) => {
                    let finding = Finding::new(Certainty::Sure, format!("no bestmove after stop, in {name}"))
                        .counted(1, tried)
                        .at(&position)
                        .expected("bestmove at once", error.to_string())
                        .transcript(session.transcript())
                        .blame(&[
                            "a stop that arrives before the search has begun is forgotten",
                            "the search looks at its stop flag too rarely, or only between iterations",
                        ])
                        .breaks("games with pondering, and every analysis program");
                    return Ok(finding.verdict());
                }
            };
            times.push((stopped.time, name, position));
            session.place(&position)?;
            session.depth(1)?;
        }
    }
    times.sort_by_key(|(time, ..)| *time);
    let median = times[times.len() / 2].0;
    if median < SLOW {
        let worst = times[times.len() - 1].0;
        let stops = so_many(tried, planned, "stops");
        return Ok(Verdict::Pass(format!("{stops}, half of them within {median:.1?}, all within {worst:.0?}")));
    }
    let (time, name, position) = &times[times.len() - 1];
    let finding = Finding::new(Certainty::Likely, format!("stop takes {time:.1?} in {name}, {median:.1?} usually"))
        .counted(times.iter().filter(|(time, ..)| *time >= SLOW).count(), tried)
        .at(position)
        .expected("bestmove at once", format!("bestmove after {time:.1?}"))
        .transcript(session.transcript())
        .blame(&["the search looks at its stop flag too rarely, or only between iterations"])
        .breaks("games with pondering: the time after stop is lost");
    Ok(finding.verdict())
}
