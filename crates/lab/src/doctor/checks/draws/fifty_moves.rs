//! Law: a hundred plies without a capture or a pawn move are a draw, no earlier and no later, and mate on the last of
//! them is mate.

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
        name: "fifty-moves",
        says: "The fifty-move rule strikes on the hundredth ply, captures and pawn moves begin the count again, and \
            mate comes first.",
        experiment: "Rook and queen endings with the counter at 97 to 99 plies, where the mate is just in time or \
            just too late; won positions whose counter is reset by a pawn move.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("fifty_moves.txt")))?;
    let words = Words {
        certainty: Certainty::Likely,
        culprits: &[
            "the counter is compared with the wrong number, or before it is counted up",
            "the draw is returned before anybody looks whether the position is mate",
            "the counter is not reset by captures or pawn moves, in the search or where moves are read",
            "the rule is not looked at inside the search at all",
        ],
        breaks: "won games are drawn, or draws are missed, after long manoeuvres",
    };
    answers.verdict(patient, &words)
}
