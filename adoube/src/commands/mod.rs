//! The commands: one file each.

pub mod datagen;
pub mod perft;
pub mod suite;
pub mod uci;
