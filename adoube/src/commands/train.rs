//! `adoube train`: a network from files of games.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::builder::RangedU64ValueParser;
use forge::records::Filter;
use forge::train::{Dataset, Progress, Schedule, Settings, Summary, bench, checkpoint_path, plot_path, train};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use rules::{Chess, Fragments, Rules};
use serde_json::json;

use super::perft::{GameName, useful_threads};
use crate::numbers::grouped;

/// Train a network on games of adoube datagen
///
/// After every epoch there are the network (FILE), the losses as a picture (FILE with .svg) and a checkpoint (FILE with
/// .checkpoint). A run that was broken off goes on from it when it is started again with the same settings and data. The
/// network depends on these alone, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of games, all of the same game
    #[arg(required_unless_present = "bench")]
    pub data: Vec<PathBuf>,

    /// The network to write
    #[arg(long, value_name = "FILE", required_unless_present = "bench")]
    pub out: Option<PathBuf>,

    /// Which game it is
    #[arg(long, alias = "variant", value_enum, default_value_t)]
    pub game: GameName,

    /// How many neurons each side's hidden layer has, a multiple of 32 [default: 256, in Fragments 64]
    #[arg(long, value_name = "N")]
    pub hidden: Option<usize>,

    /// Among how many output layers the number of pieces chooses [default: 8, in Fragments 4]
    #[arg(long, value_name = "N")]
    pub output_buckets: Option<usize>,

    /// Among how many sets of weights the king's square chooses: 1, 2, 4, 8 or 16
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub king_buckets: u8,

    /// Learn each king bucket by itself, without a factor that all share
    #[arg(long)]
    pub no_factor: bool,

    /// Show no side the board mirrored, wherever its king stands
    #[arg(long)]
    pub no_mirror: bool,

    /// How often every position is learned from
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub epochs: usize,

    /// How many positions make one step
    #[arg(long, value_name = "N", default_value_t = 16_384)]
    pub batch: usize,

    /// The learning rate, after the first 2 % of the steps
    #[arg(long, value_name = "RATE", default_value_t = 0.001)]
    pub rate: f32,

    /// The learning rate of the last steps
    #[arg(long, value_name = "RATE", default_value_t = 0.000_01)]
    pub final_rate: f32,

    /// How the learning rate falls
    #[arg(long, value_enum, default_value_t)]
    pub schedule: ScheduleName,

    /// How much weights shrink in each step, times the learning rate
    #[arg(long, value_name = "X", default_value_t = 0.01)]
    pub decay: f32,

    /// The part of the game's result in what is learned, 0 to 1; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub wdl: f32,

    /// A score s is worth 1 / (1 + exp(-s / SCALE)) points
    #[arg(long, value_name = "CP", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    pub scale: u16,

    /// The share of games, 0 to 1, that are kept apart to measure on
    #[arg(long, value_name = "SHARE", default_value_t = 0.02, value_parser = super::datagen::share)]
    pub validation: f64,

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

    /// Learn only once from a position that occurs more than once
    #[arg(long)]
    pub unique: bool,

    /// Begin with the weights of an earlier training of the same shape: its checkpoint, or its network. A network may
    /// have fewer neurons and no king buckets
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// What the random numbers start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use, at most one for each processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: usize,

    /// Measure the trainer's speed for ten seconds, on boards full of pieces, and train nothing
    #[arg(long, conflicts_with_all = ["data", "out"])]
    pub bench: bool,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube train chess.games --out chess.net --threads 2
  adoube train a.games b.games --out chess.net --hidden 128 --epochs 40 --wdl 0.1 --threads 2
  adoube train new.games --out next.net --from nets/chess.net --hidden 512 --rate 0.0003 --epochs 3 --threads 2
  adoube train small.games --game fragments --out fragments.net --unique
  adoube train --bench

Exit code: 0 if all is well, 2 if a file or a setting cannot be used.";

/// How the learning rate falls.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum ScheduleName {
    /// Along half a wave of a cosine.
    #[default]
    Cosine,
    /// Down four stairs.
    Step,
}

/// Trains, or measures speed.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.game {
        GameName::Chess => run_game::<Chess>(arguments),
        GameName::Fragments => run_game::<Fragments>(arguments),
    }
}

fn run_game<R: Rules>(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let settings = settings::<R>(arguments);
    match &arguments.out {
        Some(out) if !arguments.bench => run_training::<R>(arguments, &settings, out),
        _ => run_bench::<R>(arguments, &settings),
    }
}

fn settings<R: Rules>(arguments: &Arguments) -> Settings {
    let usual = Settings::usual::<R>();
    Settings {
        hidden: arguments.hidden.unwrap_or(usual.hidden),
        king_buckets: arguments.king_buckets,
        mirror: !arguments.no_mirror,
        factor: !arguments.no_factor,
        output_buckets: arguments.output_buckets.unwrap_or(usual.output_buckets),
        epochs: arguments.epochs,
        batch: arguments.batch,
        schedule: match arguments.schedule {
            ScheduleName::Cosine => Schedule::Cosine,
            ScheduleName::Step => Schedule::Step,
        },
        rate: arguments.rate,
        final_rate: arguments.final_rate,
        decay: arguments.decay,
        wdl: arguments.wdl,
        scale: arguments.scale,
        validation_permille: super::datagen::permille(arguments.validation),
        seed: arguments.seed,
        filter: Filter {
            keeps_checks: arguments.keep_checks,
            keeps_captures: arguments.keep_captures,
            score_below: arguments.score_below,
            first_ply: arguments.first_ply,
        },
        unique: arguments.unique,
        from: arguments.from.clone(),
    }
}

fn run_training<R: Rules>(arguments: &Arguments, settings: &Settings, out: &Path) -> anyhow::Result<ExitCode> {
    // A wrong setting should not be found only after minutes of reading.
    settings.check()?;
    if let Some(from) = &settings.from {
        std::fs::File::open(from).with_context(|| format!("--from {}: cannot be read", from.display()))?;
    }
    if let Some(folder) = out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    let shown = Shown::new();
    let started = Instant::now();
    let read = |kept| shown.bar.set_message(format!("reading, {} positions", grouped(kept)));
    let data = Dataset::read::<R>(&arguments.data, settings, &read)?;
    eprintln!(
        "{} positions to learn from and {} to measure on, of {} in {} games ({} broken, {} duplicates), read in {:.1} s",
        grouped(data.training.len() as u64),
        grouped(data.validation.len() as u64),
        grouped(data.positions),
        grouped(data.games),
        grouped(data.broken),
        grouped(data.duplicates),
        started.elapsed().as_secs_f64()
    );
    let result = train::<R>(&data, settings, out, useful_threads(arguments.threads), &|at| shown.update(at));
    shown.bar.finish_and_clear();
    report::<R>(&data, out, &result?, arguments.json)?;
    Ok(ExitCode::SUCCESS)
}

fn report<R: Rules>(data: &Dataset, out: &Path, summary: &Summary, as_json: bool) -> anyhow::Result<()> {
    let (network, plot, checkpoint) = (out.display(), plot_path(out), checkpoint_path(out));
    let last = summary.history.last();
    let (loss, validation) = last.map_or((0.0, 0.0), |last| (last.training, last.validation));
    let seconds: f64 = summary.history.iter().map(|epoch| epoch.seconds).sum();
    let quantisation = &summary.quantisation;
    let mut stdout = io::stdout();
    if as_json {
        let report = json!({
            "network": network.to_string(), "game": R::NAME, "plot": plot, "checkpoint": checkpoint,
            "games": data.games, "positions": data.training.len(), "validation_positions": data.validation.len(),
            "broken": data.broken, "duplicates": data.duplicates,
            "epochs": summary.history.len(), "resumed_from": summary.resumed_from,
            "loss": loss, "validation_loss": validation, "seconds": seconds,
            "positions_per_second": summary.positions_per_second,
            "output_scale": summary.output_scale,
            "quantisation": { "positions": quantisation.positions, "mean": quantisation.mean, "largest": quantisation.largest },
            "history": summary.history.iter().map(|epoch| json!({
                "loss": epoch.training, "validation_loss": epoch.validation, "seconds": epoch.seconds,
            })).collect::<Vec<_>>(),
        });
        writeln!(stdout, "{report:#}")?;
        return Ok(());
    }
    let epochs = match summary.resumed_from {
        0 => summary.history.len().to_string(),
        before => format!("{} ({before} of them before)", summary.history.len()),
    };
    let rows = [
        ("network", network.to_string()),
        ("plot", plot.display().to_string()),
        ("checkpoint", checkpoint.display().to_string()),
        ("epochs", epochs),
        ("loss", format!("{loss:.6}, validation {validation:.6}")),
        ("time", format!("{seconds:.1} s")),
        ("speed", format!("{} positions/s", grouped(summary.positions_per_second as u64))),
        (
            "integers",
            format!(
                "{:.2} cp from floats on average, at most {:.1}, in {} positions",
                quantisation.mean,
                quantisation.largest,
                grouped(quantisation.positions as u64)
            ),
        ),
    ];
    for (name, value) in rows {
        writeln!(stdout, "{name:10} {value}")?;
    }
    Ok(())
}

/// How long speed is measured.
const BENCH_TIME: Duration = Duration::from_secs(10);

fn run_bench<R: Rules>(arguments: &Arguments, settings: &Settings) -> anyhow::Result<ExitCode> {
    let threads = useful_threads(arguments.threads);
    let speed = bench::<R>(settings, threads, BENCH_TIME)?;
    let by_clock = speed.positions as f64 / speed.time.as_secs_f64();
    let by_processor = speed.positions as f64 / speed.processor_time.as_secs_f64().max(1e-9);
    let mut stdout = io::stdout();
    if arguments.json {
        let report = json!({
            "game": R::NAME, "hidden": settings.hidden, "threads": threads, "positions": speed.positions,
            "positions_per_second": by_clock, "positions_per_cpu_second": by_processor,
        });
        writeln!(stdout, "{report:#}")?;
    } else {
        let by_processor = grouped(by_processor as u64);
        writeln!(stdout, "{} positions/s, {by_processor} positions per CPU-second", grouped(by_clock as u64))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The run as a person sees it: a bar on a terminal, else a line on stderr for every epoch.
struct Shown {
    bar: ProgressBar,
    is_watched: bool,
    /// How many epochs were told of, or had gone before.
    told: Mutex<Option<usize>>,
}

impl Shown {
    fn new() -> Self {
        let is_watched = io::stderr().is_terminal();
        let bar = if is_watched { ProgressBar::new(1000) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:20}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, is_watched, told: Mutex::new(None) }
    }

    fn update(&self, at: &Progress) {
        let epochs = at.history.len();
        let done = epochs as f64 + at.batch as f64 / at.batches as f64;
        if let Ok(mut told) = self.told.lock()
            && told.replace(epochs).is_some_and(|before| before != epochs)
            && let Some(last) = at.history.last()
        {
            let speed = grouped(at.positions_per_second() as u64);
            let text = format!(
                "epoch {epochs}/{}: loss {:.6}, validation {:.6}, {:.1} s, {speed} positions/s",
                at.epochs, last.training, last.validation, last.seconds
            );
            if self.is_watched { self.bar.println(text) } else { eprintln!("{text}") }
        }
        if self.is_watched {
            let left = Duration::from_secs_f64(at.positions_left as f64 / at.positions_per_second().max(1.0));
            self.bar.set_position((1000.0 * done / at.epochs as f64) as u64);
            self.bar.set_message(format!(
                "epoch {}/{}, loss {:.6}, rate {:.6}, {} positions/s, {} to go",
                epochs + 1,
                at.epochs,
                at.loss,
                at.rate,
                grouped(at.positions_per_second() as u64),
                HumanDuration(left)
            ));
        }
    }
}
