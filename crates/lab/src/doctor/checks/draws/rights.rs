//! Law: who may castle, and which pawn may be taken in passing, is part of a position. The same pieces without the right
//! are another position, which has not occurred before.

use uci::client::EngineError;

use crate::doctor::checks::cases::{self, Answers, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Draws,
        name: "rights",
        says: "A position with other rights to castle or to take en passant is another position: it is no repetition.",
        experiment: "A position occurs twice with a right to castle; then a rook or a king steps away and back, and a side that \
            is a queen up or down makes the same pieces stand there for the first time without it: no rule and no policy \
            calls that a draw. The same with a pawn that could have been taken en passant, if the engine does not take a \
            second occurrence for a draw.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

const BREAKS: &str = "the losing side believes itself saved, and scores of one position are believed of another";

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let castling = cases::ask(patient, &cases::read(include_str!("rights.txt")))?.due_to_the_past(patient)?;
    if !castling.wrong.is_empty() {
        let words = Words {
            certainty: Certainty::Sure,
            culprits: &[
                "the key of a position forgets the rights to castle",
                "rights that are lost by a step of the rook or the king leave the key as it was",
                "positions are compared by their pieces, not by their keys",
            ],
            breaks: BREAKS,
        };
        return castling.finding(patient, &words);
    }
    let Some(en_passant) = en_passant(patient)? else { return Ok(castling.pass()) };
    if !en_passant.wrong.is_empty() {
        let words = Words {
            certainty: Certainty::Sure,
            culprits: &[
                "the key of a position forgets the en passant square",
                "positions are compared by their pieces, not by their keys",
            ],
            breaks: BREAKS,
        };
        return en_passant.finding(patient, &words);
    }
    Ok(match castling.tried + en_passant.tried {
        0 => castling.pass(),
        tried => Verdict::Pass(format!("{tried} positions with a right less are not taken for repetitions")),
    })
}

/// Questions on a pawn that could have been taken, if the engine can be asked them.
fn en_passant(patient: &mut Patient) -> Result<Option<Answers>, EngineError> {
    // The second occurrence of what stands there without the right: who takes that for a draw on purpose may.
    let seconds = cases::read(include_str!("history.txt"));
    if !patient.traits.obeys_searchmoves || !cases::ask(patient, &seconds)?.wrong.is_empty() {
        return Ok(None);
    }
    let answers = cases::ask(patient, &cases::read(include_str!("rights_en_passant.txt")))?;
    answers.due_to_the_past(patient).map(Some)
}

/// Whether repetitions show that the en passant square is part of the key.
pub(in crate::doctor::checks) fn key_knows_en_passant(patient: &mut Patient) -> Result<bool, EngineError> {
    Ok(en_passant(patient)?.is_some_and(|answers| answers.tried > 0 && answers.wrong.is_empty()))
}
