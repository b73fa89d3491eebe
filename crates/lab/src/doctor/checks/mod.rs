//! The trials, one folder for each group of laws, one file for each subject.

mod cases;
pub mod determinism;
pub mod draws;
pub mod games;
pub mod protocol;
pub mod rules;
pub mod scores;
pub mod search;
pub mod time;

use super::run::Check;

/// Every trial, in the order in which they are made: what others rest on comes first.
pub fn all() -> impl Iterator<Item = &'static Check> {
    let basics = [protocol::CHECKS, rules::CHECKS, determinism::CHECKS, scores::CHECKS];
    let rest = [draws::CHECKS, search::CHECKS, time::CHECKS, games::CHECKS];
    basics.into_iter().chain(rest).flatten()
}
