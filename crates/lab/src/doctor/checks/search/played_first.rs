//! A part of search/first-moves: where the best moves stand among all, in the order in which many engines generate them. Who
//! plays the first or the last of the list in one opening after the other does not choose.

use rules::{Chess, Move, Position};
use uci::client::EngineError;

use crate::doctor::patient::Patient;
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// Quiet openings. The first and the last moves by their squares are moves that few would play: of six healthy engines none
/// plays more than two of them at any depth.
const OPENINGS: [&str; 10] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - 4 4",
    "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 4",
    "rnbqk2r/ppp1bppp/4pn2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 4 5",
    "rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N2N2/PP2PPPP/R1BQKB1R b KQkq - 3 4",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R b KQkq - 1 5",
    "r1bq1rk1/2p1bppp/p1np1n2/1p2p3/4P3/1BP2N2/PP1P1PPP/RNBQR1K1 w - - 1 9",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2P5/2N2NP1/PP1PPP1P/R1BQKB1R b KQkq - 0 4",
    "rnbq1rk1/p1pp1ppp/1p2pn2/8/1bPP4/2N1PN2/PP1B1PPP/R2QKB1R w KQ - 0 6",
    "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 b - - 1 7",
];
/// Depths at which little but the evaluation tells moves apart.
const DEPTHS: std::ops::RangeInclusive<u32> = 1..=4;
/// So many at either end are the first, or the last.
const FEW: usize = 2;
/// So many of the openings are no taste.
const MANY: usize = 8;

/// A hint, if nearly all best moves at some depth are the first ones, or nearly all the last ones.
pub(super) fn look(patient: &mut Patient) -> Result<Option<Verdict>, EngineError> {
    let mut session = patient.start()?;
    let openings: Vec<Position<Chess>> = OPENINGS.iter().filter_map(|fen| fen.parse().ok()).collect();
    for depth in DEPTHS {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        for position in &openings {
            if patient.time_is_up() {
                return Ok(None);
            }
            let heard = session.fresh(position, &to_depth(depth))?;
            let best = if heard.is_cut_short { None } else { position.uci_move(&heard.best).ok() };
            let Some(best) = best else { continue };
            let [is_first, is_last] = ends(position, best);
            first.extend(is_first.then_some((position, best)));
            last.extend(is_last.then_some((position, best)));
        }
        for (which, played) in [("first", first), ("last", last)] {
            if let Some((position, best)) = played.first().filter(|_| played.len() >= MANY) {
                return hint(patient, (position, *best), which, played.len(), depth).map(Some);
            }
        }
    }
    Ok(None)
}

/// Whether a move is among the first, and whether it is among the last, from a1 to h8: of all moves, or of those that do not
/// lose what they move, for whoever counts material does not play the others.
fn ends(position: &Position<Chess>, best: Move) -> [bool; 2] {
    let mut all: Vec<Move> = position.legal_moves().iter().copied().collect();
    all.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
    let sound: Vec<Move> = all.iter().copied().filter(|mv| position.exchange_gains(*mv, 0)).collect();
    let is_first = |moves: &[Move]| moves.iter().take(FEW).any(|mv| *mv == best);
    let is_last = |moves: &[Move]| moves.iter().rev().take(FEW).any(|mv| *mv == best);
    [is_first(&all) || is_first(&sound), is_last(&all) || is_last(&sound)]
}

fn hint(
    patient: &mut Patient,
    (position, best): (&Position<Chess>, Move),
    which: &str,
    played: usize,
    depth: u32,
) -> Result<Verdict, EngineError> {
    let mut alone = patient.start()?;
    alone.fresh(position, &to_depth(depth))?;
    let summary = format!(
        "the {which} moves generated are played in {played} of {} openings at depth {depth}: scores are ties, or ordering \
         or evaluation is missing",
        OPENINGS.len()
    );
    let best = best.uci(alone.style());
    let finding = Finding::new(Certainty::Hint, summary)
        .counted(played, OPENINGS.len())
        .at(position)
        .expected(
            "best moves that stand anywhere in the list of moves",
            format!("{best}, one of the {which} by its squares, as in the other openings"),
        )
        .transcript(alone.transcript())
        .blame(&[
            "an evaluation that sees no difference between quiet moves, so that all scores are ties",
            "the best move is not kept, and the first or the last one is told",
            "moves at the root are not sorted",
        ])
        .breaks("play: quiet moves are not chosen");
    Ok(finding.verdict())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_list_are_known() {
        let position: Position<Chess> = OPENINGS[0].parse().unwrap();
        let at = |text: &str| ends(&position, position.uci_move(text).unwrap());
        assert_eq!(at("a1b1"), [true, false]);
        // The knight on e5 would be lost, so that the one on h4 is also among the last.
        assert_eq!(at("f3g5"), [false, true]);
        assert_eq!(at("f3e5"), [false, true]);
        assert_eq!(at("f3h4"), [false, true]);
        assert_eq!(at("f1b5"), [false, false]);
    }

    #[test]
    fn every_opening_is_quiet_and_has_many_moves_between_the_ends() {
        for fen in OPENINGS {
            let position: Position<Chess> = fen.parse().unwrap_or_else(|_| panic!("{fen}"));
            assert!(!position.in_check() && position.legal_moves().len() >= 25, "{fen}");
            let at_ends = position.legal_moves().iter().filter(|mv| ends(&position, **mv) != [false; 2]).count();
            assert!(at_ends <= 4 * FEW, "{fen}: {at_ends}");
        }
    }
}
