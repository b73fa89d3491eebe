//! Law: the same question in the same state gets the same answer, in Chess Fragments.

use uci::client::EngineError;
use uci::genfens::Random;

use super::{game, shown_by};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub(super) const CHECK: Check = Check {
    law: Law {
        group: Group::Determinism,
        name: "repeat",
        says: "With one thread the same question gets the same answer.",
        experiment: "Positions of random games at depth 6, each twice in one process after `ucinewgame`.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

const DEPTH: u32 = 6;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0xde7e);
    let wanted = patient.pace().pick(10, 40, 200);
    let (mut tried, mut differing) = (0, Vec::new());
    while tried < wanted && !patient.time_is_up() {
        let game = game(&mut random);
        let (first, second) = (session.fresh_in(&game, &to_depth(DEPTH))?, session.fresh_in(&game, &to_depth(DEPTH))?);
        // What was cut short says when it was stopped, not what was found.
        if first.is_cut_short || second.is_cut_short {
            continue;
        }
        tried += 1;
        let [first, second] = [first, second].map(|heard| {
            let score = heard.score().map_or_else(|| "no score".to_owned(), |score| score.to_string());
            let nodes = heard.nodes().map_or_else(String::new, |nodes| format!(", {nodes} nodes"));
            format!("{} with {score}{nodes}", heard.best)
        });
        if first != second {
            differing.push((game, first, second));
        }
    }
    let Some((game, first, second)) = differing.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} answers at depth {DEPTH} were the same twice")));
    };
    if patient.traits.option("Threads").is_none() && differing.len() < tried {
        let text = format!("{} of {tried} answers differ; the engine has no option for one thread", differing.len());
        return Ok(Verdict::CannotTell(text));
    }
    // Some engines choose at random on purpose, or answer a clock even at a fixed depth.
    let finding =
        Finding::new(Certainty::Hint, format!("{} of {tried} answers differ in one process", differing.len()))
            .counted(differing.len(), tried)
            .expected(first.clone(), second.clone())
            .transcript(session.transcript())
            .blame(&[
                "memory that is read before it is written",
                "random numbers with a seed from the clock, in keys or in the choice of moves",
                "something that ucinewgame does not reset: the table, its age, history, killers",
                "the clock decides something although the depth is fixed",
            ])
            .breaks("the author: no bug can be seen twice");
    Ok(shown_by(finding, game).verdict())
}
