//! Where a match is kept if nobody says so: in a new folder, so that nothing is ever overwritten.

use std::path::{Path, PathBuf};

use lab::matches::Settings;

/// What a match is called: who plays.
pub fn title(settings: &Settings) -> String {
    let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
    match names.as_slice() {
        [first, second] => format!("{first} v {second}"),
        [first, others @ ..] => format!("{first} and {} others", others.len()),
        [] => String::new(),
    }
}

/// A folder in `matches` that is not there yet.
pub fn new_folder(settings: &Settings) -> PathBuf {
    let name: String = title(settings)
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() || "._".contains(letter) { letter } else { '-' })
        .collect();
    let folder = |number: u64| Path::new("matches").join(format!("{name}-{number}"));
    (1..u64::MAX).map(folder).find(|folder| !folder.exists()).unwrap_or_else(|| folder(0))
}
