//! Law: the table takes the memory it was given. Measured as the growth from a small table to a large one.

use std::time::Duration;

use rules::Position;
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "memory",
        says: "`Hash` is the size of the tables in MiB: raising it by N raises the engine's memory by about N at most, and by \
            something.",
        experiment: "The memory of the process (Linux) after a short search with 8 and with 136 MiB. That it does not grow is a \
            hint, if the search had nodes enough to touch all of a table and the process has no children that may hold it.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

const STEP_MIB: f64 = 128.0;

/// A table that is touched at last grows by more than this.
const NOTHING_MIB: f64 = 4.0;
/// Memory counts when it is touched. If one of thirty nodes stores an entry of its own, so many touch 24 MiB, page by page.
const ENOUGH_NODES: u64 = 200_000;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let accepts = |value: &str| patient.traits.option("Hash").is_some_and(|option| option.accept(value).is_ok());
    if !accepts("8") || !accepts("136") {
        return Ok(Verdict::CannotTell("it has no option Hash of 8 and 136 MiB".to_owned()));
    }
    let mut sizes = [0.0; 2];
    let mut transcript = Vec::new();
    let mut would_show = false;
    patient.grant(Duration::from_secs(2));
    for (place, size) in ["8", "136"].into_iter().enumerate() {
        if patient.must_end(place) {
            return Ok(Verdict::CannotTell("there was no time for the larger table".to_owned()));
        }
        let mut session = patient.start_with(&[("Hash", size)])?;
        let heard = session
            .fresh(&Position::start(), &Limits { move_time: Some(Duration::from_millis(400)), ..Limits::default() })?;
        let Some(used) = resident_mib(session.engine().process_id()) else {
            return Ok(Verdict::CannotTell("this system does not tell how much memory a process has".to_owned()));
        };
        sizes[place] = used;
        would_show = is_childless(session.engine().process_id()) && heard.nodes() >= Some(ENOUGH_NODES);
        transcript.extend(session.transcript());
    }
    let growth = sizes[1] - sizes[0];
    let text = format!("from 8 to 136 MiB of Hash the process grows from {:.0} to {:.0} MiB", sizes[0], sizes[1]);
    if growth < NOTHING_MIB && would_show {
        let finding = Finding::new(Certainty::Hint, text.clone())
            .expected("some of the 128 MiB more", text)
            .transcript(transcript)
            .blame(&["Hash is read, but the table keeps its size, or gets the new one only later"])
            .breaks("long searches: a table that is too small forgets what was searched");
        return Ok(finding.verdict());
    }
    if growth <= 1.3 * STEP_MIB {
        return Ok(Verdict::Pass(text));
    }
    let certainty = if growth > 2.5 * STEP_MIB { Certainty::Likely } else { Certainty::Hint };
    let finding = Finding::new(certainty, text.clone())
        .expected("128 MiB more at most", text)
        .transcript(transcript)
        .blame(&["the number of entries is rounded up, or Hash is counted for each of several tables"])
        .breaks("machines with little memory, and fair matches");
    Ok(finding.verdict())
}

/// The memory a process has now, in MiB.
fn resident_mib(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<f64>().ok().map(|kib| kib / 1024.0)
}

/// Whether a process is known to have started no other: behind a script there may be another one, with the table.
fn is_childless(process: u32) -> bool {
    std::fs::read_to_string(format!("/proc/{process}/task/{process}/children")).is_ok_and(|text| text.trim().is_empty())
}
