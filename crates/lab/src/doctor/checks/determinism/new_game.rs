//! Law: a new game begins with nothing of the old one. What a process has searched before `ucinewgame` changes no answer
//! after it.

use uci::client::EngineError;

use super::answers::{Question, ask, limits_of, questions};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Determinism,
        name: "new-game",
        says: "After `ucinewgame` an engine answers as a fresh process does.",
        experiment: "Positions at a fixed depth and at fixed nodes in turn, with one thread: in two fresh processes, and in one that \
            has searched the same position and others before and was told of a new game.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut used = patient.start()?;
    let all = questions(patient);
    for question in &all {
        if patient.time_left() < patient.time_given() / 2 {
            break;
        }
        ask(&mut used, question, false)?;
    }
    let (mut asked, mut noisy, mut differing) = (Vec::new(), 0, Vec::new());
    for question in all.iter().take(patient.pace().pick(4, 8, 20)) {
        if patient.time_is_up() {
            break;
        }
        let mut first = patient.start()?;
        let fresh = ask(&mut first, question, true)?;
        let again = ask(&mut patient.start()?, question, true)?;
        let after = ask(&mut used, question, true)?;
        if [&fresh, &again, &after].iter().any(|told| told.is_cut_short) {
            continue;
        }
        asked.push(question);
        if fresh != again {
            noisy += 1;
        } else if after != fresh {
            // All that the used process was asked until now, behind what the fresh one says.
            let transcript = differing.is_empty().then(|| [first.transcript(), used.transcript()].concat());
            differing.push((question, fresh, after, transcript.unwrap_or_default()));
        }
    }
    let tried = asked.len();
    if noisy * 2 > tried {
        return Ok(Verdict::CannotTell("fresh processes do not agree with each other".to_owned()));
    }
    let Some((question, fresh, after, transcript)) = differing.first() else {
        let limits = limits_of(asked);
        return Ok(Verdict::pass_of(tried, format!("{tried} answers {limits} are those of a fresh process")));
    };
    let fewer = differing.iter().filter(|(_, fresh, after, _)| after.nodes < fresh.nodes).count();
    // An old table makes nearly every search to a depth shorter; other leftovers change a few.
    let by_depth = |questions: &[&Question]| questions.iter().filter(|question| question.is_by_depth()).count();
    let changed: Vec<&Question> = differing.iter().map(|(question, ..)| *question).collect();
    let are_most = by_depth(&changed) * 2 > by_depth(&asked);
    // Where answers change by themselves, now and then two fresh ones agree and a third does not.
    let is_steady = noisy == 0 && patient.traits.repeats_itself && patient.has_one_thread();
    let certainty = if are_most && is_steady { Certainty::Likely } else { Certainty::Hint };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: format!(
            "{} of {tried} answers after ucinewgame are not those of a fresh process, {fewer} of them with fewer nodes",
            differing.len()
        ),
        failed: differing.len(),
        tried,
        evidence: Evidence {
            fen: Some(question.position.to_string()),
            moves: Vec::new(),
            expected: format!("{}, as in a fresh process", fresh.text()),
            seen: after.text(),
            transcript: transcript.clone(),
        },
        culprits: vec![
            "ucinewgame does not clear the transposition table".to_owned(),
            "ucinewgame does not clear history, killers, correction or pawn tables".to_owned(),
        ],
        breaks: "repeatability, and matches in which games should not help each other".to_owned(),
    })))
}
