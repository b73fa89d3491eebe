//! How fast weights move: the learning rate of each step.

use std::f32::consts::PI;

/// How the learning rate falls, once it has warmed up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Along half a wave of a cosine: slowly, quickly, slowly.
    Cosine,
    /// Down four stairs of equal length.
    Step,
}

/// The part of all steps in which the rate rises from nothing: the moments know nothing yet.
const WARM_UP: f32 = 0.02;
const STAIRS: f32 = 4.0;

impl Schedule {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cosine => "cosine",
            Self::Step => "step",
        }
    }

    /// The rate of a step, counted from 0, of so many.
    pub fn rate(self, step: usize, steps: usize, first: f32, last: f32) -> f32 {
        let warm = (WARM_UP * steps as f32).ceil();
        let step = step as f32;
        if step < warm {
            return first * (step + 1.0) / (warm + 1.0);
        }
        let way = (step - warm) / (steps as f32 - warm - 1.0).max(1.0);
        match self {
            Self::Cosine => last + (first - last) * 0.5 * (1.0 + (PI * way.min(1.0)).cos()),
            Self::Step => first * (last / first).powf((way * STAIRS).floor().min(STAIRS - 1.0) / (STAIRS - 1.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_at_first_and_then_fall_from_the_first_to_the_last() {
        for schedule in [Schedule::Cosine, Schedule::Step] {
            let rates: Vec<f32> = (0..1000).map(|step| schedule.rate(step, 1000, 0.01, 0.0001)).collect();
            assert!(rates[..20].is_sorted() && rates[0] < 0.001);
            assert!(rates[20..].is_sorted_by(|before, after| before >= after));
            assert!((rates[20] - 0.01).abs() < 1e-6 && (rates[999] - 0.0001).abs() < 1e-6, "{schedule:?}");
            assert!(schedule.rate(0, 1, 0.01, 0.0001) > 0.0);
        }
    }
}
