//! Reading the games of a file, one after the other.

use std::fs::File;
use std::io::{BufReader, Read};
use std::marker::PhantomData;
use std::path::Path;

use rules::Rules;

use super::GameRecord;
use super::header::{self, FormatError, Header, Variant};
use super::packed::{self, FRONT};

/// A record that makes no sense. Reading can go on after it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, byte {offset}: {reason}")]
pub struct Broken {
    /// Which game it is, from 1.
    pub game: u64,
    /// Where its record begins.
    pub offset: u64,
    /// What is wrong.
    pub reason: String,
}

/// The games of a file: an iterator over records, some of which may be [`Broken`]. Half a record at the end of the file is not
/// reported: [`Reader::truncated_bytes`] tells how long it was.
#[derive(Debug)]
pub struct Reader<R: Rules> {
    header: Header,
    input: BufReader<File>,
    offset: u64,
    games: u64,
    truncated: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Reader<R> {
    /// Opens a file of games of this kind.
    pub fn open(path: &Path) -> Result<Self, FormatError> {
        Self::new(File::open(path)?)
    }

    pub(super) fn new(mut file: File) -> Result<Self, FormatError> {
        let mut bytes = Vec::new();
        file.by_ref().take(header::LENGTH as u64).read_to_end(&mut bytes)?;
        let header = Header::from_bytes(&bytes)?;
        let expected = Variant::of::<R>();
        if header.variant != expected {
            return Err(FormatError::OtherGame { found: header.variant.name(), expected: expected.name() });
        }
        let input = BufReader::with_capacity(1 << 16, file);
        Ok(Self { header, input, offset: header::LENGTH as u64, games: 0, truncated: 0, rules: PhantomData })
    }

    /// How the games were made.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where the next record begins; after the last one, where the file can go on.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes of half a record lie at the end of the file. Known when all games are read.
    pub fn truncated_bytes(&self) -> u64 {
        self.truncated
    }

    /// The bytes of the next record; `None` at the end of the file or where it breaks off.
    fn next_record(&mut self) -> std::io::Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(FRONT as u64).read_to_end(&mut bytes)?;
        if let Ok(front) = <&[u8; FRONT]>::try_from(bytes.as_slice()) {
            let length = packed::length(front);
            self.input.by_ref().take((length - FRONT) as u64).read_to_end(&mut bytes)?;
            if bytes.len() == length {
                return Ok(Some(bytes));
            }
        }
        self.truncated = bytes.len() as u64;
        Ok(None)
    }
}

impl<R: Rules> Iterator for Reader<R> {
    type Item = Result<GameRecord<R>, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        let (game, offset) = (self.games + 1, self.offset);
        let broken = |reason: String| Broken { game, offset, reason };
        match self.next_record() {
            Ok(None) => None,
            Ok(Some(bytes)) => {
                self.games += 1;
                self.offset += bytes.len() as u64;
                Some(packed::unpack(&bytes).map_err(broken))
            }
            Err(error) => Some(Err(broken(error.to_string()))),
        }
    }
}
