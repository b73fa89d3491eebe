//! What is left when a match is over: a report on the screen and in the match's folder.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use lab::matches::{Conduct, Ended, Ending, OpeningSource, Order, PGN_FILE, Settings};
use lab::report::{Report, ReportOptions};
use lab::results::Results;
use lab::statistics::Hypothesis;
use serde_json::json;

use super::folder::title;

/// The report as a page and for programs, in the match's folder.
const PAGE: &str = "report.html";
const JSON: &str = "report.json";

/// Writes the report, and says with the exit code how it went.
pub fn conclude(
    settings: &Settings,
    conduct: &Conduct,
    ended: &Ended,
    folder: &Path,
    own_latency: &[Duration],
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
    let results = Results::from_records(&ended.records, &names);
    let rows = rows(settings, conduct, ended, own_latency);
    let options = ReportOptions {
        title: Some(title(settings)),
        settings: rows.clone(),
        test: settings.sprt,
        by_pairs: true,
        ..ReportOptions::default()
    };
    let report = Report::new(&results, options);
    let mut value = report.json();
    if let Some(object) = value.as_object_mut() {
        object.insert("folder".to_owned(), json!(folder.display().to_string()));
        object.insert("ending".to_owned(), json!(ending_name(ended.ending)));
        object.insert("seconds".to_owned(), json!(ended.time.as_secs_f64()));
    }
    let write = |name: &str, text: String| {
        let file = folder.join(name);
        std::fs::write(&file, text).with_context(|| format!("{}: cannot be written", file.display()))
    };
    write(PAGE, report.html())?;
    write(JSON, format!("{value:#}\n"))?;

    let mut out = io::stdout();
    if as_json {
        writeln!(out, "{value:#}")?;
    } else {
        for (name, value) in &rows {
            writeln!(out, "{name:<18} {value}")?;
        }
        writeln!(out, "\n{}", report.text())?;
        for name in [PGN_FILE, PAGE] {
            writeln!(out, "{}", folder.join(name).display())?;
        }
    }
    Ok(match ended.ending {
        Ending::Decided(Hypothesis::H0) => ExitCode::from(1),
        Ending::BrokenOff => ExitCode::from(3),
        Ending::Complete if settings.sprt.is_some() => ExitCode::from(3),
        Ending::Complete | Ending::Decided(Hypothesis::H1) => ExitCode::SUCCESS,
    })
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Complete => "complete",
        Ending::Decided(Hypothesis::H0) => "H0 accepted",
        Ending::Decided(Hypothesis::H1) => "H1 accepted",
        Ending::BrokenOff => "broken off",
    }
}

/// How it was played, for people.
fn rows(settings: &Settings, conduct: &Conduct, ended: &Ended, own_latency: &[Duration]) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    let mut row = |name: &str, value: String| rows.push((name.to_owned(), value));
    row("game", settings.game.to_string());
    for (player, identity) in settings.players.iter().zip(&ended.identities) {
        let mut parts = vec![identity.name.clone(), player.limits.to_string()];
        parts.extend(player.options.iter().map(|(name, value)| format!("{name}={value}")));
        parts.extend(player.ponder.then(|| "ponders".to_owned()));
        parts.extend(player.restart.then(|| "started anew for each game".to_owned()));
        row(&player.name, parts.join(", "));
    }
    let openings = &settings.openings;
    row(
        "openings",
        match &openings.source {
            OpeningSource::Random => format!("random moves, seed {}", openings.seed),
            OpeningSource::File { path, .. } => match openings.order {
                Order::Random => format!("{}, shuffled by seed {}", path.display(), openings.seed),
                Order::File => format!("{}, in its order", path.display()),
            },
        },
    );
    row("time margin", format!("{} ms", settings.margin_ms));
    row("ended early", adjudication(settings));
    let pinned = if conduct.cores.is_empty() { "" } else { ", each on processors of its own" };
    row("games at once", format!("{}{pinned}", conduct.concurrency));
    let new = ended.records.len() - ended.earlier;
    let minutes = ended.time.as_secs_f64() / 60.0;
    let speed = if minutes > 0.0 { new as f64 / minutes } else { 0.0 };
    let before = if ended.earlier > 0 { format!(", {} games from before", ended.earlier) } else { String::new() };
    row("time", format!("{:.1} s, {speed:.1} games a minute{before}", ended.time.as_secs_f64()));
    if let Some(half) = own_latency.get(own_latency.len() / 2) {
        let longest = own_latency.last().unwrap_or(half);
        row("our own latency", format!("{} us, at most {} us", half.as_micros(), longest.as_micros()));
    }
    let (half, most) = (ended.latency.at_most_us(0.5), ended.latency.at_most_us(0.99));
    row("readyok", format!("half within {half} us, 99 % within {most} us, at most {} us", ended.latency.longest_us));
    row("outcome", ending_name(ended.ending).to_owned());
    rows
}

fn adjudication(settings: &Settings) -> String {
    let rules = &settings.adjudication;
    if rules.is_off() {
        return "never".to_owned();
    }
    let resign = rules.resign.map(|rule| {
        let sides = if rule.two_sided { "both agree" } else { "by the loser's score" };
        format!("resignation after {} moves at {} centipawns ({sides})", rule.moves, rule.score)
    });
    let draw = rules.draw.map(|rule| {
        format!("draw from move {} after {} moves within {} centipawns", rule.from_move, rule.moves, rule.score)
    });
    let tables = rules.tablebases.as_ref().map(|path| format!("tablebases {path}"));
    let longest = rules.max_moves.map(|moves| format!("draw after {moves} moves"));
    let verify = (rules.verify > 0).then(|| format!("{} games played on", rules.verify));
    [resign, draw, tables, longest, verify].into_iter().flatten().collect::<Vec<_>>().join("; ")
}
