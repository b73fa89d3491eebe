//! King and pawn against king, solved: which positions are won. Worked out from the rules by going back from promotion,
//! for all squares of the attacking king at once, in well under a millisecond when it is first asked for.

use std::sync::LazyLock;

use rules::attacks::{king_attacks, pawn_attacks};
use rules::{Bitboard, Color, Square};

/// For each square of the pawn (files a to d, rank by rank from the second) and of the defending king: the squares of
/// the attacking king from which White wins, with White to move and with Black to move.
struct Won {
    white_to_move: [[Bitboard; 64]; 24],
    black_to_move: [[Bitboard; 64]; 24],
}

static WON: LazyLock<Box<Won>> = LazyLock::new(|| Box::new(solve()));

/// Works the table out now instead of when it is first needed.
pub(super) fn prepare() {
    LazyLock::force(&WON);
}

/// Whether the side with the pawn, which moves up the board, wins.
pub(super) fn is_won(king: Square, pawn: Square, defender: Square, attacker_to_move: bool) -> bool {
    let mirror = pawn.file() >= 4;
    let turn = |square: Square| if mirror { Square::at(7 - square.file(), square.rank()) } else { square };
    let (king, pawn, defender) = (turn(king), turn(pawn), turn(defender));
    let Some(slice) = slice_of(pawn) else { return false };
    let table = if attacker_to_move { &WON.white_to_move } else { &WON.black_to_move };
    table[slice][defender.index()].has(king)
}

/// The place of a pawn's square in the table.
fn slice_of(pawn: Square) -> Option<usize> {
    let rank = usize::from(pawn.rank());
    (1..7).contains(&rank).then(|| (rank - 1) * 4 + usize::from(pawn.file() & 3))
}

fn solve() -> Won {
    let mut won = Won { white_to_move: [[Bitboard::EMPTY; 64]; 24], black_to_move: [[Bitboard::EMPTY; 64]; 24] };
    // A pawn's move leads to a higher rank, so the higher ranks are solved first.
    for rank in (1..7).rev() {
        for file in 0..4 {
            solve_pawn(&mut won, Square::at(file, rank));
        }
    }
    won
}

/// Solves all positions of one pawn: wins are added until none is left to add.
fn solve_pawn(won: &mut Won, pawn: Square) {
    let Some(slice) = slice_of(pawn) else { return };
    let attacked = pawn_attacks(Color::White, pawn);
    for defender in Bitboard::ALL {
        won.white_to_move[slice][defender.index()] = wins_by_pawn(won, pawn, defender);
    }
    loop {
        let mut changed = false;
        for defender in Bitboard::ALL - Bitboard::of(pawn) {
            let apart = !(king_attacks(defender) | Bitboard::of(defender) | Bitboard::of(pawn));
            // Black to move: every legal move must lose, and there must be one, or it is stalemate or mate.
            let (mut escapes, mut has_move) = (Bitboard::EMPTY, Bitboard::EMPTY);
            for to in king_attacks(defender) - attacked {
                let legal = apart - king_attacks(to) - Bitboard::of(to);
                has_move |= legal;
                // A pawn that can be taken is a draw.
                escapes |= if to == pawn { legal } else { legal - won.white_to_move[slice][to.index()] };
            }
            let mate = if attacked.has(defender) { Bitboard::ALL } else { Bitboard::EMPTY };
            let lost = (apart & (has_move | mate)) - escapes;

            // White to move: a king's move into one of these, or a pawn's move. A pawn's check cannot stand.
            let mut wins = won.white_to_move[slice][defender.index()];
            if !attacked.has(defender) {
                for king in lost {
                    wins |= king_attacks(king) & apart;
                }
            }
            changed |= lost != won.black_to_move[slice][defender.index()];
            changed |= wins != won.white_to_move[slice][defender.index()];
            won.black_to_move[slice][defender.index()] = lost;
            won.white_to_move[slice][defender.index()] = wins;
        }
        if !changed {
            return;
        }
    }
}

/// The attacking king's squares from which a pawn's move wins.
fn wins_by_pawn(won: &Won, pawn: Square, defender: Square) -> Bitboard {
    let next = pawn.offset(8);
    let apart = !(king_attacks(defender) | Bitboard::of(defender) | Bitboard::of(pawn) | Bitboard::of(next));
    if defender == next || defender == pawn || pawn_attacks(Color::White, pawn).has(defender) {
        return Bitboard::EMPTY;
    }
    let Some(slice) = slice_of(next) else {
        // A new queen wins unless it is lost at once; where it would stalemate, a rook wins.
        return if king_attacks(defender).has(next) { apart & king_attacks(next) } else { apart };
    };
    let mut wins = won.black_to_move[slice][defender.index()] & apart;
    let twice = next.offset(8);
    if pawn.rank() == 1
        && defender != twice
        && let Some(slice) = slice_of(twice)
    {
        wins |= (won.black_to_move[slice][defender.index()] & apart) - Bitboard::of(twice);
    }
    wins
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn key_squares_and_opposition_decide_king_and_pawn_endings() {
        // King, pawn, defender, won if the attacker moves, won if the defender moves.
        let cases = [
            ("e6", "e5", "e8", true, true),
            ("e5", "e4", "e7", false, true),
            ("d6", "e5", "e8", true, true),
            ("a1", "a2", "h8", true, true),
            ("b6", "a6", "b8", false, false),
            ("f6", "e6", "e8", true, false),
            ("d6", "d5", "d8", true, true),
            ("h1", "h2", "c8", false, false),
            ("a6", "e7", "f7", false, false),
            ("a1", "e7", "c5", true, true),
        ];
        for (king, pawn, defender, attacker_first, defender_first) in cases {
            let (k, p, d) = (square(king), square(pawn), square(defender));
            assert_eq!(is_won(k, p, d, true), attacker_first, "K{king} P{pawn} k{defender}, attacker to move");
            assert_eq!(is_won(k, p, d, false), defender_first, "K{king} P{pawn} k{defender}, defender to move");
        }
    }
}
