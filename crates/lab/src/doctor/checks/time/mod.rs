//! Laws of the group *time*.

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] = &[];
