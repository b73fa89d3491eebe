//! `adoube bench`: the search's fingerprint and speed.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::RangedI64ValueParser;
use engine::Control;
use serde_json::json;
use uci::bench::{Benched, USUAL_DEPTH, bench, bench_total, position_count};

use super::evaluation::EvaluationArguments;
use crate::numbers::per_second;
use crate::progress::Progress;

/// Search fixed positions of both games; the number of nodes is the same for the same search
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How deep to search each position
    #[arg(default_value_t = USUAL_DEPTH, value_parser = RangedI64ValueParser::<i32>::new().range(1..=100))]
    depth: i32,

    #[command(flatten)]
    evaluation: EvaluationArguments,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube bench
  adoube bench 8
  adoube bench --eval classical
  adoube bench --eval-file nets/new.net
  adoube bench --json

The last line is `N nodes M nps`, as OpenBench reads it. One thread, 16 MiB, an empty table for each position.";

/// Searches, and prints a line for each position and one for all.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    let mut written = Ok(());
    let progress = Progress::new();
    let (mut done, mut nodes) = (0, 0);
    let networks = arguments.evaluation.networks()?;
    let all = bench(arguments.depth, &networks, &Control::default(), |benched| {
        done += 1;
        nodes += benched.nodes;
        progress.update(done, position_count(), nodes);
        if !arguments.json && written.is_ok() {
            written = writeln!(out, "{done:>2}: {:>10} nodes  {}", benched.nodes, benched.fen);
        }
    })?;
    progress.finish();
    written?;
    let all = all.unwrap_or_default();
    if arguments.json {
        writeln!(out, "{:#}", report(&all, arguments.depth))?;
    } else {
        writeln!(out, "\n{}", bench_total(&all))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(all: &[Benched], depth: i32) -> serde_json::Value {
    let nodes: u64 = all.iter().map(|benched| benched.nodes).sum();
    let time: Duration = all.iter().map(|benched| benched.time).sum();
    let positions: Vec<_> = all
        .iter()
        .map(|benched| json!({"fen": benched.fen, "nodes": benched.nodes, "seconds": benched.time.as_secs_f64()}))
        .collect();
    json!({
        "depth": depth, "nodes": nodes, "seconds": time.as_secs_f64(),
        "nodes_per_second": per_second(nodes, time), "positions": positions,
    })
}
