//! `adoube perft --suite`: a file of positions with their known counts.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use rules::text::epd::Epd;
use rules::{Position, Rules, perft};
use serde_json::json;

use super::{Arguments, useful_threads};
use crate::numbers::{grouped, mega_speed, per_second};
use crate::progress::Progress;

/// A line of a suite: where to count from, and the known count by depth.
struct Case<R: Rules> {
    line: usize,
    position: Position<R>,
    counts: Vec<(u32, u64)>,
}

/// What to check of a line.
struct Task<'a, R: Rules> {
    case: &'a Case<R>,
    depth: u32,
    expected: u64,
}

/// Checks every line of a file.
pub fn run<R: Rules>(arguments: &Arguments, file: &Path) -> anyhow::Result<ExitCode> {
    let bytes = std::fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
    let cases = read_suite::<R>(&String::from_utf8_lossy(&bytes), &file.display().to_string())?;
    let tasks: Vec<Task<'_, R>> = cases.iter().filter_map(|case| choose(case, arguments)).collect();
    if tasks.is_empty() {
        bail!("{}: no count to check; expected lines such as \"FEN ;D1 20\" within the limits", file.display());
    }

    let progress = Progress::new();
    let counts = count_all(&tasks, useful_threads(arguments.threads), &progress);
    let time = progress.elapsed();
    progress.finish();

    let report = Report { file, skipped: cases.len() - tasks.len(), results: tasks.iter().zip(counts).collect(), time };
    let text = if arguments.json { report.json() } else { report.table(arguments.verbose) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(if report.failed() == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn read_suite<R: Rules>(text: &str, name: &str) -> anyhow::Result<Vec<Case<R>>> {
    let mut cases = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        cases.push(read_case(line, index + 1).with_context(|| format!("{name}, line {}", index + 1))?);
    }
    Ok(cases)
}

fn read_case<R: Rules>(text: &str, line: usize) -> anyhow::Result<Case<R>> {
    let epd: Epd<R> = text.parse()?;
    let mut counts = Vec::new();
    for (code, operands) in &epd.operations {
        let depth = code.strip_prefix('D').and_then(|depth| depth.parse().ok());
        match (depth, operands.iter().map(|nodes| nodes.parse()).collect::<Vec<_>>().as_slice()) {
            (Some(depth), [Ok(nodes)]) if (1..=uci::MAX_PERFT_DEPTH).contains(&depth) => counts.push((depth, *nodes)),
            _ => {
                let found: String =
                    code.chars().chain(" ".chars()).chain(operands.join(" ").chars()).take(60).collect();
                bail!("{:?}; expected a depth and a count such as \";D3 8902\"", found.trim())
            }
        }
    }
    if counts.is_empty() {
        bail!("no counts; expected some after the position, such as \";D1 20 ;D2 400\"");
    }
    Ok(Case { line, position: epd.position, counts })
}

/// The deepest count of a line that the limits allow.
fn choose<'a, R: Rules>(case: &'a Case<R>, arguments: &Arguments) -> Option<Task<'a, R>> {
    let allowed = |count: &&(u32, u64)| {
        count.1 <= arguments.max_nodes && arguments.max_depth.is_none_or(|deepest| count.0 <= deepest)
    };
    let (depth, expected) = *case.counts.iter().filter(allowed).max()?;
    Some(Task { case, depth, expected })
}

/// Counts what every task asks for. Each thread takes the next line when it is done with its last.
fn count_all<R: Rules>(tasks: &[Task<'_, R>], threads: usize, progress: &Progress) -> Vec<u64> {
    let counts: Vec<AtomicU64> = tasks.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done, nodes) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(index) else { break };
            let count = perft(&task.case.position, task.depth);
            counts[index].store(count, Ordering::Relaxed);
            let nodes = nodes.fetch_add(count, Ordering::Relaxed) + count;
            progress.update(done.fetch_add(1, Ordering::Relaxed) + 1, tasks.len(), nodes);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

struct Report<'a, R: Rules> {
    file: &'a Path,
    skipped: usize,
    results: Vec<(&'a Task<'a, R>, u64)>,
    time: Duration,
}

impl<R: Rules> Report<'_, R> {
    fn failed(&self) -> usize {
        self.results.iter().filter(|(task, count)| *count != task.expected).count()
    }

    fn nodes(&self) -> u64 {
        self.results.iter().map(|(_, count)| count).sum()
    }

    fn table(&self, verbose: bool) -> String {
        let mut text = String::new();
        let shown: Vec<_> = self.results.iter().filter(|(task, count)| verbose || *count != task.expected).collect();
        if !shown.is_empty() {
            let _ = writeln!(
                text,
                "{:>6}  {:>5}  {:>15}  {:>15}  {:6}  position",
                "line", "depth", "expected", "counted", ""
            );
        }
        for (task, count) in shown {
            let verdict = if *count == task.expected { "ok" } else { "WRONG" };
            let (expected, counted) = (grouped(task.expected), grouped(*count));
            let (line, fen) = (task.case.line, task.case.position);
            let _ = writeln!(text, "{line:>6}  {:>5}  {expected:>15}  {counted:>15}  {verdict:6}  {fen}", task.depth);
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let (nodes, failed) = (self.nodes(), self.failed());
        let rows = [
            ("suite", self.file.display().to_string()),
            ("lines", grouped((self.results.len() + self.skipped) as u64)),
            ("passed", grouped((self.results.len() - failed) as u64)),
            ("failed", grouped(failed as u64)),
            ("skipped", grouped(self.skipped as u64)),
            ("nodes", grouped(nodes)),
            ("time", format!("{:.3} s", self.time.as_secs_f64())),
            ("speed", mega_speed(nodes, self.time)),
        ];
        for (name, value) in rows {
            let _ = writeln!(text, "{name:8} {value}");
        }
        text
    }

    fn json(&self) -> String {
        let wrong = self.results.iter().filter(|(task, count)| *count != task.expected);
        let mismatches: Vec<_> = wrong
            .map(|(task, count)| {
                json!({
                    "line": task.case.line, "fen": task.case.position.to_string(), "depth": task.depth,
                    "expected": task.expected, "counted": count,
                })
            })
            .collect();
        let nodes = self.nodes();
        let report = json!({
            "file": self.file.display().to_string(),
            "game": R::NAME,
            "lines": self.results.len() + self.skipped,
            "passed": self.results.len() - mismatches.len(),
            "failed": mismatches.len(),
            "skipped": self.skipped,
            "nodes": nodes,
            "seconds": self.time.as_secs_f64(),
            "nodes_per_second": per_second(nodes, self.time),
            "mismatches": mismatches,
        });
        format!("{report:#}\n")
    }
}
