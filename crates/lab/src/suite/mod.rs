//! Suites: files of positions with known answers, put to any UCI engine.
//!
//! | question | file |
//! | --- | --- |
//! | what does a line ask for? | `case.rs` |
//! | what does an engine answer, and when did it know? | `attempt.rs` |
//! | who asks whom, and how many at once? | `run.rs` |
//! | what does it come to, by theme and by engine? | `outcome.rs` |

mod attempt;
mod case;
mod outcome;
mod run;

pub use attempt::Attempt;
pub use case::{Case, CaseError, Task};
pub use outcome::{Score, SuiteOutcome, ThemeRow};
pub use run::{SuiteOptions, run};
