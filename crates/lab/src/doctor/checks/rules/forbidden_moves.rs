//! Law: no illegal move is ever played. The engine is tempted: `searchmoves` names a single move, and it is a forbidden one.
//! Whoever plays it believes that it is legal.

use rules::{Chess, PieceKind, Position, UciStyle};
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, excerpt};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "forbidden-moves",
        says: "Castling out of, through or into check, moves of pinned pieces, en passant that uncovers a check and kings that \
            step into one are never played.",
        experiment: "`go depth 1 searchmoves` with one forbidden move, in positions made for it and from random games. A sound \
            engine plays another move, or none.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

/// What is forbidden, the move and the position.
const TEMPTATIONS: [(&str, &str, &str); 12] = [
    ("castling through check", "e1g1", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1"),
    ("castling through check", "e1g1", "4kr2/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling through check", "e1c1", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling into check", "e1g1", "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling into check", "e1c1", "2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
    ("castling out of check", "e1g1", "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1"),
    ("castling over a piece", "e1c1", "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1"),
    ("castling without the right to", "e1g1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"),
    ("en passant that uncovers a rank", "c5d6", "4k3/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"),
    ("en passant that uncovers a file", "e5d6", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
    ("en passant that uncovers a diagonal", "e5d6", "6bk/8/8/3pP3/8/1K6/8/8 w - d6 0 1"),
    ("en passant without the chance to", "e5d6", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut cases: Vec<(String, String, String)> = Vec::new();
    for (what, mv, fen) in TEMPTATIONS {
        let mv = if what.starts_with("castling") { castling_text(mv, session.style()) } else { mv };
        cases.push((what.to_owned(), mv.to_owned(), fen.to_owned()));
        cases.push((what.to_owned(), flipped_text(mv), flipped_fen(fen)));
    }
    let wanted = patient.pace().pick(60, 400, 2000);
    for position in patient.positions(0xf0b1, Phase::Middle).take(2 * wanted) {
        if cases.len() >= wanted {
            break;
        }
        cases.extend(illegal_steps(&position).into_iter().take(2).map(|(what, mv)| (what, mv, position.to_string())));
    }
    let (mut tried, mut played) = (0, Vec::new());
    for (what, mv, fen) in cases {
        if patient.time_is_up() {
            break;
        }
        session.new_game()?;
        session.engine().position(&format!("fen {fen}"), "")?;
        let heard = session.search(&only(&mv))?;
        tried += 1;
        if heard.best == mv {
            let transcript = session.transcript();
            played.push((what, mv, fen, transcript));
        }
    }
    let Some((what, mv, fen, transcript)) = played.first() else {
        // Who never looks at searchmoves was not tempted.
        if !patient.traits.obeys_searchmoves {
            return Ok(Verdict::CannotTell("the engine does not obey searchmoves".to_owned()));
        }
        return Ok(Verdict::pass_of(tried, format!("{tried} forbidden moves are refused")));
    };
    let mut kinds: Vec<&str> = played.iter().map(|(what, ..)| what.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    // An engine that plays whatever searchmoves names has not looked whether it is legal; one kind alone is a fault of rules.
    let (certainty, summary) = if played.len() * 2 > tried {
        (Certainty::Hint, "whatever searchmoves names is played, legal or not".to_owned())
    } else {
        (Certainty::Sure, format!("it plays {}", kinds.join(", ")))
    };
    let proof = match fen.parse::<Position<Chess>>() {
        Ok(position) => prove(patient, &position, &mut |session, position| {
            // Without the piece, or without what forbids it, the move would prove nothing.
            let stands = mv
                .get(..2)
                .and_then(|from| from.parse::<rules::Square>().ok())
                .and_then(|from| position.piece_at(from));
            if stands.is_none() || position.uci_move(mv).is_ok() {
                return Ok(None);
            }
            session.new_game()?;
            session.place(position)?;
            Ok((session.search(&only(mv))?.best == *mv).then_some(()))
        })?,
        Err(_) => None,
    };
    let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
    let (fen, transcript) = match proof {
        Some(proof) => (proof.position.to_string(), proof.transcript),
        None => (fen.clone(), excerpt(transcript, from)),
    };
    let mut finding = Finding::new(certainty, summary)
        .counted(played.len(), tried)
        .expected(format!("any move but {mv}: {what}"), format!("bestmove {mv}"))
        .transcript(transcript)
        .breaks("play: an illegal move loses the game at once, and every search counts on such moves");
    finding.evidence.fen = Some(fen);
    finding.culprits =
        vec![format!("the test of legality for {what}"), "a generator that leaves the test to others".to_owned()];
    Ok(finding.verdict())
}

/// A search of nothing but one move.
fn only(mv: &str) -> Limits {
    Limits { depth: Some(1), search_moves: vec![mv.to_owned()], ..Limits::default() }
}

/// Steps of pieces that would be moves if the own king were not left or put in check.
fn illegal_steps(position: &Position<Chess>) -> Vec<(String, String)> {
    let us = position.side_to_move();
    let legal = position.legal_moves();
    let mut found = Vec::new();
    for (from, piece) in position.pieces().filter(|(_, piece)| piece.color == us && piece.kind != PieceKind::Pawn) {
        let targets = position.attacks(us, piece.kind, from, position.occupied());
        for to in targets.into_iter().filter(|to| !position.of_color(us).has(*to)) {
            if !legal.iter().any(|mv| mv.from() == from && mv.to() == to) {
                let what =
                    if piece.kind == PieceKind::King { "a king's step into check" } else { "a pinned piece's move" };
                found.push((what.to_owned(), format!("{from}{to}")));
            }
        }
    }
    // Pinned pieces are rarer than kings beside attacked squares.
    found.sort_by_key(|(what, _)| what.starts_with("a king"));
    found
}

/// Castling with White's rook of a corner, as it is written in this conversation.
fn castling_text(mv: &'static str, style: UciStyle) -> &'static str {
    match (style, mv) {
        (UciStyle::Chess960, "e1g1") => "e1h1",
        (UciStyle::Chess960, "e1c1") => "e1a1",
        _ => mv,
    }
}

fn flipped_text(mv: &str) -> String {
    mv.chars().map(|letter| letter.to_digit(10).map_or(letter, |rank| char::from(b'9' - rank as u8))).collect()
}

/// The flip by text alone: our own reader would leave out an en passant square that nobody may use.
fn flipped_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swapped = |text: &str| -> String {
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        text.chars().map(swap).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swapped).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let (castling, en_passant) = (swapped(fields[2]), flipped_text(fields[3]));
    format!("{} {side} {castling} {en_passant} {} {}", ranks.join("/"), fields[4], fields[5])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::positions::positions;

    #[test]
    fn every_temptation_is_forbidden_on_both_sides() {
        for (what, mv, fen) in TEMPTATIONS {
            for (mv, fen) in [(mv.to_owned(), fen.to_owned()), (flipped_text(mv), flipped_fen(fen))] {
                let position: Position<Chess> = fen.parse().unwrap_or_else(|error| panic!("{what} {fen}: {error}"));
                assert!(position.uci_move(&mv).is_err(), "{what}: {fen} {mv}");
                assert!(!position.legal_moves().is_empty());
            }
        }
    }

    #[test]
    fn illegal_steps_are_illegal() {
        for position in positions(9, Phase::Middle, |_| Position::start()).take(20) {
            for (what, mv) in illegal_steps(&position) {
                assert!(position.uci_move(&mv).is_err(), "{what}: {position} {mv}");
            }
        }
    }
}
