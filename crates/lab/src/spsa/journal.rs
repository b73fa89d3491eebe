//! What a walk leaves behind: a line for what it is, then a line for every step, so that a walk that was broken off goes on.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::parameters::Parameter;
use crate::matches;

/// The journal's file in its folder.
pub const SPSA_FILE: &str = "spsa.jsonl";

/// What is tuned, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How games are played: by the same engine twice.
    pub games: matches::Settings,
    /// The numbers.
    pub parameters: Vec<Parameter>,
    /// How many pairs of games are played.
    pub steps: u64,
}

/// A step that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Line {
    pub step: u64,
    /// How many games more the first engine has won than lost.
    pub surplus: f64,
    /// The numbers after it.
    pub values: Vec<f64>,
}

/// A journal that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SpsaJournalError {
    /// The file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    Io(PathBuf, io::Error),
    /// It is there already.
    #[error("{}: is there already; expected --resume to go on with it, or another folder", .0.display())]
    Exists(PathBuf),
    /// Another program is at it.
    #[error("{}: another program is at it; expected that to end first, or another folder", .0.display())]
    Taken(PathBuf),
    /// It was begun otherwise.
    #[error("{}: was begun with other engines, limits, openings or parameters; expected the same, or another folder", .0.display())]
    OtherSettings(PathBuf),
    /// It is no journal.
    #[error("{}: line {line}: {reason}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// Keeps other programs out; where files cannot be locked, nobody is.
fn take(file: &File, path: &Path) -> Result<(), SpsaJournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(SpsaJournalError::Taken(path.to_owned())),
        _ => Ok(()),
    }
}

/// An open journal.
#[derive(Debug)]
pub struct SpsaJournal {
    file: File,
    path: PathBuf,
    /// Which steps are done, and where they led.
    pub(super) lines: Vec<Line>,
}

impl SpsaJournal {
    /// Begins a journal in a folder.
    pub fn create(folder: &Path, settings: &Settings) -> Result<Self, SpsaJournalError> {
        let path = folder.join(SPSA_FILE);
        let io = |error| SpsaJournalError::Io(path.clone(), error);
        fs::create_dir_all(folder).map_err(io)?;
        let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(SpsaJournalError::Exists(path)),
            Err(error) => return Err(SpsaJournalError::Io(path, error)),
        };
        take(&file, &path)?;
        let text = serde_json::to_string(settings).map_err(|error| io(error.into()))?;
        writeln!(file, "{text}").map_err(io)?;
        Ok(Self { file, path, lines: Vec::new() })
    }

    /// Goes on with the journal of a folder; a last line that was not finished is cut off.
    pub fn resume(folder: &Path, settings: &Settings) -> Result<Self, SpsaJournalError> {
        let path = folder.join(SPSA_FILE);
        let io = |error| SpsaJournalError::Io(path.clone(), error);
        let file = OpenOptions::new().append(true).open(&path).map_err(io)?;
        take(&file, &path)?;
        let text = fs::read_to_string(&path).map_err(io)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().enumerate();
        let form = |line: usize, error: serde_json::Error| SpsaJournalError::Form {
            path: path.clone(),
            line: line + 1,
            reason: error.to_string(),
        };
        let first = lines.next().map_or("", |(_, line)| line);
        let begun: Settings = serde_json::from_str(first).map_err(|error| form(0, error))?;
        if begun != *settings {
            return Err(SpsaJournalError::OtherSettings(path));
        }
        let lines: Result<Vec<Line>, _> =
            lines.map(|(number, line)| serde_json::from_str(line).map_err(|error| form(number, error))).collect();
        let lines = lines?;
        file.set_len(whole as u64).map_err(io)?;
        Ok(Self { file, path, lines })
    }

    pub(super) fn add(&mut self, line: Line) -> Result<(), SpsaJournalError> {
        let text = serde_json::to_string(&line).map_err(io::Error::from);
        let written = text.and_then(|text| self.file.write_all(format!("{text}\n").as_bytes()));
        written.map_err(|error| SpsaJournalError::Io(self.path.clone(), error))?;
        self.lines.push(line);
        Ok(())
    }

    /// The numbers after each step that is done, in the order in which they ended.
    pub fn path_of_values(&self) -> impl Iterator<Item = &[f64]> {
        self.lines.iter().map(|line| line.values.as_slice())
    }
}
