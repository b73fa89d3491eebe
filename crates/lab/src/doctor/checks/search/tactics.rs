//! Law: what wins or saves a piece within a move or two is played, and short mates are seen. Healthy engines miss none of the
//! positions in which something is won; a few wrong answers may still be an opinion.

use uci::client::EngineError;

use super::short_mates;
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
        says: "At depth 5 to 7 an engine takes what hangs and saves what is attacked; a little deeper it sees mates in one \
            and two.",
        experiment: "Proven mates in one to three, asked for far deeper than they are: a mate score must be told, or a move \
            played that keeps a mate. Then positions of random games in which one move is better than all others by at \
            least a pawn and a half, for both colours. Six healthy engines of all ages and strengths solve all of these.",
    },
    from: Pace::Quick,
    share: 6,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mates = short_mates::ask(patient)?;
    if let Some(verdict) = mates.verdict(patient)? {
        return Ok(verdict);
    }
    let mut cases = cases::read(include_str!("tactics.txt"));
    cases.truncate(patient.pace().pick(80, 240, 240));
    let answers = cases::ask(patient, &cases)?;
    // Three in a hundred are left to taste.
    let certainty = match answers.wrong.len() * 100 / answers.tried.max(1) {
        0..3 => {
            return Ok(match (answers.pass(), mates.note()) {
                (Verdict::Pass(text), Some(note)) => Verdict::Pass(format!("{text}; {note}")),
                (verdict, _) => verdict,
            });
        }
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
