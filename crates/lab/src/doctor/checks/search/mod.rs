//! Laws of the group *search*: whether an engine searches what it says, believes only what it has proven, and sees what
//! nobody may miss.

mod first_moves;
mod horizon;
mod move_orders;
mod one_by_one;
mod played_first;
mod principal_variation;
mod proven_values;
mod short_mates;
mod table;
mod tactics;
mod transpositions;
mod zugzwang;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[
    transpositions::CHECK,
    principal_variation::CHECK,
    horizon::CHECK,
    one_by_one::CHECK,
    first_moves::CHECK,
    tactics::CHECK,
    table::CHECK,
    zugzwang::CHECK,
    proven_values::CHECK,
];
