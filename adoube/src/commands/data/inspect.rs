//! `adoube data inspect`: counts and histograms of a file of games.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use forge::inspect::{Inspection, LENGTH_STEP, SCORE_EDGES};
use forge::records::{Ending, Header, Variant};
use rules::{Chess, Fragments, Rules};
use serde_json::{Value, json};

use crate::numbers::grouped;

/// Show how much a file of games holds, how balanced and varied it is, and whether it is sound
///
/// The points beside each class of scores are what the side to move made of these positions: they must rise with the score.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The file of games
    pub file: PathBuf,

    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

const EXAMPLES: &str = "\
Examples:
  adoube data inspect chess.games
  adoube data inspect chess.games --json | jq .duplicates

Exit code: 0 if all is well, 1 if the file has broken records, 2 if it cannot be read.";

/// Reads and shows a file.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match super::variant(&arguments.file)? {
        Variant::Chess => inspect::<Chess>(arguments),
        Variant::Fragments => inspect::<Fragments>(arguments),
    }
}

fn inspect<R: Rules>(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut reader = super::open::<R>(&arguments.file)?;
    let seen = Inspection::of(&mut reader);
    let text = if arguments.json {
        format!("{:#}\n", as_json(&seen, reader.header()))
    } else {
        as_text(&seen, reader.header())
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(if seen.broken == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

const ENDINGS: [&str; Ending::ALL.len()] = ["rules", "adjudicated win", "adjudicated draw", "too long"];

fn as_text(seen: &Inspection, header: &Header) -> String {
    let mut text = String::new();
    let of_positions = |count: u64| format!("{} ({})", grouped(count), percent(count, seen.positions));
    let of_games = |count: u64| format!("{} ({})", grouped(count), percent(count, seen.games));
    let [white, drawn, black] = seen.results;
    let verified = &seen.verification;
    let rows = [
        ("game", header.variant.name().to_owned()),
        (
            "made by",
            format!(
                "{}, {} nodes, seed {}, {:.1} % shuffled, {} MiB",
                header.engine,
                grouped(u64::from(header.soft_nodes)),
                header.seed,
                f64::from(header.shuffled_permille) / 10.0,
                header.table_mib
            ),
        ),
        ("games", grouped(seen.games)),
        ("positions", grouped(seen.positions)),
        ("usable", format!("{}: no check, quiet best move, score below 2,500", of_positions(seen.usable))),
        ("in check", of_positions(seen.in_check)),
        ("captures", of_positions(seen.noisy)),
        ("mates", of_positions(seen.mates)),
        ("duplicates", format!("{:.1} % of positions", 100.0 * seen.duplicates.share())),
        ("results", format!("White won {}, draws {}, Black won {}", of_games(white), of_games(drawn), of_games(black))),
        (
            "endings",
            ENDINGS
                .iter()
                .zip(seen.endings)
                .map(|(name, n)| format!("{name} {}", of_games(n)))
                .collect::<Vec<_>>()
                .join(", "),
        ),
        (
            "verified",
            format!(
                "{} of {} adjudicated wins and {} of {} adjudicated draws ended otherwise",
                verified.wins_changed, verified.wins, verified.draws_changed, verified.draws
            ),
        ),
        (
            "broken",
            format!("{} records, {} bytes cut off at the end", grouped(seen.broken), grouped(seen.truncated_bytes)),
        ),
    ];
    for (name, value) in rows {
        let _ = writeln!(text, "{name:11} {value}");
    }
    for broken in &seen.broken_shown {
        let _ = writeln!(text, "            {broken}");
    }

    let _ = writeln!(text, "\nscore (side to move)    points");
    let largest = seen.scores.iter().map(|class| class.positions).max().unwrap_or(0);
    for (index, class) in seen.scores.iter().enumerate() {
        let points = match class.positions {
            0 => "     ".to_owned(),
            positions => format!("{:.3}", class.points / positions as f64),
        };
        let _ =
            writeln!(text, "{:>20}    {points}  {}", score_class(index), bar(class.positions, largest, seen.positions));
    }
    histogram(&mut text, "pieces left (24 all, 0 pawns and kings)", &seen.phases, |index| index.to_string());
    histogram(&mut text, "men on the board", &seen.pieces, |index| index.to_string());
    histogram(&mut text, "plies of a game", &seen.lengths, |index| {
        format!("{}-{}", index * LENGTH_STEP, (index + 1) * LENGTH_STEP - 1)
    });
    text
}

fn histogram(text: &mut String, title: &str, counts: &[u64], name: impl Fn(usize) -> String) {
    let _ = writeln!(text, "\n{title}");
    let (largest, all) = (counts.iter().copied().max().unwrap_or(0), counts.iter().sum());
    let first = counts.iter().position(|count| *count > 0).unwrap_or(0);
    for (index, count) in counts.iter().enumerate().skip(first) {
        let _ = writeln!(text, "{:>20}  {}", name(index), bar(*count, largest, all));
    }
}

/// A bar as long as a count is large, with its share of all.
fn bar(count: u64, largest: u64, all: u64) -> String {
    let length = if largest == 0 { 0 } else { (count * 40).div_ceil(largest) as usize };
    format!("{:40} {:>6}", "#".repeat(length), percent(count, all))
}

fn percent(count: u64, all: u64) -> String {
    if all == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / all as f64) }
}

/// The name of a class of scores.
fn score_class(index: usize) -> String {
    let low = index.checked_sub(1).map(|index| SCORE_EDGES[index]);
    match (low, SCORE_EDGES.get(index)) {
        (Some(low), Some(high)) => format!("{low} to {}", high - 1),
        (None, Some(high)) => format!("below {high}"),
        (Some(low), None) => format!("{low} and more"),
        (None, None) => "all".to_owned(),
    }
}

fn as_json(seen: &Inspection, header: &Header) -> Value {
    let [white, drawn, black] = seen.results;
    let scores: Vec<Value> = seen
        .scores
        .iter()
        .enumerate()
        .map(|(index, class)| {
            json!({
                "from": index.checked_sub(1).map(|index| SCORE_EDGES[index]), "below": SCORE_EDGES.get(index),
                "positions": class.positions, "points": class.points,
            })
        })
        .collect();
    let endings: serde_json::Map<String, Value> =
        ENDINGS.iter().zip(seen.endings).map(|(name, count)| (name.replace(' ', "_"), count.into())).collect();
    json!({
        "game": header.variant.name(),
        "engine": header.engine, "nodes": header.soft_nodes, "seed": header.seed,
        "shuffled_permille": header.shuffled_permille, "verified_permille": header.verified_permille,
        "adjudication": header.adjudicates, "hash": header.table_mib,
        "games": seen.games, "positions": seen.positions, "usable": seen.usable, "in_check": seen.in_check,
        "captures": seen.noisy, "mates": seen.mates, "duplicates": seen.duplicates.share(),
        "white_wins": white, "draws": drawn, "black_wins": black, "endings": endings,
        "verification": {
            "wins": seen.verification.wins, "wins_changed": seen.verification.wins_changed,
            "draws": seen.verification.draws, "draws_changed": seen.verification.draws_changed,
        },
        "scores": scores, "phases": seen.phases, "pieces": seen.pieces,
        "lengths": { "step": LENGTH_STEP, "games": seen.lengths },
        "broken": seen.broken, "truncated_bytes": seen.truncated_bytes,
        "broken_records": seen.broken_shown.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
