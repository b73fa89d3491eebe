//! The game as PGN, to be saved.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

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
    let today = date(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400);
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

/// A date as PGN writes it, of a day counted from the first of 1970.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}.{month:02}.{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        for (day, text) in [(0, "1970.01.01"), (58, "1970.02.28"), (59, "1970.03.01"), (789, "1972.02.29")] {
            assert_eq!(date(day), text);
        }
        assert_eq!(date(11_016), "2000.02.29");
        assert_eq!(date(20_454), "2026.01.01");
    }
}
