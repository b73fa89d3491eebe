//! Law: what an engine does not know, it ignores; white space between words may be any.

use rules::{Chess, Position};
use uci::client::EngineError;

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Finding, Verdict, so_many};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "unknown-input",
        says: "Unknown commands and options are ignored, and words may be separated by any white space.",
        experiment: "Empty lines, nonsense, an unknown option, `debug on`, a very long line, and a position with doubled spaces \
            and tabs; then a search.",
    },
    from: Pace::Quick,
    share: 1,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let long = "x".repeat(5000);
    let lines = [
        "",
        "   ",
        "xyzzy foo bar",
        "setoption name No Such Option value 7",
        "setoption",
        "setoption name",
        "debug on",
        "debug off",
        "register later",
        "ponderhit",
        &long,
    ];
    let mut session = patient.start()?;
    for (tried, line) in lines.into_iter().enumerate() {
        if patient.must_end(tried) {
            return Ok(Verdict::Pass(format!("{} are ignored", so_many(tried, lines.len(), "odd lines"))));
        }
        let told = session.engine().send(line).and_then(|()| session.engine().ready());
        let lived = told.and_then(|_| session.place(&Position::start())).and_then(|()| session.depth(1));
        if let Err(error) = lived {
            let shown: String = line.chars().take(60).collect();
            let finding = Finding::new(Certainty::Sure, format!("it does not survive the line {shown:?}: {error}"))
                .expected("an engine that ignores what it does not know", error.to_string())
                .transcript(session.transcript())
                .blame(&["the reader of commands takes for granted that a word or a number follows"])
                .breaks("programs that say more than this engine knows");
            return Ok(finding.verdict());
        }
    }
    session.engine().send("  position \t startpos   moves  e2e4 \t e7e5  ")?;
    session.engine().ready()?;
    let heard = session.depth(2)?;
    let mut position = Position::<Chess>::start();
    for text in ["e2e4", "e7e5"] {
        if let Ok(mv) = position.uci_move(text) {
            position.play(mv);
        }
    }
    if position.uci_move(&heard.best).is_err() {
        let finding = Finding::new(Certainty::Likely, "a line with doubled spaces and tabs is not understood")
            .at(&position)
            .expected("a move in the position after e2e4 e7e5", heard.best)
            .transcript(session.transcript())
            .blame(&["lines are split at single spaces"])
            .breaks("little: programs seldom write so");
        return Ok(finding.verdict());
    }
    Ok(Verdict::Pass(format!("{} odd lines are ignored, and any white space is read", lines.len())))
}
