//! `adoube tune`: numbers of the engine, fitted on its own games, or by playing them.

mod eval;
mod spsa;
mod wdl;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;

use super::perft::GameName;

/// Fit numbers of an engine: on games, or by playing games
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Print the search's parameters for OpenBench's SPSA: name, type, value, least, most, step, learning rate
    #[arg(long)]
    pub print_spsa: bool,

    /// Whose values are printed
    #[arg(long, value_enum, default_value_t, requires = "print_spsa")]
    pub game: GameName,

    #[command(subcommand)]
    pub command: Option<Subcommands>,
}

const EXAMPLES: &str = "\
Examples:
  adoube tune eval chess.games --out crates/engine/src/eval/weights_chess.rs
  adoube tune wdl chess.games
  adoube tune --print-spsa
  adoube tune --print-spsa --game fragments
  adoube tune spsa ./adoube-tune --parameters search.txt --steps 5000 --nodes 5000 --concurrency 2

The games of eval and wdl come from adoube datagen; spsa plays its own.";

#[derive(clap::Subcommand)]
pub enum Subcommands {
    Eval(eval::Arguments),
    Wdl(wdl::Arguments),
    Spsa(Box<spsa::Arguments>),
}

/// Does what was asked.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Some(Subcommands::Eval(arguments)) => eval::run(arguments),
        Some(Subcommands::Wdl(arguments)) => wdl::run(arguments),
        Some(Subcommands::Spsa(arguments)) => spsa::run(arguments),
        None if arguments.print_spsa => print_spsa(arguments.game),
        None => bail!("nothing to tune; expected a command, such as `adoube tune eval FILE`, or --print-spsa"),
    }
}

/// What OpenBench expects as the last number of each line.
const LEARNING_RATE: f64 = 0.002;

/// The search's parameters, a line each, as OpenBench reads them.
fn print_spsa(game: GameName) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    for engine::Parameter { name, value, fragments, min, max, step } in engine::PARAMETERS {
        let value = match game {
            GameName::Chess => value,
            GameName::Fragments => fragments,
        };
        writeln!(out, "{name}, int, {value}, {min}, {max}, {step}, {LEARNING_RATE}")?;
    }
    Ok(ExitCode::SUCCESS)
}
