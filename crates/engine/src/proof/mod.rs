//! Proofs that a side wins in Chess Fragments: a search for them, certificates of them, and a check of these by the rules.
//!
//! A proof is a strategy: one move in each position of the winner, an answer to every move of the loser, and an end to every
//! line. No line of it ever comes back to a position, so that repetition cannot spoil it, and it holds for any game
//! that starts where it does. That a side does *not* lose cannot be shown this way: there repetition is an
//! answer, and it depends on what came before.
//!
//! | question | file |
//! | --- | --- |
//! | how is a proof found? | `search.rs`, `table.rs` |
//! | what is written of it? | `certificate.rs` |
//! | how is it checked? | `check.rs` |

mod certificate;
mod check;
mod search;
mod table;

use rules::{Color, Fragments, PieceKind, Position};

pub use certificate::{Certificate, CertificateError};
pub use check::{Proven, check};
pub use search::{Attempt, ProofLimits, ProofProgress, Prover};

/// A position as a number of its own: nothing is left to chance as with hash keys.
fn exact(position: &Position<Fragments>) -> u128 {
    let mut number = match position.side_to_move() {
        Color::White => 0,
        Color::Black => 1,
    };
    number = number << 6 | position.en_passant().map_or(63, |square| square.index() as u128);
    for rank in 0..5 {
        for file in 0..5 {
            let square = rules::Square::at(file, rank);
            let code = position.piece_at(square).map_or(0, |piece| {
                let is_unmoved = piece.kind == PieceKind::Pawn && position.unmoved().has(square);
                // The rook's place is free in this game.
                let kind = if is_unmoved { PieceKind::Rook } else { piece.kind };
                1 + kind.index() as u128 + 7 * piece.color.index() as u128
            });
            number = number << 4 | code;
        }
    }
    number
}
