//! Adoube's command line: it reads arguments, calls the crates, prints tables, and does nothing else.

#![deny(unsafe_code)]

mod commands;
mod numbers;
mod progress;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A chess engine that can show its search is right, and a laboratory that finds the one wrong line in yours.
///
/// Without a command it speaks UCI on stdin and stdout.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

const EXAMPLES: &str = "Examples:
  adoube                      the engine, for a chess program or for typing
  adoube perft 6              count the positions after six plies
  adoube perft --help         how to run a whole suite of counts";

#[derive(Subcommand)]
enum Subcommands {
    Uci(commands::uci::Arguments),
    Perft(commands::perft::Arguments),
    Datagen(commands::datagen::Arguments),
    Data(commands::data::Arguments),
    Tune(commands::tune::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        None => commands::uci::run(),
        Some(Subcommands::Uci(_)) => commands::uci::run(),
        Some(Subcommands::Perft(arguments)) => commands::perft::run(&arguments),
        Some(Subcommands::Datagen(arguments)) => commands::datagen::run(&arguments),
        Some(Subcommands::Data(arguments)) => commands::data::run(&arguments),
        Some(Subcommands::Tune(arguments)) => commands::tune::run(&arguments),
    };
    match result {
        Ok(code) => code,
        // Whoever reads our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken))
}
