//! Scores. A score has one point of view, the side to move's, everywhere but at the protocol's edge.

use std::ops::{Add, Neg, Sub};

use rules::{Color, fault};

/// The deepest ply a search can reach.
pub const MAX_PLY: usize = 246;

/// What a position is worth to the side to move: centipawns, or a distance to mate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(i32);

/// A score as people read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreKind {
    /// Centipawns.
    Centipawns(i32),
    /// Mate in so many plies, given (positive) or suffered (negative; zero is mated here and now).
    Mate {
        /// Whether the side to move gives mate.
        wins: bool,
        /// How many plies until the mate stands on the board.
        plies: u32,
    },
}

impl Score {
    /// Above every real score.
    pub const INFINITE: Self = Self(32_001);
    /// Mate on the board, for the side that gave it. A mate in `n` plies is `n` less.
    pub const MATE: Self = Self(32_000);
    /// From here on up a score is a mate.
    pub const SHORTEST_OF_MATES: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A win that tablebases know of, right here; some plies away it is as many less.
    pub const TABLEBASE_WIN: Self = Self(Self::SHORTEST_OF_MATES.0 - 1);
    /// From here on up a score is a mate or a tablebase win.
    pub const SURE_WIN: Self = Self(Self::TABLEBASE_WIN.0 - MAX_PLY as i32);
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// A score in centipawns, kept clear of the proven ones.
    #[inline]
    pub const fn centipawns(value: i32) -> Self {
        let limit = Self::SURE_WIN.0 - 1;
        Self(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// The side to move gives mate in so many plies.
    #[inline]
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE.0 - plies as i32)
    }

    /// The side to move is mated in so many plies.
    #[inline]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i32 - Self::MATE.0)
    }

    /// The bare number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Whether it is a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::SHORTEST_OF_MATES.0
    }

    /// Whether the game is decided: mate, or a tablebase win, for either side.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0.abs() >= Self::SURE_WIN.0
    }

    /// What kind of score it is.
    pub const fn kind(self) -> ScoreKind {
        if self.is_mate() {
            ScoreKind::Mate { wins: self.0 > 0, plies: (Self::MATE.0 - self.0.abs()) as u32 }
        } else {
            ScoreKind::Centipawns(self.0)
        }
    }

    /// The score in White's view, told who is to move. Its own inverse.
    pub fn from_white(self, side_to_move: Color) -> Self {
        match side_to_move {
            Color::White => self,
            Color::Black => -self,
        }
    }

    /// The score as the table keeps it: distances counted from the position instead of from the root.
    #[inline]
    pub(crate) fn to_table(self, ply: usize) -> i16 {
        let ply = if fault!(MateNotPlyAdjusted) { 0 } else { ply as i32 };
        let value = if self.0 >= Self::SURE_WIN.0 {
            self.0 + ply
        } else if self.0 <= -Self::SURE_WIN.0 {
            self.0 - ply
        } else {
            self.0
        };
        value as i16
    }

    /// The score that the table keeps, distances counted from the root again.
    #[inline]
    pub(crate) fn from_table(value: i16, ply: usize) -> Self {
        let (value, ply) = (i32::from(value), if fault!(MateNotPlyAdjusted) { 0 } else { ply as i32 });
        Self(if value >= Self::SURE_WIN.0 {
            value - ply
        } else if value <= -Self::SURE_WIN.0 {
            value + ply
        } else {
            value
        })
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, margin: i32) -> Self {
        Self(self.0 + margin)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, margin: i32) -> Self {
        Self(self.0 - margin)
    }
}

impl Sub for Score {
    type Output = i32;

    #[inline]
    fn sub(self, other: Self) -> i32 {
        self.0 - other.0
    }
}
