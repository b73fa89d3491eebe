//! A test errs as often as it promised, and hardly less: tens of thousands of simulated tests say so.

use adoube_lab::statistics::{Counts, EloModel, Hypothesis, Pentanomial, Sprt, Trinomial, elo_of_score};

const RUNS: u64 = 10_000;

/// Chance that can be repeated (splitmix64).
struct Random(u64);

impl Random {
    fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ bits >> 31) as f64 / 2f64.powi(64)
    }

    /// An outcome, by the probabilities of all.
    fn outcome(&mut self, chances: &[f64]) -> u8 {
        let mut rest = self.part();
        for (index, chance) in (0..).zip(chances) {
            rest -= chance;
            if rest < 0.0 {
                return index;
            }
        }
        chances.len() as u8 - 1
    }
}

/// The chances of level players, moved by as much as gives a wanted figure.
fn moved(level: &[f64], figure: impl Fn(&[f64]) -> f64, wanted: f64) -> Vec<f64> {
    let middle = (level.len() as f64 - 1.0) / 2.0;
    let at = |pull: f64| {
        let parts: Vec<f64> = (0..).zip(level).map(|(i, part)| part * (pull * (f64::from(i) - middle)).exp()).collect();
        let sum: f64 = parts.iter().sum();
        parts.into_iter().map(|part| part / sum).collect::<Vec<f64>>()
    };
    let (mut low, mut high) = (-2.0, 2.0);
    for _ in 0..60 {
        let pull = f64::midpoint(low, high);
        if figure(&at(pull)) < wanted { low = pull } else { high = pull }
    }
    at(low)
}

fn mean_and_deviation(chances: &[f64]) -> (f64, f64) {
    let best = chances.len() as f64 - 1.0;
    let scores = || chances.iter().enumerate().map(|(index, chance)| (index as f64 / best, chance));
    let mean: f64 = scores().map(|(score, chance)| score * chance).sum();
    let variance: f64 = scores().map(|(score, chance)| chance * (score - mean).powi(2)).sum();
    (mean, variance.sqrt())
}

/// How often tests of players with these chances accept H1. Looked at after every few outcomes, as games end in bunches.
fn accepted_h1<C: Counts + Default>(test: &Sprt, chances: &[f64], record: fn(&mut C, u8), seed: u64) -> f64 {
    let one = |run: u64| {
        let mut random = Random(seed ^ run.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut counts = C::default();
        loop {
            (0..8).for_each(|_| record(&mut counts, random.outcome(chances)));
            if let Some(found) = test.decision(test.llr(&counts)) {
                break found == Hypothesis::H1;
            }
        }
    };
    (0..RUNS).filter(|run| one(*run)).count() as f64 / RUNS as f64
}

/// The promised rate and two standard deviations of what 10,000 runs can show; a test that errs much less plays too long.
fn assert_rate(rate: f64, what: &str) {
    assert!((0.035..0.0545).contains(&rate), "{what}: {rate}");
}

#[test]
fn tests_of_pairs_with_normalised_bounds_err_as_often_as_promised() {
    let test = Sprt::new(0.0, 40.0, 0.05, 0.05, EloModel::Normalised).unwrap();
    let nelo = |chances: &[f64]| {
        let (mean, deviation) = mean_and_deviation(chances);
        (mean - 0.5) / (deviation * 2f64.sqrt()) * 800.0 / std::f64::consts::LN_10
    };
    let level = [0.06, 0.21, 0.46, 0.21, 0.06];
    let record: fn(&mut Pentanomial, u8) = |pairs, half_points| pairs.record(half_points);
    assert_rate(accepted_h1(&test, &moved(&level, nelo, 0.0), record, 1), "false positives");
    assert_rate(1.0 - accepted_h1(&test, &moved(&level, nelo, 40.0), record, 2), "false negatives");
}

#[test]
fn tests_of_games_with_logistic_bounds_err_as_often_as_promised() {
    let test = Sprt::new(-10.0, 20.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    let elo = |chances: &[f64]| elo_of_score(mean_and_deviation(chances).0);
    let level = [0.25, 0.5, 0.25];
    let record: fn(&mut Trinomial, u8) = |games, half_points| games.record(half_points);
    assert_rate(accepted_h1(&test, &moved(&level, elo, -10.0), record, 3), "false positives");
    assert_rate(1.0 - accepted_h1(&test, &moved(&level, elo, 20.0), record, 4), "false negatives");
}
