//! Law: castling, en passant and every promotion exist. Each position here has one mate in one, and it is by such a move.

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "special-moves",
        says: "An engine knows castling on both sides, en passant, and promotion to every piece.",
        experiment: "Positions whose only mate in one is such a move, for both colours, searched to depth 3.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

/// A kind, the move and the position in which it is the only mate in one.
fn cases() -> impl Iterator<Item = (&'static str, Position<Chess>, String)> {
    include_str!("special_moves.txt").lines().filter_map(|line| {
        let mut parts = line.splitn(3, ' ');
        let (kind, mv, fen) = (parts.next()?, parts.next()?, parts.next()?);
        Some((kind, fen.parse().ok()?, mv.to_owned()))
    })
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let (mut tried, mut missed) = (0, Vec::new());
    for (kind, position, mv) in cases() {
        tried += 1;
        session.new_game()?;
        session.place(&position)?;
        let heard = session.depth(3)?;
        if heard.best != mv && position.uci_move(&heard.best).ok() != position.uci_move(&mv).ok() {
            missed.push((kind, position, mv, heard.best));
        }
    }
    let Some((kind, position, mv, best)) = missed.first() else {
        return Ok(Verdict::Pass(format!("{tried} mates by special moves are found")));
    };
    // Ordinary mates in one show whether it is the move that is missing, or the search that is blind.
    let ordinary: Vec<_> = crate::doctor::mates::known().into_iter().filter(|one| one.moves == 1).take(12).collect();
    let mut found = 0;
    for one in &ordinary {
        session.new_game()?;
        session.place(&one.position)?;
        let heard = session.depth(3)?;
        let after = one.position.uci_move(&heard.best).map(|mv| one.position.after(mv));
        found += usize::from(after.is_ok_and(|after| after.in_check() && after.legal_moves().is_empty()));
    }
    if found < ordinary.len() {
        return Ok(Verdict::CannotTell(format!(
            "{} of {tried} are missed, but so are {} of {} ordinary mates in one",
            missed.len(),
            ordinary.len() - found,
            ordinary.len()
        )));
    }
    let mut alone = patient.start()?;
    alone.place(position)?;
    alone.depth(3)?;
    let mut kinds: Vec<&str> = missed.iter().map(|(kind, ..)| *kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: if missed.len() >= 2 { Certainty::Sure } else { Certainty::Likely },
        summary: format!("mate in one is missed where it is by {}", kinds.join(", ")),
        failed: missed.len(),
        tried,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("{mv}, the only mate in one"),
            seen: best.clone(),
            transcript: alone.transcript(),
        },
        culprits: vec![
            format!("{kind}: the move is not generated, or its legality is judged wrongly"),
            format!("{kind}: made wrongly on the board, so that the mate is not seen"),
        ],
        breaks: "play: the engine does not see these moves, nor expect them".to_owned(),
    })))
}

#[cfg(test)]
mod tests {
    use rules::{Bitboard, Color, Move, Piece, PieceKind, Setup, Square};
    use uci::genfens::Random;

    use super::*;

    fn mates(position: &Position<Chess>) -> Vec<Move> {
        let is_mate = |mv: &&Move| {
            let next = position.after(**mv);
            next.in_check() && next.legal_moves().is_empty()
        };
        position.legal_moves().iter().filter(is_mate).copied().collect()
    }

    #[test]
    fn every_position_has_the_one_mate_it_is_there_for() {
        let mut count = 0;
        for (kind, position, text) in cases() {
            let mv = position.uci_move(&text).unwrap_or_else(|error| panic!("{kind} {position}: {error}"));
            assert_eq!(mates(&position), [mv], "{kind} {position}");
            count += 1;
        }
        assert!(count >= 20, "{count}");
    }

    /// Prints lines for `special_moves.txt`: `cargo test -p adoube-lab finds_special -- --ignored --nocapture`.
    #[test]
    #[ignore = "a tool, not a test"]
    fn finds_special_mates() {
        let mut random = Random::new(7);
        let kind_of = |mv: Move| match mv.promotion() {
            Some(PieceKind::Knight) => Some("promotion-to-a-knight"),
            Some(PieceKind::Rook) => Some("promotion-to-a-rook"),
            _ if mv.is_en_passant() => Some("en-passant"),
            _ if mv.is_castle() && mv.to() > mv.from() => Some("castling-short"),
            _ if mv.is_castle() => Some("castling-long"),
            _ => None,
        };
        let mut left = std::collections::BTreeMap::from([
            ("promotion-to-a-knight", 3),
            ("en-passant", 4),
            ("castling-short", 3),
            ("castling-long", 3),
        ]);
        let mut tries = 0;
        while left.values().any(|left| *left > 0) && tries < 30_000_000 {
            tries += 1;
            let mut setup = Setup::EMPTY;
            let square = |random: &mut Random| Square::new(random.below(64) as u8);
            let mut put = |square: Square, color: Color, kind: PieceKind| {
                setup.board[square.index()] = Some(Piece { color, kind });
            };
            let theme = random.below(3);
            let king = if theme == 0 { Square::at(4, 0) } else { square(&mut random) };
            put(square(&mut random), Color::Black, PieceKind::King);
            for _ in 0..2 + random.below(4) {
                let kinds = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Rook];
                put(square(&mut random), Color::White, kinds[random.below(5) as usize]);
            }
            for _ in 0..random.below(5) {
                let kinds = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight, PieceKind::Pawn];
                put(square(&mut random), Color::Black, kinds[random.below(5) as usize]);
            }
            put(king, Color::White, PieceKind::King);
            let rook = if random.below(2) == 0 { Square::at(0, 0) } else { Square::at(7, 0) };
            let file = 1 + random.below(6) as u8;
            match theme {
                0 => put(rook, Color::White, PieceKind::Rook),
                1 => put(Square::at(file, 6), Color::White, PieceKind::Pawn),
                _ => {
                    put(Square::at(file, 4), Color::White, PieceKind::Pawn);
                    put(Square::at(file + 1, 4), Color::Black, PieceKind::Pawn);
                }
            }
            match theme {
                0 => setup.unmoved = Bitboard::from_iter([rook]),
                2 => setup.en_passant = Some(Square::at(file + 1, 5)),
                _ => {}
            }
            let Ok(position) = Position::<Chess>::try_from(&setup) else { continue };
            if position.occupied().len() > 10 {
                continue;
            }
            let [mv] = mates(&position)[..] else { continue };
            let Some(kind) = kind_of(mv) else { continue };
            if let Some(left) = left.get_mut(kind).filter(|left| **left > 0) {
                *left -= 1;
                let flipped = position.flipped();
                let other = crate::doctor::positions::flipped_move(mv);
                println!("{kind} {} {position}", mv.uci(Default::default()));
                println!("{kind} {} {flipped}", other.uci(Default::default()));
            }
        }
    }
}
