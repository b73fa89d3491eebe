//! `adoube play`: a game against the engine in the terminal, or line by line through a pipe.

mod opponent;
mod record;
mod table;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use rules::{Chess, Color, Fragments, Position, Rules};
use uci::strength::LEVELS;

use super::perft::GameName;
use crate::diagram::Style;
use opponent::Opponent;
use table::Table;

/// Play a game against the engine
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Which game it is
    #[arg(long, value_enum, default_value_t)]
    game: GameName,

    /// Where to start: a FEN, or for fragments the name of a set-up such as sample0
    #[arg(long)]
    fen: Option<String>,

    /// Start from a Chess960 position: its number from 0 to 959, or a random one
    #[arg(long, value_name = "NUMBER", num_args = 0..=1, conflicts_with_all = ["fen", "game"],
        value_parser = RangedU64ValueParser::<u16>::new().range(0..960))]
    chess960: Option<Option<u16>>,

    /// Your colour
    #[arg(long, value_enum, default_value_t)]
    color: Side,

    /// How well the engine plays, from 1 to 10
    #[arg(long, default_value_t = 5, value_parser = RangedU64ValueParser::<usize>::new().range(1..=LEVELS as u64))]
    level: usize,

    /// How long the engine may think about a move at level 10
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = seconds)]
    time: f64,

    /// How many threads search at level 10
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,

    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 64,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,

    /// Letters for the pieces and no colours, as when it is not a terminal
    #[arg(long)]
    ascii: bool,

    /// Write the game to this file when it ends
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  adoube play
  adoube play --color black --level 8 --save game.pgn
  adoube play --game fragments --fen sample0
  adoube play --chess960

Type moves as e4, Nf3, O-O or e2e4; help lists what else can be typed.";

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Side {
    #[default]
    White,
    Black,
    Random,
}

/// Reads a number of seconds above zero.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("expected a number of seconds above 0".to_owned()),
    }
}

/// Plays games until nobody wants another.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.game {
        GameName::Chess => {
            let start = match (&arguments.fen, arguments.chess960) {
                (Some(text), _) => text.parse().context("--fen")?,
                (None, Some(number)) => {
                    let number = number.unwrap_or_else(|| (dice() % 960) as u16);
                    Chess::chess960(number).context("--chess960: expected a number from 0 to 959")?
                }
                (None, None) => Position::start(),
            };
            play::<Chess>(arguments, start)
        }
        GameName::Fragments => {
            let start = match arguments.fen.as_deref().map(|text| Fragments::setup(text).unwrap_or(text)) {
                Some(text) => text.parse().context("--fen")?,
                None => Position::start(),
            };
            play::<Fragments>(arguments, start)
        }
    }
}

fn play<R: Rules>(arguments: &Arguments, start: Position<R>) -> anyhow::Result<ExitCode> {
    let opponent =
        Opponent::new(arguments.level, Duration::from_secs_f64(arguments.time), arguments.threads, arguments.hash)?;
    let human = match arguments.color {
        Side::White => Color::White,
        Side::Black => Color::Black,
        Side::Random => Color::ALL[(dice() % 2) as usize],
    };
    let is_terminal = io::stdout().is_terminal() && !arguments.ascii;
    let style = Style { figures: is_terminal, colors: is_terminal && std::env::var_os("NO_COLOR").is_none() };
    let mut table = Table::new(start, human, opponent, style, arguments.save.clone());
    table.play(io::stdin().lock(), io::stdout(), io::stdin().is_terminal())?;
    Ok(ExitCode::SUCCESS)
}

/// A number nobody can foresee; good enough to draw a colour by.
fn dice() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 / 1_000
}
