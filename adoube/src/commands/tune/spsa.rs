//! `adoube tune spsa`: numbers of any UCI engine, tuned by games against itself.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use lab::matches::Format;
use lab::spsa::{Parameter, Settings, SpsaJournal, Standing, read_parameters, tune};
use serde_json::json;

use crate::commands::matches::arguments::Common;
use crate::commands::matches::settings;
use crate::interrupt::stop_on_interrupt;
use crate::numbers::grouped;

/// Tune options of an engine by games against itself (SPSA)
///
/// Each step moves all numbers a little, up or down by chance, and plays two games, colours reversed, between the engine
/// with these moves and the engine with the opposite ones. ENGINE is as in adoube match; every number must be an option
/// of it. Adoube has its search's numbers as options when it is built with `cargo build --release --features tune`.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The engine
    #[arg(value_name = "ENGINE")]
    engine: String,

    /// A file with a line for each number: name, int, value, least, most, step, rate
    #[arg(long, value_name = "FILE")]
    parameters: PathBuf,

    /// How many pairs of games
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    steps: u64,

    #[command(flatten)]
    common: Common,
}

const EXAMPLES: &str = "\
Examples:
  adoube tune --print-spsa > search.txt
  adoube tune spsa ./adoube-tune --parameters search.txt --steps 5000 --nodes 5000 --concurrency 2 --openings book.epd
  adoube tune spsa ./adoube-tune --parameters search.txt --steps 5000 --nodes 5000 --out tuning --resume

Every step is on the disk before the next begins. Ctrl-C finishes the running games; --resume goes on from there.
Whether the numbers are better is for a match to say.

Exit code: 0 if all steps were done, 2 if something cannot be used, 3 if it was broken off.";

const FOLDER: &str = "tuning";
/// How often somebody who does not look at a terminal is told.
const NEWS: Duration = Duration::from_secs(30);

/// Tunes.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let common = &arguments.common;
    let path = &arguments.parameters;
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let parameters = read_parameters(&text).with_context(|| path.display().to_string())?;
    let words = [format!("plus={}", arguments.engine), format!("minus={}", arguments.engine)];
    let games = settings(&words, Format::Gauntlet, None, common)?;
    if games.adjudication.tablebases.is_some() || games.adjudication.verify > 0 || common.ponder || common.pin {
        bail!(
            "--tablebases, --verify-adjudication, --ponder and --pin are for matches; expected a tuning without them"
        );
    }
    let settings = Settings { games, parameters, steps: arguments.steps };
    let folder = common.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let mut journal =
        if common.resume { SpsaJournal::resume(&folder, &settings)? } else { SpsaJournal::create(&folder, &settings)? };
    let stop = stop_on_interrupt("the running games")?;
    let news = News::new(&settings, journal.path_of_values().count() as u64);
    let standing = tune(&settings, &folder, &mut journal, common.concurrency, &stop, &|standing| news.tell(standing))?;
    news.end();
    print(&settings, &standing, common.json)?;
    if standing.done < settings.steps {
        eprintln!("broken off; --out {} --resume goes on from there", folder.display());
        return Ok(ExitCode::from(3));
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells how far it is: on one line of a terminal, or now and then.
struct News<'a> {
    settings: &'a Settings,
    earlier: u64,
    begun: Instant,
    last: Mutex<Option<Instant>>,
    is_terminal: bool,
}

impl<'a> News<'a> {
    fn new(settings: &'a Settings, earlier: u64) -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self { settings, earlier, begun: Instant::now(), last: Mutex::new(None), is_terminal }
    }

    fn tell(&self, standing: &Standing) {
        let pause = if self.is_terminal { Duration::from_millis(500) } else { NEWS };
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        *last = Some(Instant::now());
        let minutes = self.begun.elapsed().as_secs_f64() / 60.0;
        let speed = (standing.done - self.earlier) as f64 / minutes.max(1e-9);
        let left = (self.settings.steps - standing.done) as f64 / speed.max(1e-9);
        let mut moved: Vec<(f64, String)> = Vec::new();
        for (parameter, value) in self.settings.parameters.iter().zip(&standing.values) {
            let steps = (value - parameter.value) / parameter.step;
            moved.push((steps, format!("{} {value:.1}", parameter.name)));
        }
        moved.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
        let moved: Vec<String> = moved.into_iter().take(3).map(|(_, text)| text).collect();
        let text = format!(
            "{} of {} steps, {speed:.0} a minute, {left:.0} minutes to go; moved most: {}",
            grouped(standing.done),
            grouped(self.settings.steps),
            moved.join(", ")
        );
        if self.is_terminal { eprint!("\r\x1b[K{text}") } else { eprintln!("{text}") }
    }

    fn end(&self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}

fn print(settings: &Settings, standing: &Standing, as_json: bool) -> io::Result<()> {
    let pairs = || settings.parameters.iter().zip(&standing.values);
    if as_json {
        let numbers: Vec<_> = pairs()
            .map(
                |(Parameter { name, value: start, .. }, value)| json!({ "name": name, "start": start, "value": value }),
            )
            .collect();
        let json = json!({ "steps": standing.done, "of": settings.steps, "parameters": numbers });
        return writeln!(io::stdout(), "{json:#}");
    }
    let width = settings.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:>8} {:>8} {:>9}\n", "parameter", "start", "now", "in steps");
    for (parameter, value) in pairs() {
        let steps = (value - parameter.value) / parameter.step;
        let _ = writeln!(text, "{:width$}  {:>8} {value:>8.1} {steps:>+9.2}", parameter.name, parameter.value);
    }
    let _ = writeln!(text, "\nTo go on with, as --parameters:");
    for (Parameter { name, min, max, step, rate, .. }, value) in pairs() {
        let _ = writeln!(text, "{name}, int, {}, {min}, {max}, {step}, {rate}", value.round());
    }
    io::stdout().write_all(text.as_bytes())
}
