//! `adoube data`: what to do with files of games.

mod convert;
mod inspect;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use forge::records::{Reader, Variant};
use rules::Rules;

/// Look into files of self-play games, or write them for other trainers
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Subcommands,
}

const EXAMPLES: &str = "\
Examples:
  adoube data inspect chess.games
  adoube data convert chess.games --out chess.bullet

Games come from adoube datagen.";

#[derive(clap::Subcommand)]
pub enum Subcommands {
    Inspect(inspect::Arguments),
    Convert(convert::Arguments),
}

/// Does what was asked.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Subcommands::Inspect(arguments) => inspect::run(arguments),
        Subcommands::Convert(arguments) => convert::run(arguments),
    }
}

/// Which game a file holds.
pub fn variant(file: &Path) -> anyhow::Result<Variant> {
    let header = forge::records::Header::read(file).with_context(|| file.display().to_string())?;
    Ok(header.variant)
}

/// The games of a file.
pub fn open<R: Rules>(file: &Path) -> anyhow::Result<Reader<R>> {
    Reader::open(file).with_context(|| file.display().to_string())
}
