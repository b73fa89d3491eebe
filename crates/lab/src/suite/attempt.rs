//! One engine and one position: what it answered, and since when it knew.

use std::time::{Duration, Instant};

use rules::{Chess, Move, Position};
use serde::Serialize;
use uci::Limits;
use uci::client::{Engine, EngineError, SearchInfo, SearchScore};

use super::case::{Case, Task};

/// An engine's answer to a case.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Attempt {
    /// Whether it is right.
    pub solved: bool,
    /// Its points.
    pub points: u32,
    /// The most it could have had.
    pub most: u32,
    /// The move in SAN, the distance to mate, or the count.
    pub answer: String,
    /// When the final right answer was first found and from then on kept, if it is right.
    pub found_seconds: Option<f64>,
    /// Nodes until then, as far as the engine tells.
    pub found_nodes: Option<u64>,
    /// How long the engine took in all.
    pub seconds: f64,
    /// Nodes in all, as far as the engine tells.
    pub nodes: u64,
    /// Plies.
    pub depth: u32,
    /// What it thought of the position.
    pub score: Option<String>,
    /// Why there is no answer.
    pub fault: Option<String>,
}

/// How long a search without a time limit may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// How long the engine may be late.
const LATENESS: Duration = Duration::from_secs(5);

/// Since when the answer has been right.
#[derive(Default)]
struct Knowledge {
    since: Option<(Duration, Option<u64>)>,
}

impl Knowledge {
    fn note(&mut self, is_right: bool, time: Duration, nodes: Option<u64>) {
        if !is_right {
            self.since = None;
        } else if self.since.is_none() {
            self.since = Some((time, nodes));
        }
    }
}

/// Puts a case to an engine. An error ends the conversation with it.
pub(super) fn ask(engine: &mut Engine, case: &Case, limits: &Limits) -> Result<Attempt, EngineError> {
    engine.new_game()?;
    if engine.option("UCI_Chess960").is_some() {
        let value = if case.position.has_chess960_castling() { "true" } else { "false" };
        engine.set_option("UCI_Chess960", value)?;
    }
    engine.position(&format!("fen {}", case.position), "")?;
    match &case.task {
        Task::Count { depth, nodes } => count(engine, *depth, *nodes),
        _ => search(engine, case, limits),
    }
}

fn search(engine: &mut Engine, case: &Case, limits: &Limits) -> Result<Attempt, EngineError> {
    let begun = Instant::now();
    let mut knowledge = Knowledge::default();
    let mut last = SearchInfo::default();
    let patience = limits.move_time.map_or(PATIENCE, |time| time + LATENESS);
    let answer = engine.search(limits, Some(patience), &mut |line| {
        let Some(info) = SearchInfo::parse(&line.text) else { return };
        if info.multi_pv.unwrap_or(1) != 1 || info.score.is_none() {
            return;
        }
        if let Some(first) = info.line.first() {
            let mv = case.position.uci_move(first).ok();
            let is_right = worth(case, mv, info.score).0;
            knowledge.note(is_right, line.at.saturating_duration_since(begun), info.nodes);
        }
        last = info;
    })?;
    let mv = case.position.uci_move(&answer.best).ok();
    let (solved, points, most) = worth(case, mv, last.score);
    knowledge.note(solved, answer.time, last.nodes);
    let said = match (&case.task, last.score, mv) {
        (Task::Mate(_), Some(SearchScore::Mate(moves)), _) => format!("#{moves}"),
        (_, _, Some(mv)) => case.position.san(mv),
        (_, _, None) => answer.best.chars().take(20).collect(),
    };
    let is_illegal = mv.is_none() && !case.position.legal_moves().is_empty();
    Ok(Attempt {
        solved,
        points,
        most,
        answer: said,
        found_seconds: knowledge.since.map(|(time, _)| time.as_secs_f64()),
        found_nodes: knowledge.since.and_then(|(_, nodes)| nodes),
        seconds: answer.time.as_secs_f64(),
        nodes: last.nodes.unwrap_or(0),
        depth: last.depth.unwrap_or(0),
        score: last.score.map(|score| score.to_string()),
        fault: is_illegal.then(|| format!("{:?} is no legal move", answer.best.chars().take(20).collect::<String>())),
    })
}

/// Whether a move and a score solve a case, and the points they get of how many.
fn worth(case: &Case, mv: Option<Move>, score: Option<SearchScore>) -> (bool, u32, u32) {
    let whole = |is_right: bool| (is_right, u32::from(is_right), 1);
    match &case.task {
        Task::Moves { best, avoid } => {
            let is_right = |mv: Move| (best.is_empty() || best.contains(&mv)) && !avoid.contains(&mv);
            whole(mv.is_some_and(is_right))
        }
        Task::Points(points) => {
            let most = points.iter().map(|(_, points)| *points).max().unwrap_or(0);
            let own = points.iter().find(|(other, _)| Some(*other) == mv).map_or(0, |(_, points)| *points);
            (own == most && most > 0, own, most)
        }
        // A shorter mate than the known one is one too.
        Task::Mate(known) => whole(match score {
            Some(SearchScore::Mate(moves)) => moves.signum() == known.signum() && moves.abs() <= known.abs(),
            _ => false,
        }),
        Task::Count { .. } => whole(false),
    }
}

/// `go perft` is no part of the protocol, but many engines have it, and end it with `Nodes searched: N`.
fn count(engine: &mut Engine, depth: u32, expected: u64) -> Result<Attempt, EngineError> {
    let begun = Instant::now();
    engine.send(&format!("go perft {depth}"))?;
    let deadline = begun + PATIENCE;
    let mut attempt = Attempt { most: 1, depth, ..Attempt::default() };
    loop {
        let line = engine.next_line(Some(deadline))?;
        let text = line.as_ref().map_or("", |line| line.text.as_str());
        let counted = text.to_ascii_lowercase().strip_prefix("nodes searched").and_then(|rest| {
            rest.trim_start_matches([':', ' ']).split_whitespace().next()?.replace(',', "").parse::<u64>().ok()
        });
        if let Some(counted) = counted {
            attempt.solved = counted == expected;
            attempt.points = u32::from(attempt.solved);
            attempt.answer = counted.to_string();
            attempt.nodes = counted;
            break;
        }
        let searches = text.starts_with("bestmove") || text.starts_with("info depth");
        if searches || line.is_none() {
            if !text.starts_with("bestmove") {
                engine.stop(&mut |_| {})?;
            }
            attempt.fault = Some("does not answer \"go perft\" by \"Nodes searched: N\"".to_owned());
            break;
        }
    }
    attempt.seconds = begun.elapsed().as_secs_f64();
    attempt.found_seconds = attempt.solved.then_some(attempt.seconds);
    Ok(attempt)
}

/// The most points a case can give.
pub(super) fn most(case: &Case) -> u32 {
    worth(case, None, None).2
}

/// A right answer in words.
pub(super) fn wanted(case: &Case) -> String {
    let san = |position: &Position<Chess>, moves: &[Move]| {
        let moves: Vec<String> = moves.iter().map(|mv| position.san(*mv)).collect();
        moves.join(" ")
    };
    match &case.task {
        Task::Moves { best, avoid } if best.is_empty() => format!("not {}", san(&case.position, avoid)),
        Task::Moves { best, .. } => san(&case.position, best),
        Task::Points(points) => {
            let most = points.iter().map(|(_, points)| *points).max().unwrap_or(0);
            let best: Vec<Move> = points.iter().filter(|(_, points)| *points == most).map(|(mv, _)| *mv).collect();
            san(&case.position, &best)
        }
        Task::Mate(moves) => format!("#{moves}"),
        Task::Count { nodes, .. } => nodes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_to_a_solution_counts_from_when_it_was_found_for_good() {
        let second = Duration::from_secs;
        let mut knowledge = Knowledge::default();
        knowledge.note(true, second(1), Some(10));
        knowledge.note(false, second(2), Some(20));
        knowledge.note(true, second(3), Some(30));
        knowledge.note(true, second(4), Some(40));
        assert_eq!(knowledge.since, Some((second(3), Some(30))));
    }

    #[test]
    fn answers_are_worth_what_the_suite_says() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let case = |rest: &str| Case::parse(&format!("{start} {rest}"), "f", 1, 1000).unwrap();
        let mv = |text: &str| case("bm e4;").position.uci_move(text).ok();
        assert_eq!(worth(&case("bm e4 d4;"), mv("d2d4"), None), (true, 1, 1));
        assert_eq!(worth(&case("am e4;"), mv("e2e4"), None), (false, 0, 1));
        assert_eq!(worth(&case("am e4;"), mv("d2d4"), None), (true, 1, 1));
        let points = case("bm e4; c8 \"10 3\"; c9 \"e2e4 g1f3\";");
        assert_eq!(worth(&points, mv("g1f3"), None), (false, 3, 10));
        assert_eq!(worth(&points, mv("e2e4"), None), (true, 10, 10));
        assert_eq!(worth(&points, None, None), (false, 0, 10));
        let mate = |moves| Some(SearchScore::Mate(moves));
        assert_eq!(worth(&case("bm #3;"), mv("e2e4"), mate(3)), (true, 1, 1));
        assert_eq!(worth(&case("bm #3;"), mv("e2e4"), mate(4)), (false, 0, 1));
        assert_eq!(worth(&case("bm #-3;"), mv("e2e4"), mate(3)), (false, 0, 1));
        assert_eq!(worth(&case("bm #3;"), mv("e2e4"), Some(SearchScore::Centipawns(900))), (false, 0, 1));
    }
}
