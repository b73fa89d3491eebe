//! The other side of the protocol: driving an engine that runs as a process of its own.
//!
//! An engine may be hostile: it may crash, hang, flood us, or say what it likes. Each of these ends in an
//! [`EngineError`] within a bounded time and bounded memory, and dropping an [`Engine`] leaves no process behind.
//!
//! | question | file |
//! | --- | --- |
//! | how is an engine started, and how long do we wait for it? | `launch.rs` |
//! | how is the process kept, killed and buried? | `process.rs` |
//! | how do its lines reach us, and when did they arrive? | `output.rs` |
//! | what does it say of its search? | `search.rs` |
//! | what can be set? | `option.rs` |
//! | how does a conversation go? | `engine.rs` |
//! | what can go wrong? | `error.rs` |

mod engine;
mod error;
mod launch;
mod option;
mod output;
mod process;
mod search;

pub use engine::{Answer, Engine, Identity};
pub use error::{EngineError, Failure};
pub use launch::{Direction, Launch, Timeouts, Transcript};
pub use option::{EngineOption, OptionKind};
pub use output::{Line, Listening};
pub use process::{Departure, available_cores, kill_group, own_group, own_latency};
pub use search::{ScoreBound, SearchInfo, SearchScore};
