//! `adoube datagen`: games of the engine against itself, for trainer and tuner.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use engine::Control;
use forge::selfplay::{Goal, Openings, Progress, Settings, run as play};
use indicatif::{ProgressBar, ProgressStyle};
use rules::{Chess, Fragments};
use serde_json::json;

use super::evaluation::EvaluationArguments;
use super::perft::{GameName, useful_threads};
use crate::numbers::grouped;

/// Play the engine against itself and keep the games, with scores, for trainer and tuner
///
/// A run that was broken off goes on when it is started again with the same settings: --games and --positions count what the
/// file holds already. The file depends on settings and seed alone, not on the number of threads.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("goal").required(true))]
pub struct Arguments {
    /// The file to write, or to go on with
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Go on until the file holds so many games
    #[arg(long, value_name = "N", group = "goal")]
    pub games: Option<u64>,

    /// Go on until the file holds so many positions
    #[arg(long, value_name = "N", group = "goal")]
    pub positions: Option<u64>,

    /// Which game to play
    #[arg(long, alias = "variant", value_enum, default_value_t)]
    pub game: GameName,

    /// Begin no new iteration after so many nodes of a move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub nodes: u32,

    /// How many games are played at once, at most one for each processor
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub threads: usize,

    /// What the random openings start from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// The share of games, 0 to 1, that start from shuffled arrays: double Chess960, or its like in Fragments
    #[arg(long, alias = "chess960", value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub shuffled: f64,

    /// Play every game to its end by the rules, instead of ending clear ones early
    #[arg(long, conflicts_with = "verify")]
    pub no_adjudication: bool,

    /// The share of games, 0 to 1, that are played out to see whether adjudication was right
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub verify: f64,

    /// The size in MiB of each player's table; small ones are faster for short searches
    #[arg(long, value_name = "MIB", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub hash: u16,

    #[command(flatten)]
    pub evaluation: EvaluationArguments,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube datagen --out chess.games --games 1000 --threads 2
  adoube datagen --out chess.games --positions 5000000 --nodes 300 --seed 7 --shuffled 0.1 --threads 2
  adoube datagen --out fragments.games --game fragments --games 10000
  adoube datagen --out next.games --positions 5000000 --eval-file chess.net --threads 2

Exit code: 0 if all is well, 2 if the file or a setting cannot be used.";

/// Reads a share of something.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share from 0 to 1, such as 0.1".to_owned()),
    }
}

/// A share in thousandths.
pub fn permille(share: f64) -> u16 {
    (share * 1000.0).round() as u16
}

/// Plays.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.game {
        GameName::Chess => generate::<Chess>(arguments),
        GameName::Fragments => generate::<Fragments>(arguments),
    }
}

fn generate<R: Openings>(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let goal = match (arguments.games, arguments.positions) {
        (Some(games), _) => Goal::Games(games),
        (None, Some(positions)) => Goal::Positions(positions),
        (None, None) => bail!("no goal; expected --games or --positions"),
    };
    let settings = Settings {
        soft_nodes: arguments.nodes,
        seed: arguments.seed,
        shuffled_permille: permille(arguments.shuffled),
        adjudicates: !arguments.no_adjudication,
        verified_permille: if arguments.no_adjudication { 0 } else { permille(arguments.verify) },
        table_mib: arguments.hash,
        networks: arguments.evaluation.networks_for::<R>()?,
    };
    let file = arguments.out.display();
    if let Some(folder) = arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    let shown = Shown::new(goal);
    let threads = useful_threads(arguments.threads);
    let result = play::<R>(&arguments.out, &settings, goal, threads, &Control::default(), &|at| shown.update(at));
    shown.bar.finish_and_clear();
    let end = result.with_context(|| file.to_string())?;

    let mut out = io::stdout();
    let [white, drawn, black] = end.now.results;
    let new = end.now.games - end.before.games;
    if arguments.json {
        let report = json!({
            "file": file.to_string(), "game": R::NAME, "games": end.now.games, "positions": end.now.positions,
            "white_wins": white, "draws": drawn, "black_wins": black, "new_games": new,
            "seconds": end.time.as_secs_f64(), "positions_per_second": end.positions_per_second(),
        });
        writeln!(out, "{report:#}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let rows = [
        ("file", file.to_string()),
        ("games", format!("{} ({} new)", grouped(end.now.games), grouped(new))),
        ("positions", grouped(end.now.positions)),
        ("results", format!("{} white wins, {} draws, {} black wins", grouped(white), grouped(drawn), grouped(black))),
        ("time", format!("{:.1} s", end.time.as_secs_f64())),
        ("speed", format!("{} positions/s", grouped(end.positions_per_second() as u64))),
    ];
    for (name, value) in rows {
        writeln!(out, "{name:9} {value}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How often a run that nobody watches says how it stands.
const LOG_EVERY: Duration = Duration::from_secs(60);

/// The run as a person sees it: a bar on a terminal, else a line on stderr every minute.
struct Shown {
    goal: Goal,
    bar: ProgressBar,
    logged: Mutex<Instant>,
}

impl Shown {
    fn new(goal: Goal) -> Self {
        let bar = if io::stderr().is_terminal() { ProgressBar::new(1000) } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { goal, bar, logged: Mutex::new(Instant::now()) }
    }

    fn update(&self, at: &Progress) {
        let share = self.goal.share(&at.now);
        let [white, drawn, black] = at.now.results;
        let text = || {
            let done = share - self.goal.share(&at.before);
            let left = if done > 0.0 { at.time.as_secs_f64() * (1.0 - share) / done } else { 0.0 };
            format!(
                "{} games, +{white} ={drawn} -{black}, {} positions, {:.0}/s, {} to go",
                grouped(at.now.games),
                grouped(at.now.positions),
                at.positions_per_second(),
                indicatif::HumanDuration(Duration::from_secs_f64(left)),
            )
        };
        if !self.bar.is_hidden() {
            self.bar.set_position((share * 1000.0) as u64);
            self.bar.set_message(text());
        } else if let Ok(mut logged) = self.logged.lock()
            && logged.elapsed() >= LOG_EVERY
        {
            *logged = Instant::now();
            eprintln!("{}", text());
        }
    }
}
