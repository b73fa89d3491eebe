//! The rules of the games, and nothing of how to play them well.
//!
//! Every board is a window on the 8x8 [`Bitboard`]; what differs between games is in the [`Rules`] trait, so that a
//! [`Position<Chess>`](Position) pays nothing for the other games. There is no search here, and no input or output.
//!
//! | question | file |
//! | --- | --- |
//! | what is a game? which games are there? | `rules.rs`, `variants/` |
//! | how does a piece move? | `movegen/pieces.rs`, `movegen/pawns.rs`, `castling.rs`, `en_passant.rs` |
//! | what happens when it moves? | `position/play.rs`, `position/keys.rs` |
//! | is this move legal, does it check, does it pay? | `position/legality.rs`, `position/check.rs`, `position/exchange.rs` |
//! | may this position be? | `position/setup.rs` |
//! | is the game over? | `game/outcome.rs`, `game/repetition.rs` |
//! | is all that true? a second opinion | `naive.rs` |
//! | which classic bugs can be switched on, in builds for trials? | `faults.rs`, `faults/list.rs` |
//! | how is it written? | `text/fen.rs`, `text/uci.rs`, `text/san.rs`, `text/pgn.rs`, `text/epd.rs` |

#![deny(unsafe_code)]

pub mod attacks;
mod bitboard;
mod castling;
mod en_passant;
pub mod faults;
mod game;
mod magics;
mod movegen;
mod moves;
pub mod naive;
mod perft;
mod piece;
mod position;
mod rules;
mod sliders;
mod square;
pub mod text;
mod variants;

pub use bitboard::{Bitboard, Squares};
pub use game::cuckoo::Cuckoo;
pub use game::{DrawReason, Game, KeyHistory, Outcome, WinReason};
pub use moves::{Move, MoveFlag, MoveList};
pub use perft::{PerftOptions, PerftProgress, divide, perft};
pub use piece::{Color, Piece, PieceKind};
pub use position::{Field, Key, Keys, Position, Setup, SetupError, Undo};
pub use rules::Rules;
pub use square::{ParseSquareError, Square};
pub use text::uci::UciStyle;
pub use text::{CastlingText, MoveTextError};
pub use variants::chess::Chess;
pub use variants::fragments::Fragments;
