//! Finds the magic numbers of `src/magics.rs` by random trial, from a fixed seed: run it to see that they are
//! reproducible (`cargo run --release -p adoube-rules --example find_magics`).

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares a slider sees from `from`; with `inner`, without the last square of each ray.
fn rays(from: usize, blockers: u64, directions: &[(i8, i8)], inner: bool) -> u64 {
    let on_board = |file: i8, rank: i8| (0..8).contains(&file) && (0..8).contains(&rank);
    let mut seen = 0;
    for &(df, dr) in directions {
        let (mut file, mut rank) = ((from % 8) as i8 + df, (from / 8) as i8 + dr);
        while on_board(file, rank) && (!inner || on_board(file + df, rank + dr)) {
            let bit = 1 << (8 * rank + file);
            seen |= bit;
            if blockers & bit != 0 {
                break;
            }
            (file, rank) = (file + df, rank + dr);
        }
    }
    seen
}

struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A multiplier that maps every set of blockers to an index of `mask.count_ones()` bits without harmful collision.
fn find(from: usize, directions: &[(i8, i8)], random: &mut SplitMix) -> u64 {
    let mask = rays(from, 0, directions, true);
    let shift = 64 - mask.count_ones();
    let mut subsets = vec![];
    let mut subset = 0u64;
    loop {
        subsets.push((subset, rays(from, subset, directions, false)));
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            break;
        }
    }
    let mut table = vec![(0u64, 0u64); subsets.len()];
    for trial in 1.. {
        // Few bits set make good multipliers.
        let magic = random.next() & random.next() & random.next();
        let fits = subsets.iter().all(|&(blockers, attacks)| {
            let slot = &mut table[(blockers.wrapping_mul(magic) >> shift) as usize];
            let free = slot.0 != trial || slot.1 == attacks;
            *slot = (trial, attacks);
            free
        });
        if fits {
            return magic;
        }
    }
    unreachable!("the loop only ends by returning")
}

fn main() {
    let mut random = SplitMix(0xad0b);
    for (name, directions) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        println!("pub(crate) const {name}: [u64; 64] = [");
        for from in 0..64 {
            println!("    {:#018x},", find(from, &directions, &mut random));
        }
        println!("];");
    }
}
