//! What a suite comes to: a table by theme and engine, and where engines differ.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::attempt::{Attempt, wanted};
use super::case::{Case, Task};

/// A suite that has been run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SuiteOutcome {
    /// The engines' names.
    pub engines: Vec<String>,
    /// By theme, in the order of the files.
    pub themes: Vec<ThemeRow>,
    /// All together.
    pub total: ThemeRow,
    /// Positions that exactly one of the engines solved, by engine.
    pub only: Vec<u64>,
    /// Every position with every engine's answer.
    pub positions: Vec<PositionRow>,
}

/// A theme.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThemeRow {
    /// Its name.
    pub theme: String,
    /// How many positions it has.
    pub positions: u64,
    /// What each engine made of it.
    pub scores: Vec<Score>,
}

/// What an engine made of a theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Score {
    /// Positions solved.
    pub solved: u64,
    /// Points.
    pub points: u64,
    /// The most points there are.
    pub most: u64,
    /// Positions without an answer.
    pub faults: u64,
    /// Seconds to the solution, summed over the positions that were solved.
    pub found_seconds: f64,
    /// Seconds in all.
    pub seconds: f64,
    /// Nodes in all.
    pub nodes: u64,
}

/// A position and the answers to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionRow {
    /// Its name.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The right answer.
    pub wanted: String,
    /// The answers, by engine.
    pub attempts: Vec<Attempt>,
}

impl Score {
    fn add(&mut self, attempt: &Attempt) {
        self.solved += u64::from(attempt.solved);
        self.points += u64::from(attempt.points);
        self.most += u64::from(attempt.most);
        self.faults += u64::from(attempt.fault.is_some());
        self.found_seconds += attempt.found_seconds.filter(|_| attempt.solved).unwrap_or(0.0);
        self.seconds += attempt.seconds;
        self.nodes += attempt.nodes;
    }

    /// Seconds to a solution, on average.
    fn mean_found(&self) -> Option<f64> {
        (self.solved > 0).then(|| self.found_seconds / self.solved as f64)
    }
}

impl SuiteOutcome {
    /// Puts answers (a list for each engine) and cases together.
    pub fn new(cases: &[Case], engines: Vec<String>, attempts: &[Vec<Attempt>]) -> Self {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut themes: Vec<ThemeRow> = Vec::new();
        let empty = |theme: &str| ThemeRow {
            theme: theme.to_owned(),
            positions: 0,
            scores: vec![Score::default(); engines.len()],
        };
        let mut total = empty("all");
        let mut only = vec![0; engines.len()];
        let mut positions = Vec::new();
        for (index, case) in cases.iter().enumerate() {
            let place = *places.entry(&case.theme).or_insert_with(|| {
                themes.push(empty(&case.theme));
                themes.len() - 1
            });
            let answers: Vec<Attempt> = attempts.iter().map(|list| list[index].clone()).collect();
            for row in [&mut themes[place], &mut total] {
                row.positions += 1;
                row.scores.iter_mut().zip(&answers).for_each(|(score, attempt)| score.add(attempt));
            }
            let mut solvers = answers.iter().enumerate().filter(|(_, attempt)| attempt.solved);
            if let (Some((solver, _)), None) = (solvers.next(), solvers.next()) {
                only[solver] += 1;
            }
            let (fen, wanted) = (case.position.to_string(), wanted(case));
            positions.push(PositionRow { id: case.id.clone(), fen, wanted, attempts: answers });
        }
        Self { engines, themes, total, only, positions }
    }

    /// Whether an engine gave no answer somewhere, or miscounted.
    pub fn has_faults(&self, cases: &[Case]) -> bool {
        let miscounts = |(case, row): (&Case, &PositionRow)| {
            matches!(case.task, Task::Count { .. }) && row.attempts.iter().any(|attempt| !attempt.solved)
        };
        self.total.scores.iter().any(|score| score.faults > 0) || cases.iter().zip(&self.positions).any(miscounts)
    }

    /// The table by theme, and with `all` every position, else those on which engines differ or failed (or, of one engine,
    /// that it did not solve).
    pub fn text(&self, all: bool) -> String {
        let mut text = self.positions_text(all);
        if !text.is_empty() {
            text.push('\n');
        }
        let has_points = self.total.scores.iter().any(|score| score.most != self.total.positions);
        let wide = self.themes.iter().map(|row| row.theme.chars().count()).max().unwrap_or(0).clamp(5, 44);
        let each = if has_points { 44 } else { 28 };
        let engine_names: Vec<String> = self
            .engines
            .iter()
            .map(|name| format!("{:<each$}", name.chars().take(each - 2).collect::<String>()))
            .collect();
        let _ = writeln!(text, "{:<wide$}  {:>9}    {}", "", "", engine_names.join("  ").trim_end());
        let points_head = if has_points { format!("  {:>14}", "points") } else { String::new() };
        let head: Vec<String> =
            self.engines.iter().map(|_| format!("{:>15}{points_head}  {:>11}", "solved", "found after")).collect();
        let _ = writeln!(text, "{:<wide$}  {:>9}    {}", "theme", "positions", head.join("  "));
        let rows = if self.themes.len() > 1 { &self.themes[..] } else { &[] };
        for row in rows.iter().chain([&self.total]) {
            let theme: String = row.theme.chars().take(wide).collect();
            let cells: Vec<String> = row.scores.iter().map(|score| cell(score, row.positions, has_points)).collect();
            let _ = writeln!(text, "{theme:<wide$}  {:>9}    {}", row.positions, cells.join("  "));
        }
        if self.engines.len() > 1 {
            let parts: Vec<String> =
                self.engines.iter().zip(&self.only).map(|(name, count)| format!("{name} {count}")).collect();
            let _ = writeln!(text, "\nsolved by one alone: {}", parts.join(", "));
        }
        let faults: u64 = self.total.scores.iter().map(|score| score.faults).sum();
        if faults > 0 {
            let _ = writeln!(text, "\n{faults} positions without an answer");
        }
        text
    }

    fn positions_text(&self, all: bool) -> String {
        let mut text = String::new();
        let wide = self.positions.iter().map(|row| row.id.chars().count()).max().unwrap_or(0).clamp(4, 40);
        for row in &self.positions {
            let solved = row.attempts.iter().filter(|attempt| attempt.solved).count();
            let differ = solved > 0 && solved < row.attempts.len();
            let failed = row.attempts.iter().any(|attempt| attempt.fault.is_some());
            if !(all || differ || failed || (row.attempts.len() == 1 && solved == 0)) {
                continue;
            }
            let id: String = row.id.chars().take(wide).collect();
            let answers: Vec<String> = row.attempts.iter().map(answer_text).collect();
            let _ = writeln!(text, "{id:<wide$}  {:<12}  {}", row.wanted, answers.join("  ").trim_end());
        }
        if text.is_empty() {
            return text;
        }
        let names: Vec<String> = self.engines.iter().map(|name| format!("{name:<24}")).collect();
        format!("{:<wide$}  {:<12}  {}\n{text}", "name", "right", names.join("  ").trim_end())
    }
}

fn cell(score: &Score, positions: u64, has_points: bool) -> String {
    let percent = |part: u64, whole: u64| format!("{part} {:>5.1} %", 100.0 * part as f64 / whole.max(1) as f64);
    let points = if has_points { format!("  {:>14}", percent(score.points, score.most)) } else { String::new() };
    let found = score.mean_found().map_or("-".to_owned(), |seconds| format!("{seconds:.3} s"));
    format!("{:>15}{points}  {found:>11}", percent(score.solved, positions))
}

fn answer_text(attempt: &Attempt) -> String {
    let text = match (&attempt.fault, attempt.found_seconds) {
        (Some(fault), _) => format!("FAULT: {fault}"),
        (None, Some(seconds)) if attempt.solved => format!("ok    {} {seconds:.3} s", attempt.answer),
        _ => format!("WRONG {} {}", attempt.answer, attempt.score.as_deref().unwrap_or("")),
    };
    format!("{text:<24}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn themes_are_summed_and_differences_shown() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let case = |id: &str| Case::parse(&format!("{start} bm e4; id \"{id}\";"), "f", 1, 1000).unwrap();
        let cases = [case("A.1"), case("A.2"), case("B.1")];
        let right = Attempt { solved: true, points: 1, most: 1, found_seconds: Some(0.5), ..Attempt::default() };
        let wrong = Attempt { most: 1, answer: "d4".to_owned(), ..Attempt::default() };
        let attempts = [vec![right.clone(), wrong.clone(), right.clone()], vec![right.clone(), right, wrong]];
        let outcome = SuiteOutcome::new(&cases, vec!["one".to_owned(), "two".to_owned()], &attempts);
        assert_eq!(outcome.themes.len(), 2);
        assert_eq!((outcome.themes[0].scores[0].solved, outcome.themes[0].scores[1].solved), (1, 2));
        assert_eq!(outcome.only, [1, 1]);
        assert!(!outcome.has_faults(&cases));
        let text = outcome.text(false);
        assert!(!text.contains("A.1") && text.contains("A.2") && text.contains("B.1"), "{text}");
    }
}
