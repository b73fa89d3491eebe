//! A habit more than a law: asked for a move where there is none, an engine says so and lives on. The protocol does not
//! say how.

use std::time::Duration;

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "game-over",
        says: "Asked to move when mated or stalemated, an engine answers (with no move) and lives on.",
        experiment: "`go depth 2` in positions that are checkmate and stalemate.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

const OVER: [(&str, &str); 4] = [
    ("checkmate", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"),
    ("checkmate", "8/8/8/8/8/1k6/1q6/K7 w - - 0 1"),
    ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("stalemate", "8/8/8/8/8/1k6/2q5/K7 w - - 0 1"),
];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut tried = 0;
    patient.grant(Duration::from_secs(3));
    for (kind, fen) in OVER {
        if patient.must_end(tried) {
            break;
        }
        tried += 1;
        let Ok(position) = fen.parse::<Position<Chess>>() else { continue };
        let mut session = patient.start()?;
        session.set_patience(Duration::from_secs(4));
        session.new_game()?;
        let asked = session.place(&position).and_then(|()| session.depth(2));
        let lived = asked.and_then(|heard| {
            session.place(&Position::start())?;
            session.depth(1)?;
            Ok(heard)
        });
        let seen = match lived {
            Ok(heard) if heard.best.len() >= 4 && heard.best != "0000" && !heard.best.contains("none") => {
                // Any other word for "no move" will do.
                if heard.best.as_bytes()[1].is_ascii_digit() && heard.best != "a1a1" && heard.best != "h1h1" {
                    format!("bestmove {}", heard.best)
                } else {
                    continue;
                }
            }
            Ok(_) => continue,
            Err(error) => error.to_string(),
        };
        return Ok(Verdict::Finding(Box::new(Finding {
            certainty: Certainty::Hint,
            summary: format!("in {kind}: {seen}"),
            failed: 1,
            tried,
            evidence: Evidence {
                fen: Some(fen.to_owned()),
                moves: Vec::new(),
                expected: "bestmove (none), bestmove 0000 or the like".to_owned(),
                seen,
                transcript: session.transcript(),
            },
            culprits: vec!["the root has no moves: its best move is taken from an empty list".to_owned()],
            breaks: "nothing in games: programs do not ask then. Analysis of a finished game may end".to_owned(),
        })));
    }
    Ok(Verdict::Pass(format!("{} are answered", so_many(tried, OVER.len(), "checkmates and stalemates"))))
}
