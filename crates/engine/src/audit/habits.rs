//! The search's habits, which change no law of chess but cost strength when they are wrong: the order of moves, what is remembered of
//! them, how far they are reduced, where null moves are tried; and new games and clocks.

use std::time::Duration;

use rules::{Game, Move, PieceKind, Position, Rules};

use super::walks::{Numbers, unfinished};
use super::{Docket, Effort};
use crate::player::{Control, Player};
use crate::search::{Clock, Limits, Search, Statistics, Switches, inside};
use crate::table::Table;

/// The part of the order to which a move belongs.
fn part<R: Rules>(position: &Position<R>, mv: Move, table_move: Move, killer: Move) -> usize {
    match () {
        () if mv == table_move => 0,
        () if mv.is_noisy() && position.exchange_gains(mv, 0) => 1,
        () if mv == killer => 2,
        () if !mv.is_noisy() => 3,
        () => 4,
    }
}

const PARTS: [&str; 5] =
    ["the table's move", "captures that do not lose", "the killer", "quiet moves", "losing captures"];

/// What a capture or promotion wins at once.
fn prize<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let value = |kind: PieceKind| R::EXCHANGE_VALUES[kind.index()];
    position.taken(mv).map_or(0, value) + mv.promotion().map_or(0, value)
}

pub(super) fn ordering<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut numbers = Numbers(0x0d3a);
    for game in unfinished::<R>(effort.times(40), 32) {
        let position = game.position();
        let moves = position.legal_moves();
        let mut any = || moves.get(numbers.below(moves.len())).copied().unwrap_or(Move::NONE);
        let (table_move, killer) = (any(), any());
        let killer = if killer.is_noisy() { Move::NONE } else { killer };
        let order = inside::picked(position, table_move, killer);
        let sorted = |moves: &[Move]| {
            let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
            bits.sort_unstable();
            bits
        };
        docket.case(position, &[], sorted(&order) == sorted(&moves), || {
            (format!("each of {} legal moves once", moves.len()), format!("{} moves, or others", order.len()))
        });
        for pair in order.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let [first, second] = [a, b].map(|mv| part(position, mv, table_move, killer));
            docket.case(position, &[a], first <= second, || {
                (format!("{} before {}", PARTS[second], PARTS[first]), format!("{} before them", PARTS[first]))
            });
            if first == 1 && second == 1 {
                let [first, second] = [a, b].map(|mv| prize(position, mv));
                docket.case(position, &[a], first >= second, || {
                    (format!("the capture that wins {second} first"), format!("one that wins {first} first"))
                });
            }
        }
        if let ([own, others, ..], Ok(table)) = (&*moves, Table::new(1)) {
            let seen = inside::killer(position, *own, *others, &table);
            docket.case(position, &[*own], seen == *own, || {
                ("the killer of this ply".to_owned(), "that of another ply".to_owned())
            });
        }
    }
}

pub(super) fn history<R: Rules>(effort: Effort, docket: &mut Docket) {
    for game in unfinished::<R>(effort.times(20), 32) {
        let Ok(table) = Table::new(1) else { return };
        let position = game.position();
        let is_quiet = |mv: &&Move| !mv.is_noisy();
        let quiet: Vec<Move> = position.legal_moves().iter().filter(is_quiet).take(4).copied().collect();
        if quiet.len() < 2 {
            continue;
        }
        let mirrored: Vec<Move> = quiet.iter().map(|mv| mv.flipped(R::HEIGHT)).collect();
        let sides = [(*position, quiet), (position.flipped(), mirrored)];
        let learned = sides.map(|(position, moves)| {
            let learned = inside::learned(&position, &moves, 6, &table);
            if let Some((best, tried)) = learned.split_last() {
                docket.case(&position, &[], *best > 0 && tried.iter().all(|value| *value < 0), || {
                    (
                        "the move that cut gains history, those before it lose some, for either side".to_owned(),
                        format!("{best}, and {tried:?}"),
                    )
                });
            }
            learned
        });
        // The same cut-off teaches both sides the same.
        let [here, flipped] = learned;
        docket.case(position, &[], here == flipped, || {
            (format!("{here:?}, as for the same moves of the other side"), format!("{flipped:?} on the flipped board"))
        });
    }
}

/// What a search with all ideas counts.
fn counted<R: Rules>(game: &Game<R>, depth: i32) -> Option<Statistics> {
    let table = Table::new(4).ok()?;
    let mut search = Search::new(Switches::ALL);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search.run(game, &table, &limits, &Control::default(), |_| {})?;
    Some(search.statistics().clone())
}

pub(super) fn reductions<R: Rules>(effort: Effort, docket: &mut Docket) {
    for game in unfinished::<R>(effort.times(10), 32) {
        let Some(counted) = counted(&game, 8) else { continue };
        docket.case(game.position(), &[], counted.reduced_below_horizon == 0, || {
            let seen = format!("{} of {} fell below the horizon", counted.reduced_below_horizon, counted.reductions);
            ("reduced moves keep a ply above the horizon".to_owned(), seen)
        });
        docket.case(game.position(), &[], counted.first_moves_reduced == 0, || {
            ("first moves are not reduced".to_owned(), format!("{} were", counted.first_moves_reduced))
        });
    }
}

/// Pawns that cannot promote soon, and kings: whoever passes here may save himself by it.
const PAWN_ENDINGS: [&str; 4] = [
    "4k3/8/1p1p1p2/1P1P1P2/8/8/8/4K3 w - - 0 1",
    "8/8/1p1p4/kP1P1p2/5P2/8/8/4K3 b - - 0 1",
    "8/3k4/p1p1p3/P1P1P1p1/6P1/8/3K4/8 w - - 0 1",
    "2k5/8/p1p5/P1P2p1p/5P1P/8/8/3K4 b - - 0 1",
];

pub(super) fn null_moves<R: Rules>(_: Effort, docket: &mut Docket) {
    for fen in PAWN_ENDINGS {
        let Ok(position) = fen.parse::<Position<R>>() else { continue };
        let Some(counted) = counted(&Game::new(position), 8) else { continue };
        docket.case(&position, &[], counted.null_tries == 0, || {
            ("no null moves with nothing but pawns".to_owned(), format!("{} of them", counted.null_tries))
        });
    }
}

pub(super) fn new_games<R: Rules>(effort: Effort, docket: &mut Docket) {
    let Ok(mut player) = Player::new(4) else { return };
    let limits = Limits { depth: Some(7), ..Limits::default() };
    for game in unfinished::<R>(effort.times(4), 32) {
        let mut think = || {
            player.forget();
            player.think(&game, &limits, &Control::default(), |_| {})
        };
        let (first, second) = (think(), think());
        let nodes = [first, second].map(|report| report.map_or(0, |report| report.nodes));
        docket.case(game.position(), &[], nodes[0] == nodes[1], || {
            (format!("{} nodes, as in the game before", nodes[0]), format!("{} nodes", nodes[1]))
        });
    }
}

pub(super) fn clocks(_: Effort, docket: &mut Docket) {
    let millis = Duration::from_millis;
    for time in [0, 1, 5, 10, 20, 50, 100, 1_000, 10_000, 60_000, 3_600_000] {
        for increment in [0, 10, 100, 1_000, 60_000] {
            for moves_to_go in [None, Some(0), Some(1), Some(2), Some(5), Some(40), Some(1_000)] {
                for overhead in [0, 1, 10, 30, 100, 1_000] {
                    let clock = Clock { time: millis(time), increment: millis(increment), moves_to_go };
                    let (soft, hard) = clock.budget(millis(overhead));
                    let most = millis(time.saturating_sub(overhead));
                    docket.note(soft <= hard && hard <= most, || {
                        let control = match moves_to_go {
                            Some(moves) => format!(" and {moves} moves to go"),
                            None => String::new(),
                        };
                        (
                            format!("at most {most:?} with {time} ms on the clock, {increment} ms increment{control}, overhead {overhead} ms"),
                            format!("{hard:?}, wanting {soft:?}"),
                        )
                    });
                }
            }
        }
    }
}
