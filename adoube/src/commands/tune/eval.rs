//! `adoube tune eval`: the weights of the evaluation, fitted to the results of games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};
use engine::eval::{Pair, Weights, weights_of};
use forge::records::{Header, Variant};
use forge::tune::{Descent, Epoch, Fitted, Sample, Samples, Selection, Source, Weight, fit, fitted_spread, labelled};
use forge::tune::{mean_error, mirrored, table};
use rules::{Chess, Fragments, Rules};
use serde_json::json;

use crate::commands::data::variant;
use crate::commands::perft::GameName;
use crate::numbers::grouped;

/// Fit the weights of the evaluation to the results of games
///
/// Writes a file of weights in the layout of crates/engine/src/eval/weights_chess.rs, rounded to centipawns, which says what it
/// was fitted to. The scale stays: the spread in which the evaluation promises points is that of the scores in the games.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of games, all of the same game; FILE@0.5 counts half
    #[arg(required = true)]
    pub files: Vec<String>,

    /// Which game they must be of; if not told, that of the first file
    #[arg(long, value_enum)]
    pub game: Option<GameName>,

    /// The file of weights to write
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,

    /// How often all positions are gone through, at most
    #[arg(long, value_name = "N", default_value_t = Descent::default().epochs)]
    pub epochs: usize,

    /// How many positions make a step
    #[arg(long, value_name = "N", default_value_t = Descent::default().batch)]
    pub batch: usize,

    /// How far a weight moves in a step at first, in centipawns
    #[arg(long, value_name = "X", default_value_t = Descent::default().rate)]
    pub rate: f64,

    /// Hold each weight at where it starts as if so many positions said it is right there
    #[arg(long, value_name = "POSITIONS", default_value_t = Descent::default().pull)]
    pub pull: f64,

    /// The share, 0 to 1, of the game's result in what a position should promise; the rest is the search's score
    ///
    /// One for all files, or one for each, such as 0.5,1
    #[arg(long, value_name = "SHARE", default_value = "0.6", value_delimiter = ',')]
    pub results: Vec<f64>,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube tune eval chess.games --out crates/engine/src/eval/weights_chess.rs
  adoube tune eval new.games old.games@0.5 --epochs 100 --results 0.8 --out weights.rs --json

Exit code: 0 if all is well, 2 if a file cannot be used.";

/// Reads, fits and writes.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let files: Vec<(PathBuf, f64)> = arguments.files.iter().map(|text| file_and_importance(text)).collect();
    let found = variant(&files[0].0)?;
    match arguments.game.unwrap_or(if found == Variant::Chess { GameName::Chess } else { GameName::Fragments }) {
        GameName::Chess => tune::<Chess>(arguments, &files),
        GameName::Fragments => tune::<Fragments>(arguments, &files),
    }
}

/// A file's name, and how much its positions count.
fn file_and_importance(text: &str) -> (PathBuf, f64) {
    let split = text.rsplit_once('@').and_then(|(file, number)| Some((file, number.parse::<f64>().ok()?)));
    match split {
        Some((file, importance)) if importance > 0.0 && importance.is_finite() => (file.into(), importance),
        _ => (text.into(), 1.0),
    }
}

/// All that a tuning has come to.
struct Outcome {
    sources: Vec<(PathBuf, f64, Source)>,
    samples: [usize; 2],
    fitted: Fitted,
    rounded: Vec<Pair>,
    /// The validation error of the rounded weights.
    rounded_error: f64,
    /// The spread that would fit the rounded weights, as part of the one they were tuned with.
    drift: f64,
    seconds: f64,
}

fn tune<R: Rules>(arguments: &Arguments, files: &[(PathBuf, f64)]) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let shares = &arguments.results;
    if shares.len() != 1 && shares.len() != files.len() {
        bail!("{} shares of results for {} files; expected one, or one for each file", shares.len(), files.len());
    }
    let (mut sources, mut all) = (Vec::new(), Vec::new());
    for ((file, importance), result_share) in files.iter().zip(shares.iter().cycle()) {
        let selection = Selection { result_share: *result_share, ..Selection::of::<R>() };
        let (source, positions) =
            labelled::<R>(file, &selection, *importance).with_context(|| file.display().to_string())?;
        all.extend(positions);
        sources.push((file.clone(), *importance, source));
    }
    let samples = Samples::new(all);
    if samples.training.is_empty() || samples.validation.is_empty() {
        bail!("too few positions; expected games with scores, 20 at least");
    }

    let start: Vec<Weight> = as_numbers(&weights_of::<R>().to_list());
    let descent = Descent {
        epochs: arguments.epochs,
        batch: arguments.batch,
        rate: arguments.rate,
        pull: arguments.pull,
        ..Descent::default()
    };
    let counts = [samples.training.len(), samples.validation.len()];
    eprintln!(
        "{} positions to learn from, {} to check with, {:.1} s",
        grouped(counts[0] as u64),
        grouped(counts[1] as u64),
        started.elapsed().as_secs_f64()
    );
    let fitted = fit(&samples, &start, &mirrored::<R>(), &descent, |epoch| show(epoch, &started));
    let rounded: Vec<Pair> =
        fitted.weights.iter().map(|weight| Pair::new(weight[0].round() as i32, weight[1].round() as i32)).collect();
    let numbers = as_numbers(&rounded);
    let outcome = Outcome {
        sources,
        samples: counts,
        rounded_error: mean_error(&samples.validation, &numbers),
        drift: drift(&samples.training, &numbers),
        fitted,
        rounded,
        seconds: started.elapsed().as_secs_f64(),
    };

    if let Some(out) = &arguments.out {
        let text = table(R::NAME, title::<R>(), &notes::<R>(&outcome, arguments, out), &outcome.rounded);
        std::fs::write(out, text).with_context(|| out.display().to_string())?;
    }
    report::<R>(arguments, &outcome)?;
    Ok(ExitCode::SUCCESS)
}

fn title<R: Rules>() -> &'static str {
    match Variant::of::<R>() {
        Variant::Chess => "chess",
        Variant::Fragments => "Chess Fragments",
    }
}

fn as_numbers(pairs: &[Pair]) -> Vec<Weight> {
    pairs.iter().map(|pair| [f64::from(pair.middle()), f64::from(pair.end())]).collect()
}

/// The spread with which these weights foretell the labels best, as part of the one the samples have.
fn drift(samples: &[Sample], weights: &[Weight]) -> f64 {
    const ONE: f64 = 200.0;
    let value = |sample: &Sample| sample.value(weights).white / f64::from(sample.spread) * ONE;
    let pairs: Vec<(f64, f64)> = samples.iter().map(|sample| (value(sample), f64::from(sample.points))).collect();
    fitted_spread(|| pairs.iter().copied()) / ONE
}

fn show(epoch: &Epoch, started: &Instant) {
    eprintln!(
        "epoch {:>3}  training {:.6}  validation {:.6}  {:>5.0} s",
        epoch.number,
        epoch.training,
        epoch.validation,
        started.elapsed().as_secs_f64()
    );
}

/// What a file of weights says of itself, a line each.
fn notes<R: Rules>(outcome: &Outcome, arguments: &Arguments, out: &Path) -> Vec<String> {
    let Fitted { before, best, .. } = &outcome.fitted;
    let mut notes = vec!["Tables of 64 squares begin with a1.".to_owned()];
    if Variant::of::<R>() == Variant::Fragments {
        notes.push("Only a1 to e5 are used, and what only a chessboard has room for is zero.".to_owned());
    }
    notes.push(String::new());
    notes.push(format!("Tuned by `adoube tune eval` on {}, on games of Adoube against itself:", today()));
    notes.push(String::new());
    for (file, importance, Source { header, games, positions, spread, .. }) in &outcome.sources {
        let counted = if *importance == 1.0 { String::new() } else { format!(" (counted {importance} times)") };
        notes.push(format!(
            "- {}: {} games, {} quiet positions{counted},",
            name(file),
            grouped(*games),
            grouped(*positions),
        ));
        let Header { engine, soft_nodes, seed, .. } = header;
        notes.push(format!("  by {engine} at {soft_nodes} nodes a move, seed {seed}; spread {spread:.0} centipawns."));
    }
    notes.push(String::new());
    notes.push(format!(
        "Mean squared error in epoch {}: training {:.5} to {:.5}, validation {:.5} to {:.5}.",
        best.number, before.training, best.training, before.validation, outcome.rounded_error
    ));
    notes.push(format!("Command: `{}`", command(arguments, out)));
    notes
}

/// The command that does the same again, folders left out.
fn command(arguments: &Arguments, out: &Path) -> String {
    let Arguments { files, game: _, out: _, epochs, batch, rate, pull, results, json: _ } = arguments;
    let files = files.iter().map(|text| name(Path::new(text))).collect::<Vec<_>>().join(" ");
    let results = results.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    let out = name(out);
    format!(
        "adoube tune eval {files} --epochs {epochs} --batch {batch} --rate {rate} --pull {pull} --results {results} --out {out}"
    )
}

/// The date, such as 2026-11-16, in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    // Years are counted from March, so that a leap day is the last of its year.
    let day = seconds as i64 / 86_400 + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + i64::from(month <= 2))
}

/// A file's name without its folder.
fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn report<R: Rules>(arguments: &Arguments, outcome: &Outcome) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let Fitted { before, best, .. } = &outcome.fitted;
    let groups: Vec<(&'static str, [f64; 2], f64)> = moved(&weights_of::<R>().to_list(), &outcome.rounded);
    if arguments.json {
        let report = json!({
            "game": R::NAME,
            "training_positions": outcome.samples[0], "validation_positions": outcome.samples[1],
            "drift": outcome.drift, "epoch": best.number,
            "training_error": [before.training, best.training],
            "validation_error": [before.validation, best.validation],
            "rounded_validation_error": outcome.rounded_error,
            "seconds": outcome.seconds,
            "sources": outcome.sources.iter().map(|(file, importance, source)| json!({
                "file": file.display().to_string(), "importance": importance, "games": source.games,
                "broken": source.broken, "positions": source.positions, "spread": source.spread,
            })).collect::<Vec<_>>(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(());
    }
    for (file, _, source) in &outcome.sources {
        writeln!(
            out,
            "{}: {} games, {} positions, spread {:.0}",
            file.display(),
            grouped(source.games),
            grouped(source.positions),
            source.spread
        )?;
    }
    writeln!(
        out,
        "training   {:.6} to {:.6}\nvalidation {:.6} to {:.6}, rounded {:.6}\nepoch      {}\nspread     {:.3} of it would \
         fit the new weights\ntime       {:.0} s\n",
        before.training,
        best.training,
        before.validation,
        best.validation,
        outcome.rounded_error,
        best.number,
        outcome.drift,
        outcome.seconds,
    )?;
    writeln!(out, "{:24} {:>18} {:>9}", "weights", "mean change", "typical")?;
    for (name, mean, typical) in groups {
        writeln!(out, "{name:24} {:>8.1} {:>9.1} {typical:>9.1}", mean[0], mean[1])?;
    }
    Ok(())
}

/// How the weights of each group have moved: on average in each phase, and typically (root mean square).
fn moved(before: &[Pair], after: &[Pair]) -> Vec<(&'static str, [f64; 2], f64)> {
    let change = |group: &engine::eval::Group| {
        let changes: Vec<[f64; 2]> = (group.first..group.first + group.count())
            .filter_map(|number| Some((before.get(number)?, after.get(number)?)))
            .map(|(old, new)| [f64::from(new.middle() - old.middle()), f64::from(new.end() - old.end())])
            .collect();
        let count = changes.len().max(1) as f64;
        let mean = [0, 1].map(|half: usize| changes.iter().map(|change| change[half]).sum::<f64>() / count);
        let square = changes.iter().flatten().map(|change| change * change).sum::<f64>() / (2.0 * count);
        (group.name, mean, square.sqrt())
    };
    Weights::groups().iter().map(change).collect()
}
