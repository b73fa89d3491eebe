//! Files that are written at the end of long work.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Finds out before the work whether a file could be written after it, and leaves it as it is.
pub fn check(file: &Path) -> anyhow::Result<()> {
    let is_new = !file.exists();
    let opened = fs::OpenOptions::new().append(true).create(true).open(file);
    opened.with_context(|| refusal(file))?;
    if is_new {
        fs::remove_file(file).with_context(|| refusal(file))?;
    }
    Ok(())
}

/// Writes beside the file first, so that nobody ever sees half of it.
pub fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, file)).with_context(|| refusal(file))
}

fn refusal(file: &Path) -> String {
    format!("--out: {} cannot be written", file.display())
}
