//! Laws of the group *games*: what an engine's own games show that single searches do not.

mod self_play;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[self_play::CHECK];
