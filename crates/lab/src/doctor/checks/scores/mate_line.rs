//! Law: the line that is shown for a mate ends in it. Lines that stop early are common and harmless; those that go all
//! the way and miss are not.

use rules::{Chess, Color, Position};
use uci::client::{EngineError, ScoreBound, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, to_depth};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mate-line",
        says: "The line shown with `score mate N` ends in checkmate after N moves.",
        experiment: "Proven mates in one to three: the last line shown is played out.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let (mut whole, mut short, mut wrong) = (0, 0, Vec::new());
    for one in mates::known() {
        if patient.time_is_up() {
            break;
        }
        let depth = 2 * one.moves.unsigned_abs() + 3;
        match shown(&patient.traits, &one.position, &session.fresh(&one.position, &to_depth(depth))?) {
            None => {}
            Some(Shown::InPart) => short += 1,
            Some(Shown::ToMate) => whole += 1,
            Some(Shown::Wrong { .. }) => {
                whole += 1;
                wrong.push((one, depth));
            }
        }
    }
    let Some((example, depth)) = wrong.first() else {
        let text = format!("{whole} lines end in mate, {short} are shown only in part");
        return Ok(if whole == 0 { Verdict::CannotTell(text) } else { Verdict::Pass(text) });
    };
    let traits = patient.traits.clone();
    let proof = prove(patient, &example.position, &mut |session, position| {
        // The same mate among fewer pieces: proven again.
        if !mates::is_at(position, example.moves) {
            return Ok(None);
        }
        Ok(match shown(&traits, position, &session.fresh(position, &to_depth(*depth))?) {
            Some(Shown::Wrong { claim, line }) => Some((claim, line)),
            _ => None,
        })
    })?;
    let Some(proof) = proof else {
        return Ok(Verdict::not_again(format!("{} of {whole} lines do not end in mate", wrong.len())));
    };
    let (claim, line) = proof.seen;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!("lines shown for a mate do not end in one ({} of {whole})", wrong.len()),
        failed: wrong.len(),
        tried: whole,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: line,
            expected: format!("checkmate at the end of the line, since mate {claim} is claimed"),
            seen: "no checkmate there".to_owned(),
            transcript: proof.transcript,
        },
        culprits: vec![
            "the principal variation is taken from the table, where another search has overwritten it".to_owned(),
            "the line of a child is copied although its score did not become the best".to_owned(),
            "mate distances that are off by one or not adjusted by the ply".to_owned(),
        ],
        breaks: "what is shown, and pondering; perhaps mate scores themselves".to_owned(),
    })))
}

/// What a line shown for a mate comes to.
enum Shown {
    /// It stops before the mate.
    InPart,
    /// It ends in it.
    ToMate,
    /// It is long enough, and does not.
    Wrong { claim: i32, line: Vec<String> },
}

/// Plays out the last line, if a mate is claimed with it.
fn shown(traits: &Traits, position: &Position<Chess>, heard: &Heard) -> Option<Shown> {
    let info = heard.last().filter(|info| info.bound == ScoreBound::Exact)?;
    let is_black = position.side_to_move() == Color::Black;
    let SearchScore::Mate(claim) = traits.normal(info.score?, is_black) else { return None };
    let plies = if claim > 0 { 2 * claim - 1 } else { -2 * claim } as usize;
    let (mut place, mut played) = (*position, 0);
    for text in info.line.iter().take(plies) {
        let Ok(mv) = place.uci_move(text) else { break };
        place.play(mv);
        played += 1;
    }
    Some(match (played < plies, place.in_check() && place.legal_moves().is_empty()) {
        (true, _) => Shown::InPart,
        (false, true) => Shown::ToMate,
        (false, false) => Shown::Wrong { claim, line: info.line.clone() },
    })
}
