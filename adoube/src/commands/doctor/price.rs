//! `adoube doctor --price`: what a fault costs, by a match of this engine with it against this engine without it.

use std::process::ExitCode;

use clap::{Args, Command, FromArgMatches};

use crate::commands::matches::{MatchArguments, run_match};

/// Plays the match. Nodes are fixed, so that a busy machine makes no difference.
pub fn run(fault: &str, json: bool) -> anyhow::Result<ExitCode> {
    if !cfg!(feature = "faults") {
        anyhow::bail!("this build has no faults to price; expected one made with --features faults");
    }
    let option = format!("sick:Fault={fault}");
    let limits = ["--nodes", "500", "--games", "400", "--hash", "4", "--max-moves", "200", "--concurrency", "2"];
    let mut words = vec!["match", "sick=adoube", "well=adoube", "--option", &option];
    words.extend(limits);
    words.extend(json.then_some("--json"));
    let command = MatchArguments::augment_args(Command::new("match"));
    let matches = command.try_get_matches_from(words)?;
    run_match(&MatchArguments::from_arg_matches(&matches)?)
}
