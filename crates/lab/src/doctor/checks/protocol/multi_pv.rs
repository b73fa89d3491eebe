//! Law: with `MultiPV` N, the N best moves are told, each with its own first move, best first.

use std::collections::BTreeMap;

use rules::Color;
use uci::client::{EngineError, ScoreBound, SearchInfo, SearchScore};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::to_depth;
use crate::doctor::verdict::{Certainty, Finding, Verdict, excerpt};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "multi-pv",
        says: "With `MultiPV` N the N best moves are told, numbered, all different, in the order of their scores; the first is \
            the best move.",
        experiment: "Searches to depth 6 with four lines; of each the last lines told are compared.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

const LINES: usize = 4;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    if patient.traits.option("MultiPV").is_none_or(|option| option.accept("4").is_err()) {
        return Ok(Verdict::CannotTell("it has no option MultiPV of 4".to_owned()));
    }
    let mut session = patient.start_with(&[("MultiPV", "4")])?;
    let (mut tried, mut wrong) = (0, Vec::new());
    for position in patient.positions(0x4171, Phase::Middle).take(patient.pace().pick(6, 25, 80)) {
        if patient.time_is_up() {
            break;
        }
        let heard = session.fresh(&position, &to_depth(6))?;
        if heard.is_cut_short {
            continue;
        }
        tried += 1;
        let wanted = LINES.min(position.legal_moves().len());
        let view = |score| patient.traits.normal(score, position.side_to_move() == Color::Black);
        if let Some((certainty, what)) = fault(heard.infos(), &heard.best, wanted, view) {
            wrong.push((certainty, what, position, session.transcript()));
        }
    }
    wrong.sort_by_key(|(certainty, ..)| std::cmp::Reverse(*certainty));
    let Some((certainty, what, position, transcript)) = wrong.first() else {
        return Ok(Verdict::pass_of(tried, format!("{tried} searches with {LINES} lines, in order")));
    };
    let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
    let finding = Finding::new(*certainty, what.clone())
        .counted(wrong.len(), tried)
        .at(position)
        .expected("different first moves, in the order of their scores, the best move first", what.clone())
        .transcript(excerpt(transcript, from))
        .blame(&[
            "lines already found are not left out of the next search of the root",
            "lines are told before they are sorted",
        ])
        .breaks("analysis programs; the play is sound");
    Ok(finding.verdict())
}

/// What is wrong with the last lines told; `view` makes scores the mover's.
fn fault(
    infos: &[SearchInfo],
    best: &str,
    wanted: usize,
    view: impl Fn(SearchScore) -> SearchScore,
) -> Option<(Certainty, String)> {
    let mut last: BTreeMap<u32, &SearchInfo> = BTreeMap::new();
    for info in infos.iter().filter(|info| info.score.is_some() && !info.line.is_empty()) {
        last.insert(info.multi_pv.unwrap_or(1), info);
    }
    if last.len() < wanted {
        return Some((Certainty::Sure, format!("{} lines are told instead of {wanted}", last.len())));
    }
    let mut firsts: Vec<&str> = last.values().map(|info| info.line[0].as_str()).collect();
    if firsts.first() != Some(&best) {
        return Some((Certainty::Likely, format!("line 1 begins with {}, the best move is {best}", firsts[0])));
    }
    firsts.sort_unstable();
    let count = firsts.len();
    firsts.dedup();
    if firsts.len() < count {
        return Some((Certainty::Likely, "two lines begin with the same move".to_owned()));
    }
    let lines: Vec<&&SearchInfo> = last.values().collect();
    for pair in lines.windows(2) {
        let is_comparable = pair[0].depth == pair[1].depth && pair.iter().all(|info| info.bound == ScoreBound::Exact);
        if let ([Some(before), Some(after)], true) = ([pair[0].score, pair[1].score], is_comparable)
            && view(before).value() < view(after).value()
        {
            return Some((
                Certainty::Hint,
                format!("a line of {before} stands before one of {after} of the same depth"),
            ));
        }
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
    fn order_number_and_difference_of_lines_are_seen() {
        let good = ["info depth 2 multipv 1 score cp 9 pv e2e4", "info depth 2 multipv 2 score cp 5 pv d2d4"];
        assert_eq!(fault(&infos(&good), "e2e4", 2, |score| score), None);
        assert!(fault(&infos(&good), "d2d4", 2, |score| score).is_some());
        assert!(fault(&infos(&good[..1]), "e2e4", 2, |score| score).is_some());
        let same = ["info depth 2 multipv 1 score cp 9 pv e2e4", "info depth 2 multipv 2 score cp 5 pv e2e4"];
        assert!(fault(&infos(&same), "e2e4", 2, |score| score).is_some());
        let order = ["info depth 2 multipv 1 score cp 4 pv e2e4", "info depth 2 multipv 2 score cp 5 pv d2d4"];
        assert!(fault(&infos(&order), "e2e4", 2, |score| score).is_some());
        // In White's view Black's best line has the least score.
        assert_eq!(fault(&infos(&order), "e2e4", 2, |score| SearchScore::Centipawns(-score.value())), None);
    }
}
