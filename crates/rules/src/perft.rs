//! Counting the leaves of the tree of legal moves: the classical test of a move generator.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// The number of positions after `depth` legal moves. The last ply is counted without being played.
///
/// ```
/// use adoube_rules::{Chess, Position, perft};
/// assert_eq!(perft(&Position::<Chess>::start(), 4), 197_281);
/// ```
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => count(&mut position.clone(), depth),
    }
}

fn count<R: Rules>(position: &mut Position<R>, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_legal_moves() as u64;
    }
    let mut nodes = 0;
    for &mv in &position.legal_moves() {
        let undo = position.make(mv);
        nodes += count(position, depth - 1);
        position.unmake(mv, undo);
    }
    nodes
}

/// How to count: with how many threads, and with how large a table of known subtrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// How many threads count.
    pub threads: usize,
    /// The size of the table in MiB; 0 for none.
    pub hash_mib: usize,
}

impl Default for PerftOptions {
    fn default() -> Self {
        Self { threads: 1, hash_mib: 0 }
    }
}

/// How far a count has come: subtrees done, subtrees in all, leaves so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftProgress {
    /// How many parts of the work are done.
    pub done: usize,
    /// How many parts there are.
    pub total: usize,
    /// The leaves counted so far.
    pub nodes: u64,
}

/// The number of leaves behind each legal move, in the order of generation. `progress` is called from the counting
/// threads whenever a part of the work is done.
pub fn divide<R: Rules>(
    position: &Position<R>,
    depth: u32,
    options: PerftOptions,
    progress: &(dyn Fn(PerftProgress) + Sync),
) -> Vec<(Move, u64)> {
    let roots = position.legal_moves();
    if depth == 0 {
        return Vec::new();
    }
    // Two plies below the root there are enough subtrees to keep all threads busy to the end.
    let mut parts = Vec::new();
    for (root, mv) in roots.iter().enumerate() {
        let child = position.after(*mv);
        if depth <= 3 {
            parts.push((root, child, depth - 1));
        } else {
            parts.extend(child.legal_moves().iter().map(|reply| (root, child.after(*reply), depth - 2)));
        }
    }

    let table = (options.hash_mib > 0).then(|| PerftTable::new(options.hash_mib));
    let counts: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done, nodes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some((root, child, depth)) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = match &table {
                Some(table) => table.perft(child, *depth),
                None => perft(child, *depth),
            };
            counts[*root].fetch_add(count, Ordering::Relaxed);
            let nodes = nodes.fetch_add(count, Ordering::Relaxed) + count;
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(PerftProgress { done, total: parts.len(), nodes });
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads {
            scope.spawn(work);
        }
        work();
    });
    roots.iter().zip(counts).map(|(mv, count)| (*mv, count.into_inner())).collect()
}

/// Counts of subtrees met before, shared by all threads.
///
/// An entry is two words, `key ^ count` and `count`: if two threads write one entry at once, the words no longer fit
/// each other and the entry is as good as empty.
struct PerftTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl PerftTable {
    fn new(mib: usize) -> Self {
        let count = (mib << 20) / size_of::<[AtomicU64; 2]>();
        Self { entries: std::iter::repeat_with(Default::default).take(count).collect() }
    }

    fn perft<R: Rules>(&self, position: &Position<R>, depth: u32) -> u64 {
        if depth <= 1 {
            return perft(position, depth);
        }
        // The same position at another depth is another entry.
        let key = position.key().0 ^ u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (u128::from(key) * self.entries.len() as u128) >> 64;
        let [check, count] = &self.entries[place as usize];
        let known = count.load(Ordering::Relaxed);
        if known != 0 && check.load(Ordering::Relaxed) ^ known == key {
            return known;
        }
        let total = position.legal_moves().iter().map(|mv| self.perft(&position.after(*mv), depth - 1)).sum();
        check.store(key ^ total, Ordering::Relaxed);
        count.store(total, Ordering::Relaxed);
        total
    }
}
