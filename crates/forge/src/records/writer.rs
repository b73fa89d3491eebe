//! Writing games into a file, so that a crash costs no more than the game being written.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use rules::{Color, Rules};

use super::header::{FormatError, Header};
use super::{GameRecord, Reader, packed};

/// A file that grows by games.
#[derive(Debug)]
pub struct Writer {
    file: File,
    totals: Totals,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// How many games.
    pub games: u64,
    /// How many positions with a score.
    pub positions: u64,
    /// How many games White won, were drawn, Black won.
    pub results: [u64; 3],
}

impl Totals {
    fn add<R: Rules>(&mut self, game: &GameRecord<R>) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.results[result] += 1;
    }
}

/// Why games cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    /// The file cannot be written.
    #[error("cannot be written")]
    Io(#[from] std::io::Error),
    /// Another program is writing to it.
    #[error("is being written by another program; expected that to end first, or another file")]
    Taken,
    /// What is there already is no such file.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// What is there already was made otherwise, so going on would mix two kinds of games.
    #[error("was begun with {0}; expected the same settings to go on, or another file")]
    OtherSettings(String),
    /// What is there already is damaged, so its games cannot be counted.
    #[error("is damaged in the middle; expected whole games to go on from")]
    Broken(#[from] super::Broken),
}

impl Writer {
    /// Begins a file, or goes on with one that was made with the same settings, a spoilt end cut off.
    pub fn open<R: Rules>(path: &Path, header: &Header) -> Result<Self, WriterError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        // Where files cannot be locked, nobody is kept out.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(WriterError::Taken);
        }
        let mut totals = Totals::default();
        if file.metadata()?.len() == 0 {
            file.write_all(&header.to_bytes())?;
            return Ok(Self { file, totals });
        }
        let mut reader = Reader::<R>::new(file.try_clone()?)?;
        let differences = reader.header().differences(header);
        if !differences.is_empty() {
            return Err(WriterError::OtherSettings(differences.join(", ")));
        }
        let (mut end, mut broken) = (reader.offset(), None);
        while let Some(game) = reader.next() {
            match (game, broken.take()) {
                (Ok(game), None) => {
                    totals.add(&game);
                    end = reader.offset();
                }
                // What a crash has spoilt lies at the end, and nothing sound comes after it.
                (Ok(_), Some(earlier)) => return Err(WriterError::Broken(earlier)),
                (Err(next), earlier) => broken = earlier.or(Some(next)),
            }
        }
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Self { file, totals })
    }

    /// Adds a game.
    pub fn write<R: Rules>(&mut self, game: &GameRecord<R>) -> std::io::Result<()> {
        self.file.write_all(&packed::pack(game))?;
        self.totals.add(game);
        Ok(())
    }

    /// What the file holds.
    pub fn totals(&self) -> Totals {
        self.totals
    }
}
