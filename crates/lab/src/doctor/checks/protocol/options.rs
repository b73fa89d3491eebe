//! Law: an option can be set to whatever was announced, and its name is read in any case.

use rules::Position;
use uci::client::{EngineError, OptionKind};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "options",
        says: "Every option takes every value it announces, and its name is read in upper and lower case alike.",
        experiment: "Each number is set to its least value and back, `Hash` to 1 or 2 and 64 MiB, each check box to both \
            values; `mUlTiPv` is set to 3 and must show three lines.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

/// Options that reach for files, threads or strength: their least value may be no value at all.
const LEFT_ALONE: [&str; 5] = ["threads", "syzygy", "uci_variant", "numa", "debug"];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let options = patient.traits.options.clone();
    let mut session = patient.start()?;
    let mut tried = 0;
    for option in &options {
        let lower = option.name.to_ascii_lowercase();
        if patient.time_is_up() || LEFT_ALONE.iter().any(|name| lower.contains(name)) {
            continue;
        }
        let values = match &option.kind {
            OptionKind::Spin { default, min, max } if lower == "hash" => {
                [(*min).max(1), 64.min(*max), *default].iter().map(i64::to_string).collect()
            }
            OptionKind::Spin { default, min, .. } => vec![min.to_string(), default.to_string()],
            OptionKind::Check { default } => vec![(!default).to_string(), default.to_string()],
            _ => continue,
        };
        for value in values {
            tried += 1;
            let set = session.engine().set_option(&option.name, &value).and_then(|()| session.engine().ready());
            let searched = set.and_then(|_| session.place(&Position::start())).and_then(|()| session.depth(1));
            if let Err(error) = searched {
                let finding =
                    Finding::new(Certainty::Sure, format!("it does not survive {} = {value}: {error}", option.name))
                        .counted(1, tried)
                        .expected("an engine that takes every value it announces", error.to_string())
                        .transcript(session.transcript())
                        .blame(&["the option's handler, at the edge of its range"])
                        .breaks("whoever sets it");
                return Ok(finding.verdict());
            }
        }
    }
    drop(session);
    if patient.traits.option("MultiPV").is_some_and(|option| option.accept("3").is_ok()) {
        let mut session = patient.start()?;
        session.engine().send("setoption name mUlTiPv value 3")?;
        session.engine().ready()?;
        session.place(&Position::start())?;
        let heard = session.depth(4)?;
        if heard.infos.iter().filter_map(|info| info.multi_pv).max() < Some(3) {
            let finding = Finding::new(Certainty::Likely, "names of options are read in one case only")
                .expected("three lines after setoption name mUlTiPv value 3", "fewer")
                .transcript(session.transcript())
                .blame(&["names of options are compared letter by letter; the protocol wants them read in any case"])
                .breaks("programs that write a name in their own case");
            return Ok(finding.verdict());
        }
    }
    Ok(Verdict::pass_of(tried, format!("{tried} values are taken")))
}
