//! Law: the past counts as it was. A position that occurred once before the search is not drawn yet when it occurs
//! again, and a bare FEN has no past.

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
        name: "history",
        says: "A second occurrence is no draw yet if the first was on the board, and a FEN without moves has no \
            past.",
        experiment: "Games in which one move makes a position occur for the second time, a queen up or down; the \
            same without the moves. Some engines take a second occurrence for a draw on purpose: it costs them \
            little.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("history.txt")))?;
    let words = Words {
        certainty: Certainty::Likely,
        culprits: &[
            "any earlier occurrence is taken for a draw, also one before the root of the search",
            "the list of keys keeps positions of an earlier game: clear it with every position command",
        ],
        breaks: "the winning side avoids good moves, and the losing side believes itself saved",
    };
    answers.verdict(patient, &words)
}
