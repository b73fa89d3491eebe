//! Laws of the group *scores*: what an engine's numbers mean, and whether they mean the same for both colours, on every
//! path to a position, and with any memory of the past.

mod bounds;
mod cold_against_warm;
mod colour_bias;
mod colour_symmetry;
mod mate_distance;
mod mate_line;
mod mate_units;
mod mirror;
mod path_against_position;
mod point_of_view;
mod probe;
mod steady_sign;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[
    point_of_view::CENTIPAWNS,
    point_of_view::MATES,
    mate_units::CHECK,
    mate_distance::CHECK,
    mate_line::CHECK,
    steady_sign::CHECK,
    path_against_position::CHECK,
    colour_symmetry::CHECK,
    colour_bias::CHECK,
    cold_against_warm::CHECK,
    bounds::CHECK,
    mirror::CHECK,
];
