//! Law: a bench has a fingerprint. Engines that offer `bench` on their command line count the same nodes every time.

use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use uci::client::{EngineError, kill_group, own_group};

use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Determinism,
        name: "bench",
        says: "`ENGINE bench` counts the same nodes every time.",
        experiment: "The program is started twice with the word bench, as test servers do; the line that tells the nodes is read. \
            Engines without a bench are not judged.",
    },
    from: Pace::Usual,
    share: 4,
    run,
};

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let left = patient.time_left().min(Duration::from_secs(60));
    let mut counts = Vec::new();
    for _ in 0..2 {
        match nodes(patient, left / 2) {
            Some(nodes) => counts.push(nodes),
            None => return Ok(Verdict::CannotTell("no bench, or one that takes too long".to_owned())),
        }
    }
    let [first, second] = counts[..] else { return Ok(Verdict::CannotTell("no bench".to_owned())) };
    if first == second {
        return Ok(Verdict::Pass(format!("{first} nodes, twice")));
    }
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Hint,
        summary: format!("two benches count {first} and {second} nodes"),
        failed: 1,
        tried: 1,
        evidence: Evidence { expected: first.to_string(), seen: second.to_string(), ..Evidence::default() },
        culprits: vec!["memory that is read before it is written, threads, or the clock".to_owned()],
        breaks: "the author: a change without an effect cannot be told from one with an effect".to_owned(),
    })))
}

/// The nodes of one bench: the largest number of the last line that speaks of nodes.
fn nodes(patient: &Patient, most: Duration) -> Option<u64> {
    let entry = patient.entry();
    let mut command = Command::new(&entry.command);
    command.args(&entry.args).arg("bench").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(dir) = &entry.dir {
        command.current_dir(dir);
    }
    own_group(&mut command);
    let mut process = command.spawn().ok()?;
    let readers = [heard(process.stdout.take()?), heard(process.stderr.take()?)];
    let until = Instant::now() + most;
    let is_done = loop {
        match process.try_wait() {
            Ok(Some(status)) => break status.success(),
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(20)),
            _ => break false,
        }
    };
    if !is_done {
        kill_group(&mut process);
        return None;
    }
    // What a wrapper has left behind may hold the pipes open: nobody waits for it.
    let left = until.saturating_duration_since(Instant::now()).max(Duration::from_secs(1));
    readers.iter().find_map(|reader| fingerprint(&reader.recv_timeout(left).ok()?))
}

/// All that is written into a pipe, once it is closed. Nobody waits longer than he likes.
fn heard(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = pipe.take(1 << 22).read_to_end(&mut text);
        let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
    });
    receiver
}

fn fingerprint(text: &str) -> Option<u64> {
    let about_nodes = text.lines().rev().map(str::to_ascii_lowercase);
    let mut total = about_nodes.filter(|line| line.contains("node") && !line.contains("nodes/second"));
    total.find_map(|line| {
        let words = line.split(|letter: char| !letter.is_ascii_digit() && letter != '.');
        // Of "1234 nodes 567 nps" the nodes come first.
        words.filter_map(|word| word.parse().ok()).find(|number: &u64| *number > 1000)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_of_a_bench_are_read_from_its_last_words() {
        let stockfish = "===\nTotal time (ms) : 1200\nNodes searched  : 4591898\nNodes/second    : 2400000\n";
        assert_eq!(fingerprint(stockfish), Some(4_591_898));
        assert_eq!(fingerprint("info depth 3\n1234567 nodes 900000 nps\n"), Some(1_234_567));
        assert_eq!(fingerprint("hello"), None);
    }
}
