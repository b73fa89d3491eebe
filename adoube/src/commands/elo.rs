//! `adoube elo`: what the games of PGN files say about their players.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use lab::report::{Report, ReportOptions};
use lab::results::{Results, read_pgn};
use lab::statistics::{EloModel, RatingOptions, Sprt};

use crate::progress::Progress;

/// Elo, errors and likelihoods from the games of any PGN file
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files of games; `-` is stdin
    #[arg(required = true)]
    files: Vec<PathBuf>,

    /// Whose view a match of two is told in [default: who first had White]
    #[arg(long, value_name = "NAME")]
    first: Option<String>,

    /// Only the games between these two of many players
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"], conflicts_with = "first")]
    between: Option<Vec<String>>,

    /// The log-likelihood ratio of two hypotheses, such as 0,5
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = two_numbers)]
    sprt: Option<(f64, f64)>,

    /// In which Elo the hypotheses are
    #[arg(long, value_enum, default_value_t, requires = "sprt")]
    model: ModelName,

    /// How often H1 may be accepted though H0 holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    alpha: f64,

    /// How often H0 may be accepted though H1 holds
    #[arg(long, default_value_t = 0.05, requires = "sprt")]
    beta: f64,

    /// A player of many whose rating is fixed [default: the average is 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<(String, f64)>,

    /// Also read the moves, to tell how long games were, how they ended, and which were played before
    #[arg(long)]
    moves: bool,

    /// Write a page with pictures; reads the moves too
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Write the plot of a match alone: Elo over games, and the LLR if there is a test
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube elo games.pgn
  adoube elo games.pgn --sprt 0,5 --html report.html
  adoube elo tournament.pgn --anchor stockfish=3600
  adoube elo tournament.pgn --between adoube stockfish

Pairs are games of the same players from the same FEN and in the same Round, with colours reversed; where every game is
a round of its own, the Round is left out. Games without a result are counted, but say nothing.

Exit code: 0 if all is well, 2 if the input cannot be used.";

/// The models by their names.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
pub enum ModelName {
    /// Standard deviations of a game.
    #[default]
    #[value(alias = "normalized")]
    Normalised,
    /// The usual Elo.
    Logistic,
}

impl From<ModelName> for EloModel {
    fn from(name: ModelName) -> Self {
        match name {
            ModelName::Normalised => Self::Normalised,
            ModelName::Logistic => Self::Logistic,
        }
    }
}

fn two_numbers(text: &str) -> Result<(f64, f64), String> {
    let numbers = text.split_once(',').and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    numbers.ok_or_else(|| "expected two numbers such as 0,5".to_owned())
}

fn anchor(text: &str) -> Result<(String, f64), String> {
    let parts = text.rsplit_once('=').and_then(|(name, elo)| Some((name.to_owned(), elo.parse::<f64>().ok()?)));
    parts
        .filter(|(_, elo)| elo.is_finite())
        .ok_or_else(|| "expected a name and a number such as stockfish=3600".to_owned())
}

/// Reads the files, and prints what they say.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (elo0, elo1) = arguments.sprt.unwrap_or((0.0, 5.0));
    let test = Sprt::new(elo0, elo1, arguments.alpha, arguments.beta, arguments.model.into()).context("--sprt")?;
    let mut results = read_all(arguments)?;
    if let Some(names) = &arguments.between {
        results = only_between(&results, &names[0], &names[1])?;
    }
    if results.games.is_empty() {
        bail!("{}: no game with a result; expected games in PGN", arguments.files[0].display());
    }
    let first = match &arguments.first {
        Some(name) => player(&results, name).context("--first")?,
        None => 0,
    };
    let fixed = match &arguments.anchor {
        Some((name, elo)) => Some((player(&results, name).context("--anchor")?, *elo)),
        None => None,
    };
    let options = ReportOptions {
        first,
        test: arguments.sprt.map(|_| test),
        ratings: RatingOptions { anchor: fixed, ..RatingOptions::default() },
        ..ReportOptions::default()
    };
    let report = Report::new(&results, options);
    let write = |file: &Path, text: String| {
        std::fs::write(file, text).with_context(|| format!("{}: cannot be written", file.display()))
    };
    if let Some(file) = &arguments.html {
        write(file, report.html())?;
    }
    if let Some(file) = &arguments.svg {
        write(file, report.svg().context("--svg: more than two players; expected --between two of them")?)?;
    }
    let mut out = io::stdout();
    if arguments.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        out.write_all(report.text().as_bytes())?;
        if let Some(file) = &arguments.html {
            writeln!(out, "{:<18} {}", "page", file.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn read_all(arguments: &Arguments) -> anyhow::Result<Results> {
    let with_moves = arguments.moves || arguments.html.is_some();
    let progress = Progress::new();
    let tell = |games: usize| progress.games(games);
    let inputs = arguments.files.iter().map(|file| open(file)).collect::<anyhow::Result<Vec<_>>>()?;
    // One after the other, so that a game finds its pair in another file.
    let input = inputs.into_iter().fold(Box::new(io::empty()) as Box<dyn io::Read>, |all, next| {
        Box::new(io::Read::chain(io::Read::chain(all, &b"\n\n"[..]), next))
    });
    let results = read_pgn(input, with_moves, tell).with_context(|| arguments.files[0].display().to_string())?;
    progress.finish();
    Ok(results)
}

fn open(file: &Path) -> anyhow::Result<Box<dyn io::Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let opened = File::open(file).with_context(|| format!("{}: cannot be read", file.display()))?;
    Ok(Box::new(opened))
}

fn player(results: &Results, name: &str) -> anyhow::Result<usize> {
    results.player(name).with_context(|| {
        let known: Vec<&str> = results.names.iter().take(20).map(String::as_str).collect();
        let more = if results.names.len() > known.len() { ", ..." } else { "" };
        format!("no player {name:?}; expected one of {}{more}", known.join(", "))
    })
}

fn only_between(results: &Results, first: &str, second: &str) -> anyhow::Result<Results> {
    let (one, other) = (player(results, first).context("--between")?, player(results, second).context("--between")?);
    let mut games: Vec<_> = results.between(one, other).cloned().collect();
    for game in &mut games {
        (game.white, game.black) = if game.white == one { (0, 1) } else { (1, 0) };
    }
    Ok(Results { names: vec![first.to_owned(), second.to_owned()], games, unfinished: 0 })
}
