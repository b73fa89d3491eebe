//! EPD: a position followed by operations, as test suites write it: `<four fields> bm Nf3; id "first";`.

use std::str::FromStr;

use super::fen::{fields_of, read_setup};
use crate::position::{Position, SetupError};
use crate::rules::Rules;

/// A position with what a suite says of it.
///
/// Both counters of a full FEN may follow the four fields, as many suites have it. The depths of perft suites
/// (`;D1 20 ;D2 400`) read as operations too.
///
/// ```
/// use adoube_rules::Chess;
/// use adoube_rules::text::epd::Epd;
/// let epd: Epd<Chess> = "8/8/8/8/8/4k3/4q3/4K3 w - - 0 1 ;D1 0 ;D2 0".parse().unwrap();
/// assert_eq!(epd.operands("D2"), Some(&["0".to_owned()][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// Each operation's code and operands, in order; quoted operands without their quotes.
    pub operations: Vec<(String, Vec<String>)>,
}

/// An EPD line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EpdError {
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] SetupError),
    /// A quoted operand does not end.
    #[error("operation: {0:?} opens a quotation; expected a closing \"")]
    Unquoted(String),
}

impl<R: Rules> Epd<R> {
    /// The operands of the first operation with this code.
    pub fn operands(&self, code: &str) -> Option<&[String]> {
        self.operations.iter().find(|(other, _)| other == code).map(|(_, operands)| &operands[..])
    }
}

impl<R: Rules> FromStr for Epd<R> {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        let (fields, rest) = split_position(line);
        let position = Position::try_from(&read_setup::<R>(&fields)?)?;
        Ok(Self { position, operations: read_operations(rest)? })
    }
}

/// The position's fields (four, and two more if they are numbers) and the text behind them.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line.trim_start();
    let mut end = 0;
    let mut count = 0;
    while !rest.is_empty() && !rest.starts_with(';') && count < 6 {
        let length = rest.find(|c: char| c.is_ascii_whitespace() || c == ';').unwrap_or(rest.len());
        let is_number = rest[..length].bytes().all(|byte| byte.is_ascii_digit());
        if count >= 4 && !is_number {
            break;
        }
        end = line.len() - rest.len() + length;
        rest = rest[length..].trim_start();
        count += 1;
    }
    (fields_of(&line[..end]), rest)
}

fn read_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        if first == ';' {
            rest = &rest[1..];
            operations.extend(operation_of(std::mem::take(&mut words)));
        } else if first == '"' {
            let quoted = &rest[1..];
            let length = quoted.find('"').ok_or_else(|| EpdError::Unquoted(quoted.chars().take(40).collect()))?;
            words.push(quoted[..length].to_owned());
            rest = &quoted[length + 1..];
        } else {
            let length = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            words.push(rest[..length].to_owned());
            rest = &rest[length..];
        }
    }
    operations.extend(operation_of(words));
    Ok(operations)
}

fn operation_of(mut words: Vec<String>) -> Option<(String, Vec<String>)> {
    if words.is_empty() {
        return None;
    }
    let code = words.remove(0);
    Some((code, words))
}
