//! Law: who has no legal move and is not in check has drawn, not lost.

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
        name: "stalemate",
        says: "Stalemate is a draw: no move to it and no line to it may claim a mate.",
        experiment: "Queen and pawn endings in which a tempting move stalemates, and drawn pawn endings in which \
            there is no mate to claim.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("stalemate.txt")))?;
    let words = Words {
        certainty: Certainty::Sure,
        culprits: &[
            "having no legal move is scored as mate without asking whether the king is in check",
            "stalemate is seen at the root but not inside the search",
        ],
        breaks: "won games are stalemated, and drawn endings are misjudged",
    };
    answers.verdict(patient, &words)
}
