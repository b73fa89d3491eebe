//! `go`: searching within limits, and telling what was found.

use engine::{Clock, Control, Event, Player, Report};
use rules::{Game, Move, Position, Rules, UciStyle};

use crate::go::Limits;
use crate::options::Options;
use crate::score::score_text;

/// Searches, and says what each iteration finds. Returns the best move's line; `before_answer` is called when the
/// answer is known, and may wait.
pub(crate) fn think<R: Rules>(
    game: &Game<R>,
    limits: &Limits,
    options: &Options,
    player: &mut Player,
    control: &Control,
    say: &dyn Fn(&str),
    before_answer: impl FnOnce(),
) -> String {
    let style = options.move_style();
    let (moves, complaints) = root_moves(game.position(), &limits.search_moves);
    say(&complaints);
    let limits = engine_limits(limits, game.position(), options, moves);
    let found = player.think(game, &limits, control, |event| match event {
        Event::Line(report) => say(&info_line(report, style)),
        Event::CurrentMove { .. } => {}
    });
    before_answer();
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

fn info_line(report: &Report, style: UciStyle) -> String {
    let line: String = report.line.iter().map(|mv| format!(" {}", mv.uci(style))).collect();
    let micros = report.time.as_micros().max(1);
    format!(
        "info depth {} seldepth {} score {} nodes {} nps {} hashfull {} time {} pv{line}\n",
        report.depth,
        report.selective_depth,
        score_text(report.score),
        report.nodes,
        u128::from(report.nodes) * 1_000_000 / micros,
        report.permille_full,
        micros / 1000,
    )
}

/// What the protocol says of limits, as the engine wants it.
fn engine_limits<R: Rules>(
    limits: &Limits,
    position: &Position<R>,
    options: &Options,
    root_moves: Vec<Move>,
) -> engine::Limits {
    let us = position.side_to_move().index();
    let (soft_time, hard_time) = match (limits.move_time, limits.time[us]) {
        (Some(exactly), _) => {
            let time = exactly.saturating_sub(options.overhead);
            (None, Some(time))
        }
        (None, Some(time)) => {
            let increment = limits.increment[us].unwrap_or_default();
            let (soft, hard) = Clock { time, increment, moves_to_go: limits.moves_to_go }.budget(options.overhead);
            (Some(soft), Some(hard))
        }
        (None, None) => (None, None),
    };
    engine::Limits {
        depth: limits.depth.map(|depth| i32::try_from(depth).unwrap_or(i32::MAX)),
        nodes: limits.nodes,
        soft_time,
        hard_time,
        mate: limits.mate,
        root_moves,
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
