//! `adoube doctor replay`: a finding once more: its conversation with a fresh engine, or the trial of its law.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use lab::doctor::{Replay, Speaker, Verdict};
use lab::engines::EngineEntry;

use super::view::View;

/// See a finding once more: its conversation with a fresh engine, or, from inside, the trial of its law
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A file that `adoube doctor` has written beside its report
    file: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  adoube doctor replay doctor-my-engine/scores-colour-symmetry.json
  adoube doctor replay doctor-adoube/inside-keys.json

Where the same moves and scores come again, or none where none came, that is told at once; else the law is tried again.

Exit code: 0 if the law holds now, 1 if it is still broken, 2 if it could not be tried.";

/// Replays, and compares.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let shown = arguments.file.display();
    let text = std::fs::read_to_string(&arguments.file).with_context(|| format!("{shown}: cannot be read"))?;
    let replay: Replay =
        serde_json::from_str(&text).with_context(|| format!("{shown}: expected a finding of `adoube doctor`"))?;
    println!("{}: {}", replay.law, replay.says);
    match replay.partner() {
        Some(engine) => converse(&replay, engine),
        None => try_again(&replay),
    }
}

fn tell_then(replay: &Replay) {
    let evidence = &replay.finding.evidence;
    println!("\nfound     {}", replay.finding.summary);
    if let Some(fen) = &evidence.fen {
        println!("position  {fen}");
    }
    if !evidence.moves.is_empty() {
        println!("moves     {}", evidence.moves.join(" "));
    }
    println!("expected  {}\nseen      {}", evidence.expected, evidence.seen);
}

/// The conversation once more.
fn converse(replay: &Replay, engine: &EngineEntry) -> anyhow::Result<ExitCode> {
    let said = replay.again(engine, &mut |said| {
        let mark = match said.by {
            Speaker::Doctor => '>',
            Speaker::Engine => '<',
            Speaker::Stderr => '!',
        };
        println!("{:>9.1} ms {}{mark} {}", said.ms, said.process, said.text);
    })?;
    match replay.is_same(&said) {
        Some(is_same) => {
            tell_then(replay);
            println!("now       {}", if is_same { "the same as then" } else { "it answers, which it did not then" });
            Ok(ExitCode::from(u8::from(is_same)))
        }
        None => {
            println!("\nWords alone do not tell here: the law is tried again.");
            try_again(replay)
        }
    }
}

/// The trial of the law once more, where no conversation tells.
fn try_again(replay: &Replay) -> anyhow::Result<ExitCode> {
    let (companion, view) = (super::own()?, View::new());
    let examined = replay.try_again(Some(companion), &view);
    view.finish();
    let examined = examined?;
    tell_then(replay);
    let now = match &examined.verdict {
        Verdict::Finding(now) if now.summary == replay.finding.summary => {
            println!("now       the same: {} of {} cases", now.failed, now.tried);
            return Ok(ExitCode::from(1));
        }
        Verdict::Finding(now) => {
            println!("now       still broken, but otherwise: {}", now.summary);
            return Ok(ExitCode::from(1));
        }
        Verdict::Pass(note) => format!("it holds: {note}"),
        Verdict::CannotTell(why) => {
            println!("now       it cannot be told: {why}");
            return Ok(ExitCode::from(2));
        }
    };
    println!("now       {now}");
    Ok(ExitCode::SUCCESS)
}
