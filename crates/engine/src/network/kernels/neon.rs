//! NEON, of 64-bit ARM processors: 8 numbers at once, four registers a block.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::super::HIDDEN_SCALE;
use super::super::layer::{BLOCK, Block};

/// How many registers a block takes.
const PARTS: usize = BLOCK / 8;

#[target_feature(enable = "neon")]
pub(super) fn combine(target: &mut [Block], source: &[Block], leave: &[&[Block]], come: &[&[Block]]) {
    for (index, (block, source)) in target.iter_mut().zip(source).enumerate() {
        for part in 0..PARTS {
            let mut sum = load(source, part);
            for row in leave {
                sum = vsubq_s16(sum, load(&row[index], part));
            }
            for row in come {
                sum = vaddq_s16(sum, load(&row[index], part));
            }
            store(block, part, sum);
        }
    }
}

#[target_feature(enable = "neon")]
pub(super) fn output(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(HIDDEN_SCALE));
    // Two registers of 4 lanes: the 8 lanes of the bound.
    let (mut low, mut high) = (vdupq_n_s32(0), vdupq_n_s32(0));
    for (values, weights) in ours.iter().chain(theirs).zip(weights) {
        for part in 0..PARTS {
            let value = vminq_s16(vmaxq_s16(load(values, part), zero), one);
            let weighted = vmulq_s16(value, load(weights, part));
            low = vmlal_s16(low, vget_low_s16(weighted), vget_low_s16(value));
            high = vmlal_high_s16(high, weighted, value);
        }
    }
    vaddlvq_s32(low) + vaddlvq_s32(high)
}

#[inline]
#[target_feature(enable = "neon")]
fn load(block: &Block, part: usize) -> int16x8_t {
    let numbers = &block.0.as_chunks::<8>().0[part];
    // SAFETY: there are the eight numbers that are read.
    unsafe { vld1q_s16(numbers.as_ptr()) }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(block: &mut Block, part: usize, values: int16x8_t) {
    let numbers = &mut block.0.as_chunks_mut::<8>().0[part];
    // SAFETY: there is room for the eight numbers that are written.
    unsafe { vst1q_s16(numbers.as_mut_ptr(), values) }
}
