//! Mates that are proven: a solver that tries everything, and positions it has solved.

use rules::{Chess, Move, Position};

/// A position whose distance to mate is proven.
#[derive(Clone, Debug)]
pub struct Known {
    /// Moves to mate with best play: positive if the side to move mates, negative if it is mated.
    pub moves: i32,
    /// The position.
    pub position: Position<Chess>,
}

/// Proven positions for both colours, short ones first: those of `mates.txt` and their flips.
pub fn known() -> Vec<Known> {
    let read = |line: &str| {
        let (moves, fen) = line.split_once(' ')?;
        Some(Known { moves: moves.parse().ok()?, position: fen.parse().ok()? })
    };
    let mut known: Vec<Known> = include_str!("mates.txt").lines().filter_map(read).collect();
    let flipped = known.iter().map(|one| Known { moves: one.moves, position: one.position.flipped() });
    known = known.iter().cloned().zip(flipped).flat_map(|(one, other)| [one, other]).collect();
    known.sort_by_key(|one| one.moves.abs());
    known
}

/// In how many moves the side to move mates at least, if it can within so many.
pub fn mate_in(position: &Position<Chess>, most: u32) -> Option<u32> {
    (1..=most).find(|moves| key_move(position, *moves).is_some())
}

/// In how many moves the side to move is mated with best play, if within so many; 0 if it is.
pub fn mated_in(position: &Position<Chess>, most: u32) -> Option<u32> {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check().then_some(0);
    }
    let mut longest = 0;
    for reply in &replies {
        longest = longest.max(mate_in(&position.after(*reply), most)?);
    }
    Some(longest)
}

/// A move that mates in at most so many moves.
pub fn key_move(position: &Position<Chess>, moves: u32) -> Option<Move> {
    let legal = position.legal_moves();
    let checks_first = legal.iter().filter(|mv| position.gives_check(**mv));
    let others = legal.iter().filter(|mv| moves > 1 && !position.gives_check(**mv));
    checks_first.chain(others).copied().find(|mv| is_mated_within(&position.after(*mv), moves - 1))
}

fn is_mated_within(position: &Position<Chess>, moves: u32) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.in_check();
    }
    moves > 0 && replies.iter().all(|reply| key_move(&position.after(*reply), moves).is_some())
}

#[cfg(test)]
mod tests {
    use uci::genfens::Random;

    use super::*;
    use crate::doctor::positions::game;

    #[test]
    fn every_known_mate_is_proven() {
        let known = known();
        assert!(known.len() >= 60, "{}", known.len());
        // Those in three take long; they were proven when they were found.
        for one in known.iter().filter(|one| one.moves.abs() <= 2) {
            let found = match one.moves {
                1.. => mate_in(&one.position, one.moves.unsigned_abs()).map(|moves| moves as i32),
                _ => mated_in(&one.position, one.moves.unsigned_abs()).map(|moves| -(moves as i32)),
            };
            assert_eq!(found, Some(one.moves), "{}", one.position);
        }
    }

    /// Prints lines for `mates.txt`: `cargo test -p adoube-lab finds_mates -- --ignored --nocapture`.
    #[test]
    #[ignore = "a tool, not a test"]
    fn finds_mates() {
        let mut random = Random::new(2024);
        let mut wanted = std::collections::BTreeMap::from([(1, 8), (2, 12), (3, 10), (-1, 8), (-2, 8)]);
        while wanted.values().any(|left| *left > 0) {
            let plies = 30 + random.below(120) as usize;
            let position = *game(&mut random, plies).position();
            // Large boards take the solver too long, and a reader too.
            let most = if position.legal_moves().len() <= 26 { 3 } else { 2 };
            let found = mate_in(&position, most);
            let line = found.map(|moves| (moves as i32, position));
            let after = found.filter(|moves| *moves >= 2).and_then(|moves| {
                let next = position.after(key_move(&position, moves)?);
                Some((-(mated_in(&next, moves - 1)? as i32), next))
            });
            for (moves, position) in line.into_iter().chain(after) {
                if let Some(left) = wanted.get_mut(&moves).filter(|left| **left > 0) {
                    *left -= 1;
                    println!("{moves} {position}");
                }
            }
        }
    }
}
