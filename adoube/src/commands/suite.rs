//! `adoube suite`: positions with known answers, put to any UCI engine.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use lab::engines::{EngineEntry, Roster};
use lab::suite::{Case, CaseError, SuiteOptions, SuiteOutcome, run as run_suite};
use serde_json::json;
use uci::Limits;

use crate::interrupt::stop_on_interrupt;
use crate::progress::Progress;

/// Put positions with known answers to engines: best moves, points, mates, perft counts
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of EPD: lines with `bm`, `am`, `dm`, `c8` and `c9`, or `;D5 4865609`
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// An engine: `adoube` for this one, a program with its arguments, a name of --engines; NAME=ENGINE gives it a name.
    /// May be given several times [default: adoube]
    #[arg(short, long = "engine", value_name = "ENGINE")]
    engines: Vec<String>,

    /// A TOML file of named engines
    #[arg(long = "engines", value_name = "FILE")]
    roster: Option<PathBuf>,

    /// An option of UCI to set in every engine; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,

    /// Milliseconds for each position [default: 1000, if no other limit is given]
    #[arg(long, value_name = "MS", value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400_000))]
    movetime: Option<u64>,

    /// Nodes for each position
    #[arg(long, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    nodes: Option<u64>,

    /// Plies for each position
    #[arg(long, value_parser = RangedU64ValueParser::<u32>::new().range(1..=250))]
    depth: Option<u32>,

    /// How many positions are thought about at once
    #[arg(short, long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    concurrency: usize,

    /// Only so many positions of each file, evenly spread over it
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    take: Option<usize>,

    /// Of perft lines, the deepest count that is no larger than this
    #[arg(long, value_name = "N", default_value_t = 5_000_000)]
    max_nodes: u64,

    /// Show every position, not only those that were not solved or on which engines differ
    #[arg(short, long)]
    verbose: bool,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube suite wac.epd --movetime 200
  adoube suite sts.epd --engine adoube --engine stockfish --nodes 20000 --concurrency 2
  adoube suite mates.epd --depth 12 --verbose
  adoube suite tests/data/perft/standard.epd --engine stockfish --max-nodes 1000000
  adoube suite wac.epd --engine 'new=./adoube-new' --engine 'old=./adoube-old' --option Hash=64 --json

Every position begins with an empty table. `found after` is the time from which the right answer was kept to the end.

Exit code: 0 if all is well, 1 if an engine miscounted or gave no answer, 2 if the input cannot be used,
3 if Ctrl-C broke it off: the table has what was finished.";

/// Reads `NAME=VALUE`.
pub fn name_and_value(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let parts = parts.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    parts.ok_or_else(|| "expected a name and a value such as Hash=16".to_owned())
}

/// Runs the suite, and prints its table.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let engines = engines(arguments)?;
    let mut cases = Vec::new();
    for file in &arguments.files {
        cases.extend(read_cases(file, arguments)?);
    }
    let nothing_said = arguments.nodes.is_none() && arguments.depth.is_none();
    let move_time = arguments.movetime.or(nothing_said.then_some(1000)).map(Duration::from_millis);
    let limits = Limits { move_time, nodes: arguments.nodes, depth: arguments.depth, ..Limits::default() };
    let options = SuiteOptions { limits, concurrency: arguments.concurrency, ..SuiteOptions::default() };

    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if arguments.concurrency > processors {
        eprintln!("warning: {} at once on {processors} processors: times mean little", arguments.concurrency);
    }
    let progress = Progress::new();
    let tell = |done, total, right: usize| progress.positions(done, total, right);
    let stop = stop_on_interrupt("the running positions")?;
    let attempts = run_suite(&cases, &engines, &options, &stop, &tell)?;
    let elapsed = progress.elapsed();
    progress.finish();
    let asked = cases.len();
    cases.truncate(attempts.first().map_or(0, Vec::len));
    let is_broken_off = cases.len() < asked;
    if is_broken_off {
        eprintln!("broken off after {} of {asked} positions", cases.len());
    }

    let outcome = SuiteOutcome::new(&cases, engines.into_iter().map(|engine| engine.name).collect(), &attempts);
    let mut out = io::stdout();
    if arguments.json {
        let report = json!({
            "files": arguments.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>(),
            "limits": {"movetime": options.limits.move_time.map(|time| time.as_millis() as u64),
                "nodes": options.limits.nodes, "depth": options.limits.depth},
            "concurrency": arguments.concurrency, "seconds": elapsed.as_secs_f64(), "asked": asked, "result": outcome,
        });
        writeln!(out, "{report:#}")?;
    } else {
        out.write_all(outcome.text(arguments.verbose).as_bytes())?;
    }
    Ok(match (outcome.has_faults(&cases), is_broken_off) {
        (true, _) => ExitCode::from(1),
        (false, true) => ExitCode::from(3),
        (false, false) => ExitCode::SUCCESS,
    })
}

fn engines(arguments: &Arguments) -> anyhow::Result<Vec<EngineEntry>> {
    let roster = match &arguments.roster {
        Some(file) => Roster::read(file)?,
        None => Roster::default(),
    };
    let own = crate::program().context("the program's own path")?;
    let usual = ["adoube".to_owned()];
    let given = if arguments.engines.is_empty() { &usual[..] } else { &arguments.engines };
    let mut engines: Vec<EngineEntry> = Vec::new();
    for name in given {
        let mut engine = roster.find(name, &own)?;
        if engines.iter().any(|other| other.name == engine.name) {
            bail!("two engines are called {:?}; expected names such as new=ENGINE and old=ENGINE", engine.name);
        }
        for (name, value) in &arguments.options {
            engine.set_option(name, value.clone());
        }
        engines.push(engine);
    }
    Ok(engines)
}

/// The lines of a file that can be used. Of the others the first few are told about.
fn read_cases(file: &Path, arguments: &Arguments) -> anyhow::Result<Vec<Case>> {
    let bytes = std::fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let (mut cases, mut wrong) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match Case::parse(line, &name, index + 1, arguments.max_nodes) {
            Ok(case) => cases.push(case),
            Err(CaseError::TooLarge(_)) => {}
            Err(error) => wrong.push((index + 1, error)),
        }
    }
    if cases.is_empty() {
        let Some((line, error)) = wrong.first() else {
            bail!("{}: no line within the limits; expected lines of EPD", file.display());
        };
        bail!("{}, line {line}: {error}", file.display());
    }
    for (line, error) in wrong.iter().take(3) {
        eprintln!("warning: {}, line {line} is left out: {error}", file.display());
    }
    if wrong.len() > 3 {
        eprintln!("warning: {}: {} lines are left out in all", file.display(), wrong.len());
    }
    Ok(match arguments.take {
        Some(count) if count < cases.len() => {
            let total = cases.len();
            (0..count).map(|index| cases[index * total / count].clone()).collect()
        }
        _ => cases,
    })
}
