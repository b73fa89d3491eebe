//! Law: `searchmoves` restricts the root to some moves.

use uci::Limits;
use uci::client::EngineError;
use uci::genfens::Random;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "searchmoves",
        says: "`go searchmoves` considers these moves at the root, and no others.",
        experiment: "Positions with one or two moves to choose from, at depth 1 and 4, with an empty and a warm table.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x5ea);
    let wanted = patient.pace().pick(15, 60, 200);
    let (mut tried, mut wrong) = (0, Vec::new());
    session.new_game()?;
    for position in patient.positions(0x5e4c, Phase::Middle) {
        if tried >= wanted || patient.time_is_up() {
            break;
        }
        let legal = position.legal_moves();
        let mut pick = || legal[random.below(legal.len() as u64) as usize].uci(session.style());
        let mut allowed = vec![pick()];
        if tried % 2 == 1 {
            allowed.push(pick());
        }
        let depth = if tried % 3 == 0 { 4 } else { 1 };
        session.place(&position)?;
        if tried % 4 == 3 {
            session.depth(3)?;
            session.place(&position)?;
        }
        let limits = Limits { depth: Some(depth), search_moves: allowed.clone(), ..Limits::default() };
        let heard = session.search(&limits)?;
        tried += 1;
        let first = heard.last().and_then(|info| info.line.first().cloned());
        if !allowed.contains(&heard.best) || first.is_some_and(|first| !allowed.contains(&first)) {
            wrong.push((position, allowed, limits, heard.best));
        }
    }
    let Some((position, allowed, limits, best)) = wrong.first() else {
        return Ok(Verdict::pass_of(tried, format!("obeyed {tried} times")));
    };
    let mut alone = patient.start()?;
    alone.place(position)?;
    alone.search(limits)?;
    let never = wrong.len() * 2 > tried;
    let finding = Finding::new(
        if never { Certainty::Sure } else { Certainty::Likely },
        format!("searchmoves is {}", if never { "ignored" } else { "not always obeyed" }),
    )
    .counted(wrong.len(), tried)
    .at(position)
    .expected(format!("a best move among {}", allowed.join(" ")), best.clone())
    .transcript(alone.transcript())
    .blame(&[
        "the words after searchmoves are not read, or swallow the limits behind them",
        "a move from the table is played at the root though it is not among those allowed",
    ])
    .breaks("analysis of single moves; the play is sound");
    Ok(finding.verdict())
}
