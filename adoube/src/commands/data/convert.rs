//! `adoube data convert`: positions for other trainers.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use forge::convert::{Convert, Format, convert};
use forge::records::{Filter, Variant};
use rules::{Chess, Fragments};

use crate::numbers::grouped;

/// Write the positions of a file of games for other trainers
///
/// Left out are positions in check, those whose best move captures or promotes, and those whose score is far from even, unless
/// the options say otherwise. The positions are in the order of the games: shuffle them before training.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The file of games
    pub file: PathBuf,

    /// The file to write; one that is there already is not touched
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// How positions are written
    #[arg(long, value_enum, default_value_t)]
    pub format: FormatName,

    /// Keep positions in check
    #[arg(long)]
    pub keep_checks: bool,

    /// Keep positions whose best move captures or promotes
    #[arg(long)]
    pub keep_captures: bool,

    /// Leave out positions with a score this far from zero, mates always
    #[arg(long, value_name = "CP", default_value_t = 2500, value_parser = clap::value_parser!(i32).range(1..=30_000))]
    pub score_below: i32,

    /// Leave out positions earlier than this ply of their game
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    pub first_ply: usize,
}

const EXAMPLES: &str = "\
Examples:
  adoube data convert chess.games --out chess.bullet
  adoube data convert chess.games --out chess.txt --format text --first-ply 16 --score-below 1000

Exit code: 0 if all is well, 1 if games were left out because they are broken, 2 if a file cannot be used.";

/// How to write positions.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum FormatName {
    /// bulletformat's 32-byte records, for bullet; chess only.
    #[default]
    Bullet,
    /// Lines of `FEN | score | result`, both in White's view.
    Text,
}

/// Reads, filters and writes.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match super::variant(&arguments.file)? {
        Variant::Chess => write::<Chess>(arguments),
        Variant::Fragments => write::<Fragments>(arguments),
    }
}

fn write<R: Convert>(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let format = match arguments.format {
        FormatName::Bullet => Format::Bullet,
        FormatName::Text => Format::Text,
    };
    if !format.suits::<R>() {
        bail!(
            "--format bullet: the file holds games of {}, which bullet does not know; expected --format text",
            R::NAME
        );
    }
    let filter = Filter {
        keeps_checks: arguments.keep_checks,
        keeps_captures: arguments.keep_captures,
        score_below: arguments.score_below,
        first_ply: arguments.first_ply,
    };
    let mut reader = super::open::<R>(&arguments.file)?;
    let target = || format!("{}: cannot be written", arguments.out.display());
    let mut out = BufWriter::new(File::create_new(&arguments.out).with_context(target)?);
    let done = convert(&mut reader, &filter, format, &mut out).with_context(target)?;
    out.flush().with_context(target)?;
    writeln!(
        io::stdout(),
        "{} of {} positions of {} games written to {}, {} broken games left out",
        grouped(done.written),
        grouped(done.positions),
        grouped(done.games),
        arguments.out.display(),
        grouped(done.broken)
    )?;
    Ok(if done.broken == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
