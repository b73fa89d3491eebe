//! Results from the records of a match.

use super::{Ending, Names, Played, Results};
use crate::matches::{GameRecord, Reason};

impl Results {
    /// The games of a match. Players are numbered in the order of `players`; others that turn up come after them.
    pub fn from_records<'a>(records: impl IntoIterator<Item = &'a GameRecord>, players: &[&str]) -> Self {
        let mut names = Names::default();
        players.iter().for_each(|name| {
            names.number(name);
        });
        let games = records.into_iter().map(|record| Played {
            white: names.number(&record.white),
            black: names.number(&record.black),
            half_points: record.result.white_half_points(),
            pair: Some(record.pair),
            opening: Some(record.opening),
            ending: Ending::from(record.reason),
            reason: record.reason.to_string(),
            plies: Some(record.plies),
            line: record.line,
            played_on: record.played_on.map(|result| result.white_half_points()),
            spent: Some(record.spent),
        });
        let games = games.collect();
        Self { games, names: names.names, unfinished: 0 }
    }
}

impl From<Reason> for Ending {
    fn from(reason: Reason) -> Self {
        if reason.is_fault() {
            Self::Fault
        } else if reason.is_adjudication() {
            Self::Adjudicated
        } else {
            Self::Rules
        }
    }
}
