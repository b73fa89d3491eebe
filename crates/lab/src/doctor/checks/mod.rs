//! The trials, one folder for each group of laws, one file for each subject.

pub mod protocol;
pub mod rules;
pub mod scores;
pub mod time;

use super::run::Check;

/// Every trial, in the order in which they are made: what others rest on comes first.
pub fn all() -> impl Iterator<Item = &'static Check> {
    let groups = [protocol::CHECKS, rules::CHECKS, scores::CHECKS, time::CHECKS];
    groups.into_iter().flatten()
}
