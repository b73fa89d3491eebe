//! Law: good moves come first. A search that tries them late grows by a factor that no pruning makes up for, and one that
//! remembers the moves of one colour only works harder for the other.

use rules::{Chess, Color, Position};
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::{Phase, positions};
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, Session};
use crate::doctor::significance::Lean;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "first-moves",
        says: "The search tries good moves first: it grows by a small factor from depth to depth, alike for both colours.",
        experiment: "Middle games and their colour flips: nodes at depth 4 and at depth 8 give the growth from depth to depth; \
            healthy engines grow by a factor of 1.5 to 4. The nodes of a position and of its flip must lean to neither side.",
    },
    from: Pace::Quick,
    share: 6,
    run,
};

const SHALLOW: u32 = 4;
const DEEP: u32 = 8;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(12, 40, 200);
    let (mut growths, mut leans, mut widest) = (Vec::new(), Vec::new(), None);
    for position in positions(patient.seed() ^ 0xf125, Phase::Middle).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        let own = growth(&look(&mut session, &position)?);
        let flipped = growth(&look(&mut session, &position.flipped())?);
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
        _ => return Ok(Verdict::Pass(text)),
    };
    let mut alone = patient.start()?;
    look(&mut alone, &position)?;
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

fn look(session: &mut Session, position: &Position<Chess>) -> Result<Heard, EngineError> {
    session.new_game()?;
    session.place(position)?;
    session.search(&Limits { depth: Some(DEEP), nodes: Some(1_500_000), ..Limits::default() })
}

/// The mean factor between iterations, and all nodes. A search that was cut short counts as far as it came.
fn growth(heard: &Heard) -> Option<(f64, u64)> {
    let at = |wanted: u32| {
        let of_depth = heard.infos.iter().filter(|info| info.depth == Some(wanted));
        of_depth.filter_map(|info| info.nodes).max()
    };
    let deepest = (SHALLOW + 1..=DEEP).rev().find(|depth| at(*depth).is_some())?;
    let (few, many) = (at(SHALLOW)?.max(1), at(deepest)?.max(1));
    Some(((many as f64 / few as f64).powf(1.0 / f64::from(deepest - SHALLOW)), heard.nodes()?))
}
