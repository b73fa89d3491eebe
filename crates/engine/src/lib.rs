//! The player: search and evaluation, the same for every game. There is no text here, and no input or output.
//!
//! | question | file |
//! | --- | --- |
//! | how does it search? | `search/` |
//! | what is a position worth? | `eval/` |
//! | what does the network make of it? | `network/` |
//! | what is known of positions met before? | `table.rs` |
//! | what is a score, and whose view is it? | `score.rs` |
//! | what do endgame tables say? | `tablebases/` (chess), `endgames/` (Chess Fragments) |
//! | how is a win proven? | `proof/` |
//! | what does a score mean for the result? | `wdl.rs` |
//! | what stays from move to move? | `player.rs` |
//! | how is it kept in memory? | `memory.rs` |
//! | is all that so? | `audit/` |

#![deny(unsafe_code)]

pub mod audit;
pub mod endgames;
pub mod eval;
mod memory;
pub mod network;
mod player;
pub mod proof;
mod score;
mod search;
mod table;
mod tablebases;
pub mod wdl;

pub use player::{Control, Player};
pub use score::{MAX_PLY, Score, ScoreKind};
#[cfg(feature = "tune")]
pub use search::set_parameter;
pub use search::{Clock, Event, Limits, PARAMETERS, Parameter, Report, Search, Statistics, Switches, Weakness};
pub use table::{Bound, Known, Table, TableSizeError};
pub use tablebases::{RootRank, TablebaseError, Tablebases, Wdl};
