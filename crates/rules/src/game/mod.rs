//! Games: sequences of positions, their repetitions and their ends.

pub mod cuckoo;
mod outcome;
mod record;
mod repetition;

pub use outcome::{DrawReason, Outcome, WinReason};
pub use record::Game;
pub use repetition::KeyHistory;
