//! Files of games: every move that was played, and what the search thought of it, in about four bytes a position.
//!
//! A file is a header of 64 bytes and then one record a game; all numbers are little-endian.
//!
//! ```text
//! header   0  8  magic, the letters ADOUBEGR
//!          8  2  version of the format, 1
//!         10  1  game: 0 chess, 1 fragments
//!         11  1  1 if clear games were adjudicated, else 0
//!         12  4  soft node limit of each move
//!         16  8  seed
//!         24  2  share of games from shuffled arrays, in thousandths
//!         26  2  share of games played out to verify adjudication, in thousandths
//!         28  2  size of the transposition table, MiB
//!         30  2  zero
//!         32 32  which engine played: text, padded with zeros
//!
//! game     0  8  squares with a piece, bit 0 is a1, bit 63 is h8
//!          8 16  these pieces in the order of their squares, four bits each, low bits first: bit 3 is set for Black;
//!                0 to 6 are pawn, knight, bishop, rook, Right, queen, king; 7 is a piece that has never moved where that
//!                matters: in chess a rook that can castle, in Fragments a pawn that can step twice as far
//!         24  1  bit 7: Black is to move; bits 0 to 6: the en passant square, 64 for none
//!         25  1  bits 0 and 1: 0 Black won, 1 draw, 2 White won; bits 2 and 3: by 0 the rules, 1 adjudicated win,
//!                2 adjudicated draw, 3 too many plies; bit 4: played out to verify adjudication
//!         26  2  plies since the last capture or pawn move
//!         28  2  number of the move
//!         30  2  number of plies n
//!         32 4n  for each ply two bytes of the move (`rules::Move::bits`) and two of the score, signed, in the view of
//!                the side that makes the move
//!      32+4n  4  checksum of all the above of this game (FNV-1a, 32 bits)
//! ```
//!
//! A game is written at once when it is over. If a crash leaves half a record, the readers ignore it and the writer cuts it
//! off before it goes on.

mod filter;
mod header;
mod packed;
mod reader;
mod writer;

use engine::Score;
use rules::{Color, Move, Position, Rules};

pub use filter::Filter;
pub(crate) use header::NETWORK_MARK;
pub use header::{FormatError, Header, Variant};
pub use reader::{Broken, Reader};
pub use writer::{Totals, Writer, WriterError};

/// The most plies a game can have.
pub const MAX_PLIES: usize = u16::MAX as usize;

/// A game with the search's scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord<R: Rules> {
    /// Where the recorded moves begin, after the random ones.
    pub start: Position<R>,
    /// Who won.
    pub winner: Option<Color>,
    /// Why the game ended.
    pub ending: Ending,
    /// Whether it was played out beyond its adjudication, to verify that.
    pub is_verification: bool,
    /// What was played and thought.
    pub plies: Vec<Ply>,
}

/// A move and what the search said before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move that was played, the search's best.
    pub mv: Move,
    /// The search's score, for the side that makes the move.
    pub score: Score,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By the rules: mate, stalemate, repetition and so on.
    Rules,
    /// One side was winning clearly.
    AdjudicatedWin,
    /// Nothing happened any more.
    AdjudicatedDraw,
    /// It took too long, which counts as a draw.
    TooLong,
}

impl Ending {
    /// Every ending, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Rules, Self::AdjudicatedWin, Self::AdjudicatedDraw, Self::TooLong];
}

impl<R: Rules> GameRecord<R> {
    /// Every position with the move played there, in order; the last position, where no move was played, is left out.
    pub fn positions(&self) -> impl Iterator<Item = (Position<R>, Ply)> + '_ {
        let mut position = self.start;
        self.plies.iter().map(move |ply| {
            let here = position;
            position.play(ply.mv);
            (here, *ply)
        })
    }

    /// The result in points for a colour: 1, 0.5 or 0.
    pub fn points(&self, color: Color) -> f64 {
        match self.winner {
            Some(winner) if winner == color => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }
}
