//! Law: an engine generates every legal move and no other. Where it can count positions (`go perft`), the counts are
//! compared with ours, and a difference is followed down to the position where a move is missing or too many.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rules::{Chess, Move, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "perft",
        says: "An engine generates every legal move, and none that is not.",
        experiment: "`go perft` to depth 3 or 4, where the engine has it, from positions full of pins, castling, promotions \
            and en passant, and from random games. A wrong count is followed down to the single position.",
    },
    from: Pace::Quick,
    share: 5,
    run,
};

/// Positions in which move generators go wrong: castling rights of all kinds, pinned and checking pawns, en passant that
/// uncovers a check, promotions on every side.
const HARD: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/8/8/7R/8/8/6b1/4K2R b K - 0 1",
];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let hard = HARD.iter().filter_map(|fen| fen.parse::<Position<Chess>>().ok());
    let random = patient.positions(0xbef7, Phase::Middle).step_by(3);
    let wanted = patient.pace().pick(20, 80, 400);
    let depth = patient.pace().pick(3, 3, 4);
    let mut tried = 0;
    for position in hard.flat_map(|position| [position.flipped(), position]).chain(random).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        // A right that outlives its rook shows when the next rook stands there: few pieces, but four plies.
        let depth = depth + u32::from(position.occupied().len() <= 8);
        session.place(&position)?;
        let Some(counted) = count(&mut session, depth)? else {
            return Ok(Verdict::CannotTell("it does not answer \"go perft\" with \"Nodes searched: N\"".to_owned()));
        };
        tried += 1;
        if counted.total != rules::perft(&position, depth) {
            return wrong(patient, &mut session, position, depth, tried);
        }
    }
    Ok(Verdict::pass_of(tried, format!("{tried} counts to depth {depth} are right")))
}

/// A count, and how it is made up.
struct Count {
    total: u64,
    by_move: BTreeMap<String, u64>,
}

/// Asks for a count; `None` if the engine searches instead, or says nothing.
fn count(session: &mut Session, depth: u32) -> Result<Option<Count>, EngineError> {
    session.engine().send(&format!("go perft {depth}"))?;
    let deadline = Instant::now() + Duration::from_secs(if depth > 3 { 20 } else { 6 });
    let mut by_move = BTreeMap::new();
    while let Some(line) = session.engine().next_line(Some(deadline))? {
        let text = line.text.to_ascii_lowercase();
        if let Some((name, number)) = text.split_once(':') {
            let number = number.trim().replace(',', "").parse::<u64>().ok();
            match (name.trim(), number) {
                (name, Some(total)) if name.starts_with("nodes searched") => {
                    return Ok(Some(Count { total, by_move }));
                }
                (name, Some(number)) if (4..=5).contains(&name.len()) => {
                    by_move.insert(name.to_owned(), number);
                }
                _ => {}
            }
        }
        if text.starts_with("bestmove") {
            return Ok(None);
        }
        if text.starts_with("info depth") {
            break;
        }
    }
    // Whoever took it for a search has to be stopped; whoever says nothing at all is left alone.
    session.engine().send("stop")?;
    let soon = Instant::now() + Duration::from_millis(500);
    while let Some(line) = session.engine().next_line(Some(soon))? {
        if line.text.starts_with("bestmove") {
            break;
        }
    }
    session.engine().ready()?;
    Ok(None)
}

/// Follows a wrong count down to a position of its own. Its moves are kept: what is wrong may have come with them.
fn wrong(
    patient: &mut Patient,
    session: &mut Session,
    first: Position<Chess>,
    mut depth: u32,
    tried: usize,
) -> Result<Verdict, EngineError> {
    let style = session.style();
    let (mut position, mut moves) = (first, Vec::new());
    let mut difference = String::new();
    while depth >= 1 {
        session.place_with(&first, &moves)?;
        let Some(theirs) = count(session, depth)? else { break };
        let ours = by_move(&position, depth, session);
        difference = differences(&ours, &theirs, depth);
        if !difference.is_empty() {
            break;
        }
        let Some((mv, _)) = ours.iter().find(|(mv, count)| theirs.by_move.get(*mv) != Some(count)) else { break };
        let Ok(mv) = position.uci_move(mv) else { break };
        position.play(mv);
        moves.push(mv);
        depth -= 1;
    }
    // If the bare position shows it too, nobody needs the moves.
    let is_bare = miscount(session, &position, depth.max(1))?.is_some();
    let (start, moves): (Position<Chess>, Vec<Move>) = if is_bare { (position, Vec::new()) } else { (first, moves) };
    let depth = depth.max(1);
    let proof = if is_bare { prove(patient, &start, &mut |session, at| miscount(session, at, depth))? } else { None };
    let (start, position, difference, transcript) = match proof {
        Some(proof) => (proof.position, proof.position, proof.seen, proof.transcript),
        None => {
            let mut alone = patient.start()?;
            alone.place_with(&start, &moves)?;
            count(&mut alone, depth)?;
            (start, position, difference, alone.transcript())
        }
    };
    let legal: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci(style)).collect();
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Sure,
        summary: format!("the moves are counted wrongly: {difference}"),
        failed: 1,
        tried,
        evidence: Evidence {
            fen: Some(start.to_string()),
            moves: moves.iter().map(|mv| mv.uci(style)).collect(),
            expected: format!("{} moves: {}", legal.len(), legal.join(" ")),
            seen: format!("{difference} (first seen in {first})"),
            transcript,
        },
        culprits: vec![
            "the kind of move that is named: its generator, or the test of its legality (pins, checks, castling through \
             attacked squares, en passant that uncovers a rank)"
                .to_owned(),
            "making or unmaking a move that leaves castling rights or the en passant square wrong".to_owned(),
        ],
        breaks: "play: illegal moves lose games, missing ones lose chances".to_owned(),
    })))
}

/// How the moves of a bare position differ from ours, if they do.
fn miscount(session: &mut Session, position: &Position<Chess>, depth: u32) -> Result<Option<String>, EngineError> {
    session.place(position)?;
    let Some(theirs) = count(session, depth)? else { return Ok(None) };
    Ok(Some(differences(&by_move(position, depth, session), &theirs, depth)).filter(|words| !words.is_empty()))
}

/// Our own count, move by move.
fn by_move(position: &Position<Chess>, depth: u32, session: &Session) -> BTreeMap<String, u64> {
    let counted = |mv: &Move| (mv.uci(session.style()), rules::perft(&position.after(*mv), depth.saturating_sub(1)));
    position.legal_moves().iter().map(counted).collect()
}

/// What the moves themselves differ in, in words; empty if they are the same.
fn differences(ours: &BTreeMap<String, u64>, theirs: &Count, depth: u32) -> String {
    if theirs.by_move.is_empty() {
        return format!("{} at depth {depth}, not {}", theirs.total, ours.values().sum::<u64>());
    }
    let missing: Vec<&str> = ours.keys().filter(|mv| !theirs.by_move.contains_key(*mv)).map(String::as_str).collect();
    let surplus: Vec<&str> = theirs.by_move.keys().filter(|mv| !ours.contains_key(*mv)).map(String::as_str).collect();
    let part = |what: &str, moves: &[&str]| (!moves.is_empty()).then(|| format!("{what} {}", moves.join(" ")));
    let parts = [part("misses", &missing), part("generates", &surplus)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
