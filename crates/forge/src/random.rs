//! Chance that can be repeated: a small generator of numbers, started from a seed.

/// A generator of random numbers (splitmix64: a counter, mixed).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

impl Random {
    /// The generator of one part of some work: parts of the same seed are as good as independent.
    pub const fn new(seed: u64, part: u64) -> Self {
        Self { state: mix(mix(seed.wrapping_add(STEP)) ^ part.wrapping_mul(STEP)) }
    }

    /// Sixty-four random bits.
    pub const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        mix(self.state)
    }

    /// A number below `bound`; 0 if there is none.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.bits() as u128 * bound as u128) >> 64) as usize
    }

    /// Whether something that happens so often, in thousandths, happens now.
    pub const fn happens(&mut self, permille: u16) -> bool {
        self.below(1000) < permille as usize
    }

    /// Puts things into random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_numbers_and_parts_differ() {
        let first = |seed, part| Random::new(seed, part).bits();
        assert_eq!(first(7, 3), first(7, 3));
        assert_ne!(first(7, 3), first(7, 4));
        assert_ne!(first(7, 3), first(8, 3));
    }

    #[test]
    fn numbers_spread_evenly_below_their_bound() {
        let mut random = Random::new(1, 0);
        let mut counts = [0; 10];
        (0..10_000).for_each(|_| counts[random.below(10)] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
    }
}
