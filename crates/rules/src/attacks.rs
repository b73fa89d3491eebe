//! Where pieces attack, from tables made at compile time.
//!
//! Attacks are those of the full 8x8 board. A game with a smaller window masks them: a ray that has left the window
//! never comes back, so nothing else is needed.

use crate::bitboard::Bitboard;
use crate::piece::Color;
use crate::square::Square;

pub use crate::sliders::{bishop_attacks, rook_attacks};

type Table = [Bitboard; 64];

/// Squares reached by each (file, rank) jump, if they are on the board.
const fn jumps(offsets: &[(i8, i8)]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut i = 0;
        while i < offsets.len() {
            let file = (index % 8) as i8 + offsets[i].0;
            let rank = (index / 8) as i8 + offsets[i].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                table[index].0 |= 1 << (8 * rank + file);
            }
            i += 1;
        }
        index += 1;
    }
    table
}

/// The squares a slider reaches in some directions until the first occupied one, which is included.
pub(crate) const fn slide(from: Square, occupied: Bitboard, directions: &[(i8, i8)]) -> Bitboard {
    let mut reached = 0;
    let mut i = 0;
    while i < directions.len() {
        let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
        loop {
            file += directions[i].0;
            rank += directions[i].1;
            if file < 0 || file > 7 || rank < 0 || rank > 7 {
                break;
            }
            let bit = 1 << (8 * rank + file);
            reached |= bit;
            if occupied.0 & bit != 0 {
                break;
            }
        }
        i += 1;
    }
    Bitboard(reached)
}

pub(crate) const ROOK_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub(crate) const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

static KNIGHT: Table = jumps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: Table = jumps(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);
static PAWN: [Table; 2] = [jumps(&[(-1, 1), (1, 1)]), jumps(&[(-1, -1), (1, -1)])];
static ROOK_RAYS: Table = rays(&ROOK_DIRECTIONS);
static BISHOP_RAYS: Table = rays(&BISHOP_DIRECTIONS);
static BETWEEN: [Table; 64] = lines(false);
static LINE: [Table; 64] = lines(true);

const fn rays(directions: &[(i8, i8)]) -> Table {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        table[index] = slide(Square::new(index as u8), Bitboard::EMPTY, directions);
        index += 1;
    }
    table
}

/// For each pair of squares on one line: the squares strictly between them or, if `whole`, the line from edge to edge.
const fn lines(whole: bool) -> [Table; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let from = Square::new(a as u8);
        let mut i = 0;
        while i < 8 {
            let (df, dr) = if i < 4 { ROOK_DIRECTIONS[i] } else { BISHOP_DIRECTIONS[i - 4] };
            let both = slide(from, Bitboard::EMPTY, &[(df, dr), (-df, -dr)]).0 | 1 << a;
            let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
            let mut passed = 0;
            loop {
                file += df;
                rank += dr;
                if file < 0 || file > 7 || rank < 0 || rank > 7 {
                    break;
                }
                let b = (8 * rank + file) as usize;
                table[a][b] = Bitboard(if whole { both } else { passed });
                passed |= 1 << b;
            }
            i += 1;
        }
        a += 1;
    }
    table
}

/// The squares a knight attacks.
#[inline]
pub fn knight_attacks(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The squares a king attacks.
#[inline]
pub fn king_attacks(from: Square) -> Bitboard {
    KING[from.index()]
}

/// The squares a pawn of this colour attacks.
#[inline]
pub fn pawn_attacks(color: Color, from: Square) -> Bitboard {
    PAWN[color.index()][from.index()]
}

/// The squares a rook attacks on an empty board.
#[inline]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_RAYS[from.index()]
}

/// The squares a bishop attacks on an empty board.
#[inline]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_RAYS[from.index()]
}

/// The squares strictly between two squares of one rank, file or diagonal; none if they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole line through two squares of one rank, file or diagonal, from edge to edge; none if they share no line.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}
