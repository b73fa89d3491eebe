//! Laws of the group *rules*.

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[];
