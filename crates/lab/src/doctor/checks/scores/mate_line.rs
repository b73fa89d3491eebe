//! Law: the line that is shown for a mate ends in it. Lines that stop early are common and harmless; those that go all
//! the way and miss are not.

use rules::Color;
use uci::client::{EngineError, ScoreBound, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::mates;
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict, excerpt};

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
        session.new_game()?;
        session.place(&one.position)?;
        let heard = session.depth(2 * one.moves.unsigned_abs() + 3)?;
        let Some(info) = heard.last().filter(|info| info.bound == ScoreBound::Exact) else { continue };
        let Some(score @ SearchScore::Mate(_)) = info.score else { continue };
        let black = one.position.side_to_move() == Color::Black;
        let SearchScore::Mate(claim) = patient.traits.normal(score, black) else { continue };
        let plies = if claim > 0 { 2 * claim - 1 } else { -2 * claim } as usize;
        let mut position = one.position;
        let mut played = 0;
        for text in info.line.iter().take(plies) {
            let Ok(mv) = position.uci_move(text) else { break };
            position.play(mv);
            played += 1;
        }
        if played < plies {
            short += 1;
            continue;
        }
        whole += 1;
        if !(position.in_check() && position.legal_moves().is_empty()) {
            wrong.push((one, claim, info.line.clone(), session.transcript()));
        }
    }
    let Some((example, claim, line, transcript)) = wrong.first() else {
        let text = format!("{whole} lines end in mate, {short} are shown only in part");
        return Ok(if whole == 0 { Verdict::CannotTell(text) } else { Verdict::Pass(text) });
    };
    // Of a long conversation the last game is enough.
    let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
    let transcript = excerpt(transcript, from);
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!("lines shown for a mate do not end in one ({} of {whole})", wrong.len()),
        failed: wrong.len(),
        tried: whole,
        evidence: Evidence {
            fen: Some(example.position.to_string()),
            moves: line.clone(),
            expected: format!("checkmate at the end of the line, since mate {claim} is claimed"),
            seen: "no checkmate there".to_owned(),
            transcript,
        },
        culprits: vec![
            "the principal variation is taken from the table, where another search has overwritten it".to_owned(),
            "the line of a child is copied although its score did not become the best".to_owned(),
            "mate distances that are off by one or not adjusted by the ply".to_owned(),
        ],
        breaks: "what is shown, and pondering; perhaps mate scores themselves".to_owned(),
    })))
}
