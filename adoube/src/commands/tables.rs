//! `adoube tables`: the solved endings of Chess Fragments, built, checked, written, asked.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use engine::endgames::{Checked, Endgames, MOST_MEN, Summary, Verdict, build};
use rules::{Fragments, Position, UciStyle};
use serde_json::{Value, json};

use super::perft::useful_threads;
use crate::numbers::grouped;
use crate::outputs;
use crate::progress::Progress;

/// Solve the endings of Chess Fragments, check the solutions, or look a position up
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A position to look up instead: a FEN, or the name of a set-up such as sample3
    #[arg(value_name = "FEN")]
    fen: Option<String>,

    /// Solve all endings of up to so many men, kings included; 5 take some minutes of two processors
    #[arg(long, default_value_t = 4, value_parser = RangedU64ValueParser::<usize>::new().range(3..=MOST_MEN as u64),
        conflicts_with = "from")]
    men: usize,

    /// Take the tables of this file instead of solving; `embedded` for those in the binary
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,

    /// Check every value by the rules alone: it must follow from the positions one move on
    #[arg(long)]
    verify: bool,

    /// Write the tables to this file, for UCI's option FragmentsTables
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// How many threads work, at most one for each processor
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube tables 'k4/5/5/3P1/2K2 w - -'        how a position ends, and what each move does (tables of the binary)
  adoube tables --threads 2 --verify          solve all endings of up to 4 men anew, and prove them
  adoube tables --from embedded --verify      prove the tables of the binary
  adoube tables --men 5 --out fragments-5.tables

Percentages are of the side to move, which is named first. `longest` is in plies.
Exit code: 0 if all is well, 1 if a value is wrong or a position is not known, 2 if the input cannot be used.";

/// Builds, checks, writes, shows; or looks a position up.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(fen) = &arguments.fen {
        return look_up(arguments, fen);
    }
    if let Some(file) = &arguments.out {
        outputs::check(file)?;
    }
    let progress = Progress::new();
    let (endgames, seconds) = match &arguments.from {
        Some(file) => (open(file)?, None),
        None => {
            let built = build(arguments.men, useful_threads(arguments.threads), &|at| {
                progress.parts(at.done, at.total, &format!("{} solved", at.material));
            });
            (Arc::new(built), Some(progress.elapsed()))
        }
    };
    progress.finish();
    let written = arguments.out.as_ref().map(|file| {
        let bytes = endgames.to_bytes();
        outputs::write(file, &bytes).map(|()| bytes.len())
    });
    let written = written.transpose()?;
    let checked = arguments.verify.then(|| {
        let progress = Progress::new();
        let checked = endgames.verify(useful_threads(arguments.threads), &|at| {
            progress.parts(at.done, at.total, &format!("{} checked", at.material));
        });
        progress.finish();
        (checked, progress.elapsed())
    });
    let summaries: Vec<Summary> = endgames.materials().filter_map(|material| endgames.summary(&material)).collect();

    let mut out = io::stdout();
    if arguments.json {
        writeln!(out, "{:#}", report(&endgames, &summaries, seconds, written, checked.as_ref()))?;
    } else {
        write!(out, "{}", table(&summaries))?;
        if let Some(seconds) = seconds {
            writeln!(out, "\nsolved in {:.1} s", seconds.as_secs_f64())?;
        }
        if let (Some(bytes), Some(file)) = (written, &arguments.out) {
            writeln!(out, "written to {}: {} bytes", file.display(), grouped(bytes as u64))?;
        }
        if let Some((checked, time)) = &checked {
            let (positions, time) = (grouped(checked.positions), time.as_secs_f64());
            writeln!(out, "checked {positions} positions in {time:.1} s: {} wrong", checked.wrong.len())?;
            for wrong in &checked.wrong {
                let (says, follows) = (in_words(wrong.says), in_words(wrong.follows));
                writeln!(out, "  {}: {says}; expected {follows}", wrong.fen)?;
            }
        }
    }
    let is_right = checked.is_none_or(|(checked, _)| checked.wrong.is_empty());
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The tables of a file, or those of the binary.
pub fn open(file: &Path) -> anyhow::Result<Arc<Endgames>> {
    if file == Path::new("embedded") {
        return Endgames::embedded().context("this binary has no tables; expected --from FILE");
    }
    Ok(Arc::new(Endgames::open(file)?))
}

fn in_words(verdict: Option<Verdict>) -> String {
    match verdict {
        None => "not known".to_owned(),
        Some(Verdict::Draw) => "draw".to_owned(),
        Some(Verdict::Win { plies }) => format!("won in {plies}"),
        Some(Verdict::Loss { plies: 0 }) => "lost".to_owned(),
        Some(Verdict::Loss { plies }) => format!("lost in {plies}"),
    }
}

fn in_json(verdict: Option<Verdict>) -> Value {
    match verdict {
        None => Value::Null,
        Some(Verdict::Draw) => json!({"result": "draw"}),
        Some(Verdict::Win { plies }) => json!({"result": "win", "plies": plies}),
        Some(Verdict::Loss { plies }) => json!({"result": "loss", "plies": plies}),
    }
}

fn table(summaries: &[Summary]) -> String {
    let mut text = format!(
        "{:<9}{:>11}{:>9}{:>9}{:>9}{:>9}  one of the longest\n",
        "men", "positions", "won", "drawn", "lost", "longest"
    );
    for summary in summaries {
        let percent = |count: u64| format!("{:.2} %", 100.0 * count as f64 / summary.positions.max(1) as f64);
        text += &format!(
            "{:<9}{:>11}{:>9}{:>9}{:>9}{:>9}  {}\n",
            summary.material.to_string(),
            grouped(summary.positions),
            percent(summary.won),
            percent(summary.drawn),
            percent(summary.lost),
            summary.longest,
            summary.example.map_or_else(String::new, |example| example.to_string()),
        );
    }
    let positions: u64 = summaries.iter().map(|summary| summary.positions).sum();
    text + &format!("{:<9}{:>11}\n", "all", grouped(positions))
}

fn report(
    endgames: &Endgames,
    summaries: &[Summary],
    seconds: Option<Duration>,
    bytes: Option<usize>,
    checked: Option<&(Checked, Duration)>,
) -> Value {
    let materials: Vec<Value> = summaries
        .iter()
        .map(|summary| {
            json!({
                "material": summary.material.to_string(), "positions": summary.positions, "won": summary.won,
                "drawn": summary.drawn, "lost": summary.lost, "longest": summary.longest,
                "example": summary.example.map(|example| example.to_string()),
            })
        })
        .collect();
    let checked = checked.map(|(checked, time)| {
        let wrong: Vec<Value> = checked
            .wrong
            .iter()
            .map(|wrong| json!({"fen": wrong.fen, "says": in_json(wrong.says), "follows": in_json(wrong.follows)}))
            .collect();
        json!({"positions": checked.positions, "seconds": time.as_secs_f64(), "wrong": wrong})
    });
    json!({
        "men": endgames.men(), "materials": materials, "seconds": seconds.map(|time| time.as_secs_f64()), "bytes": bytes,
        "checked": checked,
    })
}

/// What the tables say of a position and of each of its moves.
fn look_up(arguments: &Arguments, fen: &str) -> anyhow::Result<ExitCode> {
    if arguments.verify || arguments.out.is_some() {
        bail!("FEN: {fen}; expected none with --verify or --out");
    }
    let endgames = open(arguments.from.as_deref().unwrap_or(Path::new("embedded")))?;
    let position: Position<Fragments> = Fragments::setup(fen).unwrap_or(fen).parse().context("FEN")?;
    let verdict = endgames.probe(&position);
    let value = |plies: u32| 1000 - plies as i32;
    // From the mover's side: what is bad for the opponent is good.
    let rank = |verdict: &Option<Verdict>| match verdict {
        Some(Verdict::Loss { plies }) => value(*plies),
        Some(Verdict::Win { plies }) => -value(*plies),
        _ => 0,
    };
    let mut moves: Vec<_> =
        position.legal_moves().iter().map(|mv| (*mv, endgames.probe(&position.after(*mv)))).collect();
    moves.sort_by_key(|(_, after)| std::cmp::Reverse(rank(after)));
    let turned = |after: &Option<Verdict>| match after {
        Some(Verdict::Win { plies }) => Some(Verdict::Loss { plies: plies + 1 }),
        Some(Verdict::Loss { plies }) => Some(Verdict::Win { plies: plies + 1 }),
        other => *other,
    };
    let mut out = io::stdout();
    if arguments.json {
        let moves: Vec<Value> = moves
            .iter()
            .map(|(mv, after)| json!({"move": mv.uci(UciStyle::Standard), "verdict": in_json(turned(after))}))
            .collect();
        let report = json!({"fen": position.to_string(), "verdict": in_json(verdict), "moves": moves});
        writeln!(out, "{report:#}")?;
    } else {
        writeln!(out, "{position}\n{} to move: {}", position.side_to_move(), in_words(verdict))?;
        for (mv, after) in &moves {
            writeln!(out, "  {:<6} {}", mv.uci(UciStyle::Standard), in_words(turned(after)))?;
        }
    }
    Ok(if verdict.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
