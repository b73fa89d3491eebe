//! Games between engines: who plays whom, from which openings, on which clocks, and what becomes of it.
//!
//! | question | file |
//! | --- | --- |
//! | what is left of a game? | `record.rs` |

mod record;

pub use record::{GameRecord, GameResult, Reason, Spent};
