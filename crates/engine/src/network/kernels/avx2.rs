//! AVX2: 16 numbers at once, two registers a block.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::HIDDEN_SCALE;
use super::super::layer::Block;

/// How many blocks are kept in registers while rows are added to them: 8 of the 16 there are.
const TILE: usize = 4;

#[target_feature(enable = "avx2")]
pub(super) fn combine(target: &mut [Block], source: &[Block], leave: &[&[Block]], come: &[&[Block]]) {
    let mut at = 0;
    while at + TILE <= target.len() {
        combine_tile::<TILE>(target, source, leave, come, at);
        at += TILE;
    }
    while at < target.len() {
        combine_tile::<1>(target, source, leave, come, at);
        at += 1;
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn combine_tile<const N: usize>(
    target: &mut [Block],
    source: &[Block],
    leave: &[&[Block]],
    come: &[&[Block]],
    at: usize,
) {
    let mut sums = [[_mm256_setzero_si256(); 2]; N];
    for (sum, block) in sums.iter_mut().zip(&source[at..at + N]) {
        *sum = load(block);
    }
    for row in leave {
        for (sum, block) in sums.iter_mut().zip(&row[at..at + N]) {
            let weights = load(block);
            *sum = [_mm256_sub_epi16(sum[0], weights[0]), _mm256_sub_epi16(sum[1], weights[1])];
        }
    }
    for row in come {
        for (sum, block) in sums.iter_mut().zip(&row[at..at + N]) {
            let weights = load(block);
            *sum = [_mm256_add_epi16(sum[0], weights[0]), _mm256_add_epi16(sum[1], weights[1])];
        }
    }
    for (sum, block) in sums.iter().zip(&mut target[at..at + N]) {
        store(block, *sum);
    }
}

#[target_feature(enable = "avx2")]
pub(super) fn output(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    let (our_weights, their_weights) = weights.split_at(ours.len());
    let mut sums = [_mm256_setzero_si256(); 2];
    add_output(&mut sums, ours, our_weights);
    add_output(&mut sums, theirs, their_weights);
    // Either has seen half of what the bound allows.
    let sum = _mm256_add_epi32(sums[0], sums[1]);
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sum));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sum));
    let four = _mm256_add_epi64(low, high);
    let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
    _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two)
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_output(sums: &mut [__m256i; 2], layer: &[Block], weights: &[Block]) {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(HIDDEN_SCALE));
    for (values, weights) in layer.iter().zip(weights) {
        let (values, weights) = (load(values), load(weights));
        for half in 0..2 {
            let value = _mm256_min_epi16(_mm256_max_epi16(values[half], zero), one);
            let weighted = _mm256_mullo_epi16(value, weights[half]);
            sums[half] = _mm256_add_epi32(sums[half], _mm256_madd_epi16(weighted, value));
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(block: &Block) -> [__m256i; 2] {
    let halves: *const __m256i = block.0.as_ptr().cast();
    // SAFETY: a block is two such registers long and lies at a multiple of 64 bytes.
    unsafe { [_mm256_load_si256(halves), _mm256_load_si256(halves.add(1))] }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(block: &mut Block, values: [__m256i; 2]) {
    let halves: *mut __m256i = block.0.as_mut_ptr().cast();
    // SAFETY: as in `load`, and nobody else looks at the block meanwhile.
    unsafe {
        _mm256_store_si256(halves, values[0]);
        _mm256_store_si256(halves.add(1), values[1]);
    }
}
