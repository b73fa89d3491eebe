//! `adoube fragments review`: where a game was lost, and by what.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use engine::{Limits, Player};
use rules::{Color, Fragments, Game, Position};
use serde_json::{Value, json};
use uci::View;

use super::log;
use crate::commands::analyse::moves::{Row, mark, rows};
use crate::commands::analyse::{Analyst, Subject, line_json};
use crate::commands::play::seconds;
use crate::variation::variation;

/// The size of the transposition table in MiB.
const HASH: usize = 64;
/// So much of a line is shown.
const SHOWN_PLIES: usize = 8;
/// A move that cost so many thousandths of a point is talked about.
const WORTH_TALK: i32 = 75;

/// Replay a game: blunders, missed wins, and the better line
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A log of the framework (with boards, or with moves), a list of moves, or PGN; stdin if -
    game: String,

    /// Where a list of moves begins: a set-up such as sample0, or a FEN [default: the full set-up that fits]
    #[arg(long)]
    setup: Option<String>,

    /// Which game of a file of PGN
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    number: u32,

    /// How long to think about each move
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3, value_parser = seconds)]
    time: f64,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  adoube fragments review game_log.txt
  python3 test_fullgame.py | adoube fragments review -
  adoube fragments review arena.pgn --number 7
  echo 'd2d3 b5c3 ...' | adoube fragments review - --setup sample1 --time 1

?? ? ?! mark moves that threw away 30, 15, 7.5 % of a point. Scores are White's; # is a forced win by the rules, in which no
legal move loses.";

/// Reviews a game.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let bytes = match arguments.game.as_str() {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        path => std::fs::read(path),
    };
    let bytes = bytes.with_context(|| format!("{}: cannot be read", arguments.game))?;
    let text = String::from_utf8_lossy(&bytes);
    let read = log::read(&text, arguments.setup.as_deref(), arguments.number).with_context(|| arguments.game.clone());
    let log::Found { game, others } = read?;
    if let Some(others) = others {
        eprintln!("{others}");
    }
    let limits = Limits { hard_time: Some(Duration::from_secs_f64(arguments.time)), ..Limits::default() };
    let mut analyst = Analyst::new(Player::new(HASH)?, limits);
    let subject = Subject { name: None, game };
    let rows = rows(&subject, &mut analyst);
    analyst.finish();
    let text = if arguments.json { json_text(&subject.game, &rows) } else { table(&subject.game, &rows) };
    io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What a move has missed, beyond its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remark {
    /// A win was forced, and is not any more.
    ForcedWin,
    /// The win that was missed leaves the opponent without a legal move, and not in check.
    WinByStalemate,
    /// The better move takes a pawn in passing.
    EnPassant,
}

impl Remark {
    const fn text(self) -> &'static str {
        match self {
            Self::ForcedWin => "missed a forced win",
            Self::WinByStalemate => "missed a win by stalemate: no legal move loses",
            Self::EnPassant => "missed en passant",
        }
    }
}

fn remarks(row: &Row<Fragments>) -> Vec<Remark> {
    let Some(best) = &row.best else { return Vec::new() };
    let position = row.before.position();
    let mover = position.side_to_move();
    let wins = |white: i32| if mover == Color::White { white > 0 } else { white < 0 };
    let wins_after = matches!(row.after.worth, uci::Worth::Mate(moves) if wins(moves) || moves == 0);
    let better = best.line.first();
    // A short search may lose sight of a win that is still there.
    if row.cost < WORTH_TALK || better == Some(&row.played) {
        return Vec::new();
    }
    let mut remarks = Vec::new();
    if best.score.is_decided() && best.score.value() > 0 && !wins_after {
        let by_stalemate = ends_in_stalemate(position, &best.line);
        remarks.push(if by_stalemate { Remark::WinByStalemate } else { Remark::ForcedWin });
    }
    if better.is_some_and(|mv| mv.is_en_passant()) {
        remarks.push(Remark::EnPassant);
    }
    remarks
}

/// Whether a line leads to a side that has no legal move and is not in check.
fn ends_in_stalemate(start: &Position<Fragments>, line: &[rules::Move]) -> bool {
    let end = line.iter().try_fold(*start, |position, mv| position.is_legal(*mv).then(|| position.after(*mv)));
    end.is_some_and(|end| !end.has_legal_move() && !end.in_check())
}

fn table(game: &Game<Fragments>, rows: &[Row<Fragments>]) -> String {
    let mut text = format!("{}\n\n{:14} {:>7}  {:>6}  better\n", game.start(), "played", "score", "cost");
    let mut counts = [[0; 3]; 2];
    for row in rows {
        let position = row.before.position();
        let mark = mark(row.cost);
        if let Some(index) = ["??", "?", "?!"].iter().position(|known| *known == mark) {
            counts[position.side_to_move().index()][index] += 1;
        }
        let played = format!("{}{mark}", variation(position, &[row.played]));
        let cost = if row.cost > 0 { format!("{:.1}%", f64::from(row.cost) / 10.0) } else { String::new() };
        let better = row.best.as_ref().filter(|best| row.cost >= WORTH_TALK && best.line.first() != Some(&row.played));
        let better = better.map_or(String::new(), |best| {
            let line = variation(position, &best.line[..best.line.len().min(SHOWN_PLIES)]);
            format!("{}  {line}", View::White.report(best, position))
        });
        let line = format!("{played:14} {:>7}  {cost:>6}  {better}", row.after);
        let _ = writeln!(text, "{}", line.trim_end());
        for remark in remarks(row) {
            let _ = writeln!(text, "{:31}{}", "", remark.text());
        }
    }
    match game.outcome() {
        Some(outcome) => drop(writeln!(text, "{}: {outcome}", outcome.score_text())),
        None => text += "The game is not over by the rules: time, or the log's end.\n",
    }
    for color in Color::ALL {
        let [blunders, mistakes, slips] = counts[color.index()];
        let _ = writeln!(text, "{color}: {blunders} ??, {mistakes} ?, {slips} ?!");
    }
    text
}

fn json_text(game: &Game<Fragments>, rows: &[Row<Fragments>]) -> String {
    let moves: Vec<Value> = rows
        .iter()
        .map(|row| {
            let position = row.before.position();
            let remarks: Vec<&str> = remarks(row).into_iter().map(Remark::text).collect();
            json!({
                "fen": position.to_string(), "played": position.san(row.played), "mark": mark(row.cost),
                "score": row.after.json(), "cost": f64::from(row.cost) / 1000.0, "remarks": remarks,
                "best": row.best.as_ref().map(|report| line_json(report, position)),
            })
        })
        .collect();
    let outcome = game.outcome();
    let report = json!({
        "start": game.start().to_string(), "view": "white", "moves": moves,
        "result": outcome.map(|outcome| outcome.score_text()), "reason": outcome.map(|outcome| outcome.to_string()),
    });
    format!("{report}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reviewed(fen: &str, moves: &str) -> Vec<Vec<Remark>> {
        let mut analyst = Analyst::new(Player::new(16).unwrap(), Limits { nodes: Some(20_000), ..Limits::default() });
        let game = log::read(moves, Some(fen), 1).unwrap().game;
        rows(&Subject { name: None, game }, &mut analyst).iter().map(remarks).collect()
    }

    #[test]
    fn a_win_by_stalemate_that_was_missed_is_named() {
        // Kb3 leaves the king in the corner without a move.
        let fen = "k4/5/2N2/1K3/5 w - -";
        assert_eq!(reviewed(fen, "b2b3"), [[]]);
        assert_eq!(reviewed(fen, "c3a4"), [[Remark::WinByStalemate]]);
        // Any move but the queen's sacrifice still wins here.
        let fen = "k4/5/2Q2/5/2K2 w - -";
        assert_eq!(reviewed(fen, "c3c2"), [[]]);
        assert_eq!(reviewed(fen, "c3b4 a5b4").concat().len(), 1);
    }

    #[test]
    fn an_en_passant_that_was_missed_is_named() {
        // Only taking in passing stops the pawn.
        let fen = "4k/1Pp2/5/5/K4 b c4 b3";
        assert_eq!(reviewed(fen, "c4b3"), [[]]);
        assert_eq!(reviewed(fen, "e5e4"), [[Remark::EnPassant]]);
    }
}
