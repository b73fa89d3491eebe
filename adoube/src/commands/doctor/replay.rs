//! `adoube doctor replay`: the conversation of a finding once more, with a fresh engine.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use lab::doctor::{Replay, Speaker, answers};

/// Have the conversation of a finding once more, with a fresh engine
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A file that `adoube doctor` has written beside its report
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  adoube doctor replay doctor-my-engine/scores-colour-symmetry.json

Exit code: 0 if the engine answers otherwise now, 1 if it answers as it did, 2 if it could not be asked.";

/// Replays, and compares.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let shown = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| format!("{shown}: cannot be read"))?;
    let replay: Replay =
        serde_json::from_str(&text).with_context(|| format!("{shown}: expected a finding of `adoube doctor`"))?;
    println!("{}: {}", replay.law, replay.says);
    let said = replay.again(&mut |said| {
        let mark = match said.by {
            Speaker::Doctor => '>',
            Speaker::Engine => '<',
            Speaker::Stderr => '!',
        };
        println!("{:>9.1} ms {}{mark} {}", said.ms, said.process, said.text);
    })?;
    let evidence = &replay.finding.evidence;
    println!("\nfound     {}\nexpected  {}\nseen      {}", replay.finding.summary, evidence.expected, evidence.seen);
    let (then, now) = (answers(&evidence.transcript), answers(&said));
    if then == now {
        println!("now       the same answers as then");
        return Ok(ExitCode::from(1));
    }
    let first = then.iter().zip(&now).find(|(then, now)| then != now);
    match first {
        Some((then, now)) => println!("now       other answers: {now} instead of {then}"),
        None => println!("now       {} answers instead of {}", now.len(), then.len()),
    }
    Ok(ExitCode::SUCCESS)
}
