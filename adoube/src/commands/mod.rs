//! The commands: one file each.

pub mod perft;
pub mod suite;
pub mod uci;
