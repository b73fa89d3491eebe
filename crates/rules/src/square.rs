//! Squares of the 8x8 board on which every game's window lies.

use std::fmt;
use std::str::FromStr;

use crate::piece::Color;

/// A square, numbered a1 = 0, b1 = 1, ... h8 = 63.
///
/// ```
/// use adoube_rules::Square;
/// let e4: Square = "e4".parse().unwrap();
/// assert_eq!((e4.file(), e4.rank()), (4, 3));
/// assert_eq!(e4.to_string(), "e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The corner a1, number 0.
    pub const A1: Self = Self(0);

    /// The square with this number; only the lowest six bits count, so that no number is out of range.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on a file (0 = a) and a rank (0 = first); only the lowest three bits of each count.
    #[inline]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self(((rank & 7) << 3) | (file & 7))
    }

    /// The number of the square, always below 64.
    #[inline]
    pub const fn index(self) -> usize {
        // The mask is redundant; it lets the compiler drop bounds checks on 64-entry tables.
        (self.0 & 63) as usize
    }

    /// The file, 0 = a.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 = first.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The square reached by adding `step` to the number, wrapping around the board's ends.
    #[inline]
    pub const fn offset(self, step: i8) -> Self {
        Self::new(self.0.wrapping_add_signed(step))
    }

    /// The square one rank behind this one as `color` looks at the board.
    #[inline]
    pub const fn behind(self, color: Color) -> Self {
        match color {
            Color::White => self.offset(-8),
            Color::Black => self.offset(8),
        }
    }

    /// Whether the square is a light one (h1 is).
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// The letter of the file.
    pub const fn file_letter(self) -> char {
        (b'a' + self.file()) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file_letter(), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square from a1 to h8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("square: {0:?} is not one; expected a file a-h and a rank 1-8, such as e4")]
pub struct ParseSquareError(String);

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self::at(file - b'a', rank - b'1')),
            _ => Err(ParseSquareError(text.to_owned())),
        }
    }
}
