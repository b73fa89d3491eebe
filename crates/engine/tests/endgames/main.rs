//! The solved endings of Chess Fragments: true to what is known, to the rules, to a slow second solver and to the search.

// The second opinion on the rules calls the crate by its full name.
extern crate rules as adoube_rules;

mod damage;
mod facts;
mod in_search;
mod slow;

use std::sync::Arc;

use adoube_engine::endgames::Endgames;
use rules::{Bitboard, Color, Fragments, Piece, PieceKind, Position, Setup, Square};

fn embedded() -> Arc<Endgames> {
    Endgames::embedded().expect("the tables of the binary are whole")
}

fn position(fen: &str) -> Position<Fragments> {
    fen.parse().unwrap()
}

/// Numbers that look random and are the same every time (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % limit
    }

    /// A set-up of these pieces, pawns moved or not, in which no king can be taken at once.
    fn setup(&mut self, pieces: &[Piece]) -> Setup {
        loop {
            let mut setup = Setup::EMPTY;
            setup.side_to_move = Color::ALL[self.below(2)];
            for piece in pieces {
                let square = Square::at(self.below(5) as u8, self.below(5) as u8);
                setup.board[square.index()] = Some(*piece);
                if piece.kind == PieceKind::Pawn && self.below(2) == 0 {
                    setup.unmoved |= Bitboard::of(square);
                }
            }
            if let Ok(position) = Position::<Fragments>::try_from(&setup)
                && position.occupied().len() as usize == pieces.len()
                && !position.is_attacked_king(!setup.side_to_move)
            {
                return setup;
            }
        }
    }
}

/// The pieces of a text such as `KQkp`.
fn pieces(text: &str) -> Vec<Piece> {
    let kind = |letter: char| match letter.to_ascii_uppercase() {
        'P' => PieceKind::Pawn,
        'N' => PieceKind::Knight,
        'B' => PieceKind::Bishop,
        'R' => PieceKind::Right,
        'Q' => PieceKind::Queen,
        _ => PieceKind::King,
    };
    let color = |letter: char| if letter.is_uppercase() { Color::White } else { Color::Black };
    text.chars().map(|letter| Piece { color: color(letter), kind: kind(letter) }).collect()
}
