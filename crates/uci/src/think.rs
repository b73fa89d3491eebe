//! `go`: searching within limits, and telling what was found.

use std::time::Duration;

use engine::{Clock, Control, Event, Player};
use rules::{Game, Move, Position, Rules, fault};

use crate::go::Limits;
use crate::info::{current_move_line, info_line};
use crate::options::Options;
use crate::statistics::statistics_table;
use crate::strength::Handicap;
use crate::worker::Task;

/// Searches, and says what is found on the way. Returns the best move's line; `before_answer` is called when the answer
/// is known, and may wait.
pub(crate) fn think<R: Rules>(
    game: &Game<R>,
    limits: &Limits,
    task: &Task,
    player: &mut Player,
    control: &Control,
    say: &dyn Fn(&str),
    before_answer: impl FnOnce(),
) -> String {
    let (position, options) = (game.position(), &task.options);
    let style = options.move_style();
    let wanted = if fault!(SearchmovesIgnored) { &[] } else { &*limits.search_moves };
    let (moves, complaints) = root_moves(position, wanted);
    say(&complaints);
    let limits = engine_limits(limits, position, options, moves);
    if task.is_debugging {
        say(&format!("info string limits {limits:?}\n"));
    }
    let found = player.think(game, &limits, control, |event| match event {
        Event::Line(report) => say(&info_line(report, position, options)),
        Event::CurrentMove { depth, mv, number } => say(&current_move_line(depth, mv, number, options)),
    });
    before_answer();
    if options.show_stats {
        say(&statistics_table(player.statistics())
            .lines()
            .map(|line| format!("info string {line}\n"))
            .collect::<String>());
    }
    match found {
        Some(report) => {
            let ponder = report.line.get(1).map(|mv| format!(" ponder {}", mv.uci(style)));
            format!("bestmove {}{}\n", report.line[0].uci(style), ponder.unwrap_or_default())
        }
        None => {
            let is_lost = game.outcome().and_then(|outcome| outcome.winner()).is_some();
            format!("info depth 0 score {}\nbestmove 0000\n", if is_lost { "mate 0" } else { "cp 0" })
        }
    }
}

/// What the protocol says of limits, and the options of strength, as the engine wants it.
fn engine_limits<R: Rules>(
    limits: &Limits,
    position: &Position<R>,
    options: &Options,
    root_moves: Vec<Move>,
) -> engine::Limits {
    let us = position.side_to_move().index();
    let overhead = if fault!(OverheadIgnored) { Duration::ZERO } else { options.overhead() };
    // Who is told the other's clock alone has none to spend.
    let time = limits.time[us].or(limits.time[1 - us].map(|_| Duration::ZERO));
    let (soft_time, hard_time) = match (limits.move_time, time) {
        (Some(exactly), _) => (None, Some(exactly.saturating_sub(overhead))),
        (None, Some(time)) => {
            let increment = limits.increment[us].unwrap_or_default();
            let (soft, hard) = Clock { time, increment, moves_to_go: limits.moves_to_go }.budget(overhead);
            (Some(soft), Some(hard))
        }
        (None, None) => (None, None),
    };
    let handicap = options.handicap(position);
    engine::Limits {
        depth: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
        nodes: limits.nodes.into_iter().chain(handicap.map(|handicap| handicap.nodes)).min(),
        soft_time,
        hard_time,
        mate: limits.mate,
        root_moves,
        multi_pv: options.multi_pv,
        weakness: handicap.map(Handicap::weakness),
        combinations: options.analyse_mode,
        ..engine::Limits::default()
    }
}

/// The moves to choose from, and complaints about those that are not legal. None means all: an answer is owed in any
/// case.
fn root_moves<R: Rules>(position: &Position<R>, wanted: &[String]) -> (Vec<Move>, String) {
    let mut complaints = String::new();
    let mut moves = Vec::new();
    for text in wanted {
        match position.uci_move(text) {
            Ok(mv) => moves.push(mv),
            Err(error) => complaints += &format!("info string error: searchmoves: {error}\n"),
        }
    }
    (moves, complaints)
}
