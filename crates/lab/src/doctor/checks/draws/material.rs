//! Law: a position in which nobody can mate is worth nothing, and one in which somebody can is not taken for such.

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
        name: "material",
        says: "Too little material to mate is a draw; pawns are enough material to win.",
        experiment: "Bare kings, one minor piece, bishops of one colour; won pawn endings.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("material.txt")))?;
    let words = Words {
        certainty: Certainty::Likely,
        culprits: &[
            "insufficient material counts pieces but forgets pawns",
            "the evaluation has no knowledge of dead draws",
        ],
        breaks: "won endings are given away, or dead ones are played for",
    };
    answers.verdict(patient, &words)
}
