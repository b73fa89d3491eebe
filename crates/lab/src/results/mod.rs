//! Games reduced to what statistics need: who played whom, with what result, in which pair, and how it ended.
//!
//! | question | file |
//! | --- | --- |
//! | what is read from a PGN file, and how are pairs found? | `pgn.rs`, `pairs.rs` |
//! | what has one player scored against another? | `head_to_head.rs` |
//! | how did it look after each game? | `history.rs` |
//! | who has played whom? | `field.rs` |
//! | what is taken from the record of a match? | `record.rs` |

mod field;
mod head_to_head;
mod history;
mod pairs;
mod pgn;
mod record;

use std::collections::{HashMap, HashSet};

pub use field::Field;
pub use head_to_head::HeadToHead;
pub use history::{History, Moment};
pub use pgn::read_pgn;
use serde::{Deserialize, Serialize};

use crate::matches::Spent;

/// A finished game. Players are indices into [`Results::names`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Who had White.
    pub white: usize,
    /// Who had Black.
    pub black: usize,
    /// White's half points: 0, 1 or 2.
    pub half_points: u8,
    /// The number of its pair, if it is one of a pair.
    pub pair: Option<u64>,
    /// The number of its opening, if that is known.
    pub opening: Option<u64>,
    /// What ended it.
    pub ending: Ending,
    /// The same in words; empty if it is not known.
    pub reason: String,
    /// How many half-moves were played, if that is known.
    pub plies: Option<u32>,
    /// What its moves hash to, if they are known.
    pub line: Option<u64>,
    /// White's half points when an adjudicated game was played on, if it was.
    pub played_on: Option<u8>,
    /// What each side spent, White first, if that is known.
    pub spent: Option<[Spent; 2]>,
}

/// The kinds of ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The rules of the game.
    Rules,
    /// A verdict before the rules had their say.
    Adjudicated,
    /// A fault of the loser's program: time, illegal move, crash.
    Fault,
    /// Not known.
    #[default]
    Unknown,
}

/// Games with the names of their players.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The players, in the order in which they first had White (or else Black).
    pub names: Vec<String>,
    /// The games, in their order.
    pub games: Vec<Played>,
    /// How many games had no result.
    pub unfinished: usize,
}

impl Results {
    /// The index of a player, if the name is known.
    pub fn player(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// How many games are the same, move for move, as an earlier one of the same players with the same colours.
    pub fn repeated(&self) -> u64 {
        let mut seen = HashSet::new();
        let known = self.games.iter().filter_map(|game| Some((game.white, game.black, game.opening, game.line?)));
        known.filter(|game| !seen.insert(*game)).count() as u64
    }

    /// Only the games between these two.
    pub fn between(&self, first: usize, second: usize) -> impl Iterator<Item = &Played> + Clone {
        let theirs = [(first, second), (second, first)];
        self.games.iter().filter(move |game| theirs.contains(&(game.white, game.black)))
    }
}

/// Gives names their numbers.
#[derive(Default)]
struct Names {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_repeated_if_players_colours_opening_and_moves_are_the_same() {
        let game = |white, opening, line| Played {
            white,
            black: 1 - white,
            opening: Some(opening),
            line: Some(line),
            ..Played::default()
        };
        let unknown = Played { line: None, ..game(0, 7, 5) };
        let games = vec![
            game(0, 7, 5),
            game(1, 7, 5),
            game(0, 8, 5),
            game(0, 7, 6),
            game(0, 7, 5),
            game(0, 7, 5),
            unknown.clone(),
            unknown,
        ];
        assert_eq!(Results { games, ..Results::default() }.repeated(), 2);
    }
}
