//! `adoube tune`: numbers of the engine, fitted on its own games.

mod wdl;

use std::process::ExitCode;

/// Fit numbers of the engine on its own games
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Subcommands,
}

const EXAMPLES: &str = "\
Examples:
  adoube tune wdl chess.games

Games come from adoube datagen.";

#[derive(clap::Subcommand)]
pub enum Subcommands {
    Wdl(wdl::Arguments),
}

/// Does what was asked.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Subcommands::Wdl(arguments) => wdl::run(arguments),
    }
}
