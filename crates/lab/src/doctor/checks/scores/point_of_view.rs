//! Law: a score is good for the side to move if it is positive, centipawns and mates alike. Won positions with either
//! side to move show whose view an engine has.

use rules::Color;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, View};
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};
use crate::doctor::views::{self, Reading, is_as_clear, view_of};

/// For centipawns.
pub const CENTIPAWNS: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "point-of-view",
        says: "A score in centipawns is from the view of the side to move: positive if that side stands better.",
        experiment: "Positions with a queen or two rooks too many, for both winners and both sides to move, at depth 4.",
    },
    from: Pace::Quick,
    share: 2,
    run: of_centipawns,
};

/// For mates.
pub const MATES: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mate-point-of-view",
        says: "A mate score is positive if the side to move mates, and negative if it is mated.",
        experiment: "Proven mates in one and two, given and suffered, for both colours.",
    },
    from: Pace::Quick,
    share: 2,
    run: of_mates,
};

fn of_centipawns(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let readings = views::centipawns(&mut session, 4)?;
    judge(patient, &readings, "centipawns", 4)
}

fn of_mates(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let readings = views::mates(&mut session, 1..=2, 60)?;
    let verdict = judge(patient, &readings, "mates", 0)?;
    let other = patient.traits.centipawns;
    if let (Verdict::Pass(_), View::White) = (&verdict, other) {
        return Ok(Verdict::Pass("mates are from the side to move's view, though centipawns are not".to_owned()));
    }
    Ok(verdict)
}

fn judge(patient: &mut Patient, readings: &[Reading], what: &str, depth: u32) -> Result<Verdict, EngineError> {
    if readings.len() < 4 {
        return Ok(Verdict::CannotTell(format!("only {} scores in {what} were told", readings.len())));
    }
    let wrong: Vec<&Reading> = readings.iter().filter(|reading| !reading.fits(View::SideToMove)).collect();
    let Some(example) = wrong.first() else {
        return Ok(Verdict::Pass(format!("the side to move's view in all of {} positions", readings.len())));
    };
    let (certainty, summary, culprits) = match view_of(readings) {
        Some(View::White) => (
            Certainty::Sure,
            format!("{what} are told from White's view"),
            vec![
                "the score is turned to White's view where the info line is printed: the protocol wants the engine's view, \
                 that is the side to move's"
                    .to_owned(),
                "an evaluation from White's view goes into a negamax search, or comes out of it, without its sign"
                    .to_owned(),
            ],
        ),
        // A single odd reading among many may be an engine's opinion; several are a sign that is wrong.
        _ if wrong.len() * 4 >= readings.len() => {
            let for_black = wrong.iter().filter(|reading| reading.position.side_to_move() == Color::Black).count();
            let whose = match for_black {
                0 => " when White is to move",
                n if n == wrong.len() => " when Black is to move",
                _ => "",
            };
            let certainty = if what == "mates" { Certainty::Sure } else { Certainty::Likely };
            (
                certainty,
                format!("{what} have the wrong sign in {} of {} positions{whose}", wrong.len(), readings.len()),
                vec![
                    "a sign in the evaluation that is applied to one colour only".to_owned(),
                    "negamax that also branches on who is to move".to_owned(),
                ],
            )
        }
        _ => {
            let text = format!("{} of {} positions have an odd sign, too few to tell", wrong.len(), readings.len());
            return Ok(Verdict::CannotTell(text));
        }
    };
    let depth = if depth == 0 { 2 * example.mate.unwrap_or(1).unsigned_abs() + 3 } else { depth };
    let proof = prove(patient, &example.position, &mut |session, position| {
        if !is_as_clear(example, position) {
            return Ok(None);
        }
        let told = session.fresh(position, &to_depth(depth))?.score();
        let reading = told.map(|score| Reading { position: *position, score, ..(*example).clone() });
        Ok(reading.filter(|reading| !reading.fits(View::SideToMove)))
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again(summary));
    };
    let example = &proof.seen;
    let side = example.position.side_to_move();
    let expected = if example.winner == side { "a positive score" } else { "a negative score" };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary,
        failed: wrong.len(),
        tried: readings.len(),
        evidence: Evidence {
            fen: Some(example.position.to_string()),
            moves: Vec::new(),
            expected: format!("{expected}: {} is winning and {side} is to move", example.winner),
            seen: example.score.to_string(),
            transcript: proof.transcript,
        },
        culprits,
        breaks:
            "match runners adjudicate wrongly, and programs show the wrong side ahead; the play itself may be sound"
                .to_owned(),
    })))
}
