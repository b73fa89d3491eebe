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

/// Whether the side to move can leave the other without a legal move within so many: by mate or by stalemate.
pub fn leaves_no_move_in(position: &Position<Chess>, moves: u32) -> bool {
    position.legal_moves().iter().any(|mv| {
        let after = position.after(*mv);
        after.legal_moves().iter().all(|reply| moves > 1 && leaves_no_move_in(&after.after(*reply), moves - 1))
    })
}

/// Whether the distance to mate is this one: positive if the side to move mates, negative if it is mated.
pub fn is_at(position: &Position<Chess>, moves: i32) -> bool {
    let longest = moves.unsigned_abs();
    let found = if moves > 0 { mate_in(position, longest) } else { mated_in(position, longest) };
    found == Some(longest)
}

/// A move that mates in at most so many moves.
pub fn key_move(position: &Position<Chess>, moves: u32) -> Option<Move> {
    let legal = position.legal_moves();
    let checks_first = legal.iter().filter(|mv| position.gives_check(**mv));
    let others = legal.iter().filter(|mv| moves > 1 && !position.gives_check(**mv));
    checks_first.chain(others).copied().find(|mv| is_mated_within(&position.after(*mv), moves - 1))
}

/// Whether a legal move mates in at most so many moves, itself counted.
pub fn mates(position: &Position<Chess>, mv: Move, moves: u32) -> bool {
    is_mated_within(&position.after(mv), moves.saturating_sub(1))
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
    use super::*;

    #[test]
    fn every_known_mate_is_proven() {
        let known = known();
        assert!(known.len() >= 60, "{}", known.len());
        for one in &known {
            assert!(is_at(&one.position, one.moves), "{}", one.position);
            assert!(!is_at(&one.position, one.moves + one.moves.signum()), "{}", one.position);
        }
    }
}
