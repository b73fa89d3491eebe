//! What is on disk: a file of games and, beside it, a journal with a line for each of them. A game is written before the
//! next one begins, so that a match that was killed goes on where it was. The system is asked to put it on the disk
//! itself at once too, but no more than once a second: that takes longer than many a move.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::openings::hash_of_file;
use super::record::GameRecord;
use super::settings::Settings;

/// The file of games in a match's folder.
pub const PGN_FILE: &str = "games.pgn";
/// The journal in a match's folder.
pub const JOURNAL_FILE: &str = "games.jsonl";

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Header {
    adoube: String,
    settings: Value,
    /// What the players' programs hash to, where they can be read.
    programs: Vec<Option<u64>>,
}

/// Any other line: a game, and how long the file of games was behind it.
#[derive(Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    record: GameRecord,
    pgn_end: u64,
}

/// A folder that cannot be written to, or whose match is another one.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// There is a match already.
    #[error("{}: there is a match already; expected --resume to go on with it, or another folder", .0.display())]
    Exists(PathBuf),
    /// Another program is playing it.
    #[error("{}: another program is playing this match; expected it to end first, or another folder", .0.display())]
    Taken(PathBuf),
    /// There is no match to go on with.
    #[error("{}: there is no match to resume; expected a folder with {JOURNAL_FILE}", .0.display())]
    Missing(PathBuf),
    /// The match is another one.
    #[error("{}: the match there has other settings; expected the same {fields}", file.display())]
    OtherSettings {
        /// The journal.
        file: PathBuf,
        /// What differs.
        fields: String,
    },
    /// An engine is another one than when the match began.
    #[error("{}: the program of {player} has changed since the match began; expected the same, or another folder", file.display())]
    OtherProgram {
        /// The journal.
        file: PathBuf,
        /// Whose program.
        player: String,
    },
    /// A line of the journal is wrong.
    #[error("{}: line {line}: {reason}", file.display())]
    Form {
        /// The journal.
        file: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// The disk is full, or something like that.
    #[error("{}: {cause}", file.display())]
    Disk {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
}

/// The files of a match, open for more games.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    pgn: File,
    lines: File,
    pgn_end: u64,
    lines_end: u64,
    synced: Instant,
}

/// How long games may wait for the disk itself.
const SYNC_EVERY: Duration = Duration::from_secs(1);

impl Journal {
    /// Begins a match in a folder that has none.
    pub fn create(folder: &Path, settings: &Settings) -> Result<Self, JournalError> {
        let disk = |file: &Path| disk_error(file.to_owned());
        fs::create_dir_all(folder).map_err(disk(folder))?;
        let open = |name: &str| {
            let file = folder.join(name);
            match OpenOptions::new().append(true).create_new(true).open(&file) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    Err(JournalError::Exists(folder.to_owned()))
                }
                opened => opened.map_err(disk(&file)),
            }
        };
        let mut lines = open(JOURNAL_FILE)?;
        take(&lines, folder)?;
        let pgn = open(PGN_FILE)?;
        let programs = programs(settings);
        let settings = serde_json::to_value(settings).unwrap_or_default();
        let header = Header { adoube: env!("CARGO_PKG_VERSION").to_owned(), settings, programs };
        let line = serde_json::to_string(&header).unwrap_or_default() + "\n";
        let written = lines.write_all(line.as_bytes()).and_then(|()| lines.sync_data());
        written.map_err(disk(&folder.join(JOURNAL_FILE)))?;
        let lines_end = line.len() as u64;
        Ok(Self { folder: folder.to_owned(), pgn, lines, pgn_end: 0, lines_end, synced: Instant::now() })
    }

    /// Goes on with the match of a folder, and gives the games that are there. Half a line or half a game at the end, as
    /// a match that was killed may leave them, is cut off.
    pub fn resume(folder: &Path, settings: &Settings) -> Result<(Self, Vec<GameRecord>), JournalError> {
        let file = folder.join(JOURNAL_FILE);
        let disk = |file: &Path| disk_error(file.to_owned());
        let form = |line: usize, reason: String| JournalError::Form { file: file.clone(), line, reason };
        let lines = match OpenOptions::new().read(true).append(true).open(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(JournalError::Missing(folder.to_owned()));
            }
            opened => opened.map_err(disk(&file))?,
        };
        take(&lines, folder)?;
        let pgn_file = folder.join(PGN_FILE);
        let open = OpenOptions::new().append(true).create(true).open(&pgn_file);
        let mut pgn = open.map_err(disk(&pgn_file))?;
        let pgn_length = pgn.seek(SeekFrom::End(0)).map_err(disk(&pgn_file))?;
        let mut records = Vec::new();
        let mut known = HashSet::new();
        let (mut lines_end, mut pgn_end) = (0, 0);
        let mut reader = BufReader::new(&lines);
        for number in 1.. {
            let mut line = Vec::new();
            let length = reader.read_until(b'\n', &mut line).map_err(disk(&file))?;
            if !line.ends_with(b"\n") {
                break;
            }
            if number == 1 {
                let header: Header = serde_json::from_slice(&line).map_err(|error| form(1, error.to_string()))?;
                check(&file, &header.settings, settings)?;
                check_programs(&file, &header.programs, settings)?;
            } else {
                let entry: Entry = serde_json::from_slice(&line).map_err(|error| form(number, error.to_string()))?;
                // The disk may have kept the line and lost the game: then it is played again.
                if entry.pgn_end > pgn_length {
                    break;
                }
                if !known.insert(entry.record.game) {
                    return Err(form(number, format!("game {} for the second time", entry.record.game)));
                }
                pgn_end = entry.pgn_end;
                records.push(entry.record);
            }
            lines_end += length as u64;
        }
        if lines_end == 0 {
            return Err(JournalError::Missing(folder.to_owned()));
        }
        lines.set_len(lines_end).map_err(disk(&file))?;
        pgn.set_len(pgn_end).map_err(disk(&pgn_file))?;
        Ok((Self { folder: folder.to_owned(), pgn, lines, pgn_end, lines_end, synced: Instant::now() }, records))
    }

    /// Writes a game. The journal comes last: what it does not know has not been played. A game that cannot be written
    /// whole leaves nothing behind, so that others can follow it.
    pub fn add(&mut self, record: &GameRecord, pgn: &str) -> Result<(), JournalError> {
        let ends = (self.pgn_end, self.lines_end);
        let written = self.write(record, pgn);
        if written.is_err() {
            (self.pgn_end, self.lines_end) = ends;
            let _ = self.pgn.set_len(ends.0);
            let _ = self.lines.set_len(ends.1);
        }
        written
    }

    fn write(&mut self, record: &GameRecord, pgn: &str) -> Result<(), JournalError> {
        let file = self.folder.join(PGN_FILE);
        let text = format!("{pgn}\n");
        self.pgn.write_all(text.as_bytes()).map_err(disk_error(file))?;
        self.pgn_end += text.len() as u64;
        let file = self.folder.join(JOURNAL_FILE);
        let entry = Entry { record: record.clone(), pgn_end: self.pgn_end };
        let line = serde_json::to_string(&entry).map_err(|error| disk_error(file.clone())(error.into()))? + "\n";
        self.lines.write_all(line.as_bytes()).map_err(disk_error(file))?;
        self.lines_end += line.len() as u64;
        if self.synced.elapsed() >= SYNC_EVERY { self.sync() } else { Ok(()) }
    }

    /// Waits until all is on the disk itself.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.synced = Instant::now();
        self.pgn.sync_data().map_err(disk_error(self.folder.join(PGN_FILE)))?;
        self.lines.sync_data().map_err(disk_error(self.folder.join(JOURNAL_FILE)))
    }

    /// Takes a match away of which no game was played, so that another try finds its place free. Says whether it did.
    pub fn discard_unplayed(folder: &Path) -> bool {
        let [pgn, lines] = [PGN_FILE, JOURNAL_FILE].map(|name| folder.join(name));
        let is_unplayed = fs::metadata(&pgn).is_ok_and(|file| file.len() == 0);
        if is_unplayed && fs::remove_file(&pgn).is_ok() {
            let _ = fs::remove_file(&lines);
            // A folder with something else in it stays.
            let _ = fs::remove_dir(folder);
        }
        is_unplayed
    }

    /// Where the match is kept.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

fn disk_error(file: PathBuf) -> impl FnOnce(io::Error) -> JournalError {
    |cause| JournalError::Disk { file, cause }
}

/// Keeps other programs out; where files cannot be locked, nobody is.
fn take(lines: &File, folder: &Path) -> Result<(), JournalError> {
    match lines.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::Taken(folder.to_owned())),
        _ => Ok(()),
    }
}

/// What the players' programs hash to. One that cannot be read will be missed when it is started.
fn programs(settings: &Settings) -> Vec<Option<u64>> {
    settings.players.iter().map(|player| hash_of_file(&player.command).ok()).collect()
}

/// Whether the players' programs are those of a journal: two engines in one result would be a lie.
fn check_programs(file: &Path, there: &[Option<u64>], settings: &Settings) -> Result<(), JournalError> {
    let here = programs(settings);
    let changed = there.iter().zip(&here).position(|(there, here)| there.is_some() && here.is_some() && there != here);
    match changed.and_then(|index| settings.players.get(index)) {
        Some(player) => Err(JournalError::OtherProgram { file: file.to_owned(), player: player.name.clone() }),
        None => Ok(()),
    }
}

/// Whether the settings of a journal are these.
fn check(file: &Path, there: &Value, here: &Settings) -> Result<(), JournalError> {
    let here = serde_json::to_value(here).unwrap_or_default();
    // Numbers of a journal have been through text once; those of ours go the same way.
    let here: Value = serde_json::from_str(&here.to_string()).unwrap_or_default();
    if *there == here {
        return Ok(());
    }
    let empty = serde_json::Map::new();
    let (old, new) = (there.as_object().unwrap_or(&empty), here.as_object().unwrap_or(&empty));
    let differ = |key: &&String| old.get(*key) != new.get(*key);
    let mut fields: Vec<String> = old.keys().chain(new.keys()).filter(differ).cloned().collect();
    fields.sort();
    fields.dedup();
    Err(JournalError::OtherSettings { file: file.to_owned(), fields: fields.join(", ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::record::{GameResult, Reason, Spent};
    use crate::matches::settings::{Format, GameKind, OpeningSettings, OpeningSource, Order};

    fn settings() -> Settings {
        let openings =
            OpeningSettings { source: OpeningSource::Random, order: Order::Random, seed: 1, first: 0, plies: None };
        Settings {
            game: GameKind::Chess,
            players: Vec::new(),
            format: Format::Gauntlet,
            openings,
            adjudication: Default::default(),
            sprt: None,
            margin_ms: 0,
            patience_s: 60,
        }
    }

    fn record(game: u64) -> GameRecord {
        GameRecord {
            game,
            pair: game / 2,
            opening: 0,
            white: "a".to_owned(),
            black: "b".to_owned(),
            result: GameResult::Draw,
            reason: Reason::Repetition,
            detail: "draw by repetition".to_owned(),
            plies: 40,
            line: None,
            seconds: 0.5,
            spent: [Spent::default(); 2],
            played_on: None,
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("adoube-journal-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn half_a_line_and_half_a_game_are_cut_off() {
        let folder = folder("torn");
        let mut journal = Journal::create(&folder, &settings()).unwrap();
        (0..3).for_each(|game| journal.add(&record(game), "[Event \"x\"]\n\n*\n").unwrap());
        drop(journal);
        let whole = fs::read(folder.join(JOURNAL_FILE)).unwrap();
        let pgn = fs::read(folder.join(PGN_FILE)).unwrap();
        // Killed in the middle of writing the third game's line.
        fs::write(folder.join(JOURNAL_FILE), &whole[..whole.len() - 7]).unwrap();
        let (mut journal, records) = Journal::resume(&folder, &settings()).unwrap();
        assert_eq!(records, [record(0), record(1)]);
        journal.add(&record(2), "[Event \"x\"]\n\n*\n").unwrap();
        assert_eq!(fs::read(folder.join(PGN_FILE)).unwrap(), pgn);
        assert_eq!(fs::read(folder.join(JOURNAL_FILE)).unwrap(), whole);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported() {
        let folder = folder("full");
        let mut journal = Journal::create(&folder, &settings()).unwrap();
        journal.pgn = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = journal.add(&record(0), "*").unwrap_err().to_string();
        assert!(error.contains(PGN_FILE) && error.contains("No space left"), "{error}");
        // What is not among the games is not in the journal either.
        drop(journal);
        assert_eq!(Journal::resume(&folder, &settings()).unwrap().1, []);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn one_program_at_a_time_plays_a_match() {
        let folder = folder("taken");
        let journal = Journal::create(&folder, &settings()).unwrap();
        assert!(matches!(Journal::resume(&folder, &settings()), Err(JournalError::Taken(_))));
        drop(journal);
        let (mut journal, _) = Journal::resume(&folder, &settings()).unwrap();
        assert!(matches!(Journal::resume(&folder, &settings()), Err(JournalError::Taken(_))));
        // A journal that two programs have written to all the same is found out.
        (0..2).for_each(|_| journal.add(&record(7), "*").unwrap());
        drop(journal);
        let error = Journal::resume(&folder, &settings()).unwrap_err().to_string();
        assert!(error.ends_with("line 3: game 7 for the second time"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_game_that_the_disk_has_lost_is_played_again() {
        let folder = folder("lost");
        let mut journal = Journal::create(&folder, &settings()).unwrap();
        (0..3).for_each(|game| journal.add(&record(game), "[Event \"x\"]\n\n*\n").unwrap());
        drop(journal);
        let pgn = fs::read(folder.join(PGN_FILE)).unwrap();
        fs::write(folder.join(PGN_FILE), &pgn[..pgn.len() - 3]).unwrap();
        assert_eq!(Journal::resume(&folder, &settings()).unwrap().1, [record(0), record(1)]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn another_program_under_the_same_name_is_refused() {
        let folder = folder("program");
        fs::create_dir_all(&folder).unwrap();
        let command = folder.join("engine");
        fs::write(&command, "one").unwrap();
        let entry =
            crate::engines::EngineEntry { name: "new".to_owned(), command: command.clone(), ..Default::default() };
        let settings = Settings { players: vec![entry], ..settings() };
        let matches = folder.join("match");
        drop(Journal::create(&matches, &settings).unwrap());
        assert!(Journal::resume(&matches, &settings).is_ok());
        fs::write(&command, "another").unwrap();
        let error = Journal::resume(&matches, &settings).unwrap_err().to_string();
        assert!(error.contains("the program of new has changed"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_match_without_games_makes_room_and_one_with_games_stays() {
        let folder = folder("room");
        drop(Journal::create(&folder, &settings()).unwrap());
        assert!(Journal::discard_unplayed(&folder) && !folder.exists());
        let mut journal = Journal::create(&folder, &settings()).unwrap();
        journal.add(&record(0), "*").unwrap();
        assert!(!Journal::discard_unplayed(&folder));
        drop(journal);
        assert_eq!(Journal::resume(&folder, &settings()).unwrap().1, [record(0)]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_earlier_match_is_never_overwritten_and_other_settings_are_refused() {
        let folder = folder("kept");
        drop(Journal::create(&folder, &settings()).unwrap());
        let error = Journal::create(&folder, &settings()).unwrap_err();
        assert!(matches!(error, JournalError::Exists(_)), "{error}");
        let other = Settings { margin_ms: 5, patience_s: 61, ..settings() };
        let error = Journal::resume(&folder, &other).unwrap_err().to_string();
        assert!(error.ends_with("expected the same margin_ms, patience_s"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(Journal::resume(&folder, &settings()), Err(JournalError::Missing(_))));
    }
}
