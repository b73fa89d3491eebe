//! Zobrist keys: a position's fingerprint, and those of its parts.

use std::ops::{BitXor, BitXorAssign};

use super::Position;
use crate::bitboard::Bitboard;
use crate::fault;
use crate::piece::{Color, Piece, PieceKind};
use crate::rules::Rules;
use crate::square::Square;

/// A 64-bit fingerprint. Keys combine by `^`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Key(pub u64);

impl BitXor for Key {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

/// The keys a position keeps up to date from move to move.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keys {
    /// Everything that decides what can happen next: pieces, side to move, rights, en passant.
    pub position: Key,
    /// The pawns of both sides.
    pub pawns: Key,
    /// Each side's pieces other than pawns, king included.
    pub non_pawn: [Key; 2],
    /// The knights and bishops of both sides.
    pub minor: Key,
    /// The rooks, Rights and queens of both sides.
    pub major: Key,
}

impl Keys {
    /// Enters a change of one piece, as a [`Key`] of where it was and where it is now.
    #[inline]
    pub(super) fn toggle(&mut self, color: Color, kind: PieceKind, change: Key) {
        self.position ^= change;
        match kind {
            PieceKind::Pawn => self.pawns ^= change,
            PieceKind::Knight | PieceKind::Bishop => {
                self.non_pawn[color.index()] ^= change;
                self.minor ^= change;
            }
            PieceKind::Rook | PieceKind::Right | PieceKind::Queen => {
                self.non_pawn[color.index()] ^= change;
                self.major ^= change;
            }
            PieceKind::King => self.non_pawn[color.index()] ^= change,
        }
    }

    /// The keys computed anew from the position's pieces and state.
    pub fn from_scratch<R: Rules>(position: &Position<R>) -> Self {
        let mut keys = Self::default();
        for (square, piece) in position.pieces() {
            keys.toggle(piece.color, piece.kind, piece_key(piece, square));
        }
        if position.side_to_move() == Color::Black {
            keys.position ^= SIDE;
        }
        keys.position ^= unmoved_key(position.unmoved());
        keys.position ^= en_passant_key(position.en_passant());
        keys
    }
}

/// The generator of all constants here: Steele, Lea and Flood's SplitMix64 (2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

struct Zobrist {
    pieces: [[u64; 64]; Piece::COUNT],
    en_passant: [u64; 64],
    side: u64,
}

static ZOBRIST: Zobrist = ZOBRIST_VALUE;
const ZOBRIST_VALUE: Zobrist = {
    let mut state = 0x00ad_0be5;
    let mut table = Zobrist { pieces: [[0; 64]; Piece::COUNT], en_passant: [0; 64], side: 0 };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < Piece::COUNT {
            table.pieces[piece][square] = split_mix(&mut state);
            piece += 1;
        }
        table.en_passant[square] = split_mix(&mut state);
        square += 1;
    }
    table.side = split_mix(&mut state);
    table
};

/// The key of "Black is to move".
pub(crate) const SIDE: Key = Key(ZOBRIST_VALUE.side);

/// The key of a piece on a square.
#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> Key {
    Key(ZOBRIST.pieces[piece.index()][square.index()])
}

/// [`piece_key`] for tables made at compile time.
pub(crate) const fn const_piece_key(piece: Piece, square: Square) -> u64 {
    ZOBRIST_VALUE.pieces[piece.index()][square.index()]
}

/// The key of an en passant square.
#[inline]
pub(crate) fn en_passant_key(square: Option<Square>) -> Key {
    let square = square.filter(|_| !fault!(KeyForgetsEnPassant));
    square.map_or(Key(0), |square| Key(ZOBRIST.en_passant[square.index()]))
}

/// The key of the set of unmoved rooks or pawns. The set changes rarely, so it is mixed whole instead of square by
/// square.
#[inline]
pub(crate) fn unmoved_key(unmoved: Bitboard) -> Key {
    if fault!(KeyForgetsCastling) {
        return Key(0);
    }
    let mut mixed = unmoved.0.wrapping_mul(0x9e6c_63d0_876a_9a25);
    mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    Key(mixed ^ mixed >> 29)
}
