//! Laws of the group *time*: how long an engine thinks, measured with an eye on how late this machine itself is.

mod clock;
mod jitter;
mod load;
mod move_time;
mod overhead;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[move_time::CHECK, clock::SINGLE, clock::GAME, overhead::CHECK, clock::LOADED];
