//! Five results instead of three: some wins take more than fifty moves.

use std::ops::Neg;

use crate::score::Score;
use crate::table::Bound;

/// How a position ends with best play, for the side to move; the better, the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, so a draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// Won but for the fifty-move rule, so a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    /// The score of such a position so many plies from the root. What only the fifty-move rule keeps from being won is a
    /// draw that is better than another.
    #[inline]
    pub fn score(self, ply: usize) -> Score {
        match self {
            Self::Win => Score::TABLEBASE_WIN - ply as i32,
            Self::CursedWin => Score::DRAW + 1,
            Self::Draw => Score::DRAW,
            Self::BlessedLoss => Score::DRAW - 1,
            Self::Loss => -(Score::TABLEBASE_WIN - ply as i32),
        }
    }

    /// What [`Wdl::score`] says of the true score: a win may be a mate, which is more, and a loss may be one, which is
    /// less.
    #[inline]
    pub const fn bound(self) -> Bound {
        match self {
            Self::Win => Bound::Lower,
            Self::Loss => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

impl Neg for Wdl {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

impl From<shakmaty_syzygy::Wdl> for Wdl {
    #[inline]
    fn from(wdl: shakmaty_syzygy::Wdl) -> Self {
        match wdl {
            shakmaty_syzygy::Wdl::Loss => Self::Loss,
            shakmaty_syzygy::Wdl::BlessedLoss => Self::BlessedLoss,
            shakmaty_syzygy::Wdl::Draw => Self::Draw,
            shakmaty_syzygy::Wdl::CursedWin => Self::CursedWin,
            shakmaty_syzygy::Wdl::Win => Self::Win,
        }
    }
}

impl From<Wdl> for shakmaty_syzygy::Wdl {
    #[inline]
    fn from(wdl: Wdl) -> Self {
        match wdl {
            Wdl::Loss => Self::Loss,
            Wdl::BlessedLoss => Self::BlessedLoss,
            Wdl::Draw => Self::Draw,
            Wdl::CursedWin => Self::CursedWin,
            Wdl::Win => Self::Win,
        }
    }
}
