//! The commands: one file each.

pub mod analyse;
pub mod bench;
pub mod data;
pub mod datagen;
pub mod doctor;
pub mod elo;
mod evaluation;
pub mod faults;
pub mod fragments;
pub mod matches;
pub mod perft;
pub mod play;
pub mod solve;
pub mod suite;
pub mod tables;
pub mod train;
pub mod tune;
pub mod uci;
