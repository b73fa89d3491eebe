//! Law: castling is written as the king's two steps; with `UCI_Chess960` as the king taking his rook.

use std::time::Duration;

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};
use crate::matches::GameKind;

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "castling-text",
        says: "Castling is written e1g1; after `UCI_Chess960` is set to true, e1h1: the king takes his rook.",
        experiment: "Positions in which castling is the only mate in one; with and without `UCI_Chess960` where that exists.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let has_chess960 = patient.traits.option("UCI_Chess960").is_some();
    let (mut tried, mut read, mut left) = (0, 0, 0);
    patient.grant(Duration::from_secs(2));
    for chess960 in [false, true] {
        // Where Chess960 is examined it is always set.
        if chess960 && !has_chess960 || !chess960 && patient.variant() != GameKind::Chess {
            continue;
        }
        let options: &[(&str, &str)] = if chess960 { &[("UCI_Chess960", "true")] } else { &[] };
        let mut session = patient.start_with(options)?;
        for line in include_str!("../rules/special_moves.txt").lines().filter(|line| line.starts_with("castling")) {
            let Some((Ok(position), mv)) =
                line.splitn(3, ' ').nth(2).map(str::parse::<Position<Chess>>).zip(line.split(' ').nth(1))
            else {
                continue;
            };
            let Ok(mv) = position.uci_move(mv) else { continue };
            if patient.must_end(tried) {
                left += 1;
                continue;
            }
            tried += 1;
            let heard = session.fresh(&position, &to_depth(3))?;
            if position.uci_move(&heard.best) != Ok(mv) {
                continue;
            }
            read += 1;
            let expected = mv.uci(session.style());
            if heard.best != expected {
                let mode = if chess960 { "with UCI_Chess960" } else { "without UCI_Chess960" };
                let finding = Finding::new(Certainty::Sure, format!("castling is written {} {mode}", heard.best))
                    .counted(1, read)
                    .at(&position)
                    .expected(expected, heard.best)
                    .transcript(session.transcript())
                    .blame(&["moves are written without looking at UCI_Chess960"])
                    .breaks("games: the move is taken for an illegal one");
                return Ok(finding.verdict());
            }
        }
    }
    if read == 0 {
        let tried = so_many(tried, tried + left, "positions");
        return Ok(Verdict::CannotTell(format!(
            "it never castled where that is mate (see rules/special-moves): {tried}"
        )));
    }
    let modes = match (patient.variant(), has_chess960) {
        (GameKind::Chess, true) => "both ways of writing",
        (GameKind::Chess, false) => "no UCI_Chess960",
        _ => "with UCI_Chess960",
    };
    let castlings = so_many(read, read + left, "castling moves");
    Ok(Verdict::Pass(format!("{castlings} are written as they should be; {modes}")))
}
