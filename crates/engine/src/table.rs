//! The transposition table: what is known of positions met before, shared by all threads without locks.
//!
//! A cluster is half a cache line: three entries of eight bytes and a word of three check sums. An entry's check sum
//! mixes the position's key with the entry itself, so a word torn between two threads, or a check sum that belongs to
//! another entry, reads as "unknown". Nothing else has to be right for the search to be: moves from the table are
//! tested for legality, and a lost entry is only lost work.
//!
//! ```text
//! entry    63..48      47..32   31..16   15..8    7..6    5    4..0
//!          evaluation  score    move     depth    bound   PV   age
//! ```

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rules::{Key, Move, fault};

use crate::memory::prefer_huge_pages;
use crate::score::Score;

/// What a stored score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this: no move raised alpha.
    Upper,
    /// The true score is at least this: a move reached beta.
    Lower,
    /// This is the true score.
    Exact,
}

impl Bound {
    /// What the best score found says, given the window it was searched with: only an open window that was raised
    /// without being left gives an exact score.
    pub fn of(best: Score, alpha: Score, beta: Score, is_pv: bool) -> Self {
        if best >= beta {
            Self::Lower
        } else if is_pv && best > alpha {
            if fault!(HealthyNoExactBounds) { Self::Lower } else { Self::Exact }
        } else if fault!(ExactOnFailLow) {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The best move, or [`Move::NONE`]. It may belong to another position: test its legality.
    pub mv: Move,
    /// The score, if one was stored.
    pub score: Score,
    /// What the score is worth.
    pub bound: Bound,
    /// How deep it was searched.
    pub depth: i32,
    /// The static evaluation, if one was stored.
    pub evaluation: Option<Score>,
    /// Whether the position once lay in a principal variation.
    pub was_pv: bool,
}

impl Known {
    /// Whether the score decides a search with this window.
    #[inline]
    pub fn decides(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

const ENTRIES: usize = 3;
const AGES: u8 = 32;
/// Depths down to this one can be stored: quiescence lies just below zero.
const LOWEST_DEPTH: i32 = -8;
const NO_EVALUATION: i16 = i16::MIN;

#[derive(Default)]
#[repr(align(32))]
struct Cluster {
    checks: AtomicU64,
    entries: [AtomicU64; ENTRIES],
}

const fn pack(known: &Known, score: i16, age: u8) -> u64 {
    let evaluation = match known.evaluation {
        Some(evaluation) => evaluation.value() as i16,
        None => NO_EVALUATION,
    };
    let bound = match known.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    (evaluation as u16 as u64) << 48
        | (score as u16 as u64) << 32
        | (known.mv.bits() as u64) << 16
        | (((known.depth - LOWEST_DEPTH) as u8) as u64) << 8
        | bound << 6
        | (known.was_pv as u64) << 5
        | age as u64
}

fn unpack(entry: u64, ply: usize) -> Option<Known> {
    let bound = match entry >> 6 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let evaluation = (entry >> 48) as i16;
    Some(Known {
        mv: Move::from_bits((entry >> 16) as u16),
        score: Score::from_table((entry >> 32) as i16, ply),
        bound,
        depth: depth_of(entry),
        evaluation: (evaluation != NO_EVALUATION).then(|| Score::centipawns(evaluation.into())),
        was_pv: entry & 32 != 0,
    })
}

const fn depth_of(entry: u64) -> i32 {
    (entry >> 8 & 255) as i32 + LOWEST_DEPTH
}

/// Sixteen bits of the key, mixed with the entry they vouch for.
const fn check_sum(key: Key, entry: u64) -> u16 {
    let folded = entry ^ entry >> 32;
    key.0 as u16 ^ (folded ^ folded >> 16) as u16
}

/// The table. Its methods take `&self`: any number of threads may probe and store at once.
pub struct Table {
    clusters: Vec<Cluster>,
    age: AtomicU8,
}

/// The memory for a table cannot be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Hash: {mib} MiB; expected a size that fits in memory")]
pub struct TableSizeError {
    mib: usize,
}

fn empty_clusters(mib: usize) -> Result<Vec<Cluster>, TableSizeError> {
    let count = (mib.max(1) << 20) / size_of::<Cluster>();
    let mut clusters: Vec<Cluster> = Vec::new();
    clusters.try_reserve_exact(count).map_err(|_| TableSizeError { mib })?;
    prefer_huge_pages(clusters.spare_capacity_mut());
    clusters.resize_with(count, Cluster::default);
    Ok(clusters)
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} clusters)", self.clusters.len())
    }
}

impl Table {
    /// An empty table of so many MiB, at least one.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        Ok(Self { clusters: empty_clusters(mib)?, age: AtomicU8::new(0) })
    }

    /// Becomes an empty table of so many MiB. The old one's memory is given back first, so that the new one may need all
    /// there is; if that is not enough, it is as large as before.
    pub fn resize(&mut self, mib: usize, threads: usize) -> Result<(), TableSizeError> {
        let old = (self.clusters.len() * size_of::<Cluster>()) >> 20;
        if mib.max(1) == old {
            self.clear(threads);
            return Ok(());
        }
        self.clusters = Vec::new();
        let made = empty_clusters(mib);
        let is_refused = made.as_ref().err().copied();
        self.clusters = made.or_else(|_| empty_clusters(old)).or_else(|_| empty_clusters(1))?;
        self.age.store(0, Relaxed);
        is_refused.map_or(Ok(()), Err)
    }

    /// Forgets everything, with so many threads.
    pub fn clear(&self, threads: usize) {
        let part = self.clusters.len().div_ceil(threads.max(1));
        let clear = |clusters: &[Cluster]| {
            for cluster in clusters {
                cluster.checks.store(0, Relaxed);
                cluster.entries.iter().for_each(|entry| entry.store(0, Relaxed));
            }
        };
        std::thread::scope(|scope| {
            for clusters in self.clusters.chunks(part) {
                // What a machine that gives no more threads refuses is done here.
                if std::thread::Builder::new().spawn_scoped(scope, move || clear(clusters)).is_err() {
                    clear(clusters);
                }
            }
        });
        self.age.store(0, Relaxed);
    }

    /// Tells that a new search begins: what is there now may be replaced first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn cluster(&self, key: Key) -> &Cluster {
        // The high bits choose the cluster, the low ones make the check sum.
        let index = (u128::from(key.0) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Fetches a position's cluster into the cache, to be probed soon.
    #[inline]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch reads nothing and cannot fault; the address is that of a live cluster besides.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of a position, mates counted from the root at this ply.
    #[inline]
    pub fn probe(&self, key: Key, ply: usize) -> Option<Known> {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Relaxed);
        cluster.entries.iter().enumerate().find_map(|(index, entry)| {
            let entry = entry.load(Relaxed);
            let is_ours = (checks >> (16 * index)) as u16 == check_sum(key, entry);
            if is_ours { unpack(entry, ply) } else { None }
        })
    }

    /// Stores what has been found out of a position. Deep, recent and exact knowledge is not given up for less.
    pub fn store(&self, key: Key, ply: usize, known: &Known) {
        let cluster = self.cluster(key);
        let checks = cluster.checks.load(Relaxed);
        let age = self.age.load(Relaxed);
        let mut place = 0;
        let mut least_worth = i32::MAX;
        let mut known = *known;
        for (index, entry) in cluster.entries.iter().enumerate() {
            let entry = entry.load(Relaxed);
            let is_ours = (checks >> (16 * index)) as u16 == check_sum(key, entry);
            if is_ours && let Some(old) = unpack(entry, ply) {
                // A bound without a move keeps the move that was known.
                if known.mv == Move::NONE {
                    known.mv = old.mv;
                }
                let is_stale = (entry as u8) % AGES != age;
                let is_poorer =
                    known.bound != Bound::Exact && known.depth + 4 < old.depth && !fault!(HealthyAlwaysReplace);
                if is_poorer && !is_stale {
                    return;
                }
                place = index;
                break;
            }
            let years = i32::from((age + AGES - (entry as u8) % AGES) % AGES);
            let worth = if entry == 0 { i32::MIN } else { depth_of(entry) - 4 * years };
            if worth < least_worth && !(fault!(HealthyAlwaysReplace) && index > 0) {
                (least_worth, place) = (worth, index);
            }
        }
        known.depth = known.depth.clamp(LOWEST_DEPTH, 255 + LOWEST_DEPTH);
        let entry = pack(&known, known.score.to_table(ply), age);
        let shift = 16 * place;
        let others = checks & !(0xffff << shift);
        cluster.entries[place].store(entry, Relaxed);
        cluster.checks.store(others | u64::from(check_sum(key, entry)) << shift, Relaxed);
    }

    /// How many of a thousand entries belong to the current search.
    pub fn permille_full(&self) -> usize {
        let age = self.age.load(Relaxed);
        // Few enough that a search of a thousandth of a second does not mind.
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let entries = sample.iter().flat_map(|cluster| &cluster.entries).map(|entry| entry.load(Relaxed));
        let used = entries.filter(|entry| *entry != 0 && (*entry as u8) % AGES == age).count();
        used * 1000 / (sample.len() * ENTRIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32, bound: Bound, score: Score) -> Known {
        Known {
            mv: Move::from_bits(0x1234),
            score,
            bound,
            depth,
            evaluation: Some(Score::centipawns(-7)),
            was_pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let table = Table::new(1).unwrap();
        for (index, bound) in [Bound::Upper, Bound::Lower, Bound::Exact].into_iter().enumerate() {
            let key = Key(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(index as u64 + 1));
            let stored = known(index as i32 - 1, bound, Score::centipawns(-321));
            assert_eq!(table.probe(key, 5), None);
            table.store(key, 5, &stored);
            assert_eq!(table.probe(key, 5), Some(stored));
        }
    }

    #[test]
    fn mates_are_counted_from_the_position() {
        let table = Table::new(1).unwrap();
        let key = Key(77);
        for (stored, found) in [
            (Score::mate_in(9), Score::mate_in(14)),
            (Score::mated_in(8), Score::mated_in(13)),
            (Score::centipawns(50), Score::centipawns(50)),
        ] {
            table.clear(1);
            table.store(key, 4, &known(3, Bound::Exact, stored));
            assert_eq!(table.probe(key, 9).unwrap().score, found, "five plies further down");
        }
    }

    #[test]
    fn a_torn_entry_is_unknown() {
        let table = Table::new(1).unwrap();
        let key = Key(0xabcd);
        table.store(key, 0, &known(3, Bound::Exact, Score::DRAW));
        let cluster = table.cluster(key);
        for bit in 0..64 {
            let entry = cluster.entries[0].load(Relaxed);
            cluster.entries[0].store(entry ^ 1 << bit, Relaxed);
            assert_eq!(table.probe(key, 0), None, "bit {bit}");
            cluster.entries[0].store(entry, Relaxed);
        }
        assert!(table.probe(key, 0).is_some());
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_one_of_the_same_search() {
        let table = Table::new(1).unwrap();
        table.store(Key(5), 0, &known(20, Bound::Lower, Score::DRAW));
        table.store(Key(5), 0, &known(3, Bound::Lower, Score::DRAW));
        assert_eq!(table.probe(Key(5), 0).unwrap().depth, 20);
        table.grow_older();
        table.store(Key(5), 0, &known(3, Bound::Lower, Score::DRAW));
        assert_eq!(table.probe(Key(5), 0).unwrap().depth, 3);
    }

    #[test]
    fn clearing_with_several_threads_forgets_everything() {
        let table = Table::new(2).unwrap();
        for index in 0..10_000_u64 {
            table.store(Key(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)), 0, &known(1, Bound::Upper, Score::DRAW));
        }
        assert!(table.permille_full() > 0);
        table.clear(3);
        assert_eq!(table.permille_full(), 0);
        assert!((0..10_000_u64).all(|index| table.probe(Key(index.wrapping_mul(0x9e37_79b9_7f4a_7c15)), 0).is_none()));
    }
}
