//! The tree: with ideas switched off the search is minimax by the definition, and the exact ideas change no score.

use rules::{Game, Move, Outcome, Position, Rules};

use super::walks::{fresh, unfinished};
use super::{Docket, Effort};
use crate::eval::evaluate;
use crate::player::Control;
use crate::score::{Score, ScoreKind};
use crate::search::{Limits, Search, Switches};
use crate::table::Table;

/// Nothing but captures below the horizon, all of them.
pub(super) const WITH_CAPTURES: Switches = Switches { quiescence: true, ..Switches::NONE };

/// A score in words.
pub(super) fn words(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("{value} centipawns"),
        ScoreKind::Mate { wins: true, plies } => format!("mate in {plies} plies"),
        ScoreKind::Mate { wins: false, plies } => format!("mated in {plies} plies"),
    }
}

/// What a search of a depth says, with an empty table; of these moves only, if any are named.
pub(super) fn searched<R: Rules>(game: &Game<R>, depth: i32, switches: Switches, moves: &[Move]) -> Option<Score> {
    let table = Table::new(1).ok()?;
    let limits = Limits { depth: Some(depth), root_moves: moves.to_vec(), ..Limits::default() };
    let report = Search::new(switches).run(game, &table, &limits, &Control::default(), |_| {});
    report.map(|report| report.score)
}

/// The score by the definition.
fn minimax<R: Rules>(game: &Game<R>, depth: i32, ply: usize) -> Score {
    if ply > 0 {
        match game.outcome() {
            Some(Outcome::Win(..)) => return Score::mated_in(ply),
            Some(Outcome::Draw(_)) => return Score::DRAW,
            None if depth == 0 => return evaluate(game.position()),
            None => {}
        }
    }
    let after = |mv: &Move| {
        let mut next = game.clone();
        next.play(*mv);
        -minimax(&next, depth - 1, ply + 1)
    };
    game.position().legal_moves().iter().map(after).max().unwrap_or(-Score::INFINITE)
}

/// How deep a position can be searched without any idea in little time.
fn affordable<R: Rules>(position: &Position<R>, nodes: f64) -> i32 {
    let branching = position.count_legal_moves().max(4) as f64;
    (nodes.ln() / branching.ln()).floor().clamp(1.0, 6.0) as i32
}

fn compare<R: Rules>(docket: &mut Docket, game: &Game<R>, depth: i32, expected: Score, seen: Option<Score>) {
    let Some(seen) = seen else { return };
    docket.case(game.start(), game.moves(), expected == seen, || {
        (format!("{} at depth {depth}", words(expected)), words(seen))
    });
}

pub(super) fn definition<R: Rules>(effort: Effort, docket: &mut Docket) {
    for game in unfinished::<R>(effort.times(25), 32) {
        let Some(game) = fresh(game.position()) else { continue };
        for depth in 1..=affordable(game.position(), 3_000.0) {
            compare(docket, &game, depth, minimax(&game, depth, 0), searched(&game, depth, Switches::NONE, &[]));
        }
    }
}

/// Whether an idea that should change nothing changes nothing.
fn changes_nothing<R: Rules>(effort: Effort, docket: &mut Docket, pieces: u32, nodes: f64, idea: Switches) {
    for game in unfinished::<R>(effort.times(20), pieces) {
        let Some(game) = fresh(game.position()) else { continue };
        for depth in 2..=affordable(game.position(), nodes) {
            let Some(expected) = searched(&game, depth, Switches::NONE, &[]) else { continue };
            compare(docket, &game, depth, expected, searched(&game, depth, idea, &[]));
        }
    }
}

pub(super) fn scouting<R: Rules>(effort: Effort, docket: &mut Docket) {
    let idea = Switches { scout: true, mate_distance: true, ..Switches::NONE };
    changes_nothing::<R>(effort, docket, 32, 30_000.0, idea);
}

pub(super) fn windows<R: Rules>(effort: Effort, docket: &mut Docket) {
    let idea = Switches { scout: true, aspiration: true, ..Switches::NONE };
    changes_nothing::<R>(effort, docket, 10, 200_000.0, idea);
}

pub(super) fn table_depths<R: Rules>(effort: Effort, docket: &mut Docket) {
    let idea = Switches { table_cuts: true, scout: true, ..Switches::NONE };
    changes_nothing::<R>(effort, docket, 14, 100_000.0, idea);
}

/// The value of a position when captures and promotions that do not lose material are played out, and all evasions: by alpha-beta
/// alone.
pub(super) fn captured_out<R: Rules>(position: &Position<R>, mut alpha: Score, beta: Score, ply: usize) -> Score {
    if R::KING_CAPTURE && position.king(position.side_to_move()).is_none() {
        return Score::mated_in(ply);
    }
    let moves = position.legal_moves();
    let in_check = position.in_check();
    if moves.is_empty() && (in_check || R::STALEMATE_LOSES) {
        return Score::mated_in(ply);
    }
    let is_drawn = R::PLY_LIMIT.is_some_and(|limit| position.halfmove_clock() >= limit);
    if is_drawn || R::is_dead(position) {
        return Score::DRAW;
    }
    let mut best = if in_check { -Score::INFINITE } else { evaluate(position) };
    alpha = alpha.max(best);
    let is_wanted = |mv: &&Move| in_check || mv.is_noisy() && position.exchange_gains(**mv, 0);
    for mv in moves.iter().filter(is_wanted) {
        if alpha >= beta {
            break;
        }
        best = best.max(-captured_out(&position.after(*mv), -beta, -alpha, ply + 1));
        alpha = alpha.max(best);
    }
    best
}

pub(super) fn quiescence<R: Rules>(effort: Effort, docket: &mut Docket) {
    for game in unfinished::<R>(effort.times(40), 32) {
        let Some(game) = fresh(game.position()) else { continue };
        for mv in game.position().legal_moves().iter().take(8) {
            let child = game.position().after(*mv);
            let expected = -captured_out(&child, -Score::INFINITE, Score::INFINITE, 1);
            let Some(seen) = searched(&game, 1, WITH_CAPTURES, &[*mv]) else { continue };
            docket.case(game.position(), &[*mv], expected == seen, || {
                (format!("{} for the move, captures played out", words(expected)), words(seen))
            });
        }
    }
}
