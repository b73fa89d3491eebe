//! Laws of the group *determinism*: with one thread the same question gets the same answer, so that a bug seen once can be
//! seen again.

mod answers;
mod bench;
mod new_game;
mod repeat;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[repeat::IN_ONE_PROCESS, repeat::ACROSS_PROCESSES, new_game::CHECK, bench::CHECK];
