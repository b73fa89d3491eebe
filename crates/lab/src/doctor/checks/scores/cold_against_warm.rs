//! Law: what a table remembers may make a search deeper, but not another one. A search of one ply, repeated, meets only
//! what it has stored itself, and must come to the same score.

use rules::{Chess, Position};
use uci::client::EngineError;

use super::probe::{Given, centipawns, pawns, read};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
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
        tried += 1;
        match repeated(&mut session, &patient.traits, &position, depth)? {
            Repeated::Alike(changes) => changed += changes,
            Repeated::Jump { .. } => {
                changed += 1;
                jumps.push((position, depth));
            }
        }
    }
    let text = format!("{tried} searches repeated: {changed} changed, {} by more than {JUMP} cp", jumps.len());
    // Healthy engines show a jump in one of a hundred at most.
    if jumps.len() * 25 < tried || jumps.len() < 3 {
        return Ok(Verdict::pass_of(tried, text));
    }
    let Some((position, depth)) = jumps.first().copied() else { return Ok(Verdict::Pass(text)) };
    let traits = patient.traits.clone();
    let proof = prove(patient, &position, &mut |session, position| {
        Ok(match repeated(session, &traits, position, depth)? {
            Repeated::Jump { cold, warm } => Some((cold, warm)),
            Repeated::Alike(_) => None,
        })
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again(text));
    };
    let (cold, warm) = proof.seen;
    let certainty = if jumps.len() * 5 >= tried { Certainty::Likely } else { Certainty::Hint };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: text,
        failed: jumps.len(),
        tried,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: Vec::new(),
            expected: format!("about {} at depth {depth}, as with an empty table", pawns(cold)),
            seen: warm.map_or_else(|| "a mate score".to_owned(), pawns),
            transcript: proof.transcript,
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

/// A search and its repetitions.
enum Repeated {
    /// How many of them came to another score, if only a little.
    Alike(usize),
    /// One came to something else; `None` is a mate.
    Jump { cold: i32, warm: Option<i32> },
}

/// A search with an empty table, and twice more with what it has left there.
fn repeated(
    session: &mut Session,
    traits: &Traits,
    position: &Position<Chess>,
    depth: u32,
) -> Result<Repeated, EngineError> {
    let mut changes = 0;
    let Some(cold) = read(session, traits, &Given::bare(position), depth, None)? else {
        return Ok(Repeated::Alike(0));
    };
    for _ in 0..2 {
        session.place(position)?;
        let heard = session.depth(depth)?;
        if heard.is_cut_short {
            break;
        }
        let warm = centipawns(traits, &heard, position.side_to_move());
        changes += usize::from(warm != Some(cold));
        if warm.is_none_or(|warm| (warm - cold).abs() > JUMP) {
            return Ok(Repeated::Jump { cold, warm });
        }
    }
    Ok(Repeated::Alike(changes))
}
