//! Law: what an engine is told to keep back of its clock, it keeps back. A move needs time to arrive; whoever plays over a
//! network sets `Move Overhead`, and loses on time if nobody looks at it.

use std::time::Duration;

use rules::{Chess, Position};
use uci::Limits;
use uci::client::EngineError;

use super::jitter::Jitter;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Time,
        name: "overhead",
        says: "The time that `Move Overhead` keeps back of the clock is not spent.",
        experiment: "A second for one move, and an overhead of nine tenths of it: the answer comes before the last tenth is \
            over. What this machine is late by itself is measured and forgiven.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

const NAMES: [&str; 2] = ["Move Overhead", "MoveOverhead"];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let jitter = Jitter::measure();
    let (clock, overhead) = (Duration::from_millis(1000), Duration::from_millis(900));
    let value = overhead.as_millis().to_string();
    let accepts = |name: &&&str| patient.traits.option(name).is_some_and(|option| option.accept(&value).is_ok());
    let Some(name) = NAMES.iter().find(accepts) else {
        return Ok(Verdict::CannotTell("there is no option Move Overhead".to_owned()));
    };
    let mut session = patient.start_with(&[(name, &value)])?;
    let limits = Limits { time: [Some(clock); 2], moves_to_go: Some(1), ..Limits::default() };
    let allowed = clock - overhead;
    let tries = patient.pace().pick(4, 8, 20);
    let (mut tried, mut late, mut worst) = (0, 0, Duration::ZERO);
    patient.grant(Duration::from_secs(2));
    while tried < tries && !patient.must_end(tried / 2) {
        tried += 1;
        session.new_game()?;
        session.place(&Position::<Chess>::start())?;
        let heard = jitter.search(&mut session, &limits, allowed + allowed / 2)?;
        worst = worst.max(heard.time);
        // Half as much again: this is about an overhead that nobody looks at, not about a late glance at the clock.
        late += usize::from(heard.time > allowed + allowed / 2 + jitter.margin);
    }
    // Once may be the machine.
    if late < 2 || late * 2 < tried {
        let moves = so_many(tried, tries, "moves");
        return Ok(Verdict::Pass(format!(
            "of {allowed:.0?} that were left {worst:.0?} were used at most: {moves}; this machine is late by {:.0?}",
            jitter.worst
        )));
    }
    let certainty = if jitter.is_quiet() { Certainty::Sure } else { Certainty::Likely };
    let finding =
        Finding::new(certainty, format!("with {name} {value} and one second for a move it takes {worst:.0?}"))
            .counted(late, tried)
            .at(&Position::start())
            .expected(
                format!("less than {allowed:.0?} (this machine is late by {:.0?} itself)", jitter.worst),
                format!("{worst:.0?}"),
            )
            .transcript(session.transcript())
            .blame(&["the option is read, but the clock is shared out without it"])
            .breaks("games over a network, or on a busy machine, are lost on time");
    Ok(finding.verdict())
}
