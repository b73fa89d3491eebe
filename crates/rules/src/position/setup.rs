//! Setting up a position by hand or from text, and saying what is wrong with it.

use std::fmt;

use super::Position;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, PieceKind};
use crate::rules::Rules;
use crate::square::Square;

/// A position as described by somebody: nothing in it has been checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What stands on each square, by [`Square::index`].
    pub board: [Option<Piece>; 64],
    /// Who is to move.
    pub side_to_move: Color,
    /// Rooks that can castle, or pawns that never moved: see [`Position::unmoved`].
    pub unmoved: Bitboard,
    /// The square that a pawn's double step has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move, from 1.
    pub fullmove_number: u16,
}

impl Setup {
    /// The empty board, White to move.
    pub const EMPTY: Self = Self {
        board: [None; 64],
        side_to_move: Color::White,
        unmoved: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The squares on which a piece stands.
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        Bitboard::ALL.into_iter().filter(|square| self.board[square.index()] == Some(piece)).collect()
    }

    /// The squares on which any piece of a colour stands.
    pub fn squares_of_color(&self, color: Color) -> Bitboard {
        let is_ours = |square: &Square| self.board[square.index()].is_some_and(|piece| piece.color == color);
        Bitboard::ALL.into_iter().filter(is_ours).collect()
    }

    /// The same with the colours swapped and the board mirrored top to bottom.
    pub fn flipped(&self, height: u8) -> Self {
        let mirror = |square: Square| Square::at(square.file(), (height - 1).wrapping_sub(square.rank()));
        let mut flipped = Self {
            side_to_move: !self.side_to_move,
            unmoved: self.unmoved.into_iter().map(mirror).collect(),
            en_passant: self.en_passant.map(mirror),
            board: [None; 64],
            ..*self
        };
        for square in Bitboard::ALL {
            flipped.board[mirror(square).index()] =
                self.board[square.index()].map(|piece| Piece { color: !piece.color, ..piece });
        }
        flipped
    }
}

/// The part of a position that an error is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// How many fields the text has.
    Fields,
    /// Where the pieces stand.
    Placement,
    /// How many kings there are.
    Kings,
    /// How many pieces there are.
    Material,
    /// Where the pawns stand.
    Pawns,
    /// Who is to move.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The pawns that never moved.
    UnmovedPawns,
    /// The en passant square.
    EnPassant,
    /// The number of plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fields => "fields",
            Self::Placement => "placement",
            Self::Kings => "kings",
            Self::Material => "material",
            Self::Pawns => "pawns",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::UnmovedPawns => "unmoved pawns",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "fullmove number",
        })
    }
}

/// A position that cannot be: the field, what it says, and what was expected instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {value}; expected {expected}")]
pub struct SetupError {
    /// What the error is about.
    pub field: Field,
    /// What was found there.
    pub value: String,
    /// What would have been right.
    pub expected: String,
}

impl SetupError {
    pub(crate) fn new(field: Field, value: impl fmt::Display, expected: impl Into<String>) -> Self {
        Self { field, value: printable(&value.to_string()), expected: expected.into() }
    }
}

/// Text from outside, made fit for one line of an error message.
fn printable(text: &str) -> String {
    const LONGEST: usize = 100;
    let mut line = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            '\'' | '"' => line.push(letter),
            _ => line.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

impl<R: Rules> TryFrom<&Setup> for Position<R> {
    type Error = SetupError;

    /// Checks the set-up and makes a position of it.
    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        check_placement::<R>(setup)?;
        check_kings::<R>(setup)?;
        R::check(setup)?;
        check_counters::<R>(setup)?;
        check_en_passant(setup)?;

        let mut position = Self::from_parts(setup);
        if !R::KING_CAPTURE && position.is_attacked_king(!setup.side_to_move) {
            return Err(SetupError::new(
                Field::SideToMove,
                format!("{} to move while {} is in check", setup.side_to_move, !setup.side_to_move),
                "the side not to move to be out of check",
            ));
        }
        position.record_en_passant(setup.en_passant);
        Ok(position)
    }
}

fn check_placement<R: Rules>(setup: &Setup) -> Result<(), SetupError> {
    for square in Bitboard::ALL {
        let Some(piece) = setup.board[square.index()] else { continue };
        if !R::WINDOW.has(square) {
            return Err(SetupError::new(
                Field::Placement,
                format!("{} on {square}", piece.kind),
                format!("squares within {} files and {} ranks", R::WIDTH, R::HEIGHT),
            ));
        }
        if !R::KINDS.contains(&piece.kind) {
            return Err(SetupError::new(
                Field::Placement,
                format!("{} on {square}", piece.kind),
                format!("pieces of {}", R::NAME),
            ));
        }
        if piece.kind == PieceKind::Pawn && R::last_rank(piece.color).has(square) {
            return Err(SetupError::new(
                Field::Pawns,
                format!("{} pawn on {square}", piece.color),
                "no pawn on the rank where it promotes",
            ));
        }
    }
    Ok(())
}

fn check_kings<R: Rules>(setup: &Setup) -> Result<(), SetupError> {
    for color in Color::ALL {
        let kings = setup.squares_of(Piece { color, kind: PieceKind::King }).len();
        // The side to move may have lost its king: that is how such a game ends.
        let captured = R::KING_CAPTURE && kings == 0 && color == setup.side_to_move;
        if kings != 1 && !captured {
            return Err(SetupError::new(Field::Kings, format!("{kings} for {color}"), "exactly one for each side"));
        }
    }
    Ok(())
}

fn check_counters<R: Rules>(setup: &Setup) -> Result<(), SetupError> {
    if setup.halfmove_clock > R::MAX_HALFMOVE_CLOCK {
        return Err(SetupError::new(
            Field::HalfmoveClock,
            setup.halfmove_clock,
            format!("0 to {}", R::MAX_HALFMOVE_CLOCK),
        ));
    }
    Ok(())
}

/// A pawn must have just passed over the en passant square.
fn check_en_passant(setup: &Setup) -> Result<(), SetupError> {
    let Some(square) = setup.en_passant else { return Ok(()) };
    let mover = !setup.side_to_move;
    let pawn = Some(Piece { color: mover, kind: PieceKind::Pawn });
    let (start, end) = (square.behind(mover), square.behind(!mover));
    let at = |square: Square| setup.board[square.index()];
    let plausible = at(end) == pawn && at(square).is_none() && at(start).is_none() && !setup.unmoved.has(end);
    if plausible {
        return Ok(());
    }
    Err(SetupError::new(
        Field::EnPassant,
        square,
        format!("a square that a {mover} pawn has just passed over: pawn on {end}, {square} and {start} empty"),
    ))
}
