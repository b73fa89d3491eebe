//! Numbers of an engine, tuned by its games: simultaneous perturbation stochastic approximation.
//!
//! In each step every number is moved a little, up or down by chance, once this way and once the other way round. The two
//! engines that come of it play a pair of games, and all numbers go some way towards the winner. No single pair says
//! much; thousands do, however many numbers there are.
//!
//! | question | file |
//! | --- | --- |
//! | which numbers? | `parameters.rs` |
//! | where do they go? | `walk.rs` |
//! | who plays? | `run.rs` |
//! | what is left of it? | `journal.rs` |

mod journal;
mod parameters;
mod run;
mod walk;

pub use journal::{SPSA_FILE, Settings, SpsaJournal, SpsaJournalError};
pub use parameters::{Parameter, ParameterError, read_parameters};
pub use run::{SpsaError, Standing, tune};
pub use walk::{Trial, Walk};
