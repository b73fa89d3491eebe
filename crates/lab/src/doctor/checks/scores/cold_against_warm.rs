//! Law: what a table remembers may make a search deeper, but not another one. A search of one ply, repeated, meets only
//! what it has stored itself, and must come to the same score.

use uci::client::EngineError;

use super::probe::{Given, centipawns, pawns, read};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "cold-against-warm",
        says: "A search of one or two plies, repeated with the table it has filled itself, comes to the same score.",
        experiment: "Positions at depth 1 and 2 with an empty table, and at once again. Small changes are allowed: a table \
            may remember better estimates. Jumps of more than a pawn in many positions are not.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

/// More than any refinement of a static evaluation.
const JUMP: i32 = 100;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(80, 400, 2000);
    let (mut tried, mut changed, mut jumps) = (0, 0, Vec::new());
    for position in patient.positions(0xc01d, Phase::Middle) {
        if tried >= wanted || patient.time_is_up() {
            break;
        }
        let depth = 1 + tried as u32 % 2;
        let Some(cold) = read(&mut session, &patient.traits, &Given::bare(&position), depth, None)? else {
            tried += 1;
            continue;
        };
        tried += 1;
        for _ in 0..2 {
            session.place(&position)?;
            let heard = session.depth(depth)?;
            let warm = centipawns(&patient.traits, &heard, position.side_to_move());
            changed += usize::from(warm != Some(cold));
            let is_jump = warm.is_none_or(|warm| (warm - cold).abs() > JUMP);
            if is_jump {
                jumps.push((position, depth, cold, warm));
                break;
            }
        }
    }
    let text = format!("{tried} searches repeated: {changed} changed, {} by more than {JUMP} cp", jumps.len());
    // Healthy engines show a jump in one of a hundred at most.
    if jumps.len() * 25 < tried || jumps.len() < 3 {
        return Ok(Verdict::pass_of(tried, text));
    }
    let Some((position, depth, cold, warm)) = jumps.first() else { return Ok(Verdict::Pass(text)) };
    let mut alone = patient.start()?;
    alone.new_game()?;
    for _ in 0..3 {
        alone.place(position)?;
        alone.depth(*depth)?;
    }
    let certainty = if jumps.len() * 5 >= tried { Certainty::Likely } else { Certainty::Hint };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: text,
        failed: jumps.len(),
        tried,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("about {} at depth {depth}, as with an empty table", pawns(*cold)),
            seen: warm.map_or_else(|| "a mate score".to_owned(), pawns),
            transcript: alone.transcript(),
        },
        culprits: vec![
            "a bound stored as the other kind: a beta cut as Upper, a fail-low as Exact, in quiescence search too"
                .to_owned(),
            "a table entry used without looking at its depth".to_owned(),
            "a table score read without turning it to the side to move".to_owned(),
        ],
        breaks: "play: wrong scores are believed for as long as they stay in the table".to_owned(),
    })))
}
