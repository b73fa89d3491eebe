//! Whether differences lean to one side more than chance lets them.

use crate::statistics::normal_cdf;

/// What a number of differences, which should be as often above zero as below, say.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Lean {
    /// How many there are.
    pub count: usize,
    /// How many are not zero.
    pub differing: usize,
    /// Their mean.
    pub mean: f64,
    /// The mean of their sizes.
    pub mean_size: f64,
    /// The chance that fair differences lean so far: the smaller the surer. Of the signs and of the signed ranks, the
    /// larger, so that neither a few outliers nor many trifles decide alone.
    pub chance: f64,
}

impl Lean {
    /// Of some differences.
    pub fn of(differences: &[f64]) -> Self {
        let count = differences.len();
        let mut sizes: Vec<f64> = differences.iter().copied().filter(|value| *value != 0.0).collect();
        let differing = sizes.len();
        let divisor = count.max(1) as f64;
        let mean = differences.iter().sum::<f64>() / divisor;
        let mean_size = differences.iter().map(|value| value.abs()).sum::<f64>() / divisor;
        sizes.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
        let positive = sizes.iter().filter(|value| **value > 0.0).count();
        let by_sign = binomial_chance(positive, differing);
        Self { count, differing, mean, mean_size, chance: by_sign.max(rank_chance(&sizes)) }
    }
}

/// The chance, both sides, that a fair coin shows at least so uneven a count.
pub fn binomial_chance(heads: usize, tosses: usize) -> f64 {
    let fewer = heads.min(tosses - heads.min(tosses));
    // The terms of the tail by their logarithms: 2^-n underflows soon.
    let mut log_term = -(tosses as f64) * std::f64::consts::LN_2;
    let mut tail = 0.0;
    for heads in 0..=fewer {
        tail += log_term.exp();
        log_term += ((tosses - heads) as f64).ln() - ((heads + 1) as f64).ln();
    }
    (2.0 * tail).min(1.0)
}

/// Wilcoxon's signed ranks, by the normal distribution; the values in order of their size.
fn rank_chance(sorted: &[f64]) -> f64 {
    let count = sorted.len() as f64;
    if sorted.len() < 6 {
        return 1.0;
    }
    let (mut positive, mut ties, mut at) = (0.0, 0.0, 0);
    while at < sorted.len() {
        let same = sorted[at..].iter().take_while(|value| value.abs() == sorted[at].abs()).count();
        let rank = at as f64 + (same as f64 + 1.0) / 2.0;
        positive += rank * sorted[at..at + same].iter().filter(|value| **value > 0.0).count() as f64;
        ties += (same as f64).powi(3) - same as f64;
        at += same;
    }
    let mean = count * (count + 1.0) / 4.0;
    let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
    let deviations = ((positive - mean).abs() - 0.5).max(0.0) / variance.max(1e-9).sqrt();
    (2.0 * normal_cdf(-deviations)).min(1.0)
}

#[cfg(test)]
mod tests {
    use uci::genfens::Random;

    use super::*;

    #[test]
    fn a_coin_is_judged_as_the_tables_say() {
        assert!((binomial_chance(5, 10) - 1.0).abs() < 1e-9);
        assert!((binomial_chance(0, 10) - 2.0 / 1024.0).abs() < 1e-12);
        assert!((binomial_chance(8, 10) - 112.0 / 1024.0).abs() < 1e-12);
        assert_eq!(binomial_chance(0, 0), 1.0);
        assert!(binomial_chance(0, 5000) < 1e-300 || binomial_chance(0, 5000) == 0.0);
    }

    #[test]
    fn fair_noise_does_not_lean_and_a_bias_does() {
        let mut random = Random::new(11);
        let mut alarms = 0;
        for _ in 0..200 {
            let noise: Vec<f64> = (0..80).map(|_| random.below(101) as f64 - 50.0).collect();
            alarms += usize::from(Lean::of(&noise).chance < 0.01);
            let biased: Vec<f64> = noise.iter().map(|value| value + 30.0).collect();
            assert!(Lean::of(&biased).chance < 1e-3);
        }
        assert!(alarms <= 6, "{alarms}");
    }

    #[test]
    fn one_outlier_is_no_bias() {
        let mut differences = vec![0.0; 50];
        differences[7] = 500.0;
        assert_eq!(Lean::of(&differences).chance, 1.0);
    }
}
