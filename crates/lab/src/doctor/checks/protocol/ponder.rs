//! Law: a ponder search ends with `ponderhit` or `stop`, never alone; after `ponderhit` it keeps to the clock.

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
        name: "ponder",
        says: "`go ponder` gives no `bestmove` before `ponderhit` or `stop`; after `ponderhit` one comes within the clock.",
        experiment: "Ponder searches with half a second on the clock, watched for longer than that; then `ponderhit` or `stop`.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

const CLOCK: Duration = Duration::from_millis(500);

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    if patient.traits.option("Ponder").is_none() {
        return Ok(Verdict::CannotTell("it has no option Ponder, so it need not ponder".to_owned()));
    }
    let mut session = patient.start_with(&[("Ponder", "true")])?;
    let limits = Limits { ponder: true, time: [Some(CLOCK); 2], ..Limits::default() };
    let (mut tried, mut slowest) = (0, Duration::ZERO);
    let planned = short_searches().count();
    patient.grant(3 * CLOCK * planned as u32);
    for (number, (name, position)) in short_searches().enumerate() {
        if patient.must_end(tried) {
            break;
        }
        session.new_game()?;
        session.place(&position)?;
        session.engine().go(&limits)?;
        tried += 1;
        if let Some(heard) = session.answer(Instant::now() + 2 * CLOCK)? {
            let finding = Finding::new(Certainty::Sure, format!("go ponder ends by itself in {name}"))
                .counted(1, tried)
                .at(&position)
                .expected(
                    "no bestmove before ponderhit or stop",
                    format!("bestmove {} after {:.2?}", heard.best, heard.time),
                )
                .transcript(session.transcript())
                .blame(&[
                    "the clock runs while pondering",
                    "the search returns when a mate is found or one move is legal, and bestmove is printed at once",
                ])
                .breaks("games with pondering: a move is played in the opponent's time");
            return Ok(finding.verdict());
        }
        if number % 2 == 1 {
            session.stop()?;
            continue;
        }
        session.engine().ponder_hit()?;
        let hit = Instant::now();
        // A machine that is busy may add to the clock, but not seconds.
        let Some(heard) = session.answer(hit + CLOCK + Duration::from_secs(2))? else {
            let finding = Finding::new(Certainty::Sure, "no bestmove after ponderhit though the clock has run out")
                .counted(1, tried)
                .at(&position)
                .expected("bestmove within 500 ms", "none within 2.5 s")
                .transcript(session.transcript())
                .blame(&["ponderhit does not switch the search from infinite to the clock"])
                .breaks("games with pondering are lost on time");
            session.stop()?;
            return Ok(finding.verdict());
        };
        slowest = slowest.max(heard.time);
    }
    let searches = so_many(tried, planned, "ponder searches");
    Ok(Verdict::Pass(format!("{searches} waited; after ponderhit {slowest:.0?} at most, of {CLOCK:.0?}")))
}
