//! A value that differs between middle game and endgame, both halves in one word so that a sum costs one addition.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middle game and an endgame value in centipawns, each in sixteen bits: the endgame's above, the middle game's below.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Pair(i32);

impl Pair {
    /// Nothing in either phase.
    pub const ZERO: Self = Self(0);

    /// A pair of a middle game and an endgame value.
    #[inline]
    pub const fn new(middle: i32, end: i32) -> Self {
        // A negative lower half borrows one from the upper half; `end` gives it back.
        Self((end << 16).wrapping_add(middle))
    }

    /// The middle game's half.
    #[inline]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame's half.
    #[inline]
    pub const fn end(self) -> i32 {
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }
}

/// The short form for tables.
pub(super) const fn s(middle: i32, end: i32) -> Pair {
    Pair::new(middle, end)
}

impl Add for Pair {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Pair {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Pair {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self(self.0.wrapping_mul(count))
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.middle(), self.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_of_a_pair_do_not_disturb_each_other() {
        let values = [-9000, -300, -1, 0, 1, 7, 299, 9000];
        for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
            let pair = Pair::new(a, b);
            assert_eq!((pair.middle(), pair.end()), (a, b));
            let sum = pair + Pair::new(b, a) - Pair::new(5, -6);
            assert_eq!((sum.middle(), sum.end()), (a + b - 5, a + b + 6));
            let product = Pair::new(a / 10, b / 10) * -3;
            assert_eq!((product.middle(), product.end()), (a / 10 * -3, b / 10 * -3));
            assert_eq!(((-pair).middle(), (-pair).end()), (-a, -b));
        }
    }
}
