//! Matches of engines that misbehave, or do as they are told.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use adoube_lab::engines::{EngineEntry, PlayerLimits};
use adoube_lab::matches::{
    Adjudication, Conduct, Ended, Format, GameKind, GameRecord, Journal, MatchError, OpeningSettings, OpeningSource,
    Order, PGN_FILE, Settings, Slot, Stop, Watcher, run,
};
use uci::client::Timeouts;

pub const HOSTILE: &str = env!("CARGO_BIN_EXE_adoube-hostile-engine");

#[derive(Default)]
pub struct Notes {
    warnings: Mutex<Vec<String>>,
}

impl Watcher for Notes {
    fn finished(&self, _: &GameRecord) {}

    fn warn(&self, text: &str) {
        self.warnings.lock().unwrap().push(text.to_owned());
    }
}

pub fn entry(name: &str, args: &[&str], limits: PlayerLimits) -> EngineEntry {
    let args = args.iter().map(|word| (*word).to_owned()).collect();
    EngineEntry { name: name.to_owned(), command: HOSTILE.into(), args, limits, ..EngineEntry::default() }
}

pub fn settings(game: GameKind, players: Vec<EngineEntry>) -> Settings {
    let openings =
        OpeningSettings { source: OpeningSource::Random, order: Order::Random, seed: 1, first: 0, plies: None };
    Settings {
        game,
        players,
        format: Format::Gauntlet,
        openings,
        adjudication: Adjudication { max_moves: Some(20), ..Adjudication::default() },
        sprt: None,
        margin_ms: 0,
        patience_s: 1,
    }
}

pub struct Played {
    pub result: Result<Ended, MatchError>,
    pub warnings: Vec<String>,
    pub pgn: String,
}

/// Plays four games in a folder of their own.
pub fn play(name: &str, settings: &Settings) -> Played {
    let folder = folder(name);
    let journal = Journal::create(&folder, settings).unwrap();
    let timeouts = Timeouts {
        start: Duration::from_secs(2),
        ready: Duration::from_secs(2),
        stop: Duration::from_millis(200),
        quit: Duration::from_millis(200),
    };
    let conduct = Conduct { pairs: 2, concurrency: 1, cores: Vec::new(), timeouts, event: "drill".to_owned() };
    let notes = Notes::default();
    let result = run(settings, &conduct, journal, Vec::new(), &[Slot::default()], &Stop::default(), &notes);
    let pgn = std::fs::read_to_string(folder.join(PGN_FILE)).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    Played { result, warnings: notes.warnings.into_inner().unwrap(), pgn }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("adoube-drill-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}
