//! The plain way, which every processor and every reader understands. Compilers make vectors of it where they can.

use super::super::HIDDEN_SCALE;
use super::super::layer::Block;

pub(super) fn combine(target: &mut [Block], source: &[Block], leave: &[&[Block]], come: &[&[Block]]) {
    for (index, (block, source)) in target.iter_mut().zip(source).enumerate() {
        let mut sum = *source;
        leave.iter().for_each(|row| sum.subtract(&row[index]));
        come.iter().for_each(|row| sum.add(&row[index]));
        *block = sum;
    }
}

pub(super) fn output(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    ours.iter().chain(theirs).zip(weights).map(|(values, weights)| i64::from(of_block(values, weights))).sum()
}

fn of_block(values: &Block, weights: &Block) -> i32 {
    let pairs = values.0.iter().zip(weights.0);
    let weighted = pairs.map(|(value, weight)| {
        let value = (*value).clamp(0, HIDDEN_SCALE);
        i32::from(value * weight) * i32::from(value)
    });
    weighted.sum()
}
