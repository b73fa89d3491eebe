//! Our own engine looked at from inside: the audits of `engine::audit`, and how scores are shown, as an examination like any other.
//!
//! The laws come from the ground up: what is above may break because of what is below, so the first finding is the one to look at.

mod shown_scores;

use std::time::Instant;

use engine::audit::{AUDITS, Audited, Broken, Effort, Verdict as Outcome};

use super::law::{Group, Law};
use super::report::Checkup;
use super::run::{Only, Settings, Watcher};
use super::verdict::{Certainty, Evidence, Examined, Finding, Verdict};

/// A law of the engine's insides, as the doctor knows laws.
fn law(law: &engine::audit::Law) -> Law {
    let engine::audit::Law { name, says, experiment, .. } = *law;
    Law { group: Group::Inside, name, says, experiment }
}

/// All laws that are audited from inside, in their order.
pub fn laws() -> impl Iterator<Item = Law> {
    AUDITS.iter().map(|audit| law(&audit.law)).chain([shown_scores::LAW])
}

fn wants(settings: &Settings, law: &Law) -> bool {
    settings.only.is_empty()
        || settings.only.iter().any(|only| match only {
            Only::Group(group) => *group == Group::Inside,
            Only::Law(id) => *id == law.id(),
        })
}

/// Examines our own engine from inside.
pub fn examine_self(settings: &Settings, watcher: &dyn Watcher) -> Checkup {
    let begun = Instant::now();
    let effort = settings.pace.pick(Effort::QUICK, Effort::USUAL, Effort::DEEP);
    let total = laws().filter(|law| wants(settings, law)).count();
    let mut examined: Vec<Examined> = Vec::new();
    let mut examine = |law: Law, run: &dyn Fn() -> Verdict| {
        if wants(settings, &law) {
            watcher.begins(examined.len() + 1, total, &law);
            let started = Instant::now();
            let one = Examined { law, verdict: run(), time: started.elapsed() };
            watcher.ends(&one);
            examined.push(one);
        }
    };
    for audit in AUDITS {
        examine(law(&audit.law), &|| verdict(&audit.run(effort)));
    }
    examine(shown_scores::LAW, &shown_scores::audit);
    Checkup::from_inside("adoube", settings, examined, begun.elapsed())
}

/// The name of the fault that is in force, in a build for trials.
pub fn fault_in_force() -> Option<String> {
    #[cfg(feature = "faults")]
    return rules::faults::Fault::in_force().map(|fault| fault.name().to_owned());
    #[cfg(not(feature = "faults"))]
    None
}

/// Puts a fault in force by its name, or says why it cannot be. Without a name whatever is in force stays so.
pub fn put_in_force(name: Option<&str>) -> Result<(), String> {
    let Some(name) = name else { return Ok(()) };
    #[cfg(feature = "faults")]
    {
        let fault = rules::faults::parse(name).map_err(|error| error.to_string())?;
        rules::faults::Fault::put_in_force(fault);
        Ok(())
    }
    #[cfg(not(feature = "faults"))]
    Err(format!("\"{name}\" was in force then, but this build has no faults; expected one made with --features faults"))
}

fn verdict(audited: &Audited) -> Verdict {
    match &audited.verdict {
        Outcome::Holds => Verdict::Pass(format!("held in {} cases", audited.cases)),
        Outcome::CannotTell => Verdict::CannotTell("there was no case to try it on".to_owned()),
        Outcome::Broken(broken) => Verdict::Finding(Box::new(finding(audited, broken))),
    }
}

fn finding(audited: &Audited, broken: &Broken) -> Finding {
    let Broken { game, fen, moves, expected, seen, .. } = broken;
    let place = if game.is_empty() { String::new() } else { format!(" in {game}") };
    Finding {
        certainty: Certainty::Sure,
        summary: format!("{}: not so{place}; expected {expected}, seen {seen}", audited.law.says),
        failed: audited.failed,
        tried: audited.cases,
        evidence: Evidence {
            fen: Some(fen.clone()).filter(|fen| !fen.is_empty()),
            moves: moves.clone(),
            expected: expected.clone(),
            seen: seen.clone(),
            transcript: Vec::new(),
        },
        culprits: audited.law.culprits.iter().map(|culprit| (*culprit).to_owned()).collect(),
        breaks: audited.law.breaks.to_owned(),
    }
}
