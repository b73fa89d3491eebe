//! Rook and bishop attacks by one table look-up.
//!
//! Two back ends fill and read the same table: PEXT where the build may use BMI2, multiplication by a magic number
//! elsewhere. [`rook_attacks`] and [`bishop_attacks`] are the only way in; nobody outside can tell which is used.

use crate::attacks::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, slide};
use crate::bitboard::Bitboard;
use crate::square::Square;

/// How one square's blockers become an index into [`ATTACKS`].
#[derive(Clone, Copy)]
struct Lookup {
    /// The squares whose occupation matters: the rays without the board's edge.
    mask: u64,
    /// Where the square's part of the table begins.
    offset: u32,
    #[cfg(not(target_feature = "bmi2"))]
    magic: u64,
}

/// Where a magic multiplication gathers the blockers on a mask.
#[inline]
#[cfg_attr(target_feature = "bmi2", allow(dead_code))]
const fn magic_index(occupied: u64, mask: u64, magic: u64) -> usize {
    ((occupied & mask).wrapping_mul(magic) >> (64 - mask.count_ones())) as usize
}

impl Lookup {
    #[cfg(target_feature = "bmi2")]
    #[inline]
    #[allow(unsafe_code)]
    fn index(&self, occupied: Bitboard) -> usize {
        // SAFETY: this version is only compiled where the whole build may use BMI2. Its safe twin is the other one;
        // tests compare both with walking the rays.
        let index = unsafe { core::arch::x86_64::_pext_u64(occupied.0, self.mask) };
        self.offset as usize + index as usize
    }

    #[cfg(not(target_feature = "bmi2"))]
    #[inline]
    const fn index(&self, occupied: Bitboard) -> usize {
        self.offset as usize + magic_index(occupied.0, self.mask, self.magic)
    }

    /// The index of the `count`-th subset of the mask, in the order in which [`fill`] visits them.
    const fn index_of_subset(&self, _subset: u64, _count: usize) -> usize {
        #[cfg(target_feature = "bmi2")]
        return self.offset as usize + _count;
        #[cfg(not(target_feature = "bmi2"))]
        return self.index(Bitboard(_subset));
    }
}

const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;
const ENTRIES: usize = ROOK_ENTRIES + BISHOP_ENTRIES;

/// The squares on which a blocker changes what a slider on `from` attacks.
const fn relevant(from: Square, directions: &[(i8, i8)]) -> u64 {
    let mut edge = 0;
    if from.rank() != 0 {
        edge |= Bitboard::rank(0).0;
    }
    if from.rank() != 7 {
        edge |= Bitboard::rank(7).0;
    }
    if from.file() != 0 {
        edge |= Bitboard::file(0).0;
    }
    if from.file() != 7 {
        edge |= Bitboard::file(7).0;
    }
    slide(from, Bitboard::EMPTY, directions).0 & !edge
}

const fn lookups(directions: &[(i8, i8)], mut offset: u32, _magics: &[u64; 64]) -> [Lookup; 64] {
    let mut table = [Lookup {
        mask: 0,
        offset: 0,
        #[cfg(not(target_feature = "bmi2"))]
        magic: 0,
    }; 64];
    let mut index = 0;
    while index < 64 {
        let mask = relevant(Square::new(index as u8), directions);
        table[index] = Lookup {
            mask,
            offset,
            #[cfg(not(target_feature = "bmi2"))]
            magic: _magics[index],
        };
        offset += 1 << mask.count_ones();
        index += 1;
    }
    table
}

/// The attacks along one line by subtraction: taking twice the slider from the blockers flips every bit up to the first
/// blocker; the mirror image does the other direction. Far cheaper at compile time than walking, and only used there.
const fn along(line: u64, slider: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

const fn fill(
    mut table: [Bitboard; ENTRIES],
    lookups: &[Lookup; 64],
    directions: &[(i8, i8); 4],
) -> [Bitboard; ENTRIES] {
    let mut index = 0;
    while index < 64 {
        let lookup = &lookups[index];
        let (square, slider) = (Square::new(index as u8), 1 << index);
        // The first two directions of a rook make a line; a bishop's first makes one with its last.
        let [a, b, c, d] = *directions;
        let (first, second) = if a.0 + b.0 == 0 && a.1 + b.1 == 0 { ([a, b], [c, d]) } else { ([a, d], [b, c]) };
        let first = slide(square, Bitboard::EMPTY, &first).0;
        let second = slide(square, Bitboard::EMPTY, &second).0;
        let mut subset = 0u64;
        let mut count = 0;
        loop {
            let attacks = along(first, slider, subset) | along(second, slider, subset);
            table[lookup.index_of_subset(subset, count)] = Bitboard(attacks);
            // Carry-rippler: the next subset of the mask, in increasing order.
            subset = subset.wrapping_sub(lookup.mask) & lookup.mask;
            count += 1;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    table
}

static ROOKS: [Lookup; 64] = lookups(&ROOK_DIRECTIONS, 0, &crate::magics::ROOK);
static BISHOPS: [Lookup; 64] = lookups(&BISHOP_DIRECTIONS, ROOK_ENTRIES as u32, &crate::magics::BISHOP);

#[allow(long_running_const_eval)]
static ATTACKS: [Bitboard; ENTRIES] =
    fill(fill([Bitboard::EMPTY; ENTRIES], &ROOKS, &ROOK_DIRECTIONS), &BISHOPS, &BISHOP_DIRECTIONS);

/// The squares a rook attacks among these pieces; the first piece in each direction is included.
#[inline]
pub fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[ROOKS[from.index()].index(occupied)]
}

/// The squares a bishop attacks among these pieces; the first piece in each direction is included.
#[inline]
pub fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    ATTACKS[BISHOPS[from.index()].index(occupied)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The multipliers are right whichever back end this build uses.
    #[test]
    fn magics_tell_all_attacks_of_a_square_apart() {
        for (magics, directions) in [(crate::magics::ROOK, ROOK_DIRECTIONS), (crate::magics::BISHOP, BISHOP_DIRECTIONS)]
        {
            for square in Bitboard::ALL {
                let mask = relevant(square, &directions);
                let mut seen = vec![None; 1 << mask.count_ones()];
                let mut subset = 0u64;
                loop {
                    let attacks = slide(square, Bitboard(subset), &directions);
                    let place = &mut seen[magic_index(subset | !mask, mask, magics[square.index()])];
                    assert_eq!(*place.get_or_insert(attacks), attacks, "{square}");
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn look_up_equals_walking_the_rays_for_every_set_of_blockers() {
        for (lookups, directions, attacks) in [
            (&ROOKS, &ROOK_DIRECTIONS, rook_attacks as fn(Square, Bitboard) -> Bitboard),
            (&BISHOPS, &BISHOP_DIRECTIONS, bishop_attacks),
        ] {
            for square in Bitboard::ALL {
                let mask = lookups[square.index()].mask;
                let mut subset = 0u64;
                loop {
                    // Pieces off the rays must not matter.
                    for occupied in [subset, subset | !mask & !slide(square, Bitboard::EMPTY, directions).0] {
                        assert_eq!(attacks(square, Bitboard(occupied)), slide(square, Bitboard(occupied), directions));
                    }
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }
}
