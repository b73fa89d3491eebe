//! Law: what an engine plays is a legal move, in Chess Fragments.

use rules::{Fragments, Game};
use uci::client::EngineError;
use uci::genfens::Random;

use super::{bare, game, shown_by};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Said, Verdict};

/// The trial.
pub(super) const CHECK: Check = Check {
    law: Law {
        group: Group::Rules,
        name: "best-moves",
        says: "A best move is legal.",
        experiment: "Random games, given by moves and as bare positions, at depths 1 to 3.",
    },
    from: Pace::Quick,
    share: 4,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x1e6a);
    let (wanted, mut tried) = (patient.pace().pick(150, 1000, 5000), 0);
    while tried < wanted && !patient.time_is_up() {
        let whole = game(&mut random);
        let given = if tried % 2 == 0 { whole } else { bare(&whole) };
        let depth = 1 + tried as u32 % 3;
        let best = session.search_in(&given, &to_depth(depth))?.best;
        tried += 1;
        if given.position().uci_move(&best).is_ok() {
            continue;
        }
        // If a fresh process does nothing wrong, all that was said before is needed.
        let (given, best, transcript) =
            alone(patient, &given, depth)?.unwrap_or_else(|| (given, best, session.transcript()));
        let legal: Vec<String> = given.position().legal_moves().iter().map(|mv| mv.uci(Default::default())).collect();
        let finding = Finding::new(Certainty::Sure, format!("the best move {best} is illegal"))
            .counted(1, tried)
            .expected(format!("one of {}", legal.join(" ")), best)
            .transcript(transcript)
            .blame(&[
                "pawns that have never moved may step twice from any rank, and only the last such step is taken in passing",
                "a move from the table or from the killers that is not checked for legality in this position",
                "the Right is rook and knight in one; pawns become queens and nothing else",
                "a generator that forgets pins and checks",
            ])
            .breaks("play: an illegal move loses the game at once");
        return Ok(shown_by(finding, &given).verdict());
    }
    Ok(Verdict::pass_of(tried, format!("{tried} best moves are legal")))
}

/// The game that shows an illegal move, that move, and the conversation.
type Shown = (Game<Fragments>, String, Vec<Said>);

/// The same in a fresh process: of the bare position if that is enough, else by the moves.
fn alone(patient: &mut Patient, given: &Game<Fragments>, depth: u32) -> Result<Option<Shown>, EngineError> {
    for game in [bare(given), given.clone()] {
        let mut session = patient.start()?;
        let best = session.fresh_in(&game, &to_depth(depth))?.best;
        if game.position().uci_move(&best).is_err() {
            return Ok(Some((game, best, session.transcript())));
        }
    }
    Ok(None)
}
