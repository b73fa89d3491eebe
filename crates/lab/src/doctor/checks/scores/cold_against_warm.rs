//! Law: what a table remembers may make a search deeper, but not another one. A search of one ply, repeated, meets only
//! what it has stored itself, and must come to the score of a process that has never seen the position.

use std::collections::HashMap;

use rules::{Chess, Position};
use uci::client::{EngineError, OptionKind};

use super::probe::{Given, centipawns, pawns, read};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Session, to_depth};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "cold-against-warm",
        says: "A search of one or two plies, repeated with the table it has filled itself, comes to the score of a search without.",
        experiment: "Positions at depth 1 and 2, once in a process with the smallest table that has never seen them, and three \
            times in a row in another one. Small changes are allowed: a table may remember better estimates. Jumps of more than \
            a pawn in many positions are not.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

/// More than any refinement of a static evaluation.
const JUMP: i32 = 100;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let (mut cold, mut session) = (Cold::start(patient)?, patient.start()?);
    let wanted = patient.pace().pick(80, 400, 2000);
    let (mut tried, mut changed, mut jumps) = (0, 0, Vec::new());
    for position in patient.positions(0xc01d, Phase::Middle) {
        if tried >= wanted || patient.time_is_up() {
            break;
        }
        let depth = 1 + tried as u32 % 2;
        tried += 1;
        match repeated(&mut cold, &mut session, &patient.traits, &position, depth)? {
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
        Ok(match repeated(&mut cold, session, &traits, position, depth)? {
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
            expected: format!("about {} at depth {depth}, as in a process that has never seen it", pawns(cold)),
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

/// A process with the smallest table that is asked about no position twice, so that it need not forget anything.
struct Cold {
    session: Session,
    known: HashMap<String, Option<i32>>,
}

impl Cold {
    fn start(patient: &mut Patient) -> Result<Self, EngineError> {
        let least = match patient.traits.option("Hash").map(|option| &option.kind) {
            Some(OptionKind::Spin { min, .. }) => min.to_string(),
            _ => String::new(),
        };
        Ok(Self { session: patient.start_with(&[("Hash", &least)])?, known: HashMap::new() })
    }

    fn read(&mut self, traits: &Traits, position: &Position<Chess>, depth: u32) -> Result<Option<i32>, EngineError> {
        let name = format!("{position} at depth {depth}");
        if let Some(known) = self.known.get(&name) {
            return Ok(*known);
        }
        let score = read(&mut self.session, traits, &Given::bare(position), depth, None)?;
        self.known.insert(name, score);
        Ok(score)
    }
}

/// A search without a past, and two with what a first one has left in the table.
fn repeated(
    cold: &mut Cold,
    session: &mut Session,
    traits: &Traits,
    position: &Position<Chess>,
    depth: u32,
) -> Result<Repeated, EngineError> {
    let mut changes = 0;
    let Some(cold) = cold.read(traits, position, depth)? else { return Ok(Repeated::Alike(0)) };
    session.fresh(position, &to_depth(depth))?;
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
