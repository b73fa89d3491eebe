//! Law: a mate that is claimed is there, and no closer than it can be. The distances are proven by trying every move.

use rules::Color;
use uci::client::{EngineError, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mate-distance",
        says: "A claimed mate exists, and cannot be shorter than the shortest there is.",
        experiment: "Proven mates in one to three, given and suffered, one after the other with a warm table, searched twice \
            at rising depth: every exact mate score of every info line is compared with the proof.",
    },
    from: Pace::Quick,
    share: 4,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let known = mates::known();
    let (mut tried, mut wrong) = (0, Vec::new());
    session.new_game()?;
    for one in &known {
        if patient.time_is_up() {
            break;
        }
        session.place(&one.position)?;
        // The second search meets the mate scores that the first has left in the table.
        for depth in [2 * one.moves.unsigned_abs() + 1, 2 * one.moves.unsigned_abs() + 4] {
            let heard = session.depth(depth)?;
            let side = one.position.side_to_move();
            for (index, info) in heard.infos.iter().enumerate() {
                // Within an iteration the first line may be of a bad move that is taken back; only its last one is a claim.
                let is_last =
                    !heard.infos[index + 1..].iter().any(|later| later.depth == info.depth && later.score.is_some());
                if !is_last || info.bound != uci::client::ScoreBound::Exact {
                    continue;
                }
                let Some(said @ SearchScore::Mate(_)) = info.score else { continue };
                let SearchScore::Mate(claim) = patient.traits.normal(said, side == Color::Black) else { continue };
                tried += 1;
                let other_side = claim.signum() != one.moves.signum();
                // Nobody must see the shortest mate, but nobody can see a shorter one.
                if other_side || claim.abs() < one.moves.abs() {
                    wrong.push((one.clone(), claim));
                    break;
                }
            }
        }
    }
    if tried == 0 {
        return Ok(Verdict::CannotTell("no mate score was told".to_owned()));
    }
    let Some((example, claim)) = wrong.first() else {
        return Ok(Verdict::Pass(format!("{tried} mate scores agree with the proofs")));
    };
    // Alone and with an empty table, for the record; a fault of the table needs what came before.
    let mut alone = patient.start()?;
    alone.new_game()?;
    alone.place(&example.position)?;
    let mut shows = false;
    for depth in [2 * example.moves.unsigned_abs() + 1, 2 * example.moves.unsigned_abs() + 4] {
        shows |= alone.depth(depth)?.infos.iter().any(|info| {
            let normal = |score| patient.traits.normal(score, example.position.side_to_move() == Color::Black);
            info.score.map(normal) == Some(SearchScore::Mate(*claim))
        });
    }
    let transcript = if shows { alone.transcript() } else { session.transcript() };
    let mut culprits = vec![
        "mate scores are stored in the table as distances from the root, not from the node: add the ply when storing, take \
         it away when reading"
            .to_owned(),
        "a mate score made of the depth left instead of the ply".to_owned(),
    ];
    if claim.signum() != example.moves.signum() {
        culprits.insert(0, "the sign of a mate score is not turned with the side".to_owned());
    }
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Sure,
        summary: format!("claims a mate in {claim} where the shortest is {}", example.moves),
        failed: wrong.len(),
        tried,
        evidence: Evidence {
            fen: Some(example.position.to_string()),
            moves: Vec::new(),
            expected: format!("mate {} or further: proven by trying every move", example.moves),
            seen: format!("mate {claim}"),
            transcript,
        },
        culprits,
        breaks: "play: an engine that believes in mates that are not there shuffles or throws games away".to_owned(),
    })))
}
