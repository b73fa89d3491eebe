//! A note, not a law: most evaluations see no difference between left and right once castling is over. Some do on purpose.

use rules::{Chess, Position, Setup, Square};
use uci::client::EngineError;

use super::probe::{Given, held_to, read};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::Verdict;

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "mirror",
        says: "Left and right are worth the same once nobody can castle. This is a note: tables may differ on purpose.",
        experiment: "Endgames and their left-right mirrors at depth 1 with an empty table, held to one quiet move.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

fn mirrored(position: &Position<Chess>) -> Option<Position<Chess>> {
    let setup = position.to_setup();
    if !setup.unmoved.is_empty() || setup.en_passant.is_some() {
        return None;
    }
    let mut mirror = Setup { board: [None; 64], ..setup.clone() };
    for (square, piece) in position.pieces() {
        mirror.board[Square::at(7 - square.file(), square.rank()).index()] = Some(piece);
    }
    Position::try_from(&mirror).ok()
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let (mut tried, mut differing) = (0, 0);
    for position in patient.positions(0x3117, Phase::Ending).take(200) {
        if tried >= 30 || patient.time_is_up() {
            break;
        }
        let (Some(mirror), Some(only)) = (mirrored(&position), held_to(&patient.traits, &position)) else { continue };
        let turned = |square: Square| Square::at(7 - square.file(), square.rank());
        let other = rules::Move::new(turned(only.from()), turned(only.to()), only.flag());
        let own = read(&mut session, &patient.traits, &Given::bare(&position), 1, Some(only))?;
        let mirror = read(&mut session, &patient.traits, &Given::bare(&mirror), 1, Some(other))?;
        let (Some(own), Some(mirror)) = (own, mirror) else { continue };
        tried += 1;
        differing += usize::from((own - mirror).abs() > 2);
    }
    Ok(match (tried, differing) {
        (0..5, _) => Verdict::CannotTell("too few positions that it can be held to".to_owned()),
        (_, 0) => Verdict::Pass(format!("left and right are the same in {tried} endgames")),
        _ => Verdict::Pass(format!("a note: left and right differ in {differing} of {tried} endgames")),
    })
}
