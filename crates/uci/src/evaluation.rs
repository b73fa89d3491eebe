//! `eval`: what a position is worth without looking ahead, term by term.

use rules::{Color, Position, Rules};
use serde_json::json;

use crate::score::score_for_people;

/// A table for people, or one line of JSON; always in White's view.
pub fn evaluation_text<R: Rules>(position: &Position<R>, as_json: bool) -> String {
    let total = engine::eval::evaluate(position).from_white(position.side_to_move());
    if as_json {
        let report = json!({ "game": R::NAME, "fen": position.to_string(), "view": "white", "total": total.value() });
        return format!("{report}\n");
    }
    let mover = if position.side_to_move() == Color::White { "White" } else { "Black" };
    format!("total, White's view  {}  ({mover} to move)\n", score_for_people(total))
}
