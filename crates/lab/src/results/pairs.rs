//! Which games belong together: two of the same players from the same opening, with colours reversed.

use std::collections::HashMap;
use std::hash::Hash;

/// What a file says about a game that helps to find its partner.
pub(super) struct Clue<'a> {
    pub(super) white: usize,
    pub(super) black: usize,
    /// The start position, empty for the usual one.
    pub(super) opening: &'a str,
    /// The round without its part after a point, empty if unknown.
    pub(super) round: &'a str,
}

/// The number of each game's pair. Partners have the same players with colours reversed, the same start position and the
/// same round. Where no two games of the file fit so, because every game is its own round, the round is left out and games
/// are paired in the order of the file.
pub(super) fn find_pairs(clues: &[Clue<'_>]) -> Vec<Option<u64>> {
    let by_round = match_up(clues, |clue| (clue.opening, clue.round));
    if by_round.iter().any(Option::is_some) { by_round } else { match_up(clues, |clue| clue.opening) }
}

fn match_up<'a, K: Hash + Eq>(clues: &[Clue<'a>], place: impl Fn(&Clue<'a>) -> K) -> Vec<Option<u64>> {
    let mut pairs = vec![None; clues.len()];
    let mut alone: HashMap<(usize, usize, K), Vec<usize>> = HashMap::new();
    let mut next = 0;
    for (index, clue) in clues.iter().enumerate().filter(|(_, clue)| clue.white != clue.black) {
        let waiting = alone.get_mut(&(clue.black, clue.white, place(clue)));
        // The latest that waits: its partner is near, while an older one may have lost its own.
        match waiting.and_then(Vec::pop) {
            Some(partner) => {
                (pairs[partner], pairs[index]) = (Some(next), Some(next));
                next += 1;
            }
            None => alone.entry((clue.white, clue.black, place(clue))).or_default().push(index),
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs_of(games: &[(usize, usize, &str, &str)]) -> Vec<Option<u64>> {
        let clue = |&(white, black, opening, round)| Clue { white, black, opening, round };
        find_pairs(&games.iter().map(clue).collect::<Vec<_>>())
    }

    #[test]
    fn games_of_a_round_are_paired_though_they_end_out_of_order() {
        let games = [(0, 1, "", "1"), (1, 0, "", "2"), (1, 0, "", "1"), (0, 1, "", "2"), (0, 1, "", "3")];
        assert_eq!(pairs_of(&games), [Some(0), Some(1), Some(0), Some(1), None]);
    }

    #[test]
    fn games_with_a_round_each_are_paired_by_their_opening() {
        let games = [(0, 1, "a", "1"), (0, 1, "b", "2"), (1, 0, "a", "3"), (1, 0, "b", "4"), (1, 0, "c", "5")];
        assert_eq!(pairs_of(&games), [Some(0), Some(1), Some(0), Some(1), None]);
    }

    #[test]
    fn equal_colours_other_players_and_other_openings_make_no_pair() {
        let games = [(0, 1, "a", "1"), (0, 1, "a", "1"), (2, 0, "a", "1"), (1, 0, "b", "1"), (3, 3, "a", "1")];
        assert_eq!(pairs_of(&games), [None; 5]);
    }
}
