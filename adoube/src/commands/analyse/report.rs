//! The analysis of one position as a table for people or a line for programs.

use std::fmt::Write as _;

use engine::Report;
use engine::network::Networks;
use rules::{Color, Position, Rules, UciStyle};
use serde_json::{Value, json};
use uci::{View, evaluation_json, evaluation_text};

use super::heading;
use super::input::Subject;
use crate::numbers::{grouped, mega_speed};
use crate::variation::variation;

/// A table: a row for each line, and what the evaluation says below.
pub fn table<R: Rules>(subject: &Subject<R>, reports: &[Report], networks: &Networks) -> String {
    let position = subject.game.position();
    let mut text = heading(subject);
    if let Some(outcome) = subject.game.outcome() {
        return text + &format!("{}: {outcome}\n\n", outcome.score_text());
    }
    let _ = writeln!(text, "\n{:>7}  {:>14}  {:>5}  line", "score", "W    D    L", "depth");
    for report in reports {
        let shown = View::White.report(report, position);
        let chances = shown.chances;
        let _ = writeln!(
            text,
            "{shown:>7}  {:>4} {:>4} {:>4}  {:>5}  {}",
            chances.win,
            chances.draw,
            chances.loss,
            format!("{}/{}", report.depth, report.selective_depth),
            variation(position, &report.line)
        );
    }
    if let Some(best) = reports.first() {
        let (nodes, seconds) = (grouped(best.nodes), best.time.as_secs_f64());
        let _ = writeln!(text, "\n{nodes} nodes in {seconds:.2} s, {}", mega_speed(best.nodes, best.time));
    }
    text + "\n" + &evaluation_text(&subject.game, networks) + "\n"
}

/// One line of JSON.
pub fn json<R: Rules>(subject: &Subject<R>, reports: &[Report], networks: &Networks) -> String {
    let position = subject.game.position();
    let lines: Vec<Value> = reports.iter().map(|report| line_json(report, position)).collect();
    let outcome = subject.game.outcome();
    let report = json!({
        "game": R::NAME, "name": subject.name, "fen": position.to_string(),
        "side_to_move": if position.side_to_move() == Color::White { "white" } else { "black" },
        "view": "white", "lines": lines,
        "result": outcome.map(|outcome| outcome.score_text()), "reason": outcome.map(|outcome| outcome.to_string()),
        "evaluation": evaluation_json(&subject.game, networks),
    });
    format!("{report}\n")
}

/// A line with its score.
pub fn line_json<R: Rules>(report: &Report, position: &Position<R>) -> Value {
    let shown = View::White.report(report, position);
    let chances = shown.chances;
    let style = if position.has_chess960_castling() { UciStyle::Chess960 } else { UciStyle::Standard };
    let moves: Vec<String> = report.line.iter().map(|mv| mv.uci(style)).collect();
    json!({
        "rank": report.rank + 1, "depth": report.depth, "selective_depth": report.selective_depth,
        "score": shown.json(), "wdl": [chances.win, chances.draw, chances.loss],
        "nodes": report.nodes, "seconds": report.time.as_secs_f64(), "tablebase_hits": report.tablebase_hits,
        "san": variation(position, &report.line), "uci": moves,
    })
}
