//! Law: what an engine plays is a legal move. Thousands of positions, by moves and by FEN, are searched shallowly.

use rules::{Game, Position};
use uci::client::EngineError;
use uci::genfens::Random;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict, excerpt};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "best-moves",
        says: "Every best move is legal, and so is the reply to it that is expected.",
        experiment: "Random games rich in castling, promotions and en passant; their positions, given by moves and by FEN in \
            turn, are searched to depth 1, 2 or 3.",
    },
    from: Pace::Quick,
    share: 6,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x1e6a);
    let wanted = patient.pace().pick(250, 2000, 10_000);
    let mut tried = 0;
    session.new_game()?;
    while tried < wanted && !patient.time_is_up() {
        let plies = 6 + random.below(160) as usize;
        let whole = patient.game(&mut random, plies);
        if whole.outcome().is_some() {
            continue;
        }
        let given = if tried % 2 == 0 { whole } else { Game::new(*whole.position()) };
        session.place_game(&given)?;
        let heard = session.depth(1 + tried as u32 % 3)?;
        tried += 1;
        let position = given.position();
        let best = position.uci_move(&heard.best);
        let reply = heard.ponder.as_ref().filter(|reply| !matches!(reply.as_str(), "(none)" | "0000"));
        let reply_is_wrong = match (&best, reply) {
            (Ok(best), Some(reply)) => position.after(*best).uci_move(reply).is_err(),
            _ => false,
        };
        if best.is_ok() && !reply_is_wrong {
            continue;
        }
        let what = if best.is_err() { "best move" } else { "reply that is expected" };
        let text = if best.is_err() { &heard.best } else { reply.unwrap_or(&heard.best) };
        let transcript = session.transcript();
        let from = transcript.iter().rposition(|said| said.text.starts_with("position")).unwrap_or(0);
        return Ok(Verdict::Finding(Box::new(Finding {
            certainty: Certainty::Sure,
            summary: format!("the {what} {text} is illegal"),
            failed: 1,
            tried,
            evidence: Evidence {
                fen: Some(position.to_string()),
                moves: if best.is_err() { Vec::new() } else { vec![heard.best.clone()] },
                expected: format!("one of {}", legal_text(position)),
                seen: text.clone(),
                transcript: excerpt(&transcript, from),
            },
            culprits: vec![
                "a move from the table or from the killers that is not checked for legality in this position"
                    .to_owned(),
                "the board after `position ... moves`: a special move that is not played out whole".to_owned(),
                "a generator that forgets pins, checks or attacked squares on the king's way".to_owned(),
            ],
            breaks: "play: an illegal move loses the game at once".to_owned(),
        })));
    }
    Ok(Verdict::pass_of(tried, format!("{tried} best moves are legal")))
}

fn legal_text(position: &Position<rules::Chess>) -> String {
    let texts: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci(Default::default())).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}
