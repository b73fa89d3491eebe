//! How games ended, how long they were, and what was spent on them.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::results::{Ending, Results};
use crate::statistics::Trinomial;

/// Games that ended in the same way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingRow {
    /// The kind of ending.
    pub ending: Ending,
    /// The reason in words; empty if it is not known.
    pub reason: String,
    /// Their results, as White sees them.
    pub results: Trinomial,
    /// Who lost how many of them, if it is a fault.
    pub losers: Vec<(String, u64)>,
    /// How many of them were played on to see whether the verdict was right.
    pub played_on: u64,
    /// How many of those came to another result.
    pub changed: u64,
}

/// Endings, faults first and otherwise the most frequent first.
pub(super) fn endings(results: &Results) -> Vec<EndingRow> {
    let mut rows: BTreeMap<(Ending, &str), EndingRow> = BTreeMap::new();
    let mut losers: BTreeMap<(Ending, &str), BTreeMap<usize, u64>> = BTreeMap::new();
    for game in &results.games {
        let key = (game.ending, game.reason.as_str());
        let row = rows.entry(key).or_insert_with(|| EndingRow {
            ending: game.ending,
            reason: game.reason.clone(),
            results: Trinomial::default(),
            losers: Vec::new(),
            played_on: 0,
            changed: 0,
        });
        row.results.record(game.half_points);
        row.played_on += u64::from(game.played_on.is_some());
        row.changed += u64::from(game.played_on.is_some_and(|later| later != game.half_points));
        if game.ending == Ending::Fault && game.half_points != 1 {
            let loser = if game.half_points == 0 { game.white } else { game.black };
            *losers.entry(key).or_default().entry(loser).or_default() += 1;
        }
    }
    for (key, players) in losers {
        if let Some(row) = rows.get_mut(&key) {
            row.losers = players.into_iter().map(|(player, count)| (results.names[player].clone(), count)).collect();
        }
    }
    let mut rows: Vec<EndingRow> = rows.into_values().collect();
    let count = |row: &EndingRow| row.results.wins + row.results.draws + row.results.losses;
    rows.sort_by_key(|row| (row.ending != Ending::Fault, std::cmp::Reverse(count(row))));
    rows
}

/// How long games were, in moves of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// How many games' lengths are known.
    pub games: u64,
    /// The average, in moves.
    pub mean: f64,
    /// As many games were shorter as were longer.
    pub median: u32,
    /// The shortest.
    pub shortest: u32,
    /// The longest.
    pub longest: u32,
    /// How many games had 0 to 9, 10 to 19 ... moves; decided ones and drawn ones.
    pub by_ten: Vec<[u64; 2]>,
}

impl Lengths {
    pub(super) fn of(results: &Results) -> Option<Self> {
        let known = results.games.iter().filter_map(|game| Some((game.plies?.div_ceil(2), game.half_points == 1)));
        let mut moves: Vec<(u32, bool)> = known.collect();
        moves.sort_unstable();
        let (shortest, longest) = (moves.first()?.0, moves.last()?.0);
        // The longest games, far from all others, share the last column.
        let mut by_ten = vec![[0; 2]; longest.min(299) as usize / 10 + 1];
        for (length, is_draw) in &moves {
            by_ten[(*length).min(299) as usize / 10][usize::from(*is_draw)] += 1;
        }
        let total: u64 = moves.iter().map(|(length, _)| u64::from(*length)).sum();
        let mean = total as f64 / moves.len() as f64;
        let median = moves[moves.len() / 2].0;
        Some(Self { games: moves.len() as u64, mean, median, shortest, longest, by_ten })
    }
}

/// What a player spent on all its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effort {
    /// The player.
    pub player: String,
    /// Moves it thought about.
    pub moves: u64,
    /// Milliseconds for each move, on average.
    pub ms_per_move: f64,
    /// Nodes for each move, on average.
    pub nodes_per_move: f64,
    /// Nodes each second.
    pub nodes_per_second: f64,
    /// Plies, on average.
    pub depth: f64,
}

pub(super) fn efforts(results: &Results) -> Vec<Effort> {
    let mut sums: BTreeMap<usize, (u64, f64, u64, u64)> = BTreeMap::new();
    for game in &results.games {
        let Some(spent) = game.spent else { continue };
        for (player, spent) in [game.white, game.black].into_iter().zip(spent) {
            let sum = sums.entry(player).or_default();
            sum.0 += u64::from(spent.moves);
            sum.1 += spent.seconds;
            sum.2 += spent.nodes;
            sum.3 += spent.depths;
        }
    }
    let effort = |(player, (moves, seconds, nodes, depths)): (usize, (u64, f64, u64, u64))| {
        let each = moves.max(1) as f64;
        Effort {
            player: results.names[player].clone(),
            moves,
            ms_per_move: seconds * 1000.0 / each,
            nodes_per_move: nodes as f64 / each,
            nodes_per_second: if seconds > 0.0 { nodes as f64 / seconds } else { 0.0 },
            depth: depths as f64 / each,
        }
    };
    sums.into_iter().map(effort).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Played;

    #[test]
    fn faults_come_first_and_name_the_loser() {
        let game = |half_points, ending, reason: &str, plies| Played {
            black: 1,
            half_points,
            ending,
            reason: reason.to_owned(),
            plies: Some(plies),
            ..Played::default()
        };
        let games = vec![
            game(1, Ending::Rules, "repetition", 80),
            game(1, Ending::Rules, "repetition", 81),
            game(2, Ending::Fault, "loss on time", 7),
            Played { played_on: Some(1), ..game(0, Ending::Adjudicated, "resignation", 60) },
        ];
        let results = Results { names: vec!["A".to_owned(), "B".to_owned()], games, unfinished: 0 };
        let rows = endings(&results);
        assert_eq!(rows[0].losers, [("B".to_owned(), 1)]);
        assert_eq!(rows[1].results, Trinomial::new(0, 2, 0));
        assert_eq!((rows[2].played_on, rows[2].changed), (1, 1));
        let lengths = Lengths::of(&results).unwrap();
        assert_eq!((lengths.shortest, lengths.median, lengths.longest), (4, 40, 41));
        assert_eq!(lengths.by_ten[4], [0, 2]);
    }
}
