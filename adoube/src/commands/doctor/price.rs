//! `adoube doctor --price`: what a fault costs, by a match of this engine with it against this engine without it.

use std::process::ExitCode;

/// Plays the match. Nodes are fixed, so that a busy machine makes no difference.
#[cfg(feature = "faults")]
pub fn run(fault: &str, json: bool) -> anyhow::Result<ExitCode> {
    use clap::{Args, Command, FromArgMatches};

    use crate::commands::matches::{MatchArguments, run_match};

    let fault: rules::faults::Fault = fault.parse()?;
    let option = format!("sick:Fault={}", fault.name());
    let mut words = vec!["match", "sick=adoube", "well=adoube", "--option", &option];
    if fault.is_in_classical_evaluation() {
        words.extend(["--option", "Eval=classical"]);
    }
    words.extend(["--nodes", "500", "--games", "400", "--hash", "4", "--max-moves", "200", "--concurrency", "2"]);
    words.extend(json.then_some("--json"));
    let command = MatchArguments::augment_args(Command::new("match"));
    let matches = command.try_get_matches_from(words)?;
    run_match(&MatchArguments::from_arg_matches(&matches)?)
}

/// Says that there is nothing to price.
#[cfg(not(feature = "faults"))]
pub fn run(_: &str, _: bool) -> anyhow::Result<ExitCode> {
    anyhow::bail!("this build has no faults to price; expected one made with --features faults")
}
