//! `adoube perft`: counting the leaves of the tree of legal moves.

mod suite;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use rules::{Chess, Fragments, PerftOptions, Position, Rules, UciStyle, divide};
use serde_json::json;

use crate::numbers::{grouped, mega_speed, per_second};
use crate::progress::Progress;

const USUAL_DEPTH: u32 = 5;

/// Count the positions after DEPTH legal moves, or check a suite of known counts
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How many plies deep to count [default: 5]
    #[arg(value_parser = depth_parser(), conflicts_with = "suite")]
    pub depth: Option<u32>,

    /// The position to count from: a FEN, or for fragments the name of a set-up such as sample0 [default: the start]
    #[arg(long, conflicts_with = "suite")]
    pub fen: Option<String>,

    /// Which game it is
    #[arg(long, value_enum, default_value_t)]
    pub game: GameName,

    /// Write castling as the king taking his rook (e1h1), as UCI_Chess960 does
    #[arg(long, conflicts_with = "suite")]
    pub chess960: bool,

    /// Also print the count behind each first move
    #[arg(long, conflicts_with = "suite")]
    pub divide: bool,

    /// How many threads count, at most one for each processor
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: usize,

    /// The size in MiB of a table of positions counted before; 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 0, conflicts_with = "suite",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1 << 20))]
    pub hash: usize,

    /// Check a file of lines such as `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,

    /// With --suite: of each line, check the deepest count that is no larger than this
    #[arg(long, value_name = "N", default_value_t = 5_000_000, requires = "suite")]
    pub max_nodes: u64,

    /// With --suite: check no count deeper than this
    #[arg(long = "depth", value_name = "D", value_parser = depth_parser(), requires = "suite")]
    pub max_depth: Option<u32>,

    /// With --suite: show every line, not only the wrong ones
    #[arg(short, long, requires = "suite")]
    pub verbose: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube perft 6 --threads 2
  adoube perft 5 --divide --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
  adoube perft 7 --game fragments --fen sample0 --hash 64
  adoube perft --suite tests/data/perft/standard.epd --max-nodes 1000000 --threads 2

Exit code: 0 if all is well, 1 if a count of a suite differs, 2 if the input cannot be used.";

/// Which game to count in.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum GameName {
    /// Chess and Chess960.
    #[default]
    Chess,
    /// Chess Fragments.
    Fragments,
}

fn depth_parser() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(0..=u64::from(uci::MAX_PERFT_DEPTH))
}

/// Counts one position, or a suite.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match (&arguments.suite, arguments.game) {
        (Some(file), GameName::Chess) => suite::run::<Chess>(arguments, file),
        (Some(file), GameName::Fragments) => suite::run::<Fragments>(arguments, file),
        (None, GameName::Chess) => count::<Chess>(arguments, arguments.fen.as_deref()),
        (None, GameName::Fragments) => {
            let named = |text| Fragments::setup(text).unwrap_or(text);
            count::<Fragments>(arguments, arguments.fen.as_deref().map(named))
        }
    }
}

fn count<R: Rules>(arguments: &Arguments, fen: Option<&str>) -> anyhow::Result<ExitCode> {
    let position: Position<R> = match fen {
        Some(text) => text.parse().context("--fen")?,
        None => Position::start(),
    };
    check_memory(arguments.hash)?;
    let depth = arguments.depth.unwrap_or(USUAL_DEPTH);
    let options = PerftOptions { threads: useful_threads(arguments.threads), hash_mib: arguments.hash };

    let progress = Progress::new();
    let parts = divide(&position, depth, options, &|at| progress.update(at.done, at.total, at.nodes));
    let time = progress.elapsed();
    progress.finish();
    let nodes = if depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum() };

    let style = if arguments.chess960 { UciStyle::Chess960 } else { UciStyle::Standard };
    let mut out = io::stdout();
    if arguments.json {
        let moves: Vec<_> = parts.iter().map(|(mv, nodes)| json!({"move": mv.uci(style), "nodes": nodes})).collect();
        let mut report = json!({
            "game": R::NAME, "fen": position.to_string(), "depth": depth, "nodes": nodes,
            "seconds": time.as_secs_f64(), "nodes_per_second": per_second(nodes, time),
        });
        if arguments.divide {
            report["divide"] = moves.into();
        }
        writeln!(out, "{report:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.divide {
        let lines: String = parts.iter().map(|(mv, nodes)| format!("{}: {nodes}\n", mv.uci(style))).collect();
        writeln!(out, "{lines}")?;
    }
    let seconds = time.as_secs_f64();
    writeln!(out, "perft {depth}: {} nodes in {seconds:.3} s, {}", grouped(nodes), mega_speed(nodes, time))?;
    Ok(ExitCode::SUCCESS)
}

/// More threads than processors would only wait for each other.
pub fn useful_threads(wanted: usize) -> usize {
    wanted.min(std::thread::available_parallelism().map_or(1, usize::from))
}

/// An allocation that fails later would abort the program without a word.
pub fn check_memory(mib: usize) -> anyhow::Result<()> {
    if mib > 0 && Vec::<u8>::new().try_reserve_exact(mib << 20).is_err() {
        bail!("--hash: {mib} MiB; expected a size that fits in memory");
    }
    Ok(())
}
