//! Laws of the group *protocol*.

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[];
