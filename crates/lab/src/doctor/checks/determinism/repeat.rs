//! Law: the same question in the same state gets the same answer, in one process and in another.

use uci::client::EngineError;

use super::answers::{Question, Told, ask, limits_of, questions};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// In one process.
pub const IN_ONE_PROCESS: Check = Check {
    law: Law {
        group: Group::Determinism,
        name: "repeat",
        says: "With one thread and a new game each time, the same question gets the same move, score and nodes.",
        experiment: "Positions at a fixed depth and at fixed nodes in turn, with one thread, twice in one process with `ucinewgame` \
            before each.",
    },
    from: Pace::Quick,
    share: 2,
    run: in_one_process,
};

/// In two.
pub const ACROSS_PROCESSES: Check = Check {
    law: Law {
        group: Group::Determinism,
        name: "processes",
        says: "With one thread the first search of a process is the same in every process.",
        experiment: "Positions at a fixed depth and at fixed nodes in turn, with one thread, each first in a process of its own and \
            once more in another.",
    },
    from: Pace::Quick,
    share: 2,
    run: across_processes,
};

fn in_one_process(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut pairs = Vec::new();
    for question in questions(patient) {
        if patient.time_is_up() {
            break;
        }
        let (first, second) = (ask(&mut session, &question, true)?, ask(&mut session, &question, true)?);
        pairs.push((question, first, second));
    }
    judge(patient, pairs, "one process", Certainty::Hint)
}

fn across_processes(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut pairs = Vec::new();
    for question in questions(patient).into_iter().take(patient.pace().pick(3, 6, 20)) {
        if patient.time_is_up() {
            break;
        }
        let mut answers = Vec::new();
        for _ in 0..2 {
            answers.push(ask(&mut patient.start()?, &question, true)?);
        }
        if let [first, second] = &answers[..] {
            pairs.push((question, first.clone(), second.clone()));
        }
    }
    // What no earlier search can have changed must be the same, unless somebody wants chance to decide.
    let is_random = patient.traits.options.iter().any(|option| option.name.to_ascii_lowercase().contains("random"));
    judge(patient, pairs, "two processes", if is_random { Certainty::Hint } else { Certainty::Likely })
}

fn judge(
    patient: &Patient,
    pairs: Vec<(Question, Told, Told)>,
    where_: &str,
    most: Certainty,
) -> Result<Verdict, EngineError> {
    // What was cut short says when it was stopped, not what was found.
    let is_whole = |(_, first, second): &(_, Told, Told)| !first.is_cut_short && !second.is_cut_short;
    let pairs: Vec<_> = pairs.into_iter().filter(is_whole).collect();
    let tried = pairs.len();
    let limits = limits_of(pairs.iter().map(|(question, ..)| question));
    let differing: Vec<_> = pairs.into_iter().filter(|(_, first, second)| first != second).collect();
    let Some((question, first, second)) = differing.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} answers {limits} were the same twice")));
    };
    if !patient.has_one_thread() {
        let text = format!("{} of {tried} answers differ; the engine is not known to have one thread", differing.len());
        return Ok(Verdict::CannotTell(text));
    }
    let by_depth = differing.iter().filter(|(question, ..)| question.is_by_depth()).count();
    let which = if by_depth == 0 { ", only where nodes end the search" } else { "" };
    // A node more or less may be the counter's; and who looks at a clock even at a fixed depth differs now and then.
    let is_other = |(_, first, second): &&(_, Told, Told)| first.best != second.best || first.score != second.score;
    let are_many = by_depth > 0 && differing.iter().filter(is_other).count() * 2 >= tried.max(4);
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: if are_many { most } else { Certainty::Hint },
        summary: format!("{} of {tried} answers differ in {where_}{which}", differing.len()),
        failed: differing.len(),
        tried,
        evidence: Evidence {
            fen: Some(question.position.to_string()),
            moves: Vec::new(),
            expected: first.text(),
            seen: second.text(),
            transcript: patient.transcripts(),
        },
        culprits: vec![
            "memory that is read before it is written".to_owned(),
            "random numbers with a seed from the clock, in keys or in the choice of moves".to_owned(),
            "something that ucinewgame does not reset: the table, its age, history, killers".to_owned(),
            "the clock decides something although the depth or the nodes are fixed".to_owned(),
        ],
        breaks: "the author: no bug can be seen twice".to_owned(),
    })))
}
