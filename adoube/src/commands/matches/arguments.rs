//! What matches, tests and tournaments have in common on the command line.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use lab::matches::{DrawRule, GameKind, Order, ResignRule};

/// How engines play. What stands as `[PLAYER:]VALUE` holds for all players, or for the one that is named: by its name, or
/// by its number in order.
#[derive(clap::Args)]
pub struct Common {
    /// A file of named engines (TOML)
    #[arg(long, value_name = "FILE")]
    pub engines: Option<PathBuf>,

    /// Time for the game in seconds, with increment: 2+0.02, 40/60+0.5, 1:30 [default: 8+0.08]
    #[arg(long, value_name = "[PLAYER:]TC", help_heading = "Limits")]
    pub tc: Vec<String>,

    /// Milliseconds for each move
    #[arg(long, value_name = "[PLAYER:]MS", help_heading = "Limits")]
    pub movetime: Vec<String>,

    /// Nodes for each move
    #[arg(long, value_name = "[PLAYER:]N", help_heading = "Limits")]
    pub nodes: Vec<String>,

    /// Plies for each move
    #[arg(long, value_name = "[PLAYER:]N", help_heading = "Limits")]
    pub depth: Vec<String>,

    /// So many milliseconds over the time are forgiven
    #[arg(long, value_name = "MS", default_value_t = 0, help_heading = "Limits")]
    pub margin_ms: u64,

    /// An engine without a clock must answer within so many seconds
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..=1_000_000),
        help_heading = "Limits")]
    pub patience: u64,

    /// An option of an engine
    #[arg(long, value_name = "[PLAYER:]NAME=VALUE", help_heading = "Engines")]
    pub option: Vec<String>,

    /// The option Threads
    #[arg(long, value_name = "[PLAYER:]N", help_heading = "Engines")]
    pub threads: Vec<String>,

    /// The option Hash, in MiB
    #[arg(long, value_name = "[PLAYER:]MIB", help_heading = "Engines")]
    pub hash: Vec<String>,

    /// Let engines think while their opponents do
    #[arg(long, help_heading = "Engines")]
    pub ponder: bool,

    /// Start engines anew for each game
    #[arg(long, help_heading = "Engines")]
    pub restart: bool,

    /// How many games are played at once
    #[arg(short, long, value_name = "N", default_value_t = 1, help_heading = "Engines",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub concurrency: usize,

    /// Give each game that is played at once processors of its own
    #[arg(long, help_heading = "Engines")]
    pub pin: bool,

    /// Which game is played
    #[arg(long, alias = "variant", value_enum, default_value_t, help_heading = "Openings")]
    pub game: GameName,

    /// Positions (EPD, FEN) or games (.pgn) to begin from; each is played twice, with colours reversed [default: random
    /// moves that leave the game open]
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    pub openings: Option<PathBuf>,

    /// In which order openings are used
    #[arg(long, value_enum, default_value_t, help_heading = "Openings")]
    pub order: OrderName,

    /// What chance depends on
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    pub seed: u64,

    /// The number of the first opening, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "Openings")]
    pub start: u64,

    /// Of games in a file, play so many plies
    #[arg(long, value_name = "N", requires = "openings", help_heading = "Openings")]
    pub plies: Option<usize>,

    /// A player resigns after so many moves in a row with its score this many centipawns down, such as 4,600
    #[arg(long, value_name = "MOVES,SCORE", value_parser = resign, help_heading = "Ending games early (off by default)")]
    pub resign: Option<ResignRule>,

    /// A resignation needs the winner's score to agree
    #[arg(long, requires = "resign", help_heading = "Ending games early (off by default)")]
    pub two_sided: bool,

    /// A draw is agreed from this move on, after so many moves within this many centipawns, such as 40,8,10
    #[arg(long, value_name = "FROM,MOVES,SCORE", value_parser = draw,
        help_heading = "Ending games early (off by default)")]
    pub draw: Option<DrawRule>,

    /// Folders of Syzygy tables that decide games
    #[arg(long, value_name = "FOLDERS", help_heading = "Ending games early (off by default)")]
    pub tablebases: Option<String>,

    /// A game of so many moves is drawn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..),
        help_heading = "Ending games early (off by default)")]
    pub max_moves: Option<u32>,

    /// Play on so many of the games that would be ended early, to see whether that was right
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Ending games early (off by default)")]
    pub verify_adjudication: u64,

    /// The folder for games and report [default: a new one in matches/]
    #[arg(long, value_name = "FOLDER", help_heading = "Output")]
    pub out: Option<PathBuf>,

    /// Go on with the match in --out; more games may be asked for, all else must be the same
    #[arg(long, requires = "out", help_heading = "Output")]
    pub resume: bool,

    /// The event's name in the games
    #[arg(long, value_name = "NAME", help_heading = "Output")]
    pub event: Option<String>,

    /// Print the result as JSON
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Which game.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum GameName {
    /// Chess.
    #[default]
    Chess,
    /// Chess960.
    Chess960,
    /// Double Chess960: each side has a start of its own.
    Dfrc,
    /// Chess Fragments.
    Fragments,
}

impl From<GameName> for GameKind {
    fn from(name: GameName) -> Self {
        match name {
            GameName::Chess => Self::Chess,
            GameName::Chess960 => Self::Chess960,
            GameName::Dfrc => Self::Dfrc,
            GameName::Fragments => Self::Fragments,
        }
    }
}

/// In which order.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum OrderName {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As in the file.
    File,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Random => Self::Random,
            OrderName::File => Self::File,
        }
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

fn resign(text: &str) -> Result<ResignRule, String> {
    match numbers(text) {
        Some([moves, score]) if moves > 0 && score <= 100_000 => {
            Ok(ResignRule { moves, score: score as i32, two_sided: false })
        }
        _ => Err("expected moves and centipawns such as 4,600".to_owned()),
    }
}

fn draw(text: &str) -> Result<DrawRule, String> {
    match numbers(text) {
        Some([from_move, moves, score]) if moves > 0 && score <= 100_000 => {
            Ok(DrawRule { from_move, moves, score: score as i32 })
        }
        _ => Err("expected a move's number, moves and centipawns such as 40,8,10".to_owned()),
    }
}
