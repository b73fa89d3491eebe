//! A whole game, move by move: what was played, what would have been best, and what the difference cost.

use std::fmt::Write as _;

use engine::{Bound, Report, Score};
use rules::{Game, Move, Rules};
use serde_json::{Value, json};
use uci::wdl::chances;
use uci::{View, score_for_people};

use super::Analyst;
use super::input::Subject;
use super::report::{line_json, score_json};
use crate::variation::variation;

/// Marks of moves that threw away so many thousandths of the points.
const MARKS: [(i32, &str); 3] = [(300, "??"), (150, "?"), (75, "?!")];

/// One move of the game.
struct Row<R: Rules> {
    /// The game before the move.
    before: Game<R>,
    played: Move,
    /// The best line before the move.
    best: Option<Report>,
    /// White's score after the move.
    after: Score,
    /// How many thousandths of a point the move cost its player.
    cost: i32,
}

/// Analyses every move; a table for people, a line of JSON for programs.
pub fn analyse<R: Rules>(subject: &Subject<R>, analyst: &mut Analyst, as_json: bool) -> String {
    let rows = rows(subject, analyst);
    if as_json { json_text(subject, &rows) } else { table(subject, &rows) }
}

fn rows<R: Rules>(subject: &Subject<R>, analyst: &mut Analyst) -> Vec<Row<R>> {
    let moves = subject.game.moves();
    let place = analyst.place.clone();
    let mut game = Game::new(*subject.game.start());
    let mut rows = Vec::new();
    let mut best = analyst.analyse(&game, 1).into_iter().next();
    for (ply, &played) in moves.iter().enumerate() {
        analyst.place = format!("{place}, ply {} of {}", ply + 1, moves.len());
        let before = game.clone();
        game.play(played);
        let next = analyst.analyse(&game, 1).into_iter().next();
        let before_score = white_score(&before, best.as_ref());
        let after = white_score(&game, next.as_ref());
        let mover = before.position().side_to_move();
        // The best move costs nothing, whatever the next search thinks of it.
        let is_best = best.as_ref().is_some_and(|report| report.line.first() == Some(&played));
        let lost = points(before_score.from_white(mover)) - points(after.from_white(mover));
        rows.push(Row { before, played, best, after, cost: if is_best { 0 } else { lost.max(0) } });
        best = next;
    }
    rows
}

/// White's score: what the search found, or what the game's end says.
fn white_score<R: Rules>(game: &Game<R>, report: Option<&Report>) -> Score {
    let side = game.position().side_to_move();
    let score = match (report, game.outcome().and_then(|outcome| outcome.winner())) {
        (Some(report), _) => report.score,
        (None, Some(winner)) if winner == side => Score::mate_in(0),
        (None, Some(_)) => Score::mated_in(0),
        (None, None) => Score::DRAW,
    };
    View::White.of(score, Bound::Exact, side).0
}

/// Expected points in thousandths.
fn points(score: Score) -> i32 {
    let chances = chances(score);
    (chances.win + chances.draw / 2) as i32
}

fn mark(cost: i32) -> &'static str {
    MARKS.iter().find(|(least, _)| cost >= *least).map_or("", |(_, mark)| mark)
}

fn table<R: Rules>(subject: &Subject<R>, rows: &[Row<R>]) -> String {
    let mut text = subject.name.as_ref().map(|name| format!("{name}\n\n")).unwrap_or_default();
    let _ = writeln!(text, "{:16} {:>7}  {:>5}  best instead", "played", "score", "cost");
    for row in rows {
        let position = row.before.position();
        let played = format!("{}{}", variation(position, &[row.played]), mark(row.cost));
        let better = row.best.as_ref().filter(|report| report.line.first() != Some(&row.played));
        let better = better.map_or(String::new(), |report| {
            let (score, _) = View::White.of(report.score, report.bound, position.side_to_move());
            format!("{}  {}", score_for_people(score), variation(position, &report.line[..report.line.len().min(6)]))
        });
        let cost = if row.cost > 0 { format!("{:.1}%", f64::from(row.cost) / 10.0) } else { String::new() };
        let line = format!("{played:16} {:>7}  {cost:>5}  {better}", score_for_people(row.after));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(outcome) = subject.game.outcome() {
        let _ = writeln!(text, "{}: {outcome}", outcome.score_text());
    }
    text + "\nScores are White's; the cost is what the move lost of its player's expected points.\n\n"
}

fn json_text<R: Rules>(subject: &Subject<R>, rows: &[Row<R>]) -> String {
    let moves: Vec<Value> = rows
        .iter()
        .map(|row| {
            let position = row.before.position();
            json!({
                "fen": position.to_string(), "played": position.san(row.played), "mark": mark(row.cost),
                "score": score_json(row.after), "cost": f64::from(row.cost) / 1000.0,
                "best": row.best.as_ref().map(|report| line_json(report, position)),
            })
        })
        .collect();
    let report = json!({ "game": R::NAME, "name": subject.name, "view": "white", "moves": moves });
    format!("{report}\n")
}
