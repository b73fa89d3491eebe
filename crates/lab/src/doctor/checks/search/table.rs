//! Law: a table helps, and what it says is true. Blocked pawn endings need twenty plies, which nobody reaches without a
//! table and many reach with one in a moment; every bound in it is believed thousands of times on the way.

use std::time::Duration;

use rules::{Chess, Position};
use uci::Limits;
use uci::client::EngineError;

use crate::doctor::checks::cases::{self, Answers, Words};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "table",
        says: "A transposition table makes deep searches of blocked positions possible, and keeps them right.",
        experiment: "Fine's position 70 (Lasker and Reichhelm) and its colour flip, to depth 28 or for some seconds: Kb1 is the only \
            move that wins. Healthy engines know it by depth 26; it needs a table that works, and little else. Then blocked \
            pawn endings that are won, at depth 20: healthy engines see it, and so must who has a table that tells the truth.",
    },
    from: Pace::Quick,
    share: 8,
    run,
};

const FINE_70: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let fine = fine_70(patient)?;
    if fine.finding().is_some_and(|finding| finding.certainty > Certainty::Hint) {
        return Ok(fine);
    }
    let (answers, endings) = endings(patient)?;
    Ok(match (fine, endings) {
        (Verdict::Finding(fine), Verdict::Finding(endings)) if endings.certainty <= fine.certainty => {
            Verdict::Finding(fine)
        }
        (_, Verdict::Finding(endings)) => Verdict::Finding(endings),
        (Verdict::Pass(text), Verdict::Pass(_)) => Verdict::Pass(format!(
            "{text}; {} of {} blocked pawn endings are seen to be won",
            answers.tried - answers.wrong.len(),
            answers.tried
        )),
        (fine, _) => fine,
    })
}

fn fine_70(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let Ok(fine) = FINE_70.parse::<Position<Chess>>() else {
        return Ok(Verdict::CannotTell("the position cannot be read".to_owned()));
    };
    let time = Duration::from_secs(patient.pace().pick(3, 6, 20));
    let mut told = Vec::new();
    let mut failed = None;
    for (position, answer) in [(fine, "a1b1"), (fine.flipped(), "a8b8")] {
        let mut session = patient.start()?;
        let heard =
            session.fresh(&position, &Limits { depth: Some(28), move_time: Some(time), ..Limits::default() })?;
        if heard.is_cut_short {
            return Ok(Verdict::CannotTell("Fine 70 took longer than the time it was given".to_owned()));
        }
        let last_other = heard.infos().iter().rposition(|info| info.line.first().is_some_and(|mv| mv != answer));
        let solved =
            heard.infos().iter().skip(last_other.map_or(0, |place| place + 1)).find(|info| !info.line.is_empty());
        match solved.filter(|_| heard.best == answer) {
            Some(info) => told.push(format!(
                "depth {} after {} nodes and {} s",
                info.depth.unwrap_or(0),
                info.nodes.map_or_else(|| "?".to_owned(), |nodes| nodes.to_string()),
                info.time.map_or_else(|| "?".to_owned(), |time| format!("{:.2}", time.as_secs_f64()))
            )),
            None => failed = Some((position, answer, heard, session.transcript())),
        }
    }
    let Some((position, answer, heard, transcript)) = failed else {
        return Ok(Verdict::Pass(format!("Fine 70 is solved at {}", told.join(" and at "))));
    };
    let depth = heard.infos().iter().filter_map(|info| info.depth).max().unwrap_or(0);
    // Without depth it is a slow search that shows, or a slow machine; with depth it is a wrong one.
    if depth < 26 {
        return Ok(Verdict::CannotTell(format!(
            "Fine 70 is not solved, but {} s were enough for depth {depth} only",
            time.as_secs()
        )));
    }
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: if told.is_empty() { Certainty::Likely } else { Certainty::Hint },
        summary: format!("Fine 70 is not solved at depth {depth}"),
        failed: 2 - told.len(),
        tried: 2,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("{answer}, from about depth 16 on"),
            seen: format!("{} at depth {depth}", heard.best),
            transcript,
        },
        culprits: vec![
            "entries that decide although they are too shallow".to_owned(),
            "bounds stored as the other kind, so that entries decide wrongly or not at all".to_owned(),
            "null moves without pieces: this position is full of zugzwang".to_owned(),
            "no table, or one that is cleared or overwritten too often".to_owned(),
        ],
        breaks: "deep searches, above all of endings".to_owned(),
    })))
}

/// Blocked pawn endings that are won; a finding if too many are not seen to be.
fn endings(patient: &mut Patient) -> Result<(Answers, Verdict), EngineError> {
    let answers = cases::ask(patient, &cases::read(include_str!("table.txt")))?;
    let certainty = match answers.wrong.len() * 100 / answers.tried.max(1) {
        0..20 => return Ok((answers.clone(), answers.pass())),
        20..40 => Certainty::Hint,
        _ => Certainty::Likely,
    };
    let words = Words {
        certainty,
        culprits: &[
            "bounds stored as the other kind: a beta cut as Upper, a fail-low as Exact",
            "entries that decide although they are too shallow",
            "null moves without pieces, or first moves that are reduced: such endings are full of zugzwang",
        ],
        breaks: "deep searches, above all of endings",
    };
    let verdict = answers.finding(patient, &words)?;
    Ok((answers, verdict))
}
