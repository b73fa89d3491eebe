//! Law: what an engine plays is a legal move. Thousands of positions, by moves and by FEN, are searched shallowly.

use rules::{Chess, Game, Position};
use uci::client::EngineError;
use uci::genfens::Random;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, to_depth};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Said, Verdict};

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
        let depth = 1 + tried as u32 % 3;
        let heard = session.depth(depth)?;
        tried += 1;
        let Some(illegal) = illegal(given.position(), &heard) else { continue };
        // What a fresh process does with the bare position is easiest to look into; then what it does after a few moves, or
        // after all of them. If it does nothing wrong, all that was said before is needed.
        let proof = prove(patient, given.position(), &mut |session, position| {
            Ok(self::illegal(position, &session.fresh(position, &to_depth(depth))?))
        })?;
        let (given, illegal, transcript) = match proof {
            Some(proof) => (Game::new(proof.position), proof.seen, proof.transcript),
            None => by_moves(patient, &given, depth)?.unwrap_or_else(|| (given, illegal, session.transcript())),
        };
        let Illegal { what, text, after } = illegal;
        return Ok(Verdict::Finding(Box::new(Finding {
            certainty: Certainty::Sure,
            summary: format!("the {what} {text} is illegal"),
            failed: 1,
            tried,
            evidence: Evidence {
                fen: Some(given.start().to_string()),
                expected: format!("one of {}", legal_text(given.position(), after.as_deref())),
                moves: given.moves().iter().map(|mv| mv.uci(session.style())).chain(after).collect(),
                seen: text,
                transcript,
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

/// The game that shows an illegal move, that move, and the conversation.
type Shown = (Game<Chess>, Illegal, Vec<Said>);

/// The same in a fresh process that is given the moves: the last one, the last two, four and so on, or all.
fn by_moves(patient: &mut Patient, given: &Game<Chess>, depth: u32) -> Result<Option<Shown>, EngineError> {
    let all = given.moves().len();
    let few = std::iter::successors(Some(1), |count| Some(2 * count)).take_while(|count| *count < all);
    for count in few.chain((all > 0).then_some(all)) {
        if count < all && patient.time_is_up() {
            continue;
        }
        let (before, last) = given.moves().split_at(all - count);
        let mut game = Game::new(before.iter().fold(*given.start(), |position, mv| position.after(*mv)));
        last.iter().for_each(|mv| game.play(*mv));
        let mut session = patient.start()?;
        session.new_game()?;
        session.place_game(&game)?;
        if let Some(illegal) = illegal(game.position(), &session.depth(depth)?) {
            return Ok(Some((game, illegal, session.transcript())));
        }
    }
    Ok(None)
}

/// A move that is none.
struct Illegal {
    what: &'static str,
    text: String,
    /// The legal move before it.
    after: Option<String>,
}

/// What is illegal about an answer.
fn illegal(position: &Position<Chess>, heard: &Heard) -> Option<Illegal> {
    let Ok(best) = position.uci_move(&heard.best) else {
        return Some(Illegal { what: "best move", text: heard.best.clone(), after: None });
    };
    let reply = heard.ponder.as_ref().filter(|reply| !matches!(reply.as_str(), "(none)" | "0000"))?;
    let is_legal = position.after(best).uci_move(reply).is_ok();
    let (text, after) = (reply.clone(), Some(heard.best.clone()));
    (!is_legal).then_some(Illegal { what: "reply that is expected", text, after })
}

/// The legal moves, perhaps after one of them.
fn legal_text(position: &Position<Chess>, after: Option<&str>) -> String {
    let played = after.and_then(|text| position.uci_move(text).ok());
    let position = played.map_or(*position, |mv| position.after(mv));
    let texts: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci(Default::default())).collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}
