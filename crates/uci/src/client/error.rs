//! What can go wrong with an engine.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Something an engine did that ends the conversation, or a wish of ours that it cannot fulfil.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The program cannot be started.
    #[error("{}: cannot be started: {source}", command.display())]
    Start {
        /// The program.
        command: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The engine has no such option.
    #[error("{engine}: option \"{name}\"; expected one of {known}")]
    UnknownOption {
        /// Who it is.
        engine: String,
        /// The name as given.
        name: String,
        /// The names of those it has.
        known: String,
    },
    /// The option does not take this value.
    #[error("{engine}: {name}: \"{value}\"; expected {expected}")]
    OptionValue {
        /// Who it is.
        engine: String,
        /// The option.
        name: String,
        /// The value as given.
        value: String,
        /// What the engine announced.
        expected: String,
    },
    /// The conversation is over.
    #[error("{engine} {failure} {doing}{}", stderr_text(stderr))]
    Failed {
        /// Who it is.
        engine: String,
        /// What happened.
        failure: Failure,
        /// What we waited for or wanted to say.
        doing: String,
        /// The end of what it wrote to stderr.
        stderr: String,
    },
}

/// How a conversation ended before its time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The process ended, or closed its output.
    #[error("has ended ({0})")]
    Exited(String),
    /// No answer came in time.
    #[error("gave no answer within {0:.1?}")]
    Silent(Duration),
    /// Much was said in all that time, but no answer.
    #[error("wrote {kib} KiB within {time:.1?}, but no answer")]
    Talk {
        /// How much.
        kib: u64,
        /// How long we waited.
        time: Duration,
    },
    /// Too much output without an answer.
    #[error("wrote more than {0} MiB without an answer")]
    Flood(u64),
    /// It said what the protocol forbids here.
    #[error("broke the protocol ({0})")]
    Protocol(String),
}

impl EngineError {
    /// How the conversation ended, if that is the error.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            Self::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }
}

/// The last line of what was written to stderr, for a message of one line.
fn stderr_text(stderr: &str) -> String {
    let last = stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
    last.map_or_else(String::new, |line| format!("; its last words: {}", line.chars().take(200).collect::<String>()))
}
