//! The commands: one file each.

pub mod data;
pub mod datagen;
pub mod perft;
pub mod suite;
pub mod tune;
pub mod uci;
