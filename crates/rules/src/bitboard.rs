//! Sets of squares in one machine word.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::square::Square;

/// A set of squares: bit `n` is the square with number `n`.
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-` difference.
///
/// ```
/// use adoube_rules::{Bitboard, Square};
/// let corner_files = Bitboard::file(0) | Bitboard::file(7);
/// let corners = corner_files & (Bitboard::rank(0) | Bitboard::rank(7));
/// assert_eq!(corners.len(), 4);
/// assert!(corners.has(Square::A1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const ALL: Self = Self(!0);
    /// The light squares.
    pub const LIGHT: Self = Self(0x55aa_55aa_55aa_55aa);

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a file, 0 = a.
    #[inline]
    pub const fn file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// All squares of a rank, 0 = first.
    #[inline]
    pub const fn rank(rank: u8) -> Self {
        Self(0xff << (8 * (rank & 7)))
    }

    /// The rectangle of the lowest `width` files and `height` ranks: a game's window on the board.
    pub const fn window(width: u8, height: u8) -> Self {
        let mut set = 0;
        let mut rank = 0;
        while rank < height {
            set |= (0xff >> (8 - width)) << (8 * rank);
            rank += 1;
        }
        Self(set)
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has two squares or more.
    #[inline]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, if there is one.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.lowest()) }
    }

    /// The lowest square of a set that is known not to be empty (of the empty set: a1).
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The squares shifted by `step` (8 is one rank up); what leaves the top or bottom is lost.
    #[inline]
    pub const fn shifted(self, step: i8) -> Self {
        if step >= 0 { Self(self.0 << step) } else { Self(self.0 >> -step) }
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

macro_rules! set_operator {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $Op for Bitboard {
            type Output = Self;
            #[inline]
            fn $op(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }
        impl $OpAssign for Bitboard {
            #[inline]
            fn $op_assign(&mut self, other: Self) {
                *self = $Op::$op(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign |a, b| a & b;
    BitOr bitor BitOrAssign bitor_assign |a, b| a | b;
    BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b;
    Sub sub SubAssign sub_assign |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// The squares of a [`Bitboard`], lowest first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len(), Some(self.len()))
    }
}

impl ExactSizeIterator for Squares {
    fn len(&self) -> usize {
        self.0.len() as usize
    }
}

impl fmt::Debug for Bitboard {
    /// The board as a person sees it, the eighth rank on top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            writeln!(f)?;
            for file in 0..8 {
                f.write_str(if self.has(Square::at(file, rank)) { " x" } else { " ." })?;
            }
        }
        Ok(())
    }
}
