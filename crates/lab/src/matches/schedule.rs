//! Who plays whom, with which colours, from which opening: all known from a game's number alone.

use super::settings::Format;

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game's number, from 0.
    pub game: u64,
    /// Its pair's number; the two games of a pair follow each other.
    pub pair: u64,
    /// The round: every pair of players meets once in a round, all from the same opening.
    pub round: u64,
    /// Who has White, by index.
    pub white: usize,
    /// Who has Black, by index.
    pub black: usize,
}

/// All games of a match or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    encounters: Vec<(usize, usize)>,
    rounds: u64,
}

impl Schedule {
    /// The games of so many players, of whom those who meet play so many pairs of games.
    pub fn new(players: usize, format: Format, pairs: u64) -> Self {
        let first_players = if format == Format::Gauntlet { 1 } else { players };
        let of_first = |first| (first + 1..players).map(move |second| (first, second));
        Self { encounters: (0..first_players).flat_map(of_first).collect(), rounds: pairs }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.rounds * self.encounters.len() as u64 * 2
    }

    /// How many openings are needed.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Who meets whom.
    pub fn encounters(&self) -> &[(usize, usize)] {
        &self.encounters
    }

    /// A game by its number; `None` if there are not so many.
    pub fn game(&self, game: u64) -> Option<Pairing> {
        let pair = game / 2;
        let meetings = self.encounters.len() as u64;
        let round = pair.checked_div(meetings).filter(|round| *round < self.rounds)?;
        let (first, second) = self.encounters[(pair % meetings) as usize];
        let (white, black) = if game.is_multiple_of(2) { (first, second) } else { (second, first) };
        Some(Pairing { game, pair, round, white, black })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn counts(schedule: &Schedule) -> BTreeMap<(usize, usize), usize> {
        let mut counts = BTreeMap::new();
        for number in 0..schedule.games() {
            let game = schedule.game(number).unwrap();
            *counts.entry((game.white, game.black)).or_default() += 1;
        }
        assert_eq!(schedule.game(schedule.games()), None);
        counts
    }

    #[test]
    fn each_meets_each_as_often_with_either_colour() {
        let found = counts(&Schedule::new(4, Format::RoundRobin, 3));
        assert_eq!(found.len(), 12);
        assert!(found.values().all(|count| *count == 3));
    }

    #[test]
    fn in_a_gauntlet_all_games_are_the_firsts() {
        let found = counts(&Schedule::new(4, Format::Gauntlet, 5));
        assert_eq!(found.len(), 6);
        assert!(found.iter().all(|((white, black), count)| *count == 5 && (*white == 0 || *black == 0)));
    }

    #[test]
    fn the_games_of_a_pair_differ_in_colours_alone() {
        let schedule = Schedule::new(3, Format::RoundRobin, 2);
        for pair in 0..schedule.games() / 2 {
            let (one, two) = (schedule.game(2 * pair).unwrap(), schedule.game(2 * pair + 1).unwrap());
            assert_eq!((one.white, one.black, one.pair, one.round), (two.black, two.white, two.pair, two.round));
        }
    }

    #[test]
    fn nobody_plays_alone() {
        assert_eq!(Schedule::new(1, Format::RoundRobin, 3).games(), 0);
        assert_eq!(Schedule::new(1, Format::RoundRobin, 3).game(0), None);
    }
}
