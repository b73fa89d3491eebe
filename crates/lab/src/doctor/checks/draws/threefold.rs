//! Law: a position that occurs for the third time is a draw, whoever stands better, and a perpetual check is one too.

use uci::client::EngineError;

use crate::doctor::checks::cases::{self, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Draws,
        name: "threefold",
        says: "A move that makes a position occur for the third time is worth a draw, and so is a perpetual check.",
        experiment: "A game in which a side that is a queen behind repeats for the third time; a perpetual check \
            that has to be found by the search.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("threefold.txt")))?;
    let words = Words {
        certainty: Certainty::Likely,
        culprits: &[
            "repetitions are not looked for inside the search, or only against moves of the search",
            "the moves of the position command are not kept for the search",
            "keys are compared at odd distances, or not back to the last capture or pawn move",
        ],
        breaks: "won games are repeated into draws, and lost ones are not saved",
    };
    answers.verdict(patient, &words)
}
