//! Law: in a won position the sign of the score does not depend on the depth. A sign that is lost or gained at each ply
//! shows as a score that changes sides from one iteration to the next.

use rules::{Chess, Position};
use uci::client::{EngineError, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Session, to_depth};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};
use crate::doctor::views;

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "steady-sign",
        says: "In a position that is clearly won, odd and even depths agree on who is winning.",
        experiment: "Positions with a queen or two rooks too many, at depths 1 to 7: no iteration may change sides.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let readings = views::centipawns(&mut session, 1)?;
    let (mut tried, mut wrong) = (0, Vec::new());
    for reading in &readings {
        if patient.time_is_up() {
            break;
        }
        let Some(is_wrong) = goes_to_and_fro(&mut session, &reading.position)? else { continue };
        tried += 1;
        if is_wrong {
            wrong.push(reading);
        }
    }
    if tried < 4 {
        return Ok(Verdict::CannotTell("too few scores in centipawns".to_owned()));
    }
    let Some(example) = wrong.first().filter(|_| wrong.len() >= 2) else {
        return Ok(Verdict::pass_of(tried, format!("{tried} won positions keep their sign at every depth")));
    };
    let proof = prove(patient, &example.position, &mut |session, position| {
        let is_clear = views::is_as_clear(example, position);
        Ok((is_clear && goes_to_and_fro(session, position)? == Some(true)).then_some(()))
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again("scores changed sides"));
    };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!("the score changes sides from depth to depth in {} of {tried} won positions", wrong.len()),
        failed: wrong.len(),
        tried,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: Vec::new(),
            expected: format!("{} is winning at every depth", example.winner),
            seen: "the sign goes to and fro".to_owned(),
            transcript: proof.transcript,
        },
        culprits: vec![
            "the evaluation is from White's view (or the root's) inside a negamax search".to_owned(),
            "a minus sign that is missing, or there twice, where the search or quiescence search calls itself"
                .to_owned(),
        ],
        breaks: "play, badly: half of the depths search for the worst move".to_owned(),
    })))
}

/// Whether the scores of one search, from depth to depth, change sides twice or more; `None` if it was cut short.
fn goes_to_and_fro(session: &mut Session, position: &Position<Chess>) -> Result<Option<bool>, EngineError> {
    let heard = session.fresh(position, &to_depth(7))?;
    let large = |score: SearchScore| (score.value().abs() >= 100).then(|| score.value().signum());
    let mut signs: Vec<i32> = heard.infos().iter().filter_map(|info| info.score).filter_map(large).collect();
    signs.dedup();
    Ok((!heard.is_cut_short).then_some(signs.len() >= 3))
}
