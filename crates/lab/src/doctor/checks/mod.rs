//! The trials, one folder for each group of laws, one file for each subject.

mod cases;
pub mod determinism;
pub mod draws;
pub mod fragments;
pub mod games;
pub mod protocol;
pub mod rules;
pub mod scores;
pub mod search;
pub mod time;

use super::law::Group;
use super::run::Check;
use crate::matches::GameKind;

/// Every trial, in the order in which they are made: what others rest on comes first.
pub fn all() -> impl Iterator<Item = &'static Check> {
    let basics = [protocol::CHECKS, rules::CHECKS, determinism::CHECKS, scores::CHECKS];
    let rest = [draws::CHECKS, search::CHECKS, time::CHECKS, games::CHECKS];
    basics.into_iter().chain(rest).flatten()
}

/// The trials that make sense in a game. Most positions of the other groups are of orthodox chess.
pub fn of(variant: GameKind) -> Box<dyn Iterator<Item = &'static Check>> {
    let is_any =
        |check: &&Check| matches!(check.law.group, Group::Protocol | Group::Rules | Group::Scores | Group::Determinism);
    match variant {
        GameKind::Chess => Box::new(all()),
        GameKind::Chess960 | GameKind::Dfrc => Box::new(all().filter(is_any)),
        GameKind::Fragments => Box::new(fragments::CHECKS.iter()),
    }
}
