//! Engines as people name them: on the command line, or in a file that gives them names, options and limits.
//!
//! | question | file |
//! | --- | --- |
//! | which program is meant, and with which options? | `entry.rs` |
//! | how long may it think? | `limits.rs` |

mod entry;
mod limits;

pub use entry::{EngineEntry, EngineFileError, EngineNameError, OptionValue, Roster};
pub use limits::{ClockControl, LimitsError, PlayerLimits};
