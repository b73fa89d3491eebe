//! Law: an option can be set to whatever was announced, and its name is read in any case.

use rules::{Chess, Position};
use uci::client::{EngineError, EngineOption, Failure, OptionKind};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Protocol,
        name: "options",
        says: "Every option takes every value it announces, and its name is read in upper and lower case alike.",
        experiment: "Each number is set to its least and its largest value and back, each check box to both values, each choice to \
            every word, each button is pressed, `UCI_Opponent` is a name with spaces. Memory is raised to a sixteenth of what is free and \
            512 MiB at most, threads to four. Options of files, books, tables and other games are left alone. After each value the engine \
            must be ready and search legally. `mUlTiPv` is set to 3 and must show three lines.",
    },
    from: Pace::Quick,
    share: 6,
    run,
};

/// Options that reach for files, other programs or other games: a value out of the blue may do harm.
const LEFT_ALONE: [&str; 18] = [
    "file",
    "path",
    "log",
    "debug",
    "book",
    "syzygy",
    "tablebase",
    "bitbase",
    "egtb",
    "nalimov",
    "gaviota",
    "variant",
    "protocol",
    "numa",
    "affinity",
    "save",
    "load",
    "learn",
];
/// Numbers that take memory, in MiB.
const MEMORY: [&str; 3] = ["hash", "cache", "memory"];
/// The largest size that is tried, in MiB.
const MOST_MEMORY: i64 = 512;
/// The largest number of threads that is tried.
const MOST_THREADS: i64 = 4;
/// So many words of a choice are tried.
const MOST_CHOICES: usize = 8;

/// What an option is set to, its default last; nothing if it is left alone.
fn values(option: &EngineOption, free_mib: i64) -> Vec<String> {
    let lower = option.name.to_ascii_lowercase();
    let is_one_of = |names: &[&str]| names.iter().any(|name| lower.contains(name));
    if is_one_of(&LEFT_ALONE) {
        return Vec::new();
    }
    match &option.kind {
        OptionKind::Spin { default, min, max } => {
            let most = match lower.as_str() {
                _ if is_one_of(&MEMORY) => MOST_MEMORY.min(free_mib / 16).max(*default),
                _ if lower.contains("thread") => MOST_THREADS.max(*min),
                _ => i64::MAX,
            };
            // Whoever announces no bounds has not said what can be set.
            let edges = [*min, (*max).min(most)].into_iter().filter(|edge| ![i64::MIN, i64::MAX].contains(edge));
            edges.chain([*default]).map(|value| value.to_string()).collect()
        }
        OptionKind::Check { default } => vec![(!default).to_string(), default.to_string()],
        OptionKind::Combo { default, choices } => {
            choices.iter().take(MOST_CHOICES).chain([default]).filter(|choice| !choice.is_empty()).cloned().collect()
        }
        OptionKind::Button => vec![String::new()],
        OptionKind::Text { .. } if lower == "uci_opponent" => vec!["GM 2800 human Jose Raul Capablanca".to_owned()],
        OptionKind::Text { .. } => Vec::new(),
    }
}

/// What goes wrong when an option is set.
struct Trouble {
    seen: String,
    /// Whether it is nothing but silence, which a busy machine may be the reason of.
    is_silence: bool,
}

/// Sets an option, and searches.
fn set(session: &mut Session, option: &EngineOption, value: &str) -> Result<(), Trouble> {
    let start = Position::<Chess>::start();
    let searched = session.engine().set_option(&option.name, value).and_then(|()| session.engine().ready());
    let heard = searched.and_then(|_| session.place(&start)).and_then(|()| session.depth(1));
    let heard = heard.map_err(|error| Trouble {
        seen: error.to_string(),
        is_silence: matches!(error.failure(), Some(Failure::Silent(_))),
    })?;
    // Written in either way: the option may have been that of Chess960.
    let seen = format!("bestmove {}", heard.best);
    start.uci_move(&heard.best).map(drop).map_err(|_| Trouble { seen, is_silence: false })
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let options = patient.traits.options.clone();
    let free_mib = free_memory_mib().unwrap_or(2048);
    let mut session = patient.start()?;
    let (mut tried, mut left) = (0, 0);
    for option in &options {
        for value in values(option, free_mib) {
            if patient.time_is_up() {
                left += 1;
                continue;
            }
            tried += 1;
            let Err(first) = set(&mut session, option, &value) else { continue };
            // Alone, if that is enough to see it again.
            let mut alone = patient.start()?;
            let again = set(&mut alone, option, &value).err();
            if again.is_none() && first.is_silence {
                session = alone;
                continue;
            }
            let takes_memory = MEMORY.iter().any(|name| option.name.to_ascii_lowercase().contains(name));
            let certainty = match &again {
                // The machine may be slow to give what was asked for.
                Some(again) if again.is_silence && takes_memory => Certainty::Hint,
                Some(_) => Certainty::Sure,
                None => Certainty::Likely,
            };
            let transcript = if again.is_some() { alone.transcript() } else { session.transcript() };
            let seen = again.unwrap_or(first).seen;
            let set_to = if value.is_empty() { "being pressed".to_owned() } else { format!("= {value}") };
            let finding = Finding::new(certainty, format!("it does not take {} {set_to}: {seen}", option.name))
                .counted(1, tried)
                .expected("an engine that takes every value it announces, and searches legally then", seen)
                .transcript(transcript)
                .blame(&["the option's handler, at the edge of its range"])
                .breaks("whoever sets it");
            return Ok(finding.verdict());
        }
    }
    drop(session);
    if patient.traits.option("MultiPV").is_some_and(|option| option.accept("3").is_ok()) {
        let mut session = patient.start()?;
        session.engine().send("setoption name mUlTiPv value 3")?;
        session.engine().ready()?;
        session.place(&Position::start())?;
        let heard = session.depth(4)?;
        let lines = heard.infos().iter().filter_map(|info| info.multi_pv).max();
        if !heard.is_cut_short && lines < Some(3) {
            let finding = Finding::new(Certainty::Likely, "names of options are read in one case only")
                .expected("three lines after setoption name mUlTiPv value 3", "fewer")
                .transcript(session.transcript())
                .blame(&["names of options are compared letter by letter; the protocol wants them read in any case"])
                .breaks("programs that write a name in their own case");
            return Ok(finding.verdict());
        }
    }
    let untried = if left > 0 { format!("; for {left} there was no time") } else { String::new() };
    let text = format!("{tried} values are taken{untried}");
    // Less than half of them is no examination.
    Ok(if left > tried { Verdict::CannotTell(text) } else { Verdict::pass_of(tried, text) })
}

/// The memory that nobody uses, in MiB; `None` where the system does not tell (it does on Linux).
fn free_memory_mib() -> Option<i64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<i64>().ok().map(|kib| kib / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(line: &str) -> Vec<String> {
        values(&EngineOption::parse(line).unwrap(), 4000)
    }

    #[test]
    fn both_ends_of_a_range_are_tried_but_never_more_than_the_machine_has() {
        assert_eq!(tried("option name Contempt type spin default 24 min -100 max 100"), ["-100", "100", "24"]);
        assert_eq!(tried("option name Hash type spin default 16 min 1 max 33554432"), ["1", "250", "16"]);
        assert_eq!(tried("option name Threads type spin default 1 min 1 max 1024"), ["1", "4", "1"]);
        assert_eq!(tried("option name Depth type spin default 3"), ["3"]);
    }

    #[test]
    fn every_kind_of_option_is_tried_but_none_that_may_do_harm() {
        assert_eq!(tried("option name Ponder type check default false"), ["true", "false"]);
        let pruning = "option name NullMove Pruning type combo default Fail High var Always var Fail High var Never";
        assert_eq!(tried(pruning), ["Always", "Fail High", "Never", "Fail High"]);
        assert_eq!(tried("option name Clear Hash type button"), [""]);
        for line in ["SyzygyPath type string default <empty>", "Debug Log File type string default", "Save type button"]
        {
            assert!(tried(&format!("option name {line}")).is_empty(), "{line}");
        }
        assert!(tried("option name Protocol type combo default uci var uci var xboard").is_empty());
    }
}
