//! The games: one file each.

pub mod chess;
pub mod fragments;
