//! All versions of a loop give the same numbers, bit by bit.

use super::super::tests::Noise;
use super::super::{HIDDEN_SCALE, MAX_HIDDEN};
use super::*;
use crate::network::layer::BLOCK;

fn blocks(noise: &mut Noise, count: usize, most: i64) -> Vec<Block> {
    let numbers: Vec<i16> = (0..count * BLOCK).map(|_| noise.around_zero(most) as i16).collect();
    Block::from_numbers(&numbers)
}

#[test]
fn every_instruction_set_combines_rows_as_the_portable_loop_does() {
    let mut noise = Noise(11);
    for width in (1..=10).chain([16, 24, MAX_HIDDEN / BLOCK]) {
        // Sums that wrap around must do so everywhere.
        for (leave, come) in [(0, 0), (1, 1), (2, 1), (2, 2), (0, 32), (7, 5)] {
            let source = blocks(&mut noise, width, 32_767);
            let rows: Vec<Vec<Block>> = (0..leave + come).map(|_| blocks(&mut noise, width, 32_767)).collect();
            let rows: Vec<&[Block]> = rows.iter().map(Vec::as_slice).collect();
            let (leave, come) = rows.split_at(leave);
            let combined = |kernels: &Kernels| {
                let mut target = vec![Block::ZERO; width];
                kernels.combine(&mut target, &source, leave, come);
                target
            };
            let expected = combined(&PORTABLE);
            for kernels in Kernels::available() {
                assert_eq!(combined(kernels), expected, "{} {width}", kernels.name);
            }
        }
    }
}

#[test]
fn every_instruction_set_weights_squares_as_the_portable_loop_does() {
    let mut noise = Noise(12);
    for width in (1..=10).chain([16, 24, MAX_HIDDEN / BLOCK]) {
        for most in [10, 300, 32_767] {
            let (ours, theirs) = (blocks(&mut noise, width, most), blocks(&mut noise, width, most));
            let weights = blocks(&mut noise, 2 * width, 127);
            let expected = PORTABLE.output(&ours, &theirs, &weights);
            for kernels in Kernels::available() {
                assert_eq!(kernels.output(&ours, &theirs, &weights), expected, "{} {width}", kernels.name);
            }
        }
    }
}

#[test]
fn the_largest_numbers_of_the_widest_network_do_not_overflow() {
    let width = MAX_HIDDEN / BLOCK;
    let full = vec![Block([i16::MAX; BLOCK]); width];
    for weight in [i16::from(i8::MIN), i16::from(i8::MAX)] {
        let weights = vec![Block([weight; BLOCK]); 2 * width];
        let expected = 2 * MAX_HIDDEN as i64 * i64::from(HIDDEN_SCALE).pow(2) * i64::from(weight);
        for kernels in Kernels::available() {
            assert_eq!(kernels.output(&full, &full, &weights), expected, "{}", kernels.name);
        }
    }
}
