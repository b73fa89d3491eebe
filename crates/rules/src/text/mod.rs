//! Notation: positions and moves to text and back.

pub mod epd;
pub mod fen;
mod move_error;
mod movetext;
pub mod pgn;
pub mod san;
pub mod tags;
pub mod uci;

pub use move_error::MoveTextError;

/// How castling rights are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CastlingText {
    /// `KQkq` where that is unambiguous, else the rook's file: FEN for chess, X-FEN for Chess960.
    #[default]
    XFen,
    /// Always the rooks' files: Shredder-FEN.
    Shredder,
}
