//! `adoube doctor`: experiments that show which law an engine breaks, on which position, and how sure that is.

mod view;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use lab::doctor::{Checkup, NoPatient, Only, Pace, Settings, examine};
use lab::engines::{EngineEntry, OptionValue, Roster};

use super::suite::name_and_value;
use view::View;

/// Examine an engine: which law does it break, on which position, and how sure is that?
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An engine: `adoube` for this one, a program with its arguments, a name of --engines; NAME=ENGINE gives it a name
    #[arg(required = true)]
    engine: Option<String>,

    /// A TOML file of named engines
    #[arg(long = "engines", value_name = "FILE")]
    roster: Option<PathBuf>,

    /// An option of UCI to set; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = name_and_value)]
    options: Vec<(String, String)>,

    /// Less than two minutes
    #[arg(long, conflicts_with = "deep")]
    quick: bool,

    /// As thorough as can be: up to an hour
    #[arg(long)]
    deep: bool,

    /// Only these groups or laws, separated by commas: scores,rules or scores/colour-symmetry
    #[arg(long, value_name = "LAWS", value_delimiter = ',')]
    only: Vec<Only>,

    /// Where random choices begin
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube doctor ./my-engine                       all laws, less than ten minutes
  adoube doctor ./my-engine --quick               less than two minutes
  adoube doctor stockfish --only scores,rules     some groups
  adoube doctor ./my-engine --only scores/path-against-position

Exit code: 0 if the engine is healthy (hints are allowed), 1 if there are findings, 2 if it could not be examined.";

/// Examines, and prints what was found.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let entry = engine(arguments)?;
    let pace = match (arguments.quick, arguments.deep) {
        (true, _) => Pace::Quick,
        (_, true) => Pace::Deep,
        _ => Pace::Usual,
    };
    let settings = Settings { pace, only: arguments.only.clone(), seed: arguments.seed };
    let view = View::new();
    let checkup: Result<Checkup, NoPatient> = examine(&entry, &settings, &view);
    view.finish();
    let checkup = match checkup {
        Ok(checkup) => checkup,
        Err(error) => bail!("{error}"),
    };
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&checkup.json())?);
    } else {
        print!("{}", checkup.text());
    }
    Ok(ExitCode::from(u8::from(!checkup.is_healthy())))
}

fn engine(arguments: &Arguments) -> anyhow::Result<EngineEntry> {
    let roster = arguments.roster.as_deref().map(Roster::read).transpose()?.unwrap_or_default();
    let own = std::env::current_exe().context("adoube's own file")?;
    let Some(name) = &arguments.engine else { bail!("no engine is named; expected one, such as ./my-engine") };
    let mut entry = roster.find(name, &own)?;
    let options = arguments.options.iter().map(|(name, value)| (name.clone(), OptionValue::Text(value.clone())));
    entry.options.extend(options);
    Ok(entry)
}
