//! AVX-512: 32 numbers at once, one register a block.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::super::HIDDEN_SCALE;
use super::super::layer::Block;

/// How many blocks are kept in registers while rows are added to them: 8 of the 32 there are, a layer of 256 neurons.
const TILE: usize = 8;

#[target_feature(enable = "avx512f,avx512bw")]
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
#[target_feature(enable = "avx512f,avx512bw")]
fn combine_tile<const N: usize>(
    target: &mut [Block],
    source: &[Block],
    leave: &[&[Block]],
    come: &[&[Block]],
    at: usize,
) {
    let mut sums = [_mm512_setzero_si512(); N];
    for (sum, block) in sums.iter_mut().zip(&source[at..at + N]) {
        *sum = load(block);
    }
    for row in leave {
        for (sum, block) in sums.iter_mut().zip(&row[at..at + N]) {
            *sum = _mm512_sub_epi16(*sum, load(block));
        }
    }
    for row in come {
        for (sum, block) in sums.iter_mut().zip(&row[at..at + N]) {
            *sum = _mm512_add_epi16(*sum, load(block));
        }
    }
    for (sum, block) in sums.iter().zip(&mut target[at..at + N]) {
        store(block, *sum);
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn output(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
    let (our_weights, their_weights) = weights.split_at(ours.len());
    let sum = _mm512_add_epi32(layer_output(ours, our_weights), layer_output(theirs, their_weights));
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn layer_output(layer: &[Block], weights: &[Block]) -> __m512i {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(HIDDEN_SCALE));
    let mut sum = zero;
    for (values, weights) in layer.iter().zip(weights) {
        let value = _mm512_min_epi16(_mm512_max_epi16(load(values), zero), one);
        let weighted = _mm512_mullo_epi16(value, load(weights));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(weighted, value));
    }
    sum
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(block: &Block) -> __m512i {
    // SAFETY: a block is one such register long and lies at a multiple of 64 bytes.
    unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(block: &mut Block, values: __m512i) {
    // SAFETY: as in `load`, and nobody else looks at the block meanwhile.
    unsafe { _mm512_store_si512(block.0.as_mut_ptr().cast(), values) }
}
