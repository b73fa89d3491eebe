//! The laws that an engine for Chess Fragments is tried by: moves, scores and determinism, on random games of that game.
//! Everything else of the black box rests on positions of chess.

use rules::{Fragments, Game, Move, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};
use uci::genfens::Random;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::{flipped_move_in, is_at_rest};
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trials of this game.
pub static CHECKS: &[Check] = &[
    Check { law: BEST_MOVES, from: Pace::Quick, share: 4, run: best_moves },
    Check { law: REPEAT, from: Pace::Quick, share: 2, run: repeat },
    Check { law: PATH, from: Pace::Quick, share: 4, run: path_against_position },
    Check { law: SYMMETRY, from: Pace::Quick, share: 4, run: colour_symmetry },
];

const BEST_MOVES: Law = Law {
    group: Group::Rules,
    name: "best-moves",
    says: "A best move is legal.",
    experiment: "Random games, given by moves and as bare positions, at depths 1 to 3.",
};

const REPEAT: Law = Law {
    group: Group::Determinism,
    name: "repeat",
    says: "With one thread the same question gets the same answer.",
    experiment: "Positions of random games at depth 6, each twice in one process after `ucinewgame`.",
};

const PATH: Law = Law {
    group: Group::Scores,
    name: "path-against-position",
    says: "A position has the same score at depth 1 whether it is reached by moves or given as a FEN.",
    experiment: "Random games, with an empty table, held to one move that leads to a position at rest.",
};

const SYMMETRY: Law = Law {
    group: Group::Scores,
    name: "colour-symmetry",
    says: "A position and the same position with colours swapped have the same static evaluation for the side to move.",
    experiment: "Positions of random games and their colour flips, held to one move that leads to a position at rest.",
};

/// What rounding and scaling may do.
fn is_different(one: i32, other: i32) -> bool {
    (one - other).abs() > 2 + other.abs() / 50
}

/// A random game that is not over, of at most so many plies.
fn game(random: &mut Random) -> Game<Fragments> {
    let plies = 2 + random.below(40) as usize;
    let mut game = Game::new(Position::start());
    while game.moves().len() < plies {
        let moves = game.position().legal_moves();
        let mv = moves[random.below(moves.len() as u64) as usize];
        let mut next = game.clone();
        next.play(mv);
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

fn place(session: &mut Session, game: &Game<Fragments>) -> Result<(), EngineError> {
    let moves: Vec<String> = game.moves().iter().map(|mv| mv.uci(session.style())).collect();
    session.engine().position(&format!("fen {}", game.start()), &moves.join(" ")).map(drop)
}

/// The score of one move at depth 1 with an empty table, in centipawns.
fn score(session: &mut Session, game: &Game<Fragments>, only: Move) -> Result<Option<i32>, EngineError> {
    session.new_game()?;
    place(session, game)?;
    let limits = Limits { depth: Some(1), search_moves: vec![only.uci(session.style())], ..Limits::default() };
    Ok(match session.search(&limits)?.score() {
        Some(SearchScore::Centipawns(value)) => Some(value),
        _ => None,
    })
}

/// A move after which nothing can be taken, promoted or checked.
fn quiet(position: &Position<Fragments>) -> Option<Move> {
    position.legal_moves().iter().copied().find(|mv| !mv.is_noisy() && is_at_rest(&position.after(*mv)))
}

fn bare(game: &Game<Fragments>) -> Game<Fragments> {
    Game::new(*game.position())
}

fn finding(law: &str, game: &Game<Fragments>, session: &Session, expected: String, seen: String) -> Verdict {
    let mut finding = Finding::new(Certainty::Sure, format!("{law}: expected {expected}, seen {seen}"))
        .expected(expected, seen)
        .transcript(session.transcript())
        .breaks("play");
    finding.evidence.fen = Some(game.start().to_string());
    finding.evidence.moves = game.moves().iter().map(|mv| mv.uci(session.style())).collect();
    finding.verdict()
}

fn best_moves(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x1e6a);
    let (wanted, mut tried) = (patient.pace().pick(150, 1000, 5000), 0);
    while tried < wanted && !patient.time_is_up() {
        let whole = game(&mut random);
        let given = if tried % 2 == 0 { whole } else { bare(&whole) };
        place(&mut session, &given)?;
        let best = session.depth(1 + tried as u32 % 3)?.best;
        tried += 1;
        if given.position().uci_move(&best).is_err() {
            return Ok(finding("an illegal move", &given, &session, "a legal move".to_owned(), best));
        }
    }
    Ok(Verdict::pass_of(tried, format!("{tried} best moves are legal")))
}

fn repeat(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0xde7e);
    let (wanted, mut tried) = (patient.pace().pick(10, 40, 200), 0);
    while tried < wanted && !patient.time_is_up() {
        let game = game(&mut random);
        let mut told = Vec::new();
        for _ in 0..2 {
            session.new_game()?;
            place(&mut session, &game)?;
            let heard = session.depth(6)?;
            if !heard.is_cut_short {
                told.push(format!("{} {:?} {:?}", heard.best, heard.score(), heard.nodes()));
            }
        }
        if told.len() < 2 {
            continue;
        }
        tried += 1;
        if told[0] != told[1] {
            return Ok(finding("two answers", &game, &session, told.remove(0), told.remove(0)));
        }
    }
    Ok(Verdict::pass_of(tried, format!("{tried} answers at depth 6 were the same twice")))
}

/// Compares the scores of two positions that should be worth the same, game by game.
fn compare(
    patient: &mut Patient,
    what: &str,
    pair: fn(&Game<Fragments>, Move) -> (Game<Fragments>, Move),
) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x9a7e);
    let (wanted, mut tried, mut asked) = (patient.pace().pick(60, 300, 2000), 0, 0);
    while tried < wanted && asked < 40 * wanted && !patient.time_is_up() {
        let one = game(&mut random);
        asked += 1;
        let Some(mv) = quiet(one.position()) else { continue };
        let (other, its_move) = pair(&one, mv);
        let (Some(first), Some(second)) = (score(&mut session, &one, mv)?, score(&mut session, &other, its_move)?)
        else {
            continue;
        };
        tried += 1;
        if is_different(first, second) {
            let expected = format!("{second} cp as for {}", other.position());
            return Ok(finding(what, &one, &session, expected, format!("{first} cp")));
        }
    }
    Ok(Verdict::pass_of(tried, format!("{tried} pairs of static evaluations are the same")))
}

fn path_against_position(patient: &mut Patient) -> Result<Verdict, EngineError> {
    compare(patient, "another score by moves", |game, mv| (bare(game), mv))
}

fn colour_symmetry(patient: &mut Patient) -> Result<Verdict, EngineError> {
    compare(patient, "another score with colours swapped", |game, mv| {
        (Game::new(game.position().flipped()), flipped_move_in::<Fragments>(mv))
    })
}
