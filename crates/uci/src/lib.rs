//! The protocol between engines and the programs that drive them: the Universal Chess Interface.
//!
//! [`serve`] runs a session over any reader and writer. What a line means is decided apart from what is done about it:
//! [`Command::parse`] never touches the session, and never fails in any other way than by a [`CommandError`].
//!
//! | question | file |
//! | --- | --- |
//! | what can be said to the engine? | `command.rs`, `go.rs` |
//! | what can be set, and what does that change? | `options.rs`, `settings.rs`, and for tuners `parameters.rs` |
//! | what does the engine do then? | `session.rs` |
//! | which position is on the board? | `board.rs` |
//! | who thinks, and who waits? | `worker.rs`, `think.rs`, `count.rs` |
//! | how is a score written, and in whose view? | `score.rs` |
//! | what does the engine say? | `info.rs`, `evaluation.rs`, `network.rs`, `statistics.rs` |
//! | how does it play worse? | `strength.rs` |
//! | how fast is it, and does it search what it did? | `bench.rs` |
//! | openings for OpenBench | `genfens.rs` |
//! | how is a line read? | `lines.rs` |
//! | how is another engine driven? | [`client`] |

#![deny(unsafe_code)]

pub mod bench;
mod board;
pub mod client;
mod command;
mod count;
mod evaluation;
pub mod genfens;
mod go;
mod info;
mod lines;
mod network;
mod options;
#[cfg(feature = "tune")]
mod parameters;
mod score;
mod session;
mod settings;
mod statistics;
pub mod strength;
mod think;
mod worker;

pub use board::{Board, BoardError};
pub use command::{COMMANDS, Command, CommandError, Start};
pub use evaluation::{evaluation_json, evaluation_text};
pub use go::{Go, Limits, MAX_PERFT_DEPTH};
pub use options::{Effect, Evaluation, OptionError, Options, Variant};
pub use score::{Chances, Shown, View, Worth};
pub use session::{execute, serve};
pub use settings::{SettingError, Settings};
pub use statistics::{statistics_json, statistics_table};
