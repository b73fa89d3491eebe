//! The game as PGN, to be saved.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;

use lab::matches::today;
use rules::text::pgn::{PgnGame, PgnResult};
use rules::{Color, Game, Rules};

/// The game with its tags. `resigned` is who gave up, if somebody did.
pub fn pgn<R: Rules>(game: &Game<R>, human: Color, strength: &str, resigned: Option<Color>) -> String {
    let mut record = PgnGame::new(game.clone());
    if let Some(loser) = resigned {
        record.result = PgnResult::Win(!loser);
    }
    let engine = format!("Adoube {} ({strength})", env!("CARGO_PKG_VERSION"));
    let (white, black) = match human {
        Color::White => ("Human", &*engine),
        Color::Black => (&*engine, "Human"),
    };
    let today = today();
    let tags = [("Event", "A game in the terminal"), ("Site", "-"), ("Date", &today), ("Round", "-")];
    let tags = tags.into_iter().chain([("White", white), ("Black", black)]);
    record.tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    record.to_string()
}

/// Adds the game to a file, which may hold others.
pub fn save(text: &str, file: &Path) -> io::Result<()> {
    let mut out = OpenOptions::new().create(true).append(true).open(file)?;
    writeln!(out, "{text}")
}
