//! Law: what wins or saves a piece within a move or two is played. Healthy engines miss none of these positions; a few
//! wrong answers may still be an opinion.

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
        name: "tactics",
        says: "At depth 6 an engine takes what hangs, saves what is attacked, and mates if it can in one or two.",
        experiment: "Positions of random games in which one move is better than all others by at least two and a half pawns, \
            for both colours. Six healthy engines of all ages and strengths solve all of them.",
    },
    from: Pace::Quick,
    share: 6,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut cases = cases::read(include_str!("tactics.txt"));
    cases.truncate(patient.pace().pick(80, 240, 240));
    let answers = cases::ask(patient, &cases)?;
    // Three in a hundred are left to taste.
    let certainty = match answers.wrong.len() * 100 / answers.tried.max(1) {
        0..3 => return Ok(answers.pass()),
        3..6 => Certainty::Hint,
        _ => Certainty::Likely,
    };
    let words = Words {
        certainty,
        culprits: &[
            "moves that are pruned or reduced without being searched again when they turn out well",
            "moves that are sorted the wrong way round, so that good ones come late and are pruned",
            "static exchange evaluation with the wrong sign, or with captures that it does not see",
            "table entries used at any depth, or with the wrong bound",
            "a re-search that is missing after a scout has beaten alpha",
        ],
        breaks: "play, badly: pieces are lost that any beginner would save",
    };
    answers.finding(patient, &words)
}
