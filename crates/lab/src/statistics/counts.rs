//! Results, counted: each game by itself, or each pair of games from one opening.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::estimate::Summary;

/// Results of games, seen by the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Results of pairs of games, one with each colour from the same opening. The index is the number of half points of the
/// first player over the pair: 0 (two losses) to 4 (two wins).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

/// What both ways to count have in common: outcomes from worst to best, their scores evenly spread from 0 to 1.
pub trait Counts: Copy {
    /// The counts, from all lost to all won.
    type List: AsRef<[u64]>;
    /// How many games one outcome tells of.
    const GAMES: u32;

    /// How often each outcome came, from all lost to all won.
    fn counts(&self) -> Self::List;

    /// How many outcomes there are.
    fn total(&self) -> u64 {
        self.counts().as_ref().iter().sum()
    }

    /// How many games there are.
    fn games(&self) -> u64 {
        self.total() * u64::from(Self::GAMES)
    }

    /// The points of the first player.
    fn points(&self) -> f64 {
        let counts = self.counts();
        let counts = counts.as_ref();
        let halves: u64 = counts.iter().zip(0..).map(|(count, halves)| count * halves).sum();
        halves as f64 * f64::from(Self::GAMES) / (counts.len() - 1) as f64
    }

    /// Score, Elo and likelihood of superiority.
    fn summary(&self) -> Summary {
        Summary::of(self)
    }
}

impl Counts for Trinomial {
    type List = [u64; 3];
    const GAMES: u32 = 1;

    fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl Counts for Pentanomial {
    type List = [u64; 5];
    const GAMES: u32 = 2;

    fn counts(&self) -> [u64; 5] {
        self.0
    }
}

impl Trinomial {
    /// These wins, draws and losses.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Self { wins, draws, losses }
    }

    /// Counts one more game by the half points of the first player: 0, 1 or 2.
    pub const fn record(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The part of the games that were drawn, 0 to 1.
    pub fn draw_rate(&self) -> f64 {
        ratio(self.draws, self.total())
    }
}

impl Pentanomial {
    /// Counts one more pair by the half points of the first player over both games: 0 to 4.
    pub fn record(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The same pairs seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// The part of the pairs that nobody won, 0 to 1.
    pub fn draw_rate(&self) -> f64 {
        ratio(self.0[2], self.total())
    }

    /// Pairs won for each pair lost; `None` if none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [worst, bad, _, good, best] = self.0;
        (worst + bad > 0).then(|| ratio(good + best, worst + bad))
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl Add for Trinomial {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own += other);
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_in_games_for_both_counts() {
        assert_eq!(Trinomial::new(3, 2, 1).points(), 4.0);
        assert_eq!(Pentanomial([1, 1, 1, 1, 2]).points(), 0.5 + 1.0 + 1.5 + 4.0);
        assert_eq!(Pentanomial([1, 1, 1, 1, 2]).games(), 12);
    }

    #[test]
    fn the_other_player_has_the_other_points() {
        let games = Trinomial::new(3, 2, 1);
        assert_eq!(games.points() + games.reversed().points(), games.total() as f64);
        let pairs = Pentanomial([1, 2, 3, 4, 5]);
        assert_eq!(pairs.points() + pairs.reversed().points(), pairs.games() as f64);
    }
}
