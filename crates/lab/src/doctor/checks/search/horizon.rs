//! Law: no search ends in the middle of an exchange. What a capture leads to is seen at any depth.

use uci::client::EngineError;

use crate::doctor::checks::cases::{self, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "horizon",
        says: "Captures are followed to their end: a piece defended by a pawn is not taken for free, and a free one \
            is taken.",
        experiment: "Positions of one to two plies in which one capture wins and another loses, defended by every \
            kind of piece.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("horizon.txt")))?;
    // Very selective searches miss one now and then.
    let certainty = match answers.wrong.len() * 100 / answers.tried.max(1) {
        0..2 => return Ok(answers.pass()),
        2..5 => Certainty::Hint,
        _ => Certainty::Likely,
    };
    let words = Words {
        certainty,
        culprits: &[
            "quiescence search leaves out captures of some kind, or stops after a few",
            "static exchange evaluation with the wrong sign, or without pieces that stand behind others",
            "quiescence search stands pat in check, or cannot see that a check is mate",
        ],
        breaks: "pieces are given away at the end of every line",
    };
    answers.finding(patient, &words)
}
