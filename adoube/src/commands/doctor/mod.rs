//! `adoube doctor`: experiments that show which law an engine breaks, on which position, and how sure that is.

mod price;
mod replay;
mod view;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::builder::RangedU64ValueParser;
use lab::doctor::whitebox::examine_self;
use lab::doctor::{Checkup, NoPatient, Only, Pace, Replay, Settings, examine, replay_file};
use lab::engines::{EngineEntry, OptionValue, Roster};

use super::matches::arguments::GameName;
use super::suite::name_and_value;
use view::View;

/// Examine an engine: which law does it break, on which position, and how sure is that?
#[derive(clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// An engine: `adoube` for this one, a program with its arguments, a name of --engines; NAME=ENGINE gives it a name
    #[arg(required_unless_present_any = ["inside", "price"])]
    engine: Option<String>,

    /// Look at this very engine from inside instead: its search, table, evaluation and clock
    #[arg(long = "self", conflicts_with_all = ["engine", "roster", "options", "seconds"])]
    inside: bool,

    /// What a fault of `adoube faults` costs in Elo: 200 pairs of games at 500 nodes a move, with it against without it
    #[arg(long, value_name = "FAULT", conflicts_with_all = ["engine", "inside", "only", "out"])]
    price: Option<String>,

    /// A TOML file of named engines
    #[arg(long = "engines", value_name = "FILE")]
    roster: Option<PathBuf>,

    /// An option of UCI to set; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,

    /// Which game; in Chess960: protocol, rules, scores and determinism; in Fragments four laws: rules/best-moves,
    /// determinism/repeat, scores/path-against-position and scores/colour-symmetry
    #[arg(long, value_enum, default_value_t, hide_default_value = true, conflicts_with = "inside")]
    variant: GameName,

    /// Less than two minutes
    #[arg(long, conflicts_with = "deep")]
    quick: bool,

    /// As thorough as can be: up to an hour
    #[arg(long)]
    deep: bool,

    /// Only these groups or laws, separated by commas: scores,rules or scores/colour-symmetry
    #[arg(long, value_name = "LAWS", value_delimiter = ',')]
    only: Vec<Only>,

    /// How long it may take, if not as long as usual: fewer positions are tried then
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u64>::new().range(1..=86_400))]
    seconds: Option<u64>,

    /// Where random choices begin
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Where to write report.html, report.json and a file for each finding to replay [default: doctor-NAME, or nowhere
    /// with --json]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    Replay(replay::Arguments),
}

const EXAMPLES: &str = "\
Examples:
  adoube doctor ./my-engine                       all laws, less than ten minutes
  adoube doctor ./my-engine --quick               less than two minutes
  adoube doctor stockfish --only scores,rules     some groups
  adoube doctor ./my-engine --only scores/path-against-position
  adoube doctor ./my-engine --option EvalFile=my.net --out report
  adoube doctor ./my-engine --variant chess960    all 960 starts
  adoube doctor --self                            this engine from inside
  adoube doctor --price FAULT                     what a fault of a build for trials costs
  adoube doctor replay doctor-my-engine/scores-colour-symmetry.json

Exit code: 0 if the engine is healthy (hints are allowed), 1 if there are findings, 2 if it could not be examined.";

/// Examines, and prints what was found.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    if let Some(Command::Replay(arguments)) = &arguments.command {
        return replay::run(arguments);
    }
    if let Some(fault) = &arguments.price {
        return price::run(fault, arguments.json);
    }
    let pace = match (arguments.quick, arguments.deep) {
        (true, _) => Pace::Quick,
        (_, true) => Pace::Deep,
        _ => Pace::Usual,
    };
    let budget = arguments.seconds.map(Duration::from_secs);
    let variant = arguments.variant.into();
    let (only, seed, companion) = (arguments.only.clone(), arguments.seed, Some(own()?));
    let settings = Settings { pace, variant, only, seed, budget, companion };
    let is_possible = |only: &Only| only.is_inside() == arguments.inside;
    if !settings.only.is_empty() && !settings.only.iter().any(is_possible) {
        let whose = if arguments.inside {
            "of the group inside, with --self"
        } else {
            "of another group than inside, without --self"
        };
        bail!("--only: none of these laws can be tried here; expected some {whose}");
    }
    let entry = if arguments.inside { None } else { Some(engine(arguments)?) };
    let usual = format!("doctor-{}", entry.as_ref().map_or("adoube", |entry| entry.name.as_str()));
    let folder = arguments.out.clone().or((!arguments.json).then(|| usual.into()));
    // What cannot be written should not be found out after minutes of examination.
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder).with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    let view = View::new();
    let checkup: Result<Checkup, NoPatient> = match &entry {
        None => Ok(examine_self(&settings, &view)),
        Some(entry) => examine(entry, &settings, &view),
    };
    view.finish();
    let checkup = match checkup {
        Ok(checkup) => checkup,
        Err(error) => {
            // An empty folder is of no use; one with something in it stays.
            let _ = folder.map(std::fs::remove_dir);
            bail!("{error}");
        }
    };
    match &folder {
        _ if arguments.json => println!("{}", serde_json::to_string_pretty(&checkup.json(folder.as_deref()))?),
        Some(folder) => print!("{}", checkup.text(folder)),
        None => {}
    }
    if let Some(folder) = &folder {
        write(&checkup, folder)?;
        if !arguments.json {
            println!("The report is {}.", folder.join("report.html").display());
        }
    }
    let tally = checkup.tally();
    if tally.untold == checkup.examined.len() {
        bail!("nothing could be told; expected an engine that lets itself be tried");
    }
    Ok(ExitCode::from(u8::from(!checkup.is_healthy())))
}

/// Writes the report, and a file for each finding.
fn write(checkup: &Checkup, folder: &Path) -> anyhow::Result<()> {
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        std::fs::write(&file, text).with_context(|| format!("{}: cannot be written", file.display()))
    };
    write("report.html", &checkup.html())?;
    write("report.json", &serde_json::to_string_pretty(&checkup.json(Some(folder)))?)?;
    for one in &checkup.examined {
        match Replay::of(one, checkup) {
            Some(replay) => write(&replay_file(&one.law), &serde_json::to_string_pretty(&replay)?)?,
            // What an earlier examination found here is no more.
            None => drop(std::fs::remove_file(folder.join(replay_file(&one.law)))),
        }
    }
    Ok(())
}

/// This very program as an engine.
fn own() -> anyhow::Result<EngineEntry> {
    let command = crate::program().context("adoube's own file")?;
    Ok(EngineEntry { name: "adoube".to_owned(), command, ..EngineEntry::default() })
}

fn engine(arguments: &Arguments) -> anyhow::Result<EngineEntry> {
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?.unwrap_or_default();
    let own = own()?.command;
    let Some(name) = &arguments.engine else { bail!("no engine is named; expected one, such as ./my-engine") };
    let mut entry = roster.find(name, &own)?;
    let options = arguments.options.iter().map(|(name, value)| (name.clone(), OptionValue::Text(value.clone())));
    entry.options.extend(options);
    Ok(entry)
}
