//! Law: an engine introduces itself, and announces options that can be set as it says.

use uci::client::{EngineError, OptionKind};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "handshake",
        says: "After `uci` an engine tells its name and author, announces each option once with a default that suits it, and \
            says `uciok`.",
        experiment: "The handshake is read line by line.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let identity = session.engine().identity().clone();
    let options = session.engine().options().to_vec();
    let mut wrong = Vec::new();
    if identity.name.is_empty() {
        wrong.push("no \"id name\"".to_owned());
    }
    if identity.author.is_empty() {
        wrong.push("no \"id author\"".to_owned());
    }
    for (place, option) in options.iter().enumerate() {
        if options[..place].iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
            wrong.push(format!("option {} is announced twice", option.name));
        }
        let name = &option.name;
        match &option.kind {
            OptionKind::Spin { default, min, max } if !(min..=max).contains(&default) => {
                wrong.push(format!("option {name}: default {default} is not within {min} to {max}"));
            }
            OptionKind::Combo { default, choices } if !choices.contains(default) => {
                wrong.push(format!("option {name}: default {default:?} is none of its choices"));
            }
            _ => {}
        }
    }
    let Some(first) = wrong.first() else {
        return Ok(Verdict::Pass(format!("{} options, each with a default that suits it", options.len())));
    };
    let finding = Finding::new(Certainty::Sure, format!("the handshake is incomplete: {}", wrong.join("; ")))
        .counted(wrong.len(), options.len() + 2)
        .expected("a name, an author, options whose defaults suit them", first.clone())
        .transcript(session.transcript())
        .blame(&["the lines printed after \"uci\""])
        .breaks("what programs show, and perhaps what they set");
    Ok(finding.verdict())
}
