//! `adoube analyse`: what the engine thinks of positions, for people.

mod input;
pub(super) mod moves;
mod report;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use engine::{Bound, Control, Event, Limits, Player, Report};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rules::{Chess, Fragments, Game, Rules};
use uci::View;

use super::evaluation::EvaluationArguments;
use super::perft::GameName;
use super::play::seconds;
use crate::numbers::grouped;
use crate::variation::variation;
pub(super) use input::Subject;
pub(super) use report::line_json;

/// The time for a position if nothing else is said.
const USUAL_TIME: Duration = Duration::from_secs(3);
/// The time for each move of a game if nothing else is said.
const USUAL_TIME_FOR_A_MOVE: Duration = Duration::from_millis(300);

/// Analyse a position, a file of positions, or a game
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A FEN or EPD, a file of them or of PGN, or for fragments a set-up such as sample0; stdin if absent or -
    input: Option<String>,

    /// Which game it is
    #[arg(long, value_enum, default_value_t)]
    game: GameName,

    /// Of a game in PGN, every move instead of the last position
    #[arg(long)]
    moves: bool,

    /// Search so deep
    #[arg(long, value_name = "PLIES", value_parser = RangedU64ValueParser::<u32>::new().range(1..=200))]
    depth: Option<u32>,

    /// Search so many positions
    #[arg(long, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    nodes: Option<u64>,

    /// Search so long [default: 3, or 0.3 with --moves, if there is no other limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<f64>,

    /// How many of the best moves to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    multipv: usize,

    /// How many threads search
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: usize,

    /// The size of the transposition table
    #[arg(long, value_name = "MIB", default_value_t = 64,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    hash: usize,

    #[command(flatten)]
    evaluation: EvaluationArguments,

    /// Print one line of JSON for each position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube analyse 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' --multipv 3
  adoube analyse game.pgn --moves --time 0.5
  adoube analyse --game fragments sample0 --depth 15
  cat suite.epd | adoube analyse --nodes 100000 --json

All scores are White's view. W D L are the chances to win, draw and lose in thousandths.";

/// Analyses everything that is given.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match arguments.game {
        GameName::Chess => analyse_all::<Chess>(arguments, |_| None),
        GameName::Fragments => analyse_all::<Fragments>(arguments, Fragments::setup),
    }
}

fn analyse_all<R: Rules>(arguments: &Arguments, setup: fn(&str) -> Option<&'static str>) -> anyhow::Result<ExitCode> {
    let subjects = input::read::<R>(arguments.input.as_deref(), setup)?;
    if subjects.is_empty() {
        bail!("{}: no position; expected a FEN, EPD or PGN", arguments.input.as_deref().unwrap_or("stdin"));
    }
    let mut analyst = Analyst::as_told(arguments)?;
    let mut out = io::stdout();
    for (index, subject) in subjects.iter().enumerate() {
        analyst.place = format!("{} of {}", index + 1, subjects.len());
        let text = if arguments.moves {
            moves::analyse(subject, &mut analyst, arguments.json)
        } else {
            let reports = analyst.analyse(&subject.game, arguments.multipv);
            let networks = analyst.player.networks();
            match arguments.json {
                true => report::json(subject, &reports, networks),
                false => report::table(subject, &reports, networks),
            }
        };
        analyst.finish();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The engine, and somebody who watches it.
pub(super) struct Analyst {
    player: Player,
    limits: Limits,
    progress: ProgressBar,
    /// Which of the positions it is at.
    place: String,
}

impl Analyst {
    /// Somebody who analyses as the command line says.
    fn as_told(arguments: &Arguments) -> anyhow::Result<Self> {
        let mut player = Player::new(arguments.hash).context("--hash")?;
        player.set_threads(arguments.threads);
        player.set_networks(arguments.evaluation.networks()?);
        let usual = if arguments.moves { USUAL_TIME_FOR_A_MOVE } else { USUAL_TIME };
        let is_unlimited = arguments.depth.is_none() && arguments.nodes.is_none();
        let time = arguments.time.map(Duration::from_secs_f64).or(is_unlimited.then_some(usual));
        let limits = Limits {
            depth: arguments.depth.map(|depth| depth as i32),
            nodes: arguments.nodes,
            hard_time: time,
            ..Limits::default()
        };
        Ok(Self::new(player, limits))
    }

    /// Somebody who analyses with this player, each position within these limits.
    pub(super) fn new(player: Player, limits: Limits) -> Self {
        // Shows itself only where stderr is a terminal.
        let progress = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            progress.set_style(style);
        }
        Self { player, limits, progress, place: String::new() }
    }

    /// Takes the progress off the screen.
    pub(super) fn finish(&self) {
        self.progress.finish_and_clear();
    }

    /// The best lines of a game's position, best first; none if the game is over.
    fn analyse<R: Rules>(&mut self, game: &Game<R>, lines: usize) -> Vec<Report> {
        if game.outcome().is_some() {
            return Vec::new();
        }
        let position = game.position();
        let mut reports: Vec<Report> = Vec::new();
        let limits = Limits { multi_pv: lines, combinations: true, ..self.limits.clone() };
        let best = self.player.think(game, &limits, &Control::default(), |event| {
            let Event::Line(report) = event else { return };
            if report.rank == 0 {
                self.progress.set_message(progress_text(report, &self.place, position));
            }
            if report.bound == Bound::Exact {
                reports.truncate(report.rank);
                reports.push(report.clone());
            }
        });
        // Stopped in the middle of an iteration, it may have found something better.
        if let Some(best) = best {
            match reports.first_mut() {
                Some(first) if lines == 1 || first.line.first() == best.line.first() => *first = best,
                Some(_) => {}
                None => reports.push(best),
            }
        }
        reports
    }
}

fn progress_text<R: Rules>(report: &Report, place: &str, position: &rules::Position<R>) -> String {
    let shown = View::White.report(report, position);
    let line = variation(position, &report.line[..report.line.len().min(5)]);
    format!("{place}: depth {}, {} nodes, {shown} {line}", report.depth, grouped(report.nodes))
}

/// What a subject is called.
fn heading<R: Rules>(subject: &Subject<R>) -> String {
    let position = subject.game.position();
    let name = subject.name.as_ref().map(|name| format!("{name}\n")).unwrap_or_default();
    format!("{name}{position}  {} to move\n", position.side_to_move())
}
