//! Laws of the group *scores*: what an engine's numbers mean, and whether they mean the same for both colours, on every
//! path to a position, and with any memory of the past.

mod bounds;
mod cold_against_warm;
mod colour_bias;
mod colour_symmetry;
mod eval_symmetry;
mod mate_distance;
mod mate_line;
mod mate_units;
mod mirror;
mod move_kinds;
mod path_against_position;
mod point_of_view;
mod probe;
mod steady_sign;
mod two_steps;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[
    point_of_view::CENTIPAWNS,
    point_of_view::MATES,
    mate_units::CHECK,
    path_against_position::CHECK,
    colour_symmetry::CHECK,
    eval_symmetry::CHECK,
    steady_sign::CHECK,
    colour_bias::CHECK,
    mate_distance::CHECK,
    mate_line::CHECK,
    cold_against_warm::CHECK,
    bounds::CHECK,
    mirror::CHECK,
];
