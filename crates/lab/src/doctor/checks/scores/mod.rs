//! Laws of the group *scores*.

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[];
