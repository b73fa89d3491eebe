//! Adoube's command line: it reads arguments, calls the crates, prints tables, and does nothing else.
//!
//! It is a library so that whoever carries the engine along, as the Python package does, carries the commands too.

#![deny(unsafe_code)]

mod commands;
mod diagram;
mod interrupt;
mod numbers;
mod outputs;
mod progress;
mod variation;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

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
  adoube tables --verify         solve the endings of Chess Fragments, and prove them
  adoube solve sample3           who wins from a position of Chess Fragments, with a proof
  adoube fragments review log.txt   where a game of Chess Fragments was lost
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
    Fragments(commands::fragments::Arguments),
    Datagen(commands::datagen::Arguments),
    Data(commands::data::Arguments),
    Faults(commands::faults::Arguments),
    Train(commands::train::Arguments),
    Tune(commands::tune::Arguments),
    Tables(commands::tables::Arguments),
    Solve(commands::solve::Arguments),
}

/// Runs the program with its arguments (without its own name), and says with which code it should end.
pub fn run(arguments: Vec<String>) -> ExitCode {
    #[cfg(feature = "faults")]
    if let Err(error) = rules::faults::Fault::put_in_force_by_environment() {
        eprintln!("error: ADOUBE_FAULT: {error}");
        return ExitCode::from(2);
    }
    let words = std::iter::once("adoube").chain(arguments.iter().map(String::as_str));
    let result = match is_uci(&arguments).then_some(&arguments).ok_or_else(|| Arguments::try_parse_from(words)) {
        Ok(lines) => commands::uci::obey(lines),
        Err(Err(told)) => {
            let _ = told.print();
            return ExitCode::from(told.exit_code() as u8);
        }
        Err(Ok(parsed)) => match parsed.command {
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
            Some(Subcommands::Fragments(arguments)) => commands::fragments::run(&arguments),
            Some(Subcommands::Datagen(arguments)) => commands::datagen::run(&arguments),
            Some(Subcommands::Faults(arguments)) => commands::faults::run(&arguments),
            Some(Subcommands::Data(arguments)) => commands::data::run(&arguments),
            Some(Subcommands::Train(arguments)) => commands::train::run(&arguments),
            Some(Subcommands::Tune(arguments)) => commands::tune::run(&arguments),
            Some(Subcommands::Tables(arguments)) => commands::tables::run(&arguments),
            Some(Subcommands::Solve(arguments)) => commands::solve::run(&arguments),
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

/// The file by which this program can be started again, if it is not that of the process: for those who carry the
/// commands inside a program of another name. Only the first call counts.
pub fn set_program(file: PathBuf) {
    let _ = PROGRAM.set(file);
}

static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The file by which this program can be started again.
fn program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(std::env::current_exe, Ok)
}

/// Whether the arguments are lines of UCI instead of a command with its options: the first one is a line of UCI that is
/// no command of ours.
fn is_uci(arguments: &[String]) -> bool {
    let Some(first) = arguments.first() else { return false };
    let word = first.split_whitespace().next();
    let is_uci = uci::COMMANDS.iter().any(|(known, ..)| Some(*known) == word);
    let is_ours = Arguments::command().get_subcommands().any(|ours| ours.get_name() == first) || first == "help";
    is_uci && !is_ours
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let is_broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken))
}
