//! The score of the first player while a match goes on.

use std::collections::HashMap;

use super::record::GameRecord;
use crate::statistics::{Pentanomial, Trinomial};

/// The results of one player against another.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Game by game.
    pub games: Trinomial,
    /// Pair by pair, those that are complete.
    pub pairs: Pentanomial,
    open: HashMap<u64, u8>,
}

impl Tally {
    /// Counts a game, if the player has played it.
    pub fn record(&mut self, record: &GameRecord, player: &str) {
        let Some(half_points) = record.half_points(player) else { return };
        self.games.record(half_points);
        match self.open.remove(&record.pair) {
            Some(other) => self.pairs.record(other + half_points),
            None => drop(self.open.insert(record.pair, half_points)),
        }
    }
}
