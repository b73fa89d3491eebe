//! Law: what an engine tells of its search makes sense: counters that rise, a speed that fits them, parts of a whole.

use rules::{Chess, Position};
use uci::client::{EngineError, SearchInfo};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::{Heard, Session, to_depth};
use crate::doctor::verdict::{Certainty, Finding, Said, Verdict, excerpt};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "info-sanity",
        says: "A search tells its score; numbers are whole; nodes, time and depth never fall within it; `nps` fits them; `hashfull` is \
            at most 1000; `currmove` is a legal move.",
        experiment: "Searches of 300 ms, every info line read; one to depth 3 of a position whose search told no score.",
    },
    from: Pace::Quick,
    share: 2,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let (mut tried, mut lines) = (0, 0);
    let (mut scored, mut mute) = (0, None);
    for position in patient.positions(0x1f0, Phase::Middle).take(patient.pace().pick(5, 15, 40)) {
        if patient.time_is_up() {
            break;
        }
        session.new_game()?;
        session.place(&position)?;
        let limits = uci::Limits { move_time: Some(std::time::Duration::from_millis(300)), ..uci::Limits::default() };
        let before = session.transcript().len();
        let heard = session.search(&limits)?;
        tried += 1;
        lines += heard.infos_so_far().len();
        if tells_score(&heard) {
            scored += 1;
        } else {
            mute = mute.or(Some(position));
        }
        let transcript = session.transcript();
        let is_bad = |said: &Said| bad_current_move(&position, &said.text).or_else(|| bad_number(&said.text));
        let bad = transcript.iter().skip(before).find_map(is_bad);
        let fault = fault(heard.infos_so_far()).or(bad.map(|text| (Certainty::Likely, text)));
        if let Some((certainty, what)) = fault {
            let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
            let finding = Finding::new(certainty, what.clone())
                .counted(1, tried)
                .at(&position)
                .expected("counters that rise and fit each other", what)
                .transcript(excerpt(&transcript, from))
                .blame(&["counters are reset between iterations, or read while other threads write them"])
                .breaks("what is shown; the play is sound");
            return Ok(finding.verdict());
        }
    }
    if let Some(position) = mute
        && let Some(verdict) = no_score(&mut session, &position, tried, scored)?
    {
        return Ok(verdict);
    }
    Ok(Verdict::pass_of(tried, format!("{lines} info lines of {tried} searches make sense")))
}

fn tells_score(heard: &Heard) -> bool {
    heard.infos_so_far().iter().any(|info| info.score.is_some())
}

/// A search in a given time told no score. Who is slow may not have come so far; a small depth has no such excuse.
fn no_score(
    session: &mut Session,
    position: &Position<Chess>,
    tried: usize,
    scored: usize,
) -> Result<Option<Verdict>, EngineError> {
    let heard = session.fresh(position, &to_depth(3))?;
    if tells_score(&heard) || heard.is_cut_short {
        let text = format!("no score was told in {tried} searches of 300 ms: too little time for this engine");
        return Ok((scored == 0).then_some(Verdict::CannotTell(text)));
    }
    let transcript = session.transcript();
    let from = transcript.iter().rposition(|said| said.text == "ucinewgame").unwrap_or(0);
    let (searches, silent) = (tried + 1, tried + 1 - scored);
    let finding =
        Finding::new(Certainty::Likely, format!("no info line with a score in {silent} of {searches} searches"))
            .counted(silent, searches)
            .at(position)
            .expected("an info line with a score before bestmove", format!("bestmove {} without one", heard.best))
            .transcript(excerpt(&transcript, from))
            .blame(&[
                "info lines are not written, or not flushed before bestmove",
                "scores are not written as \"score cp N\" or \"score mate N\"",
            ])
            .breaks("matches: no game is resigned or drawn by score; analysis, and most of what the doctor could see");
    Ok(Some(finding.verdict()))
}

fn bad_current_move(position: &Position<Chess>, line: &str) -> Option<String> {
    let rest = line.strip_prefix("info ")?;
    let text = rest.split_once("currmove ")?.1.split_whitespace().next()?;
    position.uci_move(text).is_err().then(|| format!("currmove {text} is no legal move"))
}

/// A counter that is no whole number.
fn bad_number(line: &str) -> Option<String> {
    const COUNTERS: [&str; 8] = ["depth", "seldepth", "multipv", "nodes", "time", "nps", "hashfull", "tbhits"];
    let mut words = line.strip_prefix("info ")?.split_whitespace().take_while(|word| !["pv", "string"].contains(word));
    while let Some(word) = words.next() {
        if COUNTERS.contains(&word) {
            let number = words.next().unwrap_or_default();
            if number.parse::<u64>().is_err() {
                return Some(format!("\"{word} {number}\" is no whole number"));
            }
        }
    }
    None
}

/// What does not fit.
fn fault(infos: &[SearchInfo]) -> Option<(Certainty, String)> {
    let (mut nodes, mut time, mut depth) = (0, std::time::Duration::ZERO, 0);
    for info in infos {
        if let Some(full) = info.permille_full.filter(|full| *full > 1000) {
            return Some((Certainty::Sure, format!("hashfull {full} is more than 1000 in 1000")));
        }
        if let Some(now) = info.nodes {
            if now < nodes {
                return Some((Certainty::Likely, format!("nodes fall from {nodes} to {now} within a search")));
            }
            nodes = now;
        }
        if let Some(now) = info.time {
            if now + std::time::Duration::from_millis(1) < time {
                return Some((
                    Certainty::Likely,
                    format!("the time falls from {time:.0?} to {now:.0?} within a search"),
                ));
            }
            time = now;
        }
        if let Some(now) = info.depth.filter(|_| info.score.is_some()) {
            if now < depth {
                return Some((Certainty::Hint, format!("the depth falls from {depth} to {now} within a search")));
            }
            depth = now;
        }
        if let (Some(speed), Some(nodes), Some(time)) = (info.speed, info.nodes, info.time)
            && time.as_millis() >= 100
            && nodes >= 1000
        {
            let computed = nodes as f64 / time.as_secs_f64();
            let ratio = speed as f64 / computed;
            if !(0.5..=2.0).contains(&ratio) {
                return Some((Certainty::Hint, format!("nps {speed} does not fit {nodes} nodes in {time:.0?}")));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_that_fall_or_do_not_fit_are_seen() {
        let judge =
            |lines: &[&str]| fault(&lines.iter().filter_map(|line| SearchInfo::parse(line)).collect::<Vec<_>>());
        assert_eq!(judge(&["info depth 1 nodes 5 score cp 1", "info depth 2 nodes 9 score cp 2"]), None);
        assert!(judge(&["info depth 1 nodes 9 score cp 1", "info depth 2 nodes 5 score cp 2"]).is_some());
        assert!(judge(&["info hashfull 1001"]).is_some());
        assert!(judge(&["info nodes 100000 time 1000 nps 1000000"]).is_some());
        assert_eq!(judge(&["info nodes 100000 time 1000 nps 101000"]), None);
        assert_eq!(bad_number("info depth 3 time 12 score cp -5 nodes 9 pv e2e4"), None);
        assert_eq!(bad_number("info string time 3.2"), None);
        assert!(bad_number("info depth 3 time 3.2").is_some() && bad_number("info nodes 9 hashfull abc").is_some());
    }
}
