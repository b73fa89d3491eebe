//! FEN: positions as text. Placement and side are the same in every game; the other fields are the game's own.

use std::fmt;
use std::str::FromStr;

use super::CastlingText;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece};
use crate::position::{Field, Position, Setup, SetupError};
use crate::rules::Rules;
use crate::square::Square;

impl<R: Rules> FromStr for Position<R> {
    type Err = SetupError;

    /// Reads a position in the game's notation and checks it.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// let error = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<Position<Chess>>().unwrap_err();
    /// assert_eq!(error.to_string(), "kings: 0 for White; expected exactly one for each side");
    /// ```
    fn from_str(text: &str) -> Result<Self, SetupError> {
        Self::try_from(&read_setup::<R>(&fields_of(text))?)
    }
}

/// The fields of a FEN. The common slip of a missing space after the en passant dash (`w - -0 1`) is mended.
pub(crate) fn fields_of(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    for field in text.split_ascii_whitespace() {
        match field.strip_prefix('-') {
            Some(rest) if fields.len() == 3 && !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()) => {
                fields.extend(["-", rest]);
            }
            _ => fields.push(field),
        }
    }
    fields
}

pub(crate) fn read_setup<R: Rules>(fields: &[&str]) -> Result<Setup, SetupError> {
    let [placement, side, rest @ ..] = fields else {
        return Err(SetupError::new(
            Field::Fields,
            format!("{} fields", fields.len()),
            format!("a position such as \"{}\"", R::START),
        ));
    };
    let mut setup = Setup { board: read_placement::<R>(placement)?, ..Setup::EMPTY };
    setup.side_to_move = match *side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(SetupError::new(Field::SideToMove, side, "w or b")),
    };
    R::read_fields(rest, &mut setup)?;
    Ok(setup)
}

fn read_placement<R: Rules>(text: &str) -> Result<[Option<Piece>; 64], SetupError> {
    let wrong = |value: &str, expected: String| SetupError::new(Field::Placement, value, expected);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != R::HEIGHT as usize {
        return Err(wrong(text, format!("{} ranks separated by /, not {}", R::HEIGHT, ranks.len())));
    }
    let mut board = [None; 64];
    for (row, rank_text) in ranks.into_iter().enumerate() {
        let rank = R::HEIGHT - 1 - row as u8;
        let wrong_width = || wrong(rank_text, format!("{} squares on rank {}", R::WIDTH, rank + 1));
        let mut file = 0;
        for letter in rank_text.chars() {
            if file >= R::WIDTH {
                return Err(wrong_width());
            }
            if let Some(gap @ 1..=8) = letter.to_digit(10) {
                file += gap as u8;
                continue;
            }
            let upper = letter.to_ascii_uppercase();
            let Some(&kind) = R::KINDS.iter().find(|kind| kind.letter() == upper) else {
                let letters: String = R::KINDS.iter().map(|kind| kind.letter()).collect();
                let expected = format!("pieces {letters} in either case, or digits 1 to {}", R::WIDTH);
                return Err(wrong(&format!("'{letter}' in {rank_text}"), expected));
            };
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            board[Square::at(file, rank).index()] = Some(Piece { color, kind });
            file += 1;
        }
        if file != R::WIDTH {
            return Err(wrong_width());
        }
    }
    Ok(board)
}

/// Reads a square, or `-` for none.
pub(crate) fn read_square(text: &str, field: Field) -> Result<Option<Square>, SetupError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| SetupError::new(field, text, "a square such as e3, or -"))
}

/// Reads a whole number, if there is a field for it.
pub(crate) fn read_counter(text: Option<&&str>, field: Field, default: u16) -> Result<u16, SetupError> {
    let Some(text) = text else { return Ok(default) };
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = if is_number { text.parse().ok() } else { None };
    value.ok_or_else(|| SetupError::new(field, text, format!("a whole number from 0 to {}", u16::MAX)))
}

impl<R: Rules> Position<R> {
    /// The position in the game's notation. `Display` gives [`CastlingText::XFen`].
    pub fn fen(&self, castling: CastlingText) -> String {
        format!("{} {} {}", self.placement(), self.side_to_move().letter(), R::write_fields(self, castling))
    }

    fn placement(&self) -> String {
        let mut text = String::new();
        for rank in (0..R::HEIGHT).rev() {
            let mut gap = 0;
            for square in R::WINDOW & Bitboard::rank(rank) {
                let Some(piece) = self.piece_at(square) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    text += &gap.to_string();
                    gap = 0;
                }
                text.push(piece.letter());
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// The board as a diagram, as `d` prints it.
    pub fn diagram(&self) -> String {
        let line = format!(" +{}\n", "---+".repeat(R::WIDTH as usize));
        let mut text = line.clone();
        for rank in (0..R::HEIGHT).rev() {
            for square in R::WINDOW & Bitboard::rank(rank) {
                let letter = self.piece_at(square).map_or(' ', Piece::letter);
                text += &format!(" | {letter}");
            }
            text += &format!(" | {}\n{line}", rank + 1);
        }
        let files: String = (0..R::WIDTH).map(|file| format!("   {}", Square::at(file, 0).file_letter())).collect();
        text + &files + "\n"
    }
}

impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen(CastlingText::XFen))
    }
}
