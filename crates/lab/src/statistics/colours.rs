//! What the colours are worth. Engines that change colours hide a bias between them; White's own score shows it.

use serde::{Deserialize, Serialize};

use super::counts::Trinomial;

/// Results of the first player with each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Colours {
    /// The first player's results with White.
    pub with_white: Trinomial,
    /// The first player's results with Black.
    pub with_black: Trinomial,
}

impl Colours {
    /// Counts one more game by the half points of the first player.
    pub const fn record(&mut self, is_white: bool, half_points: u8) {
        if is_white { self.with_white.record(half_points) } else { self.with_black.record(half_points) }
    }

    /// White's results, whoever had White.
    pub fn white(&self) -> Trinomial {
        self.with_white + self.with_black.reversed()
    }

    /// The first player's results with either colour.
    pub fn first(&self) -> Trinomial {
        self.with_white + self.with_black
    }
}

/// How many of these scores say no more than one that stands alone, given in groups whose members resemble each other: the
/// variance of their mean, group by group, over what it would be if all were independent. Never below 1, for luck alone
/// makes some groups look balanced.
pub(crate) fn design_effect<'a>(groups: impl Iterator<Item = &'a [f64]> + Clone) -> f64 {
    let all = || groups.clone().flatten();
    let count = all().count() as f64;
    if count == 0.0 {
        return 1.0;
    }
    let mean = all().sum::<f64>() / count;
    let alone: f64 = all().map(|score| (score - mean).powi(2)).sum();
    if alone == 0.0 {
        return count / groups.count() as f64;
    }
    let together: f64 = groups.map(|group| group.iter().map(|score| score - mean).sum::<f64>().powi(2)).sum();
    (together / alone).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Counts;

    #[test]
    fn changing_colours_hides_whites_advantage_and_whites_score_shows_it() {
        let mut colours = Colours::default();
        for _ in 0..50 {
            colours.record(true, 2);
            colours.record(false, 0);
        }
        assert_eq!(colours.first().summary().score.value, 0.5);
        assert!(colours.white().summary().score.low > 0.95);
    }
}
