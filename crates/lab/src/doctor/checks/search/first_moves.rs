//! Law: good moves come first. A search that tries them late grows by a factor that no pruning makes up for, and one that
//! remembers the moves of one colour only works harder for the other.

use std::time::Duration;

use rules::Color;
use uci::Limits;
use uci::client::EngineError;

use super::played_first;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Heard;
use crate::doctor::significance::Lean;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Said, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "first-moves",
        says: "The search tries good moves first: it grows by a small factor from depth to depth, alike for both colours.",
        experiment: "Middle games and their colour flips: nodes at depth 4 and at depth 8 give the growth from depth to depth; \
            healthy engines grow by a factor of 1.5 to 4. The nodes of a position and of its flip must lean to neither side. \
            Then searches of some seconds: the best move of an iteration is the first `currmove` of the next one. And ten \
            quiet openings at depth 1 to 4: the best moves are not always the first or the last in the order of squares.",
    },
    from: Pace::Quick,
    share: 12,
    run,
};

const SHALLOW: u32 = 4;
const DEEP: u32 = 8;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    // Before what takes all the time there is; told only if nothing worse is.
    let played = played_first::look(patient)?;
    let verdict = growth_and_order(patient)?;
    let is_finding = verdict.finding().is_some();
    Ok(played.filter(|_| !is_finding).unwrap_or(verdict))
}

fn growth_and_order(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(12, 40, 200);
    let limits = Limits { depth: Some(DEEP), nodes: Some(1_500_000), ..Limits::default() };
    let (mut growths, mut leans, mut widest) = (Vec::new(), Vec::new(), None);
    for position in patient.positions(0xf125, Phase::Middle).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        let own = growth(&session.fresh(&position, &limits)?);
        let flipped = growth(&session.fresh(&position.flipped(), &limits)?);
        let (Some((own, nodes)), Some((other, flipped))) = (own, flipped) else { continue };
        growths.extend([own, other]);
        if widest.as_ref().is_none_or(|(_, most): &(_, f64)| own > *most) {
            widest = Some((position, own));
        }
        let difference = (nodes as f64 / flipped.max(1) as f64).ln();
        leans.push(if position.side_to_move() == Color::White { difference } else { -difference });
    }
    let Some((position, _)) = widest.filter(|_| growths.len() >= 8) else {
        return Ok(Verdict::CannotTell("too few searches told their nodes".to_owned()));
    };
    let mean = (growths.iter().map(|growth| growth.ln()).sum::<f64>() / growths.len() as f64).exp();
    let lean = Lean::of(&leans);
    let text = format!("nodes grow by a factor of {mean:.1} from depth to depth; White's and Black's alike");
    let (certainty, summary) = match mean {
        8.0.. => (Certainty::Likely, format!("nodes grow by a factor of {mean:.1} from depth to depth")),
        5.0.. => (Certainty::Hint, format!("nodes grow by a factor of {mean:.1} from depth to depth")),
        _ if lean.chance < 1e-4 && lean.mean.abs() > 0.1 => {
            let slow = if lean.mean > 0.0 { Color::White } else { Color::Black };
            (Certainty::Hint, format!("{slow} to move takes {:.0} % more nodes", 100.0 * (lean.mean.abs().exp() - 1.0)))
        }
        _ => return order_at_root(patient, &text),
    };
    let mut alone = patient.start()?;
    alone.fresh(&position, &limits)?;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: summary.clone(),
        failed: 1,
        tried: 1,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: "a factor of 1.5 to 4, for both colours".to_owned(),
            seen: summary,
            transcript: alone.transcript(),
        },
        culprits: vec![
            "the move of the table is not tried first".to_owned(),
            "captures are not sorted, or the sign of an ordering score is wrong".to_owned(),
            "killer moves or history of the wrong side or ply, or kept for one colour only".to_owned(),
            "negamax that also branches on who is to move: cut-offs are missed".to_owned(),
        ],
        breaks: "depth: the search is sound but slow".to_owned(),
    })))
}

/// The mean factor between iterations, and all nodes. What was cut short says nothing of the nodes that another
/// search takes.
fn growth(heard: &Heard) -> Option<(f64, u64)> {
    let at = |wanted: u32| {
        let of_depth = heard.infos().iter().filter(|info| info.depth == Some(wanted));
        of_depth.filter_map(|info| info.nodes).max()
    };
    let deepest = (SHALLOW + 1..=DEEP).rev().find(|depth| at(*depth).is_some())?;
    let (few, many) = (at(SHALLOW)?.max(1), at(deepest)?.max(1));
    Some(((many as f64 / few as f64).powf(1.0 / f64::from(deepest - SHALLOW)), heard.nodes()?))
}

/// Searches long enough that engines tell which move they are looking at; many only do so after three seconds.
const LONG: Duration = Duration::from_secs(5);

/// Whether the best move of an iteration comes first in the next one, after what was tried before has passed.
fn order_at_root(patient: &mut Patient, note: &str) -> Result<Verdict, EngineError> {
    let (mut tried, mut wrong) = (0, Vec::new());
    // Endings have many iterations after three seconds, middle games have captures to be tried before the best move.
    let wanted = patient.pace().pick(0, 4, 12);
    let (middle, ending) = (patient.positions(0x0de7, Phase::Middle), patient.positions(0x0de7, Phase::Ending));
    let positions: Vec<_> = middle.zip(ending).flat_map(|(one, other)| [other, one]).take(wanted).collect();
    for position in positions {
        if patient.time_left() < LONG {
            break;
        }
        let mut session = patient.start()?;
        session.fresh(&position, &Limits { move_time: Some(LONG), ..Limits::default() })?;
        let pairs = first_and_best(&session.transcript());
        tried += pairs.len();
        let late = pairs.into_iter().filter(|(best, first)| best != first);
        wrong.extend(late.map(|(best, first)| (position, best, first, session.transcript())));
    }
    let Some((position, best, first, transcript)) =
        wrong.first().filter(|_| wrong.len() >= 2 && wrong.len() * 5 >= tried)
    else {
        let order = match tried - wrong.len() {
            0 => "no iteration told its first move".to_owned(),
            right => format!("{right} of {tried} iterations begin with the best move of the one before"),
        };
        return Ok(Verdict::Pass(if wanted == 0 { note.to_owned() } else { format!("{note}; {order}") }));
    };
    let summary = format!("{} of {tried} iterations do not begin with the best move of the one before", wrong.len());
    let finding = Finding::new(Certainty::Likely, summary)
        .counted(wrong.len(), tried)
        .at(position)
        .expected(format!("currmove {best} currmovenumber 1"), format!("currmove {first} currmovenumber 1"))
        .transcript(transcript.clone())
        .blame(&[
            "the move of the table is not tried first",
            "moves at the root are not sorted anew after each iteration",
        ])
        .breaks("depth: the search is sound but slow");
    Ok(finding.verdict())
}

/// For each iteration that tells its first move: the best move before it, and that first move.
fn first_and_best(lines: &[Said]) -> Vec<(String, String)> {
    let after = |words: &[&str], name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1).map(|word| (*word).to_owned())
    };
    let (mut best, mut last_depth, mut pairs) = (None, None, Vec::new());
    let mut announced = None;
    for said in lines {
        let words: Vec<&str> = said.text.split_ascii_whitespace().collect();
        // Some tell the depth in a line of its own, before the moves.
        announced = after(&words, "depth").or(announced);
        let depth = announced.clone();
        if let (Some(first), Some("1")) = (after(&words, "currmove"), after(&words, "currmovenumber").as_deref()) {
            // Only the first pass: a window that failed may have found another best move.
            if depth.is_some() && depth != last_depth {
                pairs.extend(best.clone().map(|best| (best, first)));
            }
            last_depth = depth;
        } else if let Some(mv) = after(&words, "pv") {
            best = Some(mv);
            last_depth = depth;
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::verdict::Speaker;

    #[test]
    fn the_first_move_of_an_iteration_is_compared_with_the_best_of_the_one_before() {
        let texts = [
            "info depth 9 score cp 3 pv e2e4 e7e5",
            "info depth 10 currmove e2e4 currmovenumber 1",
            "info depth 10 currmove d2d4 currmovenumber 2",
            "info depth 10 score cp 9 lowerbound pv d2d4",
            "info depth 10 currmove d2d4 currmovenumber 1",
            "info depth 10 score cp 11 pv d2d4",
            "info depth 11 currmove a2a3 currmovenumber 1",
        ];
        let said = |text: &&str| Said { process: 1, ms: 0.0, by: Speaker::Engine, text: (*text).to_owned() };
        let pairs = |texts: &[&str]| first_and_best(&texts.iter().map(said).collect::<Vec<_>>());
        let expected = [("e2e4", "e2e4"), ("d2d4", "a2a3")].map(|(best, first)| (best.to_owned(), first.to_owned()));
        assert_eq!(pairs(&texts), expected);
        let announced = ["info depth 9 pv e2e4", "info depth 10", "info currmove e2e4 currmovenumber 1"];
        assert_eq!(pairs(&announced), expected[..1]);
    }
}
