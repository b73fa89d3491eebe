//! Floats become integers, and how much that costs; and integers floats again, to learn on.

use std::array::from_fn;

use engine::network::{HIDDEN_SCALE, MAX_HIDDEN_WEIGHT, Network, NetworkError, Parts};
use rules::Rules;

use super::adam::{Row, TILE};
use super::model::Model;
use super::sample::Sample;

/// Output weights are never scaled by more: finer steps change nothing.
const MOST_OUTPUT_SCALE: f32 = 512.0;
/// What 1 is in the hidden layer.
const HIDDEN: f32 = HIDDEN_SCALE as f32;

/// The integers of a network. Output weights fill the 8 bits they have: the largest of them says what 1 is.
pub fn quantise(model: &Model, centipawns: u16, description: String) -> Parts {
    let shape = &model.shape;
    let layers = || (0..shape.output_buckets).flat_map(|bucket| [(bucket, 0), (bucket, 1)]);
    let outputs: Vec<f32> = layers().flat_map(|(bucket, side)| model.output_weights(bucket, side)).collect();
    let largest = outputs.iter().fold(0.0, |most: f32, weight| most.max(weight.abs()));
    let output_scale = (f32::from(i8::MAX) / largest).floor().clamp(1.0, MOST_OUTPUT_SCALE);

    let limit = f32::from(MAX_HIDDEN_WEIGHT);
    let hidden = |weight: f32| (weight * HIDDEN).round().clamp(-limit, limit) as i16;
    let one = one(output_scale as u16);
    let inputs = shape.king_buckets.count() * shape.inputs;
    Parts {
        king_buckets: shape.king_buckets,
        hidden: shape.hidden,
        weights: (0..inputs).flat_map(|input| model.hidden_weights(input)).map(hidden).collect(),
        biases: model.hidden_biases().map(hidden).collect(),
        output_weights: outputs.iter().map(|weight| (weight * output_scale).round() as i8).collect(),
        output_biases: (0..shape.output_buckets)
            .map(|bucket| (f64::from(model.output_bias(bucket)) * one).round() as i32)
            .collect(),
        output_scale: output_scale as u16,
        centipawns,
        description,
    }
}

/// Gives a model the numbers of a network of its shape. One without king buckets is what all king buckets begin with; one
/// with fewer neurons keeps its value, for the others begin without a voice. False, and nothing changed, if the shapes differ
/// otherwise.
pub(super) fn adopt(model: &mut Model, centipawns: u16, parts: &Parts) -> bool {
    let shape = model.shape;
    let is_plain = parts.king_buckets.count() == 1;
    let fits = parts.hidden <= shape.hidden
        && (is_plain || parts.king_buckets == shape.king_buckets)
        && parts.king_buckets.mirrors() == shape.king_buckets.mirrors()
        && (parts.output_biases.len(), parts.centipawns) == (shape.output_buckets, centipawns);
    if !fits {
        return false;
    }
    let hidden = |weights: &[i16], tile| Row(from_fn(|index| f32::from(weights[tile * TILE + index]) / HIDDEN));
    let scale = f32::from(parts.output_scale);
    let output = |weights: &[i8], tile| Row(from_fn(|index| f32::from(weights[tile * TILE + index]) / scale));
    let (known, new) = model.tiles.split_at_mut(parts.hidden / TILE);
    new.iter_mut().for_each(|tile| tile.output.values.fill(Row::ZERO));
    for (number, tile) in known.iter_mut().enumerate() {
        // What all king buckets share is the factor's; what each has of its own comes on top.
        let rows = match &mut tile.factor {
            Some(factor) if is_plain => {
                tile.weights.values.fill(Row::ZERO);
                &mut factor.values
            }
            Some(factor) => {
                factor.values.fill(Row::ZERO);
                &mut tile.weights.values
            }
            None => &mut tile.weights.values,
        };
        for (row, weights) in rows.iter_mut().zip(parts.weights.chunks(parts.hidden).cycle()) {
            *row = hidden(weights, number);
        }
        tile.biases.values[0] = hidden(&parts.biases, number);
        for (row, weights) in tile.output.values.iter_mut().zip(parts.output_weights.chunks(parts.hidden)) {
            *row = output(weights, number);
        }
    }
    let biases = model.output_biases.values.iter_mut().flat_map(|row| &mut row.0);
    for (bias, whole) in biases.zip(&parts.output_biases) {
        *bias = (f64::from(*whole) / one(parts.output_scale)) as f32;
    }
    model.merge();
    true
}

/// How far integers are from floats, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quantisation {
    /// On how many positions it was measured.
    pub positions: usize,
    /// The mean distance.
    pub mean: f64,
    /// The largest distance.
    pub largest: f64,
}

/// Compares the network's values with the model's.
pub fn compare<R: Rules>(model: &mut Model, parts: &Parts, samples: &[Sample]) -> Result<Quantisation, NetworkError> {
    let (mut found, mut sum) = (Quantisation::default(), 0.0);
    for (_, distance) in distances::<R>(model, parts, samples)? {
        found.positions += 1;
        found.largest = found.largest.max(distance.abs());
        sum += distance.abs();
    }
    found.mean = sum / found.positions.max(1) as f64;
    Ok(found)
}

/// Moves the output biases so that no output layer is off on average: many neurons are always a little active, and what
/// rounding their weights has cost adds up.
pub fn settle<R: Rules>(model: &mut Model, parts: &mut Parts, samples: &[Sample]) -> Result<(), NetworkError> {
    let mut sums = vec![(0.0, 0_u32); parts.output_biases.len()];
    for (bucket, distance) in distances::<R>(model, parts, samples)? {
        sums[bucket].0 += distance;
        sums[bucket].1 += 1;
    }
    let centipawn = one(parts.output_scale) / f64::from(parts.centipawns);
    for (bias, (sum, count)) in parts.output_biases.iter_mut().zip(sums) {
        *bias += (sum / f64::from(count.max(1)) * centipawn).round() as i32;
    }
    Ok(())
}

/// By how many centipawns the model is above the network, and in which output layer, position by position.
fn distances<R: Rules>(
    model: &mut Model,
    parts: &Parts,
    samples: &[Sample],
) -> Result<Vec<(usize, f64)>, NetworkError> {
    let network = Network::<R>::new(parts)?;
    let outputs = model.outputs::<R>(samples);
    let distance = |(sample, output): (&Sample, f32)| {
        let position = sample.position::<R>()?;
        let value = f64::from(output) * f64::from(parts.centipawns);
        Some((network.output_bucket(&position), value - f64::from(network.evaluate(&position).value())))
    };
    Ok(samples.iter().zip(outputs).filter_map(distance).collect())
}

/// What stands for 1 in the sums of the output layers.
fn one(output_scale: u16) -> f64 {
    f64::from(HIDDEN_SCALE).powi(2) * f64::from(output_scale)
}
