//! The player: search and evaluation, the same for every game. There is no text here, and no input or output.
//!
//! As of today there is only [`mod@reference`], the simplest sound player. The real search comes next, and the
//! reference will then be its judge in tests.
//!
//! | question | file |
//! | --- | --- |
//! | what must any search find? | `reference.rs` |

#![deny(unsafe_code)]

pub mod reference;

pub use reference::{MATE, best_move, best_move_among, plies_to_mate};
