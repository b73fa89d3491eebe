//! Law: castling, en passant and promotion to a knight exist. Each position here has one mate in one, and it is by such a move.

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "special-moves",
        says: "An engine knows castling on both sides, en passant, and promotion to a knight.",
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
        if patient.time_is_up() {
            break;
        }
        let heard = session.fresh(&position, &to_depth(3))?;
        if heard.is_cut_short {
            continue;
        }
        tried += 1;
        if heard.best != mv && position.uci_move(&heard.best).ok() != position.uci_move(&mv).ok() {
            missed.push((kind, position, mv, heard.best));
        }
    }
    let Some((kind, position, mv, best)) = missed.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} mates by special moves are found")));
    };
    // Ordinary mates in one show whether it is the move that is missing, or the search that is blind.
    let ordinary: Vec<_> = crate::doctor::mates::known().into_iter().filter(|one| one.moves == 1).take(12).collect();
    let mut found = 0;
    for one in &ordinary {
        let heard = session.fresh(&one.position, &to_depth(3))?;
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
    use rules::Move;

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
}
