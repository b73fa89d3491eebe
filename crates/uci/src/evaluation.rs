//! `eval`: what a position is worth without looking ahead, term by term.

use rules::{Position, Rules};
use serde_json::{Value, json};

use crate::score::score_for_people;

/// A table for people, in White's view.
pub fn evaluation_text<R: Rules>(position: &Position<R>) -> String {
    let total = engine::eval::evaluate(position).from_white(position.side_to_move());
    let mover = position.side_to_move();
    format!("total, White's view  {}  ({mover} to move)\n", score_for_people(total))
}

/// The same for programs.
pub fn evaluation_json<R: Rules>(position: &Position<R>) -> Value {
    let total = engine::eval::evaluate(position).from_white(position.side_to_move());
    json!({ "game": R::NAME, "fen": position.to_string(), "view": "white", "total": total.value() })
}
