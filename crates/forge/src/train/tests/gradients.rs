//! The gradients against finite differences of a plain forward pass in double precision, written apart.

use engine::network::{KingBuckets, inputs};
use rules::{Chess, Fragments, Rules};

use super::samples;
use crate::random::Random;
use crate::train::adam::TILE;
use crate::train::model::{Model, Shape, Target};
use crate::train::sample::Sample;

const TARGET: Target = Target { wdl: 0.3, scale: 400.0 };

/// The mean loss by the definition of the network.
fn plain_loss<R: Rules>(model: &Model, samples: &[Sample]) -> f64 {
    let shape = &model.shape;
    let double = |numbers: &mut dyn Iterator<Item = f32>| numbers.map(f64::from).collect::<Vec<f64>>();
    let rows: Vec<Vec<f64>> =
        (0..shape.king_buckets.count() * shape.inputs).map(|input| double(&mut model.hidden_weights(input))).collect();
    let biases = double(&mut model.hidden_biases());
    let mut loss = 0.0;
    for sample in samples {
        let seen = sample.seen::<R>(&shape.king_buckets, shape.output_buckets, 0.0);
        let bucket = usize::from(seen.bucket);
        let mut output = f64::from(model.output_bias(bucket));
        for side in 0..2 {
            let weights = double(&mut model.output_weights(bucket, side));
            for neuron in 0..shape.hidden {
                let inputs = seen.inputs().map(|(own, their)| [own, their][side]);
                let sum: f64 = biases[neuron] + inputs.map(|input| rows[input][neuron]).sum::<f64>();
                output += weights[neuron] * sum.clamp(0.0, 1.0).powi(2);
            }
        }
        let points = 1.0 / (1.0 + (-output).exp());
        loss += (points - f64::from(sample.target(TARGET.wdl, TARGET.scale))).powi(2);
    }
    loss / samples.len() as f64
}

fn check<R: Rules>(king_buckets: u8, factor: bool) {
    let king_buckets = KingBuckets::layout(king_buckets).unwrap();
    let shape = Shape { inputs: inputs::<R>(), hidden: 2 * TILE, king_buckets, factor, output_buckets: 3 };
    let mut model = Model::new(shape, 5);
    let samples: Vec<Sample> = samples::<R>(0..3).into_iter().step_by(6).collect();
    let batch: Vec<u32> = (0..samples.len() as u32).collect();
    let loss = model.add_gradients::<R>(&samples, &batch, TARGET);
    model.tiles.iter_mut().for_each(crate::train::tile::Tile::gather_factor);
    assert!((loss - plain_loss::<R>(&model, &samples)).abs() < 1e-6);

    let mut random = Random::new(9, 0);
    let learners = model.learners().count();
    let mut steep = 0;
    for round in 0..150 {
        // Each learner equally often, and numbers that matter more often than others.
        let (which, index) = (round % learners, random.below(TILE));
        let Some(learner) = model.learners().nth(which) else { break };
        let rows = [0; 8].map(|_| random.below(learner.values.len()));
        let row = rows.into_iter().find(|row| learner.gradient[*row].0[index] != 0.0).unwrap_or(rows[0]);
        let gradient = f64::from(learner.gradient[row].0[index]);

        let mut moved = |by: f32| {
            let mut there = 0.0;
            if let Some(learner) = model.learners().nth(which) {
                learner.values[row].0[index] += by;
                there = learner.values[row].0[index];
            }
            model.merge();
            (f64::from(there), plain_loss::<R>(&model, &samples))
        };
        let (right, loss_right) = moved(1e-4);
        let (left, loss_left) = moved(-2e-4);
        moved(1e-4);
        let slope = (loss_right - loss_left) / (right - left);
        assert!(
            (slope - gradient).abs() < 2e-7 + 0.01 * gradient.abs(),
            "learner {which}, row {row}: {gradient} {slope}"
        );
        steep += usize::from(gradient.abs() > 1e-5);
    }
    assert!(steep > 50, "only {steep} gradients told anything");
}

#[test]
fn gradients_equal_finite_differences_in_both_games_with_and_without_a_factoriser() {
    check::<Chess>(1, true);
    check::<Fragments>(1, true);
    check::<Chess>(2, true);
    check::<Chess>(2, false);
}
