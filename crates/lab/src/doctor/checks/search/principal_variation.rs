//! Law: a best move comes with its line. A search that has looked at a move with an open window knows what follows it;
//! one that took a scout's word, or a failed window's, has the move and nothing more.

use uci::Limits;
use uci::client::{EngineError, ScoreBound, SearchInfo, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "principal-variation",
        says: "The best move of an iteration comes with a line, whether it is the same as before or a new one.",
        experiment: "Searches of middle games to depth 9. From depth 5 on the lines of unmarked scores are counted that end after \
            one or two moves, apart for iterations that keep the best move and for those that change it. Short lines out of \
            the table are common; most lines being short is not.",
    },
    from: Pace::Quick,
    share: 4,
    run,
};

/// Lines of iterations, and how many of them end after a move or two.
#[derive(Clone, Copy, Default)]
struct Lines {
    all: usize,
    short: usize,
}

impl Lines {
    fn share(self) -> f64 {
        self.short as f64 / self.all.max(1) as f64
    }
}

/// Healthy engines show up to a quarter.
const SUSPICIOUS: f64 = 0.6;
const FEWEST: usize = 12;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(24, 60, 200);
    let limits = Limits { depth: Some(9), nodes: Some(400_000), ..Limits::default() };
    let (mut same, mut changed) = (Lines::default(), Lines::default());
    let mut example = None;
    for position in patient.positions(0x11e5, Phase::Middle).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        let last = iterations(session.fresh(&position, &limits)?.infos());
        for pair in last.windows(2) {
            let [before, now] = pair else { continue };
            let (Some(old), Some(new)) = (before.line.first(), now.line.first()) else { continue };
            if now.depth.is_none_or(|depth| depth < 5) {
                continue;
            }
            let is_short = now.line.len() <= 2;
            let lines = if old == new { &mut same } else { &mut changed };
            lines.all += 1;
            lines.short += usize::from(is_short);
            if is_short && (old != new || example.is_none()) {
                example = Some((position, now.clone()));
            }
        }
    }
    let percent = |lines: Lines| format!("{:.0} % of {}", 100.0 * lines.share(), lines.all);
    let text = format!("short lines: {} with the same best move, {} with a new one", percent(same), percent(changed));
    let is_bad = |lines: Lines| lines.all >= FEWEST && lines.share() > SUSPICIOUS;
    let (Some((position, info)), true) = (example, is_bad(same) || is_bad(changed)) else {
        return Ok(match same.all + changed.all {
            0..FEWEST => Verdict::CannotTell("too few lines were told".to_owned()),
            _ => Verdict::Pass(text),
        });
    };
    let mut culprits = vec![
        "a scout that beats alpha is not searched again with the open window, or again with the scout's window"
            .to_owned(),
        "a score outside the aspiration window is taken for the iteration's score".to_owned(),
    ];
    if is_bad(same) && same.share() >= changed.share() {
        culprits.reverse();
    }
    culprits.push("the line is cut off where the table decides at nodes of the principal variation".to_owned());
    let mut alone = patient.start()?;
    alone.fresh(&position, &limits)?;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!("best moves come without a line: {text}"),
        failed: same.short + changed.short,
        tried: same.all + changed.all,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("a line of several moves at depth {}", info.depth.unwrap_or(0)),
            seen: format!("{} with {}", info.line.join(" "), info.score.unwrap_or(SearchScore::Centipawns(0))),
            transcript: alone.transcript(),
        },
        culprits,
        breaks: "play: scores of new best moves are only bounds, and moves are chosen by them".to_owned(),
    })))
}

/// The last unmarked line of each iteration that is in centipawns: mates may end early.
fn iterations(infos: &[SearchInfo]) -> Vec<SearchInfo> {
    let mut last: Vec<SearchInfo> = Vec::new();
    let told = infos.iter().filter(|info| {
        info.bound == ScoreBound::Exact
            && matches!(info.score, Some(SearchScore::Centipawns(_)))
            && info.multi_pv.unwrap_or(1) == 1
            && !info.line.is_empty()
    });
    for info in told {
        if last.last().is_some_and(|before| before.depth == info.depth) {
            last.pop();
        }
        last.push(info.clone());
    }
    last
}
