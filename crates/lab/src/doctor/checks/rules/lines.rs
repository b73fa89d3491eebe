//! Law: the moves of a line that is shown are legal, one after the other.

use rules::{Chess, Position};
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, Session};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

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
        let heard = search(&mut session, &position)?;
        lines += heard.infos_so_far().iter().filter(|info| !info.line.is_empty()).count();
        let Some(broken) = broken(&position, &heard) else { continue };
        // What a fresh process shows is easiest to look into. A line out of a full table needs all that filled it.
        let proof = prove(patient, &position, &mut |session, position| {
            session.new_game()?;
            Ok(self::broken(position, &search(session, position)?))
        })?;
        let (position, broken, transcript, how) = match proof {
            Some(proof) => (proof.position, proof.seen, proof.transcript, ""),
            None => (position, broken, session.transcript(), ", with a table that earlier searches have filled"),
        };
        return Ok(Verdict::Finding(Box::new(Finding {
            certainty: Certainty::Sure,
            summary: format!("a line contains the illegal move {}{how}", broken.text),
            failed: 1,
            tried,
            evidence: Evidence {
                fen: Some(position.to_string()),
                moves: broken.line,
                expected: format!("a legal move in {}", broken.place),
                seen: broken.text,
                transcript,
            },
            culprits: vec![
                "the line is walked through the table without checking that its moves are legal".to_owned(),
                "the length of a child's line is not reset where a node returns early (draw, cut, tables)".to_owned(),
            ],
            breaks: "what is shown, and pondering".to_owned(),
        })));
    }
    Ok(Verdict::pass_of(tried, format!("{lines} lines of {tried} searches are legal")))
}

fn search(session: &mut Session, position: &Position<Chess>) -> Result<Heard, EngineError> {
    session.place(position)?;
    session.search(&Limits { depth: Some(7), nodes: Some(100_000), ..Limits::default() })
}

/// A line with a move that is illegal where it is shown.
struct Broken {
    line: Vec<String>,
    place: Position<Chess>,
    text: String,
}

/// The first of the lines that cannot be played out.
fn broken(position: &Position<Chess>, heard: &Heard) -> Option<Broken> {
    heard.infos_so_far().iter().find_map(|info| {
        let mut place = *position;
        let text = info.line.iter().find(|text| match place.uci_move(text) {
            Ok(mv) => {
                place.play(mv);
                false
            }
            Err(_) => true,
        })?;
        Some(Broken { line: info.line.clone(), place, text: text.clone() })
    })
}
