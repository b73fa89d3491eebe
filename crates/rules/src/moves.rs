//! Moves in sixteen bits.

use std::fmt;

use arrayvec::ArrayVec;

use crate::piece::PieceKind;
use crate::square::Square;

/// What sort of move it is; the high four bits of a [`Move`].
///
/// ```text
/// bit  15         14        13..12
///      promotion  capture   detail: what it promotes to, or which special move
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveFlag(u8);

impl MoveFlag {
    /// A move to an empty square that is none of the special ones.
    pub const QUIET: Self = Self(0);
    /// A pawn's first step of two squares.
    pub const DOUBLE_STEP: Self = Self(1);
    /// Castling; the destination is the castling rook's square.
    pub const CASTLE: Self = Self(2);
    /// A capture on the destination square.
    pub const CAPTURE: Self = Self(4);
    /// A capture of a pawn in passing.
    pub const EN_PASSANT: Self = Self(5);

    /// A promotion, perhaps with a capture. Kings and pawns are no promotions: they count as queens.
    pub const fn promotion(kind: PieceKind, capture: bool) -> Self {
        let detail = match kind {
            PieceKind::Knight => 0,
            PieceKind::Bishop => 1,
            PieceKind::Rook | PieceKind::Right => 2,
            PieceKind::Queen | PieceKind::King | PieceKind::Pawn => 3,
        };
        Self(8 | (capture as u8) << 2 | detail)
    }
}

/// A move: where from, where to, and a [`MoveFlag`].
///
/// Castling is written as the king taking its own rook, which is unambiguous in every castling game. A move knows
/// nothing of its position: see [`Position::is_legal`](crate::Position::is_legal) for moves of unknown origin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Move(u16);

impl Move {
    /// No move at all; never legal (it would stay on a1).
    pub const NONE: Self = Self(0);

    /// Puts a move together.
    #[inline]
    pub const fn new(from: Square, to: Square, flag: MoveFlag) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 6 | (flag.0 as u16) << 12)
    }

    /// The move with these bits. Any bits may come: what they mean in a position is for the position to say.
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The sixteen bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The square the piece leaves.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 63) as u8)
    }

    /// The square the piece goes to; in castling the rook's square.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 6 & 63) as u8)
    }

    /// What sort of move it is.
    #[inline]
    pub const fn flag(self) -> MoveFlag {
        MoveFlag((self.0 >> 12) as u8)
    }

    /// The same move on the board with its colours swapped and its ranks turned over.
    #[must_use]
    pub fn flipped(self, height: u8) -> Self {
        let mirror = |square: Square| Square::at(square.file(), height - 1 - square.rank());
        Self::new(mirror(self.from()), mirror(self.to()), self.flag())
    }

    /// Whether it takes a piece, in passing or not.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 & 0x4000 != 0
    }

    /// Whether a pawn promotes.
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// Whether it captures or promotes.
    #[inline]
    pub const fn is_noisy(self) -> bool {
        self.0 & 0xc000 != 0
    }

    /// Whether it is castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.flag().0 == MoveFlag::CASTLE.0
    }

    /// Whether it is an en passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.flag().0 == MoveFlag::EN_PASSANT.0
    }

    /// Whether it is a pawn's double step.
    #[inline]
    pub const fn is_double_step(self) -> bool {
        self.flag().0 == MoveFlag::DOUBLE_STEP.0
    }

    /// The kind a pawn turns into.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        if !self.is_promotion() {
            return None;
        }
        Some(match self.0 >> 12 & 3 {
            0 => PieceKind::Knight,
            1 => PieceKind::Bishop,
            2 => PieceKind::Rook,
            _ => PieceKind::Queen,
        })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// The moves of one position. No position that passes set-up has more than 256.
pub type MoveList = ArrayVec<Move, 256>;
