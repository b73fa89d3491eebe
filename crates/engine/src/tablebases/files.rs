//! Finding table files and reading them.
//!
//! What has been read once is kept, a piece of a file at a time: asking the system for every read makes a probe nearly
//! three times as slow (`docs/decisions.md`), and a memory map would let a file that shrinks kill the engine.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
use shakmaty_syzygy::{Syzygy, Tablebase};

use super::TablebaseError;

/// How much of a file is read at once.
const PIECE: u64 = 1 << 16;
/// How much of all files together is kept; beyond it every read goes to the system.
const ROOM: u64 = 256 << 20;

/// The folders that a `SyzygyPath` names.
pub(super) fn folders(paths: &str) -> impl Iterator<Item = &Path> {
    let is_separator = |c| c == ';' || (c == ':' && !cfg!(windows));
    let paths = if paths.trim() == "<empty>" { "" } else { paths };
    paths.split(is_separator).map(str::trim).filter(|path| !path.is_empty()).map(Path::new)
}

/// Adds all tables of a folder and says how many pieces the largest that knows results has.
pub(super) fn add_folder(tables: &mut Tablebase<shakmaty::Chess>, folder: &Path) -> Result<usize, TablebaseError> {
    let unreadable = |source| TablebaseError::Folder { folder: folder.to_owned(), source };
    let mut most = 0;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.path();
        let Some(magic) = expected_magic(&file) else { continue };
        let not_a_table = |found: String| TablebaseError::NotATable { file: file.clone(), found };
        match tables.add_file(&file) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => continue,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(not_a_table("not whole".to_owned()));
            }
            Err(error) => return Err(not_a_table(format!("unreadable ({error})"))),
        }
        let mut start = [0; 4];
        let read = File::open(&file).and_then(|mut opened| opened.read_exact(&mut start));
        read.map_err(|error| not_a_table(format!("unreadable ({error})")))?;
        if start != magic {
            return Err(not_a_table("something else".to_owned()));
        }
        if magic == shakmaty::Chess::TBW.magic {
            // KQvKR: every letter is a piece, but for the v.
            most = most.max(file.file_stem().map_or(0, |stem| stem.len() - 1));
        }
    }
    if most == 0 { Err(TablebaseError::NoTables { folder: folder.to_owned() }) } else { Ok(most) }
}

/// How a file with this extension must begin, if it is one of a table.
fn expected_magic(file: &Path) -> Option<[u8; 4]> {
    let extension = file.extension()?;
    [shakmaty::Chess::TBW, shakmaty::Chess::TBZ].into_iter().find(|kind| extension == kind.ext).map(|kind| kind.magic)
}

/// The system's files, with what has been read of them kept in memory.
pub(super) struct CachedFiles {
    system: OsFilesystem,
    /// How many bytes may still be kept.
    room: Arc<AtomicU64>,
}

impl CachedFiles {
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { system: OsFilesystem::new(), room: Arc::new(AtomicU64::new(ROOM)) })
    }
}

impl Filesystem for CachedFiles {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        self.system.regular_file_size(path)
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        self.system.read_dir(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let size = self.regular_file_size(path)?;
        let pieces = (0..size.div_ceil(PIECE)).map(|_| OnceLock::new()).collect();
        Ok(Box::new(CachedFile { file: self.system.open(path)?, size, pieces, room: self.room.clone() }))
    }
}

struct CachedFile {
    file: Box<dyn RandomAccessFile>,
    size: u64,
    pieces: Box<[OnceLock<Box<[u8]>>]>,
    room: Arc<AtomicU64>,
}

impl CachedFile {
    /// A piece that was just asked for the first time, if there is room to keep it.
    #[cold]
    fn read_piece(&self, number: usize, hint: ReadHint) -> io::Result<Option<&[u8]>> {
        let start = number as u64 * PIECE;
        let length = PIECE.min(self.size - start);
        let take = |room: u64| room.checked_sub(length);
        if self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize].into_boxed_slice();
        self.file.read_exact_at(&mut bytes, start, hint)?;
        Ok(Some(self.pieces[number].get_or_init(|| bytes)))
    }
}

impl RandomAccessFile for CachedFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        let number = (offset / PIECE) as usize;
        let Some(slot) = self.pieces.get(number) else { return Ok(0) };
        let piece = match slot.get() {
            Some(piece) => piece,
            None => match self.read_piece(number, hint)? {
                Some(piece) => piece,
                None => return self.file.read_at(buffer, offset, hint),
            },
        };
        let rest = piece.get((offset % PIECE) as usize..).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}
