//! Adoube's command line: it reads arguments, calls the crates, prints tables, and does nothing else.

#![deny(unsafe_code)]

mod commands;
mod diagram;
mod numbers;
mod progress;
mod variation;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// A chess engine that can show its search is right, and a laboratory that finds the one wrong line in yours.
///
/// Without a command it speaks UCI on stdin and stdout. Arguments that are lines of UCI are obeyed in order.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Subcommands>,
}

const EXAMPLES: &str = "Examples:
  adoube                         the engine, for a chess program or for typing
  adoube play                    play against it
  adoube analyse game.pgn        what it thinks of a game
  adoube match adoube stockfish --tc 2+0.02 --games 20   which of two engines is better
  adoube doctor ./my-engine      which law an engine breaks, and on which position
  adoube bench                   how fast it is
  adoube perft 6                 count the positions after six plies
  adoube elo games.pgn           who is better, and how sure that is
  adoube suite wac.epd           how many known answers it finds
  adoube 'go depth 12' 'stats'   lines of UCI, one after the other

  adoube COMMAND --help          how to use a command";

#[derive(Subcommand)]
enum Subcommands {
    Uci(commands::uci::Arguments),
    Play(commands::play::Arguments),
    Analyse(commands::analyse::Arguments),
    Match(commands::matches::MatchArguments),
    Sprt(commands::matches::SprtArguments),
    Tournament(commands::matches::TournamentArguments),
    Doctor(commands::doctor::Arguments),
    Bench(commands::bench::Arguments),
    Perft(commands::perft::Arguments),
    Elo(commands::elo::Arguments),
    Suite(commands::suite::Arguments),
    Datagen(commands::datagen::Arguments),
    Data(commands::data::Arguments),
    Faults(commands::faults::Arguments),
    Train(commands::train::Arguments),
    Tune(commands::tune::Arguments),
}

fn main() -> ExitCode {
    #[cfg(feature = "faults")]
    if let Err(error) = rules::faults::Fault::put_in_force_by_environment() {
        eprintln!("error: ADOUBE_FAULT: {error}");
        return ExitCode::from(2);
    }
    let result = match uci_lines() {
        Some(lines) => commands::uci::obey(&lines),
        None => match Arguments::parse().command {
            None | Some(Subcommands::Uci(_)) => commands::uci::run(),
            Some(Subcommands::Play(arguments)) => commands::play::run(&arguments),
            Some(Subcommands::Analyse(arguments)) => commands::analyse::run(&arguments),
            Some(Subcommands::Match(arguments)) => commands::matches::run_match(&arguments),
            Some(Subcommands::Sprt(arguments)) => commands::matches::run_sprt(&arguments),
            Some(Subcommands::Tournament(arguments)) => commands::matches::run_tournament(&arguments),
            Some(Subcommands::Doctor(arguments)) => commands::doctor::run(&arguments),
            Some(Subcommands::Bench(arguments)) => commands::bench::run(&arguments),
            Some(Subcommands::Perft(arguments)) => commands::perft::run(&arguments),
            Some(Subcommands::Elo(arguments)) => commands::elo::run(&arguments),
            Some(Subcommands::Suite(arguments)) => commands::suite::run(&arguments),
            Some(Subcommands::Datagen(arguments)) => commands::datagen::run(&arguments),
            Some(Subcommands::Faults(arguments)) => commands::faults::run(&arguments),
            Some(Subcommands::Data(arguments)) => commands::data::run(&arguments),
            Some(Subcommands::Train(arguments)) => commands::train::run(&arguments),
            Some(Subcommands::Tune(arguments)) => commands::tune::run(&arguments),
        },
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

/// The arguments, if they are lines of UCI instead of a command with its options: the first one is a line of UCI that
/// is no command of ours.
fn uci_lines() -> Option<Vec<String>> {
    let lines: Vec<String> = std::env::args().skip(1).collect();
    let first = lines.first()?;
    let word = first.split_whitespace().next()?;
    let is_uci = uci::COMMANDS.iter().any(|(known, ..)| *known == word);
    let is_ours = Arguments::command().get_subcommands().any(|ours| ours.get_name() == first) || first == "help";
    (is_uci && !is_ours).then_some(lines)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken))
}
