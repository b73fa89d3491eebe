//! Laws of the group *draws*: when a game is drawn, and that an engine knows it inside its search.

mod fifty_moves;
mod history;
mod material;
pub(super) mod rights;
mod stalemate;
mod threefold;

use crate::doctor::run::Check;

/// The trials of this group.
pub static CHECKS: &[Check] =
    &[stalemate::CHECK, fifty_moves::CHECK, rights::CHECK, threefold::CHECK, history::CHECK, material::CHECK];
