//! Law: the moves of a line that is shown are legal, one after the other.

use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict, excerpt};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "lines",
        says: "Every move of every line that is shown is legal where it is shown.",
        experiment: "Positions searched to depth 7 without clearing the table in between; every line of every info is played \
            out.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(40, 200, 1000);
    let mut phases = [Phase::Middle, Phase::Ending].map(|phase| Box::new(patient.positions(0x11e5, phase)));
    let (mut tried, mut lines) = (0, 0);
    session.new_game()?;
    while tried < wanted && !patient.time_is_up() {
        let Some(position) = phases[tried % 2].next() else { break };
        tried += 1;
        session.place(&position)?;
        let heard = session.search(&Limits { depth: Some(7), nodes: Some(100_000), ..Limits::default() })?;
        for info in &heard.infos {
            lines += usize::from(!info.line.is_empty());
            let mut place = position;
            for text in &info.line {
                if let Ok(mv) = place.uci_move(text) {
                    place.play(mv);
                    continue;
                }
                let transcript = session.transcript();
                let from = transcript.iter().rposition(|said| said.text.starts_with("position")).unwrap_or(0);
                return Ok(Verdict::Finding(Box::new(Finding {
                    certainty: Certainty::Sure,
                    summary: format!("a line contains the illegal move {text}"),
                    failed: 1,
                    tried,
                    evidence: Evidence {
                        fen: Some(position.to_string()),
                        moves: info.line.clone(),
                        expected: format!("a legal move in {place}"),
                        seen: text.clone(),
                        transcript: excerpt(&transcript, from),
                    },
                    culprits: vec![
                        "the line is walked through the table without checking that its moves are legal".to_owned(),
                        "the length of a child's line is not reset where a node returns early (draw, cut, tables)"
                            .to_owned(),
                    ],
                    breaks: "what is shown, and pondering".to_owned(),
                })));
            }
        }
    }
    Ok(Verdict::pass_of(tried, format!("{lines} lines of {tried} searches are legal")))
}
