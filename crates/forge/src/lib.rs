//! The forge: self-play data, the trainer that makes networks of it, and the tuner of the evaluation's and the search's
//! parameters. Nothing enters it but games that Adoube has played itself.
//!
//! | question | file |
//! | --- | --- |
//! | how does the engine play against itself? | `selfplay/` |
//! | how are games kept in files? | `records/` |
//! | what is in such a file, and is it sound? | `inspect.rs` |
//! | how do other trainers get it? | `convert.rs` |
//! | how are the evaluation's weights found? | `tune/` |
//! | how does a network learn? | `train/` |
//! | which score wins every second game? | `wdl_fit.rs` |
//! | where does chance come from? | `random.rs` |

#![deny(unsafe_code)]

pub mod convert;
pub mod inspect;
pub mod random;
pub mod records;
pub mod selfplay;
pub mod train;
pub mod tune;
pub mod wdl_fit;
