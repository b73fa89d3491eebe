//! Colours, kinds of pieces, and pieces.

use std::fmt;
use std::ops::Not;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Color {
    /// Moves first and up the board.
    White,
    /// Moves second and down the board.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `w` or `b`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// What a piece is, in any of the games. Which kinds a game has is in [`Rules::KINDS`](crate::Rules::KINDS).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// The pawn.
    Pawn,
    /// The knight.
    Knight,
    /// The bishop.
    Bishop,
    /// The rook of chess.
    Rook,
    /// The Right of Chess Fragments: a rook that also jumps like a knight.
    Right,
    /// The queen.
    Queen,
    /// The king.
    King,
}

impl PieceKind {
    /// How many kinds there are in all games together.
    pub const COUNT: usize = 7;

    /// Every kind of every game.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Right, Self::Queen, Self::King];

    /// The kind's number, its place in [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The upper-case letter. Rook and Right share `R`: no game has both.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook | Self::Right => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Right => "Right",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A piece: a kind and its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// How many different pieces there are, a bound for [`Piece::index`].
    pub const COUNT: usize = 2 * PieceKind::COUNT;

    /// The piece's number, below [`Piece::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        self.color.index() * PieceKind::COUNT + self.kind.index()
    }

    /// The letter as FEN writes it: upper case for White.
    pub const fn letter(self) -> char {
        let letter = self.kind.letter();
        match self.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}
