//! Counting how often a position has occurred, and seeing that it can be made to occur again.

use crate::attacks::between;
use crate::position::{Key, Position};
use crate::rules::Rules;

/// The repetition keys of the positions before the current one, oldest first. A search pushes and pops; a
/// [`Game`](super::Game) only pushes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyHistory {
    keys: Vec<Key>,
}

impl KeyHistory {
    /// Adds a position that is about to be left by a move.
    #[inline]
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
    }

    /// Takes the last position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many plies back each earlier occurrence of a position lies, nearest first. No capture or pawn move can be
    /// taken back, so only the plies since the last one are looked at.
    pub fn occurrences<R: Rules>(&self, position: &Position<R>) -> impl Iterator<Item = usize> + '_ {
        let key = position.repetition_key();
        let reversible = position.halfmove_clock() as usize;
        let back = self.keys.iter().rev().enumerate().take(reversible);
        // The same side must be to move, and coming back takes at least four plies.
        back.skip(3).step_by(2).filter(move |(_, earlier)| **earlier == key).map(|(index, _)| index + 1)
    }

    /// Whether the side to move can repeat an earlier position with a single move. Only positions fewer than `within` plies back
    /// count: in a search at a given ply, those after the root.
    pub fn can_repeat<R: Rules>(&self, position: &Position<R>, within: usize) -> bool {
        let reversible = (position.halfmove_clock() as usize).min(within.saturating_sub(1));
        let key = position.repetition_key();
        let occupied = position.occupied();
        let us = position.side_to_move();
        self.keys.iter().rev().enumerate().take(reversible).skip(2).step_by(2).any(|(_, earlier)| {
            let Some((a, b)) = R::CUCKOO.find(key ^ *earlier) else { return false };
            let mover = if occupied.has(a) { a } else { b };
            let is_ours = position.of_color(us).has(mover);
            is_ours && (between(a, b) & occupied).is_empty()
        })
    }
}
