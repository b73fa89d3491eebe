//! Law: `score mate` counts moves, not plies. Mates in two and three tell the two apart.

use uci::client::{EngineError, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::Patient;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};
use crate::doctor::views::{self, in_plies};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mate-units",
        says: "`score mate N` counts moves of the winner, not plies.",
        experiment: "Proven mates in two and three, given and suffered: the numbers told are compared with moves and with \
            plies.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let readings = views::mates(&mut session, 2..=3, 200)?;
    if readings.len() < 3 {
        return Ok(Verdict::CannotTell(format!("only {} mates in two or three were seen by it", readings.len())));
    }
    if !in_plies(&readings) {
        return Ok(Verdict::Pass(format!("{} mates in two or three are told in moves", readings.len())));
    }
    let example = &readings[0];
    let mate = example.mate.unwrap_or_default();
    let proof = prove(patient, &example.position, &mut |session, position| {
        // The same mate among fewer pieces: proven again.
        let longest = mate.unsigned_abs();
        if !mates::is_at(position, mate) {
            return Ok(None);
        }
        let score = session.fresh(position, &to_depth(2 * longest + 3))?.score();
        Ok(score.filter(|score| matches!(score, SearchScore::Mate(said) if said.unsigned_abs() > longest)))
    })?;
    let (position, score, transcript) = match proof {
        Some(proof) => (proof.position, proof.seen, proof.transcript),
        None => (example.position, example.score, session.transcript()),
    };
    let (expected, SearchScore::Mate(seen) | SearchScore::Centipawns(seen)) = (mate, score);
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Sure,
        summary: "mates are counted in plies".to_owned(),
        failed: readings.len(),
        tried: readings.len(),
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("score mate {expected}: proven by trying every move"),
            seen: format!("score mate {seen}"),
            transcript,
        },
        culprits: vec![
            "the distance MATE - score is a number of plies; (plies + 1) / 2 is the number of moves".to_owned(),
        ],
        breaks: "what programs show, and adjudication by mate distance; not the play".to_owned(),
    })))
}
