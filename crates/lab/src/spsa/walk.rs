//! Where the numbers go: Spall's gain sequences, with the constants that engine testers are used to.

use uci::genfens::Random;

use super::parameters::Parameter;

/// How fast moves and steps shrink.
const STEP_POWER: f64 = 0.101;
const RATE_POWER: f64 = 0.602;
/// The first part of the steps, as a share of all, in which the rate is held back.
const STABILITY: f64 = 0.1;

/// The numbers on their way.
#[derive(Clone, Debug)]
pub struct Walk {
    parameters: Vec<Parameter>,
    /// Where they are.
    pub values: Vec<f64>,
    steps: u64,
    seed: u64,
}

/// One step's two engines.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The number of the step, from 0.
    pub step: u64,
    /// The numbers of the first engine, whole.
    pub plus: Vec<i64>,
    /// The numbers of the second.
    pub minus: Vec<i64>,
    /// Which way each number was moved for the first: 1 or -1.
    signs: Vec<f64>,
}

impl Walk {
    /// The start of a walk of so many steps.
    pub fn new(parameters: Vec<Parameter>, steps: u64, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| parameter.value).collect();
        Self { parameters, values, steps: steps.max(1), seed }
    }

    /// How far a number is moved up and down in a step.
    fn width(&self, parameter: &Parameter, step: u64) -> f64 {
        parameter.step * (self.steps as f64 / (step as f64 + 1.0)).powf(STEP_POWER)
    }

    /// How far a number goes for each game that was won more than lost, in widths.
    fn rate(&self, parameter: &Parameter, step: u64) -> f64 {
        let held = STABILITY * self.steps as f64;
        let gain = parameter.rate * parameter.step.powi(2);
        let gain = gain * ((held + self.steps as f64) / (held + step as f64 + 1.0)).powf(RATE_POWER);
        gain / self.width(parameter, step).powi(2)
    }

    /// The two engines of a step. The same step of the same walk has the same ones.
    pub fn trial(&self, step: u64) -> Trial {
        let mut random = Random::new(self.seed ^ step.wrapping_mul(0xd134_2543_de82_ef95));
        let mut trial = Trial { step, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            let width = sign * self.width(parameter, step);
            // Between two whole numbers chance decides, the nearer one more often; so small moves are felt at all. Both
            // sides share the chance, so that they never differ by more than they should.
            let chance = random.below(1 << 32) as f64 / (1u64 << 32) as f64;
            let whole = |value: f64| {
                (value.clamp(parameter.min, parameter.max) + chance).floor().clamp(parameter.min, parameter.max) as i64
            };
            trial.plus.push(whole(value + width));
            trial.minus.push(whole(value - width));
            trial.signs.push(sign);
        }
        trial
    }

    /// Goes where a trial points to; `surplus` is how many games more its first engine has won than lost.
    pub fn learn(&mut self, trial: &Trial, surplus: f64) {
        for (index, parameter) in self.parameters.iter().enumerate() {
            let way =
                self.rate(parameter, trial.step) * self.width(parameter, trial.step) * surplus * trial.signs[index];
            self.values[index] = (self.values[index] + way).clamp(parameter.min, parameter.max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, value: f64, min: f64, max: f64, step: f64) -> Parameter {
        Parameter { name: name.to_owned(), value, min, max, step, rate: 0.02 }
    }

    /// Games between engines whose strength falls with the square of the distance from known best numbers.
    fn surplus(best: &[f64], scale: &[f64], trial: &Trial, random: &mut Random) -> f64 {
        let loss = |values: &[i64]| -> f64 {
            values
                .iter()
                .zip(best)
                .zip(scale)
                .map(|((value, best), scale)| ((*value as f64 - best) / scale).powi(2))
                .sum()
        };
        let expected = 1.0 / (1.0 + 10_f64.powf((loss(&trial.plus) - loss(&trial.minus)) / 4.0));
        (0..2).map(|_| if (random.below(1 << 20) as f64) < expected * f64::from(1 << 20) { 1.0 } else { -1.0 }).sum()
    }

    #[test]
    fn numbers_walk_towards_the_best_ones_though_every_pair_is_mostly_luck() {
        let parameters = vec![
            parameter("a", 40.0, 0.0, 100.0, 6.0),
            parameter("b", 5.0, 0.0, 10.0, 0.7),
            parameter("c", 90.0, 0.0, 100.0, 6.0),
        ];
        let (best, scale) = ([70.0, 2.0, 90.0], [30.0, 3.0, 30.0]);
        let mut walk = Walk::new(parameters, 20_000, 3);
        let mut random = Random::new(9);
        for step in 0..20_000 {
            let trial = walk.trial(step);
            let surplus = surplus(&best, &scale, &trial, &mut random);
            walk.learn(&trial, surplus);
        }
        for ((value, best), scale) in walk.values.iter().zip(best).zip(scale) {
            assert!((value - best).abs() < scale / 3.0, "{:?}", walk.values);
        }
    }

    #[test]
    fn trials_lie_on_both_sides_within_the_range_and_are_the_same_again() {
        let walk = Walk::new(vec![parameter("a", 1.0, 0.0, 10.0, 3.0), parameter("b", 5.0, 0.0, 10.0, 1.0)], 100, 7);
        for step in 0..100 {
            let trial = walk.trial(step);
            assert_eq!(trial, walk.trial(step));
            assert!(trial.plus.iter().chain(&trial.minus).all(|value| (0..=10).contains(value)));
            let sum = trial.plus[1] + trial.minus[1];
            assert!((9..=11).contains(&sum) && trial.plus[1] != trial.minus[1], "{trial:?}");
        }
    }

    #[test]
    fn widths_and_rates_end_at_what_was_asked_for() {
        let walk = Walk::new(vec![parameter("a", 1.0, 0.0, 10.0, 3.0)], 1000, 7);
        assert!((walk.width(&walk.parameters[0], 999) - 3.0).abs() < 1e-9);
        assert!((walk.rate(&walk.parameters[0], 999) - 0.02).abs() < 1e-9);
        assert!(walk.width(&walk.parameters[0], 0) > 5.0);
    }
}
