//! Fitting the model of win, draw and loss (`engine::wdl`) on games: the coefficients under which the results that were seen are most
//! likely, found by Fisher scoring (Newton's method with the expected instead of the observed curvature).

use std::collections::{BTreeMap, HashSet};

use engine::wdl::{Model, material};
use rules::Rules;

use crate::records::GameRecord;

/// How many coefficients there are: three of `a`, then three of `b`.
const SIZE: usize = 6;
/// A step that improves the mean log-likelihood by less ends the fit.
const TOLERANCE: f64 = 1e-10;
const MOST_STEPS: usize = 100;
/// The share of positions at either end of the material that is too rare to count.
const RARE: f64 = 0.005;
/// No result is thought less likely than this.
const UNLIKELY: f64 = 1e-6;

/// Scores with the results that followed: for each score and material the wins, draws and losses of the side to move.
#[derive(Clone, Debug, Default)]
pub struct Results {
    counts: BTreeMap<(i32, i32), [u64; 3]>,
    /// How many games.
    pub games: u64,
    /// How many positions.
    pub positions: u64,
}

/// The positions whose score lies in a class: what was expected of them, and what came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calibration {
    /// The lowest score of the class.
    pub from: i32,
    /// How many positions.
    pub positions: u64,
    /// Expected shares of wins, draws and losses.
    pub expected: [f64; 3],
    /// Shares that were seen.
    pub seen: [f64; 3],
}

impl Results {
    /// Adds a game's positions, each once, however often it was repeated. Mates tell nothing about scores.
    pub fn add<R: Rules>(&mut self, game: &GameRecord<R>) {
        self.games += 1;
        let mut met = HashSet::new();
        for (position, ply) in game.positions() {
            if ply.score.is_decided() || !met.insert(position.key().0) {
                continue;
            }
            let result = match game.winner {
                Some(winner) if winner == position.side_to_move() => 0,
                None => 1,
                Some(_) => 2,
            };
            self.count(ply.score.value(), material(&position), result);
        }
    }

    fn count(&mut self, score: i32, material: i32, result: usize) {
        self.positions += 1;
        self.counts.entry((score, material)).or_default()[result] += 1;
    }

    /// The model that fits best; none if there are no positions.
    pub fn fit(&self) -> Option<Model> {
        let (least, most) = self.usual_material()?;
        let mut model = Model { a: [100.0, 0.0, 0.0], b: [100.0, 0.0, 0.0], least, most };
        let mut likelihood = self.log_likelihood(&model);
        for _ in 0..MOST_STEPS {
            let direction = self.step(&model)?;
            // Halved until it helps: far from the best the curvature promises too much.
            let sizes = (0..30).map(|halvings| 0.5_f64.powi(halvings));
            let better = sizes.map(|size| moved(&model, &direction, size)).find_map(|next| {
                let reached = self.log_likelihood(&next);
                (reached > likelihood).then_some((next, reached))
            });
            let Some((next, reached)) = better else { break };
            let gain = reached - likelihood;
            (model, likelihood) = (next, reached);
            if gain < TOLERANCE {
                break;
            }
        }
        Some(model)
    }

    /// The mean logarithm of the probability that a model gives to what happened.
    pub fn log_likelihood(&self, model: &Model) -> f64 {
        let all = self.counts.iter().map(|((score, material), counts)| {
            let chances = model.probabilities(f64::from(*score), *material);
            chances.iter().zip(counts).map(|(chance, count)| *count as f64 * chance.max(UNLIKELY).ln()).sum::<f64>()
        });
        all.sum::<f64>() / self.positions.max(1) as f64
    }

    /// How expectation and results agree, in classes of scores that begin at these.
    pub fn calibration(&self, model: &Model, edges: &[i32]) -> Vec<Calibration> {
        let mut classes: Vec<Calibration> =
            edges.iter().map(|from| Calibration { from: *from, ..Calibration::default() }).collect();
        for ((score, material), counts) in &self.counts {
            let Some(index) = edges.partition_point(|edge| edge <= score).checked_sub(1) else { continue };
            let (class, positions) = (&mut classes[index], counts.iter().sum::<u64>());
            let chances = model.probabilities(f64::from(*score), *material);
            class.positions += positions;
            for result in 0..3 {
                class.expected[result] += chances[result] * positions as f64;
                class.seen[result] += counts[result] as f64;
            }
        }
        for class in &mut classes {
            let positions = class.positions.max(1) as f64;
            class.expected.iter_mut().chain(&mut class.seen).for_each(|share| *share /= positions);
        }
        classes
    }

    /// The material between which all but few positions lie.
    fn usual_material(&self) -> Option<(i32, i32)> {
        let mut by_material: BTreeMap<i32, u64> = BTreeMap::new();
        for ((_, material), counts) in &self.counts {
            *by_material.entry(*material).or_default() += counts.iter().sum::<u64>();
        }
        let rare = (self.positions as f64 * RARE) as u64;
        let reaches = |counts: Vec<(&i32, &u64)>| {
            let sums = counts.into_iter().scan(0, |sum, (material, count)| {
                *sum += count;
                Some((*material, *sum))
            });
            { sums }.find(|(_, sum)| *sum > rare).map(|(material, _)| material)
        };
        Some((reaches(by_material.iter().collect())?, reaches(by_material.iter().rev().collect())?))
    }

    /// Where the likelihood rises, measured by its expected curvature.
    fn step(&self, model: &Model) -> Option<[f64; SIZE]> {
        let mut gradient = [0.0; SIZE];
        let mut curvature = [[0.0; SIZE]; SIZE];
        for ((score, material), counts) in &self.counts {
            let positions = counts.iter().sum::<u64>() as f64;
            let chances = model.probabilities(f64::from(*score), *material);
            let slopes = slopes(model, f64::from(*score), *material);
            for result in 0..3 {
                let (chance, slope) = (chances[result].max(UNLIKELY), slopes[result]);
                for row in 0..SIZE {
                    gradient[row] += counts[result] as f64 * slope[row] / chance;
                    for column in 0..SIZE {
                        curvature[row][column] += positions * slope[row] * slope[column] / chance;
                    }
                }
            }
        }
        solve(curvature, gradient)
    }
}

/// How the chances to win, draw and lose change with each coefficient.
fn slopes(model: &Model, score: f64, material: i32) -> [[f64; SIZE]; 3] {
    let (a, b) = (model.even_win_score(material), model.spread(material));
    let [win, _, loss] = model.probabilities(score, material);
    let x = model.variable(material);
    let powers = [1.0, x, x * x];
    let of_chance = |chance: f64, score: f64| {
        let by_a = -chance * (1.0 - chance) / b;
        let by_b = by_a * (score - a) / b;
        [0, 1, 2, 3, 4, 5].map(|index| powers[index % 3] * if index < 3 { by_a } else { by_b })
    };
    let (win, loss) = (of_chance(win, score), of_chance(loss, -score));
    let draw = [0, 1, 2, 3, 4, 5].map(|index| -win[index] - loss[index]);
    [win, draw, loss]
}

fn moved(model: &Model, direction: &[f64; SIZE], size: f64) -> Model {
    let mut next = *model;
    for (coefficient, change) in next.a.iter_mut().chain(&mut next.b).zip(direction) {
        *coefficient += size * change;
    }
    next
}

/// Solves a system of linear equations by elimination; a little is added to the diagonal, so that what the data do not tell
/// stays as it is.
fn solve(mut matrix: [[f64; SIZE]; SIZE], mut right: [f64; SIZE]) -> Option<[f64; SIZE]> {
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] += 1e-9 * row[index] + 1e-12;
    }
    for pivot in 0..SIZE {
        let best = (pivot..SIZE).max_by(|a, b| matrix[*a][pivot].abs().total_cmp(&matrix[*b][pivot].abs()))?;
        matrix.swap(pivot, best);
        right.swap(pivot, best);
        let (upper, lower) = matrix.split_at_mut(pivot + 1);
        let pivot_row = &upper[pivot];
        for (offset, row) in lower.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            row.iter_mut().zip(pivot_row).for_each(|(value, above)| *value -= factor * above);
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for row in (0..SIZE).rev() {
        let known: f64 = (row + 1..SIZE).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Results drawn from a known model.
    fn drawn_from(model: &Model, positions: usize) -> Results {
        let mut random = Random::new(3, 0);
        let mut results = Results::default();
        for _ in 0..positions {
            let (score, material) = (random.below(1601) as i32 - 800, 10 + random.below(69) as i32);
            let [win, draw, _] = model.probabilities(f64::from(score), material);
            let chance = random.below(1 << 30) as f64 / f64::from(1 << 30);
            let result = if chance < win {
                0
            } else if chance < win + draw {
                1
            } else {
                2
            };
            results.count(score, material, result);
        }
        results
    }

    #[test]
    fn a_planted_model_is_found_again() {
        let planted = Model { a: [120.0, 90.0, -20.0], b: [60.0, 40.0, 10.0], least: 10, most: 78 };
        let results = drawn_from(&planted, 200_000);
        let found = results.fit().unwrap();
        for material in [15, 30, 50, 78] {
            let (a, b) = (planted.even_win_score(material), planted.spread(material));
            assert!((found.even_win_score(material) - a).abs() < 0.05 * a, "{found:?}");
            assert!((found.spread(material) - b).abs() < 0.05 * b, "{found:?}");
        }
        assert!(results.log_likelihood(&found) >= results.log_likelihood(&planted));
        for class in results.calibration(&found, &[-800, -400, -100, 0, 100, 400]) {
            assert!(class.expected.iter().zip(class.seen).all(|(a, b)| (a - b).abs() < 0.01), "{class:?}");
        }
    }

    #[test]
    fn the_slopes_are_those_of_finite_differences() {
        let model = Model { a: [120.0, 90.0, -20.0], b: [60.0, 40.0, 10.0], least: 0, most: 78 };
        for (score, material) in [(0.0, 30), (250.0, 60), (-90.0, 12)] {
            let slopes = slopes(&model, score, material);
            for index in 0..SIZE {
                let mut direction = [0.0; SIZE];
                direction[index] = 1e-4;
                let chances = |size| moved(&model, &direction, size).probabilities(score, material);
                let (up, down) = (chances(1.0), chances(-1.0));
                for result in 0..3 {
                    let difference = (up[result] - down[result]) / 2e-4;
                    assert!((slopes[result][index] - difference).abs() < 1e-8);
                }
            }
        }
    }

    #[test]
    fn nothing_fits_no_games() {
        assert!(Results::default().fit().is_none());
    }
}
