//! How long answers take that need no thought: the share of a clock that is ours and not the player's.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Durations, counted by their size.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Latency {
    /// How many there were of at most 1, 2, 4, 8... microseconds, and more than the last of these before.
    counts: [u64; 32],
    /// The longest, in microseconds.
    pub longest_us: u64,
}

impl Latency {
    /// Counts one more.
    pub fn record(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let place = u64::BITS - micros.saturating_sub(1).leading_zeros();
        self.counts[(place as usize).min(31)] += 1;
        self.longest_us = self.longest_us.max(micros);
    }

    /// Adds others.
    pub fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        self.longest_us = self.longest_us.max(other.longest_us);
    }

    /// A number of microseconds, a power of two, that this share (0 to 1) of all does not exceed; 0 if there are none.
    pub fn at_most_us(&self, share: f64) -> u64 {
        let total: u64 = self.counts.iter().sum();
        let mut seen = 0;
        for (place, count) in self.counts.iter().enumerate() {
            seen += count;
            if total > 0 && seen as f64 >= share * total as f64 {
                return (1 << place).min(self.longest_us.max(1));
            }
        }
        self.longest_us
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_bounded_by_powers_of_two_and_by_the_longest() {
        let mut latency = Latency::default();
        assert_eq!(latency.at_most_us(0.5), 0);
        (1..=100).for_each(|micros| latency.record(Duration::from_micros(micros)));
        assert_eq!((latency.at_most_us(0.5), latency.at_most_us(0.01), latency.at_most_us(1.0)), (64, 1, 100));
        latency.record(Duration::from_secs(1 << 40));
        assert!(latency.at_most_us(0.9) <= 128);
    }
}
