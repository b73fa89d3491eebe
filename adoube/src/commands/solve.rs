//! `adoube solve`: proofs that a side wins from a position of Chess Fragments.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::builder::RangedU64ValueParser;
use engine::endgames::Endgames;
use engine::proof::{Attempt, Certificate, ProofLimits, ProofProgress, Proven, Prover, check};
use engine::{Control, Limits, Player};
use rules::{Color, Fragments, Game, Position};
use serde_json::json;

use super::perft::check_memory;
use super::tables;
use crate::numbers::{grouped, mega_speed};
use crate::outputs;

/// Prove that a side wins from a position of Chess Fragments, and write the proof down
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The position: a FEN, or the name of a set-up such as sample0
    #[arg(value_name = "FEN", required_unless_present = "verify")]
    fen: Option<String>,

    /// Moves to play first, such as "b2b3 c4c3"
    #[arg(long, value_name = "MOVES", conflicts_with = "verify")]
    moves: Option<String>,

    /// Whose win to prove [default: the side that a short search prefers]
    #[arg(long, value_enum, value_name = "SIDE", conflicts_with = "verify")]
    winner: Option<Side>,

    /// Give up after so many seconds; a proof that is found is written down, however long that takes
    #[arg(long, value_name = "SECONDS", conflicts_with = "verify")]
    time: Option<f64>,

    /// Give up after so many positions, likewise
    #[arg(long, value_name = "N", conflicts_with = "verify")]
    nodes: Option<u64>,

    /// The size in MiB of the table of positions met before
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,

    /// A file of adoube tables, instead of the tables in the binary
    #[arg(long, value_name = "FILE", default_value = "embedded")]
    tables: PathBuf,

    /// Write the proof to this file
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    out: Option<PathBuf>,

    /// Check a proof that was written before: every line, to the end of the game, by the rules alone
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    verify: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube solve sample6 --time 60
  adoube solve sample0 --moves 'a2a3 b4a3' --winner black --hash 4096 --out lost.proof
  adoube solve --verify lost.proof

A proof is a strategy: one move for the winner in each of his positions, every move of the other side answered, no
position ever repeated. It is checked before it is called one. That a side does not lose is not proven: see
docs/fragments-tables.md. Exit code: 0 if a win is proven, 1 if not (or the proof is wrong), 2 if the input cannot be used.";

/// Who is to win.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

/// The check of a proof goes as deep as its longest line.
const STACK: usize = 256 << 20;

/// Solves a position, or checks a proof.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let endgames = tables::open(&arguments.tables)?;
    std::thread::scope(|scope| {
        let work = || match &arguments.verify {
            Some(file) => verify(arguments, file, &endgames),
            None => solve(arguments, &endgames),
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| anyhow!("the solver has stopped unexpectedly"))?
    })
}

fn verify(arguments: &Arguments, file: &Path, endgames: &Endgames) -> anyhow::Result<ExitCode> {
    let text = fs::read_to_string(file).with_context(|| format!("--verify: {} cannot be read", file.display()))?;
    let checked = text.parse::<Certificate>().and_then(|certificate| Ok((check(&certificate, endgames)?, certificate)));
    let mut out = io::stdout();
    match checked {
        Ok((proven, certificate)) => {
            tell(&mut out, arguments, &certificate, &proven, None)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if arguments.json => {
            writeln!(out, "{:#}", json!({"proven": false, "error": error.to_string()}))?;
            Ok(ExitCode::FAILURE)
        }
        Err(error) => {
            writeln!(out, "{} proves nothing: {error}", file.display())?;
            Ok(ExitCode::FAILURE)
        }
    }
}

fn solve(arguments: &Arguments, endgames: &Arc<Endgames>) -> anyhow::Result<ExitCode> {
    let position = position(arguments)?;
    check_memory(arguments.hash)?;
    if let Some(file) = &arguments.out {
        outputs::check(file)?;
    }
    let time = match arguments.time {
        Some(seconds) => Some(Duration::try_from_secs_f64(seconds).with_context(|| format!("--time: {seconds}"))?),
        None => None,
    };
    let winner = match arguments.winner {
        Some(Side::White) => Color::White,
        Some(Side::Black) => Color::Black,
        None => preferred(&position, endgames)?,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = stop.clone();
    // A second handler cannot be set; then Ctrl-C ends the program as it always does.
    let _ = ctrlc::set_handler(move || stopped.store(true, Relaxed));
    let is_watched = io::stderr().is_terminal();
    let show = |at: &ProofProgress| {
        let speed = mega_speed(at.nodes, at.time);
        let (nodes, full) = (grouped(at.nodes), at.permille_full as f64 / 10.0);
        let seconds = at.time.as_secs();
        let line =
            format!("{seconds} s, {nodes} positions, {speed}, left {} / {}, table {full} %", at.proof, at.disproof);
        if is_watched {
            eprint!("\r{line}   ");
        } else if seconds.is_multiple_of(30) {
            eprintln!("{line}");
        }
    };
    let mut prover = Prover::new(winner, endgames, arguments.hash, &stop).telling(show);
    let attempt = prover.prove(&position, ProofLimits { nodes: arguments.nodes, time });
    let at = prover.progress();
    if is_watched {
        eprint!("\r\x1b[K");
    }
    let mut out = io::stdout();
    let certificate = match attempt {
        Attempt::Proven(certificate) => certificate,
        Attempt::Unfinished | Attempt::NoProof => {
            let is_dry = matches!(attempt, Attempt::NoProof);
            if arguments.json {
                let report = json!({
                    "fen": position.to_string(), "winner": winner.to_string(), "proven": false, "exhausted": is_dry,
                    "nodes": at.nodes, "seconds": at.time.as_secs_f64(), "proof": at.proof, "disproof": at.disproof,
                });
                writeln!(out, "{report:#}")?;
            } else {
                let why =
                    if is_dry { "the search has run dry: it finds no proof without repetition" } else { "not proven" };
                let (nodes, seconds) = (grouped(at.nodes), at.time.as_secs_f64());
                let left = format!("proof number {}, disproof number {}", at.proof, at.disproof);
                writeln!(out, "{position}\n{winner} wins: {why}, {nodes} positions in {seconds:.1} s, {left}")?;
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    let proven = check(&certificate, endgames).context("the proof found is wrong, which should not be")?;
    if let Some(file) = &arguments.out {
        outputs::write(file, certificate.to_string().as_bytes())?;
    }
    tell(&mut out, arguments, &certificate, &proven, Some(&at))?;
    Ok(ExitCode::SUCCESS)
}

/// The position that the arguments name.
fn position(arguments: &Arguments) -> anyhow::Result<Position<Fragments>> {
    let fen = arguments.fen.as_deref().unwrap_or_default();
    let mut position: Position<Fragments> = Fragments::setup(fen).unwrap_or(fen).parse().context("FEN")?;
    for text in arguments.moves.as_deref().unwrap_or_default().split_whitespace() {
        position.play(position.uci_move(text).context("--moves")?);
    }
    if position.legal_moves().is_empty() {
        bail!("FEN: the game is over; expected a position with a legal move");
    }
    Ok(position)
}

/// The side that a short search would rather have.
fn preferred(position: &Position<Fragments>, endgames: &Arc<Endgames>) -> anyhow::Result<Color> {
    let mut player = Player::new(64)?;
    player.set_endgames(Some(endgames.clone()));
    let limits = Limits { nodes: Some(1_000_000), ..Limits::default() };
    let report = player.think(&Game::new(*position), &limits, &Control::default(), |_| {});
    let is_good = report.is_some_and(|report| report.score.value() >= 0);
    Ok(if is_good { position.side_to_move() } else { !position.side_to_move() })
}

fn tell(
    out: &mut impl Write,
    arguments: &Arguments,
    certificate: &Certificate,
    proven: &Proven,
    search: Option<&ProofProgress>,
) -> io::Result<()> {
    let (start, winner) = (certificate.start.to_string(), certificate.winner);
    if arguments.json {
        let mut report = json!({
            "fen": start, "winner": winner.to_string(), "proven": true, "plies": proven.plies,
            "moves": certificate.len(), "positions": proven.positions, "solved": proven.solved, "ends": proven.ends,
        });
        if let Some(at) = search {
            report["nodes"] = at.nodes.into();
            report["seconds"] = at.time.as_secs_f64().into();
        }
        return writeln!(out, "{report:#}");
    }
    writeln!(
        out,
        "{start}\n{winner} wins, in at most {} plies by this proof: checked by the rules alone",
        proven.plies
    )?;
    let (positions, solved, ends) = (grouped(proven.positions), grouped(proven.solved), grouped(proven.ends));
    writeln!(
        out,
        "{} moves, {positions} positions ({solved} of solved endings), {ends} ends",
        grouped(certificate.len() as u64)
    )?;
    match search {
        Some(at) => writeln!(out, "{} positions searched in {:.1} s", grouped(at.nodes), at.time.as_secs_f64()),
        None => Ok(()),
    }
}
