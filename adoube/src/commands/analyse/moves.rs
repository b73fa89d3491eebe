//! A whole game, move by move: what was played, what would have been best, and what the difference cost.

use std::fmt::Write as _;

use engine::wdl::Scale;
use engine::{Bound, Report, Score};
use rules::{Color, Game, Move, Rules};
use serde_json::{Value, json};
use uci::{Shown, View};

use super::Analyst;
use super::input::Subject;
use super::report::line_json;
use crate::variation::variation;

/// Marks of moves that threw away so many thousandths of the points.
const MARKS: [(i32, &str); 3] = [(300, "??"), (150, "?"), (75, "?!")];

/// One move of the game.
pub struct Row<R: Rules> {
    /// The game before the move.
    pub before: Game<R>,
    /// The move.
    pub played: Move,
    /// The best line before the move.
    pub best: Option<Report>,
    /// What White has after the move.
    pub after: Shown,
    /// How many thousandths of a point the move cost its player.
    pub cost: i32,
}

/// Analyses every move; a table for people, a line of JSON for programs.
pub fn analyse<R: Rules>(subject: &Subject<R>, analyst: &mut Analyst, as_json: bool) -> String {
    let rows = rows(subject, analyst);
    if as_json { json_text(subject, &rows) } else { table(subject, &rows) }
}

/// Every move of a game, with what would have been best.
pub fn rows<R: Rules>(subject: &Subject<R>, analyst: &mut Analyst) -> Vec<Row<R>> {
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
        let after = seen_by_white(&game, next.as_ref());
        let mover = before.position().side_to_move();
        // The best move costs nothing, whatever the next search thinks of it.
        let is_best = best.as_ref().is_some_and(|report| report.line.first() == Some(&played));
        let lost = points(seen_by_white(&before, best.as_ref()), mover) - points(after, mover);
        rows.push(Row { before, played, best, after, cost: if is_best { 0 } else { lost.max(0) } });
        best = next;
    }
    rows
}

/// What White has: what the search found, or what the game's end says.
fn seen_by_white<R: Rules>(game: &Game<R>, report: Option<&Report>) -> Shown {
    let position = game.position();
    let (score, scale) = match (report, game.outcome().and_then(|outcome| outcome.winner())) {
        (Some(report), _) => (report.score, report.scale),
        (None, Some(winner)) if winner == position.side_to_move() => (Score::mate_in(0), Scale::default()),
        (None, Some(_)) => (Score::mated_in(0), Scale::default()),
        (None, None) => (Score::DRAW, Scale::default()),
    };
    View::White.show(score, scale, Bound::Exact, position)
}

/// A player's expected points in thousandths.
fn points(white: Shown, player: Color) -> i32 {
    let chances = white.chances;
    let won = if player == Color::White { chances.win } else { chances.loss };
    i32::from(won + chances.draw / 2)
}

/// The mark of a move that cost so many thousandths of a point.
pub fn mark(cost: i32) -> &'static str {
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
            let shown = View::White.report(report, position);
            format!("{shown}  {}", variation(position, &report.line[..report.line.len().min(6)]))
        });
        let cost = if row.cost > 0 { format!("{:.1}%", f64::from(row.cost) / 10.0) } else { String::new() };
        let line = format!("{played:16} {:>7}  {cost:>5}  {better}", row.after);
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
                "score": row.after.json(), "cost": f64::from(row.cost) / 1000.0,
                "best": row.best.as_ref().map(|report| line_json(report, position)),
            })
        })
        .collect();
    let report = json!({ "game": R::NAME, "name": subject.name, "view": "white", "moves": moves });
    format!("{report}\n")
}
