//! Law: `go movetime` is kept to.

use std::time::Duration;

use uci::Limits;
use uci::client::EngineError;

use super::jitter::Jitter;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, excerpt, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Time,
        name: "move-time",
        says: "`go movetime N` takes N milliseconds and no more.",
        experiment: "Searches of 20, 100 and 400 ms. What this machine is late by itself is measured and forgiven.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let jitter = Jitter::measure();
    let mut session = patient.start()?;
    let (mut tried, mut late, mut worst) = (0, Vec::new(), Duration::ZERO);
    let rounds = patient.pace().pick(2, 6, 20);
    let times = [20, 100, 400];
    patient.grant(Duration::from_secs(2));
    for position in patient.positions(0x407e, Phase::Middle).take(rounds) {
        for ms in times {
            if patient.must_end(tried / 2) {
                break;
            }
            session.new_game()?;
            session.place(&position)?;
            let given = Duration::from_millis(ms);
            let heard = jitter.search(&mut session, &Limits { move_time: Some(given), ..Limits::default() }, given)?;
            tried += 1;
            let over = heard.time.saturating_sub(given);
            worst = worst.max(over);
            // Programs allow for some lag; a sixth of the time or 30 ms is no fault.
            if over > jitter.margin + Duration::from_millis(30).max(given / 6) {
                late.push((position, given, heard.time, session.transcript()));
            }
        }
    }
    // Once may be the machine.
    if late.len() < 2 || late.len() * 3 < tried {
        return Ok(Verdict::Pass(format!(
            "{} are late by {worst:.0?} at most; this machine by {:.0?}",
            so_many(tried, rounds * times.len(), "searches"),
            jitter.worst
        )));
    }
    let (position, given, time, transcript) = &late[late.len() - 1];
    let certainty = if jitter.is_quiet() { Certainty::Sure } else { Certainty::Likely };
    let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
    let finding = Finding::new(certainty, format!("movetime {} takes {time:.0?}", given.as_millis()))
        .counted(late.len(), tried)
        .at(position)
        .expected(format!("{given:.0?} (this machine is late by {:.0?} itself)", jitter.worst), format!("{time:.0?}"))
        .transcript(excerpt(transcript, from))
        .blame(&["movetime is not read", "the clock is looked at too rarely, or only between iterations"])
        .breaks("games with a fixed time for each move");
    Ok(finding.verdict())
}
