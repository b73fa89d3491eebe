//! The two loops that a network spends its time in, for each instruction set that has a better way than the plain one. The best
//! that the processor has is chosen at run time, once, so one binary serves them all.
//!
//! All versions give the same numbers, bit by bit: 16-bit sums wrap around in all of them, and in the output nothing can overflow, so
//! the order of additions does not matter. The bound: a neuron is at most 255 and a weight at least -128, so their product
//! fits into 16 bits and that times the neuron is at most 8,323,200. Sums are kept in 8 lanes of 32 bits or more: each gets at most 2 *
//! [`MAX_HIDDEN`](super::MAX_HIDDEN) / 8 = 256 of these, 2,130,739,200 together, and 2,147,483,647 would fit. Lanes are added up in 64 bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::layer::Block;

/// Adds the rows that come to a layer and takes the rows that leave from it, into another. All of them have the same length.
type Combine = unsafe fn(target: &mut [Block], source: &[Block], leave: &[&[Block]], come: &[&[Block]]);
/// Clamps and squares the neurons of two layers, weights them by as many weights, and adds up.
type Output = unsafe fn(ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64;

/// The loops for one instruction set.
#[derive(Debug)]
pub(super) struct Kernels {
    /// What the instruction set is called.
    pub(super) name: &'static str,
    combine: Combine,
    output: Output,
    /// Whether this processor has the instructions. Nothing below is called before this has been asked.
    is_available: fn() -> bool,
}

/// Best first. The last one runs everywhere.
const ALL: &[Kernels] = &[
    #[cfg(target_arch = "x86_64")]
    Kernels {
        name: "AVX-512",
        combine: avx512::combine,
        output: avx512::output,
        is_available: || is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
    },
    #[cfg(target_arch = "x86_64")]
    Kernels {
        name: "AVX2",
        combine: avx2::combine,
        output: avx2::output,
        is_available: || is_x86_feature_detected!("avx2"),
    },
    #[cfg(target_arch = "aarch64")]
    Kernels {
        name: "NEON",
        combine: neon::combine,
        output: neon::output,
        is_available: || std::arch::is_aarch64_feature_detected!("neon"),
    },
    PORTABLE,
];

const PORTABLE: Kernels =
    Kernels { name: "portable", combine: portable::combine, output: portable::output, is_available: || true };

impl Kernels {
    /// Those that this processor can run, best first.
    fn available() -> impl Iterator<Item = &'static Self> {
        ALL.iter().filter(|kernels| (kernels.is_available)())
    }

    /// The plain loops.
    pub(super) fn portable() -> &'static Self {
        &PORTABLE
    }

    /// The best for this processor.
    pub(super) fn best() -> &'static Self {
        static BEST: OnceLock<&'static Kernels> = OnceLock::new();
        BEST.get_or_init(|| Self::available().next().unwrap_or(&PORTABLE))
    }

    /// `target = source - the rows that leave + the rows that come`.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn combine(&self, target: &mut [Block], source: &[Block], leave: &[&[Block]], come: &[&[Block]]) {
        // SAFETY: only `available` gives kernels away, and only such as the processor has the instructions for.
        unsafe { (self.combine)(target, source, leave, come) }
    }

    /// The sum of all neurons of both layers, clamped, squared and weighted: the first half of the weights is for the first layer.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn output(&self, ours: &[Block], theirs: &[Block], weights: &[Block]) -> i64 {
        // SAFETY: as above.
        unsafe { (self.output)(ours, theirs, weights) }
    }
}
