//! Law: a score that is only a bound is marked as one. Within one iteration exact scores of the best line can only rise;
//! one that falls was a failed window, told as if it were exact.

use uci::Limits;
use uci::client::{EngineError, ScoreBound, SearchInfo};

use super::probe::pawns;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::proof::prove;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "bounds",
        says: "A score that is only a bound is told with `lowerbound` or `upperbound`.",
        experiment: "Searches of some positions to depth 10: a score that falls within one iteration, though it was told as \
            exact, was a bound.",
    },
    from: Pace::Quick,
    share: 4,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let wanted = patient.pace().pick(12, 40, 100);
    let limits = Limits { depth: Some(10), nodes: Some(300_000), ..Limits::default() };
    let (mut asked, mut tried, mut flagged, mut fallen) = (0, 0, 0, Vec::new());
    for position in patient.positions(0xb0d, Phase::Middle) {
        if asked >= wanted || patient.time_is_up() {
            break;
        }
        asked += 1;
        let heard = session.fresh(&position, &limits)?;
        if heard.is_cut_short {
            continue;
        }
        tried += 1;
        flagged += usize::from(heard.infos().iter().any(|info| info.bound != ScoreBound::Exact));
        if falls(heard.infos()).is_some() {
            fallen.push(position);
        }
    }
    let Some(first) = fallen.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} searches, {flagged} with bounds, all marked")));
    };
    let proof = prove(patient, first, &mut |session, position| Ok(falls(session.fresh(position, &limits)?.infos())))?;
    let Some(proof) = proof else {
        let seen = format!("{} of {tried} searches had a score that falls", fallen.len());
        return Ok(Verdict::not_again(seen));
    };
    let (before, after) = proof.seen;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Hint,
        summary: format!(
            "scores fall within an iteration though none was marked as a bound ({} of {tried})",
            fallen.len()
        ),
        failed: fallen.len(),
        tried,
        evidence: Evidence {
            fen: Some(proof.position.to_string()),
            moves: Vec::new(),
            expected: format!("lowerbound beside {}", pawns(before)),
            seen: format!("{} and then {} at the same depth, both as exact", pawns(before), pawns(after)),
            transcript: proof.transcript,
        },
        culprits: vec![
            "the info line is printed before the aspiration window is looked at".to_owned(),
            "a failed window's score is accepted as the iteration's".to_owned(),
        ],
        breaks: "what is shown, and adjudication by score; the play only if the score is also believed".to_owned(),
    })))
}

/// An exact score of the best line and a lower one of the same iteration after it.
fn falls(infos: &[SearchInfo]) -> Option<(i32, i32)> {
    let mut last: Option<(u32, i32)> = None;
    for info in infos {
        let (Some(depth), Some(score)) = (info.depth, info.score) else { continue };
        if info.multi_pv.unwrap_or(1) != 1 || info.bound != ScoreBound::Exact {
            continue;
        }
        let score = score.value();
        if let Some((same, before)) = last
            && same == depth
            && score < before
        {
            return Some((before, score));
        }
        last = Some((depth, score));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn infos(lines: &[&str]) -> Vec<SearchInfo> {
        lines.iter().filter_map(|line| SearchInfo::parse(line)).collect()
    }

    #[test]
    fn only_a_fall_of_exact_scores_within_an_iteration_counts() {
        let rising = ["info depth 3 score cp 5", "info depth 3 score cp 9", "info depth 4 score cp 1"];
        assert_eq!(falls(&infos(&rising)), None);
        let marked = ["info depth 3 score cp 50 lowerbound", "info depth 3 score cp 9"];
        assert_eq!(falls(&infos(&marked)), None);
        let unmarked = ["info depth 3 score cp 50", "info depth 3 score cp 9"];
        assert_eq!(falls(&infos(&unmarked)), Some((50, 9)));
        let second = ["info depth 3 multipv 1 score cp 50", "info depth 3 multipv 2 score cp 9"];
        assert_eq!(falls(&infos(&second)), None);
    }
}
