//! Law: where passing would be best, a search that tries passing must not believe it. Null moves without pieces miss
//! zugzwang.

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
        name: "zugzwang",
        says: "Positions of mutual zugzwang are judged rightly: the side to move may be lost because it must move.",
        experiment: "Pawn endings that are decided by zugzwang, deep enough that any sound search sees it; some with all pawns \
            blocked, where the kings decide who must give way.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("zugzwang.txt")))?;
    // A very selective search may misjudge some: with other parameters our own misses four.
    let certainty = match answers.wrong.len() {
        0..4 => return Ok(answers.pass()),
        4..8 => Certainty::Hint,
        _ => Certainty::Likely,
    };
    let words = Words {
        certainty,
        culprits: &[
            "null-move pruning without asking for pieces besides pawns",
            "null-move pruning twice in a row, or without verification in endings",
        ],
        breaks: "pawn endings are misjudged: wins are not found and losses not avoided",
    };
    answers.finding(patient, &words)
}
