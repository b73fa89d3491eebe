//! What can be wrong with a move's text.

use crate::position::Position;
use crate::rules::Rules;

/// A text that does not name exactly one legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// The text has not the form of a move.
    #[error("move: {text:?} is not one; expected {expected}")]
    Form {
        /// The text as given.
        text: String,
        /// What a move looks like.
        expected: &'static str,
    },
    /// No legal move is meant.
    #[error("move: {text} is not legal in {position}; expected one of its {count} legal moves")]
    Illegal {
        /// The text as given.
        text: String,
        /// The position it was given for.
        position: String,
        /// How many legal moves there are.
        count: usize,
    },
    /// More than one legal move is meant.
    #[error("move: {text} is ambiguous in {position}; expected {choices}")]
    Ambiguous {
        /// The text as given.
        text: String,
        /// The position it was given for.
        position: String,
        /// What would have been clear.
        choices: String,
    },
}

impl MoveTextError {
    pub(super) fn form(text: &str, expected: &'static str) -> Self {
        Self::Form { text: shortened(text), expected }
    }

    pub(super) fn illegal<R: Rules>(text: &str, position: &Position<R>) -> Self {
        let count = position.count_legal_moves();
        Self::Illegal { text: shortened(text), position: position.to_string(), count }
    }

    pub(super) fn ambiguous<R: Rules>(text: &str, position: &Position<R>, choices: String) -> Self {
        Self::Ambiguous { text: shortened(text), position: position.to_string(), choices }
    }
}

/// As much of a text as fits into a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
