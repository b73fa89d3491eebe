//! `adoube doctor replay`: a finding once more: its conversation with a fresh engine, or the trial of its law.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use lab::doctor::{Replay, Speaker, Verdict, answers};
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

Exit code: 0 if it is not as it was, 1 if it is, 2 if it could not be tried.";

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
    tell_then(replay);
    let (then, now) = (answers(&replay.finding.evidence.transcript), answers(&said));
    if then == now {
        let count = if then.is_empty() {
            "no answer then, none now".to_owned()
        } else {
            format!("the same {} answers as then", then.len())
        };
        println!("now       {count}");
        return Ok(ExitCode::from(1));
    }
    let first = then.iter().zip(&now).find(|(then, now)| then != now);
    match first {
        Some((then, now)) => println!("now       other answers: {now} instead of {then}"),
        None => println!("now       {} answers instead of {}", now.len(), then.len()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The trial of the law once more, where there was no conversation.
fn try_again(replay: &Replay) -> anyhow::Result<ExitCode> {
    let view = View::new();
    let examined = replay.try_again(&view);
    view.finish();
    let examined = examined?;
    tell_then(replay);
    let now = match &examined.verdict {
        Verdict::Finding(now) if **now == replay.finding => {
            println!("now       the same: {} of {} cases", now.failed, now.tried);
            return Ok(ExitCode::from(1));
        }
        Verdict::Finding(now) => {
            println!("now       still broken, but otherwise: {}", now.summary);
            return Ok(ExitCode::from(1));
        }
        Verdict::Pass(note) => format!("it holds: {note}"),
        Verdict::CannotTell(why) => format!("it cannot be told: {why}"),
    };
    println!("now       {now}");
    Ok(ExitCode::SUCCESS)
}
