//! `adoube match`, `adoube sprt` and `adoube tournament`: games between engines, and what they say.

pub mod arguments;
mod conclusion;
mod folder;
mod players;
mod view;

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::bail;
use clap::builder::RangedU64ValueParser;
use lab::engines::EngineEntry;
use lab::matches::{
    Adjudication, Conduct, Format, Journal, OpeningSettings, OpeningSource, Schedule, Settings, Slot, hash_of_file, run,
};
use lab::statistics::Sprt;
use uci::client::{Timeouts, available_cores};

use self::arguments::Common;
use self::view::View;
use super::elo::ModelName;
use crate::interrupt::stop_on_interrupt;

/// Play two engines against each other and measure the difference
///
/// ENGINE is a program's path or name, a command line in quotes, a name from the file of --engines, or adoube for this
/// very program; NAME=ENGINE gives it another name. Every opening is played twice, with colours reversed.
#[derive(clap::Args)]
#[command(after_help = MATCH_EXAMPLES)]
pub struct MatchArguments {
    /// The engine whose view the result is told in
    #[arg(value_name = "ENGINE")]
    first: String,

    /// Its opponent
    #[arg(value_name = "ENGINE")]
    second: String,

    /// How many games
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = games())]
    games: u64,

    #[command(flatten)]
    common: Common,
}

const MATCH_EXAMPLES: &str = "\
Examples:
  adoube match adoube stockfish --tc 2+0.02 --games 20
  adoube match new=./adoube-new old=./adoube-old --nodes 20000 --games 1000 --concurrency 2 --openings book.epd
  adoube match adoube stockfish --tc 8+0.08 --tc stockfish:1+0.01 --hash 16 --option adoube:Threads=2
  adoube match adoube fairy-stockfish --game fragments --movetime 100 --margin-ms 20
  adoube match new old --engines engines.toml --out my-match --games 400 --resume

Games, journal and report are in the folder that is named at the end. Ctrl-C finishes the running games, a second one
stops at once; --resume goes on from there.

Exit code: 0 if all games were played, 2 if something cannot be used, 3 if the match was broken off.";

/// Test whether an engine is better than another, with as few games as it takes
///
/// A sequential probability ratio test of pairs of games: it ends when H0 (the difference is elo0) or H1 (it is elo1) is
/// accepted.
#[derive(clap::Args)]
#[command(after_help = SPRT_EXAMPLES)]
pub struct SprtArguments {
    /// The engine that should be better
    #[arg(value_name = "ENGINE")]
    first: String,

    /// Its opponent
    #[arg(value_name = "ENGINE")]
    second: String,

    /// H0: the difference is this
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_hyphen_values = true)]
    elo0: f64,

    /// H1: the difference is this
    #[arg(long, value_name = "ELO", default_value_t = 5.0, allow_hyphen_values = true)]
    elo1: f64,

    /// How often H1 may be accepted though H0 holds
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// How often H0 may be accepted though H1 holds
    #[arg(long, default_value_t = 0.05)]
    beta: f64,

    /// In which Elo the hypotheses are
    #[arg(long, value_enum, default_value_t)]
    model: ModelName,

    /// No more games than this
    #[arg(short, long, value_name = "N", default_value_t = 100_000, value_parser = games())]
    games: u64,

    #[command(flatten)]
    common: Common,
}

const SPRT_EXAMPLES: &str = "\
Examples:
  adoube sprt new=./adoube-new old=./adoube-old --tc 8+0.08 --concurrency 2 --openings book.epd
  adoube sprt new old --engines engines.toml --elo0 -5 --elo1 0 --nodes 20000 --out my-test --resume

Exit code: 0 if H1 was accepted, 1 if H0 was, 2 if something cannot be used, 3 if the test is not over.";

/// Play many engines against each other: each against each, or the first against all
#[derive(clap::Args)]
#[command(after_help = TOURNAMENT_EXAMPLES)]
pub struct TournamentArguments {
    /// The engines
    #[arg(value_name = "ENGINE", required = true, num_args = 2..)]
    players: Vec<String>,

    /// Who plays whom
    #[arg(long, value_enum, default_value_t)]
    format: FormatName,

    /// How many games those who meet play
    #[arg(short, long, value_name = "N", default_value_t = 20, value_parser = games())]
    games: u64,

    #[command(flatten)]
    common: Common,
}

const TOURNAMENT_EXAMPLES: &str = "\
Examples:
  adoube tournament adoube stockfish ethereal-chess toga2 --tc 2+0.02 --games 20
  adoube tournament adoube toga2 glaurung --format gauntlet --tc 4+0.04 --concurrency 2
  adoube tournament one two three --engines engines.toml --out my-cup --resume

Exit code: 0 if all games were played, 2 if something cannot be used, 3 if the tournament was broken off.";

/// Who plays whom.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum FormatName {
    /// Each against each.
    #[default]
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

fn games() -> RangedU64ValueParser<u64> {
    RangedU64ValueParser::new().range(2..=100_000_000)
}

/// Plays a match.
pub fn run_match(arguments: &MatchArguments) -> anyhow::Result<ExitCode> {
    let players = [arguments.first.clone(), arguments.second.clone()];
    play(&players, Format::Gauntlet, None, arguments.games, &arguments.common)
}

/// Tests.
pub fn run_sprt(arguments: &SprtArguments) -> anyhow::Result<ExitCode> {
    let SprtArguments { elo0, elo1, alpha, beta, model, .. } = *arguments;
    let test = Sprt::new(elo0, elo1, alpha, beta, model.into())?;
    let players = [arguments.first.clone(), arguments.second.clone()];
    play(&players, Format::Gauntlet, Some(test), arguments.games, &arguments.common)
}

/// Plays a tournament.
pub fn run_tournament(arguments: &TournamentArguments) -> anyhow::Result<ExitCode> {
    let format = match arguments.format {
        FormatName::RoundRobin => Format::RoundRobin,
        FormatName::Gauntlet => Format::Gauntlet,
    };
    play(&arguments.players, format, None, arguments.games, &arguments.common)
}

fn play(words: &[String], format: Format, sprt: Option<Sprt>, games: u64, common: &Common) -> anyhow::Result<ExitCode> {
    if !games.is_multiple_of(2) {
        bail!("--games: {games}; expected an even number, for openings are played twice, with colours reversed");
    }
    let settings = settings(words, format, sprt, common)?;
    let cores = available_cores();
    let conduct = conduct(&settings, games / 2, &cores, common)?;
    let folder = match &common.out {
        Some(folder) => folder.clone(),
        None => folder::new_folder(&settings),
    };
    let stop = stop_on_interrupt("the running games")?;
    let (journal, earlier) = if common.resume {
        Journal::resume(&folder, &settings)?
    } else {
        (Journal::create(&folder, &settings)?, Vec::new())
    };
    let schedule = Schedule::new(settings.players.len(), format, games / 2);
    let slots: Vec<Slot> = (0..conduct.concurrency).map(|_| Slot::default()).collect();
    let own_latency = uci::client::own_latency(50).unwrap_or_default();
    let view = View::new(&settings, schedule, &slots, &earlier);
    if let Some(warning) = oversubscription(&settings, &conduct, cores.len()) {
        lab::matches::Watcher::warn(&view, &warning);
    }
    let is_over = AtomicBool::new(false);
    let result = std::thread::scope(|scope| {
        let painter = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                view.redraw();
                std::thread::park_timeout(view::REDRAW);
            }
        });
        let result = run(&settings, &conduct, journal, earlier, &slots, &stop, &view);
        is_over.store(true, Ordering::Relaxed);
        painter.thread().unpark();
        result
    });
    view.clear();
    let ended = match result {
        Ok(ended) => ended,
        Err(error) if Journal::discard_unplayed(&folder) => return Err(error.into()),
        Err(error) => {
            let text = format!("the match is broken off; --resume goes on with what is in {}", folder.display());
            return Err(anyhow::Error::from(error).context(text));
        }
    };
    conclusion::conclude(&settings, &conduct, &ended, &folder, &own_latency, common.json)
}

/// What the words and arguments of a command line ask for.
pub fn settings(words: &[String], format: Format, sprt: Option<Sprt>, common: &Common) -> anyhow::Result<Settings> {
    let source = match &common.openings {
        None => OpeningSource::Random,
        Some(path) => OpeningSource::File { path: path.clone(), hash: hash_of_file(path)? },
    };
    let mut resign = common.resign;
    if let Some(rule) = &mut resign {
        rule.two_sided = common.two_sided;
    }
    Ok(Settings {
        game: common.game.into(),
        players: players::players(words, common)?,
        format,
        openings: OpeningSettings {
            source,
            order: common.order.into(),
            seed: common.seed,
            first: common.start - 1,
            plies: common.plies,
        },
        adjudication: Adjudication {
            resign,
            draw: common.draw,
            tablebases: common.tablebases.clone(),
            max_moves: common.max_moves,
            verify: common.verify_adjudication,
        },
        sprt,
        margin_ms: common.margin_ms,
        patience_s: common.patience,
    })
}

fn conduct(settings: &Settings, pairs: u64, cores: &[usize], common: &Common) -> anyhow::Result<Conduct> {
    let each = threads_of_a_game(settings);
    let pinned = if common.pin {
        let places: Vec<Vec<usize>> = cores.chunks_exact(each).map(<[usize]>::to_vec).collect();
        if places.len() < common.concurrency {
            bail!(
                "--pin: {} games at once of {each} threads; expected at most {} on these {} processors",
                common.concurrency,
                places.len(),
                cores.len()
            );
        }
        places
    } else {
        Vec::new()
    };
    let title = folder::title(settings);
    Ok(Conduct {
        pairs,
        concurrency: common.concurrency,
        cores: pinned,
        timeouts: Timeouts::default(),
        event: common.event.clone().unwrap_or(title),
    })
}

/// How many threads think at once in a game.
fn threads_of_a_game(settings: &Settings) -> usize {
    let threads = |player: &EngineEntry| -> usize {
        let option = player.options.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        option.and_then(|(_, value)| value.to_string().parse().ok()).unwrap_or(1)
    };
    let mut each: Vec<usize> = settings.players.iter().map(threads).collect();
    each.sort_unstable_by(|a, b| b.cmp(a));
    let ponders = settings.players.iter().any(|player| player.ponder);
    let at_once = if ponders { 2 } else { 1 };
    each.iter().take(at_once).sum::<usize>().max(1)
}

/// A warning if games at once need more processors than there are, or than others leave.
fn oversubscription(settings: &Settings, conduct: &Conduct, cores: usize) -> Option<String> {
    let cores = if cores > 0 { cores } else { std::thread::available_parallelism().map_or(1, usize::from) };
    let games = conduct.concurrency;
    let needed = games * threads_of_a_game(settings);
    let has_clock =
        settings.players.iter().any(|player| player.limits.clock.is_some() || player.limits.move_time().is_some());
    if needed > cores {
        let what = "engines wait for each other, clocks run on";
        return Some(format!("{games} games at once need {needed} processors and there are {cores}: {what}"));
    }
    let busy = load().filter(|load| has_clock && needed as f64 + load > cores as f64 + 0.5)?;
    Some(format!(
        "{busy:.1} of {cores} processors were busy in the last minute: clocks run on while engines wait for them"
    ))
}

/// How many processors were busy in the last minute, where the system tells.
fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}
