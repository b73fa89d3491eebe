//! How an engine is started, and how patient we are with it.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program to start.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    /// What to call it; if empty, what it calls itself.
    pub name: String,
    /// The program.
    pub command: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// The folder to run it in; ours if there is none.
    pub dir: Option<PathBuf>,
    /// The processors it may run on; any if empty. Only some systems can do that.
    pub cores: Vec<usize>,
    /// Whoever wants to see every line.
    pub transcript: Option<Transcript>,
}

impl Launch {
    /// A program without arguments.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// We said it to the engine.
    Sent,
    /// The engine said it.
    Received,
    /// The engine wrote it to stderr.
    Stderr,
}

type Listener = dyn Fn(Direction, &str, Instant) + Send + Sync;

/// A listener to both sides of a conversation. It is called on several threads.
#[derive(Clone)]
pub struct Transcript(Arc<Listener>);

impl Transcript {
    /// Calls a function with every line, and when it was said.
    pub fn new(listener: impl Fn(Direction, &str, Instant) + Send + Sync + 'static) -> Self {
        Self(Arc::new(listener))
    }

    pub(super) fn note(&self, direction: Direction, line: &str, at: Instant) {
        (self.0)(direction, line, at);
    }
}

impl fmt::Debug for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transcript")
    }
}

/// How long to wait for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`: after options or a new game tables are cleared, which may take a while.
    pub ready: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// From `quit` to the end of the process.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { start: seconds(10), ready: seconds(120), stop: seconds(3), quit: seconds(1) }
    }
}
