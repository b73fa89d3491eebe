//! Laws of the group *rules*: which moves there are, and which are not.

mod best_moves;
mod extreme_positions;
mod forbidden_moves;
mod game_over;
mod lines;
mod perft;
mod special_moves;

use crate::doctor::run::Check;

/// The trials of this group. Those that name the kind of move come before those that only count moves or stumble over them.
pub static CHECKS: &[Check] = &[
    special_moves::CHECK,
    forbidden_moves::CHECK,
    perft::CHECK,
    best_moves::CHECK,
    lines::CHECK,
    game_over::CHECK,
    extreme_positions::LEGAL,
    extreme_positions::HOSTILE,
];
