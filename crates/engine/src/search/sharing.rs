//! How threads keep out of each other's way: a move that another thread is searching at this moment is put off until the
//! rest of the node is done. By then the table often knows its score, and meanwhile the threads have searched different
//! moves. (Tom Kerrigan's simplified ABDADA.)

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rules::{Key, Move};

/// Moves nearer to the leaves are searched sooner than they are looked up.
pub(super) const LEAST_DEPTH: i32 = 3;
const SLOTS: usize = 1 << 14;

/// Which moves are being searched. It is a hint: a slot that another move has taken over costs some work twice.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Box<[AtomicU64]>,
}

impl Busy {
    pub(super) fn new() -> Self {
        Self { slots: std::iter::repeat_with(AtomicU64::default).take(SLOTS).collect() }
    }

    /// A number for a move in a position.
    pub(super) fn number(key: Key, mv: Move) -> u64 {
        key.0 ^ u64::from(mv.bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    fn slot(&self, number: u64) -> &AtomicU64 {
        &self.slots[(number >> 20) as usize % SLOTS]
    }

    /// Whether somebody is searching a move.
    pub(super) fn is_searched(&self, number: u64) -> bool {
        self.slot(number).load(Relaxed) == number
    }

    pub(super) fn begin(&self, number: u64) {
        self.slot(number).store(number, Relaxed);
    }

    pub(super) fn end(&self, number: u64) {
        // Whoever has taken over the slot meanwhile keeps it.
        let _ = self.slot(number).compare_exchange(number, 0, Relaxed, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_its_beginning_to_its_end_and_in_its_position_only() {
        let busy = Busy::new();
        let number = |key, mv| Busy::number(Key(key), Move::from_bits(mv));
        busy.begin(number(17, 5));
        assert!(busy.is_searched(number(17, 5)));
        assert!(!busy.is_searched(number(17, 6)) && !busy.is_searched(number(18, 5)));
        busy.end(number(17, 5));
        assert!(!busy.is_searched(number(17, 5)));
    }
}
