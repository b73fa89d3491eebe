//! The board: moves, keys, null moves and exchanges, against second opinions that look at every square.

use std::collections::{BTreeSet, HashMap};

use rules::naive;
use rules::{Color, Move, Position, Rules, Setup, UciStyle};

use super::docket::shrunk;
use super::walks::{Numbers, choice, games, starts};
use super::{Docket, Effort};

fn text(mv: &Move) -> String {
    mv.uci(UciStyle::Chess960).to_string()
}

/// Walks with the position that the moves make, the one the naive board has, and how the walk came there.
fn walk<R: Rules>(effort: Effort, mut visit: impl FnMut(&Position<R>, &Setup, &Position<R>, &[Move])) {
    let starts = starts::<R>();
    let mut numbers = Numbers(0x0bad_cafe);
    for number in 0..effort.times(60) {
        let start = starts[number % starts.len()];
        let (mut position, mut setup, mut moves) = (start, start.to_setup(), Vec::new());
        for _ in 0..60 {
            visit(&position, &setup, &start, &moves);
            let lawful = naive::legal_moves::<R>(&setup);
            let legal: Vec<Move> =
                position.legal_moves().iter().filter(|mv| lawful.contains(&text(mv))).copied().collect();
            let Some(mv) = choice(&position, &legal, &mut numbers) else { break };
            setup = naive::after::<R>(&setup, mv.from(), mv.to(), mv.promotion());
            position.play(mv);
            moves.push(mv);
        }
    }
}

/// What differs between a position and what the naive board says of it: moves that one has and the other has not, or rights.
fn difference<R: Rules>(position: &Position<R>, setup: &Setup) -> Option<(String, String)> {
    let seen: BTreeSet<String> = position.legal_moves().iter().map(text).collect();
    let lawful = naive::legal_moves::<R>(setup);
    let list = |a: &BTreeSet<String>, b: &BTreeSet<String>| a.difference(b).cloned().collect::<Vec<_>>().join(" ");
    let is_same = seen == lawful && position.legal_moves().len() == lawful.len();
    if !is_same || position.count_legal_moves() != lawful.len() {
        let (missing, wrong) = (list(&lawful, &seen), list(&seen, &lawful));
        let name = |moves: String| if moves.is_empty() { "none".to_owned() } else { moves };
        let seen = format!("{}; missing: {}; illegal: {}", position.count_legal_moves(), name(missing), name(wrong));
        return Some((format!("{} legal moves", lawful.len()), seen));
    }
    let rights = |unmoved: rules::Bitboard, passed: Option<rules::Square>| {
        let squares: Vec<String> = unmoved.into_iter().map(|square| square.to_string()).collect();
        let passed = passed.map_or(String::new(), |square| format!(", en passant on {square}"));
        format!("unmoved pieces that matter on [{}]{passed}", squares.join(" "))
    };
    let expected = rights(setup.unmoved, setup.en_passant);
    let seen = rights(position.unmoved(), position.en_passant());
    (expected != seen).then_some((expected, seen))
}

/// Whether a position that is set up, not played, shows it already.
fn is_broken_at_once<R: Rules>(position: &Position<R>) -> bool {
    difference(position, &position.to_setup()).is_some()
}

pub(super) fn move_generation<R: Rules>(effort: Effort, docket: &mut Docket) {
    walk::<R>(effort, |position, setup, start, moves| {
        let Some(words) = difference(position, setup) else {
            return docket.case(position, &[], true, Default::default);
        };
        match Position::<R>::try_from(setup).ok().filter(is_broken_at_once) {
            Some(fresh) => {
                let small = shrunk(&fresh, is_broken_at_once);
                let words = difference(&small, &small.to_setup()).unwrap_or(words);
                docket.case(&small, &[], false, || words);
            }
            None => {
                let breaks = |at: &Position<R>, last: Move| {
                    let lawful = naive::after::<R>(&at.to_setup(), last.from(), last.to(), last.promotion());
                    difference(&at.after(last), &lawful).is_some()
                };
                match last_step(start, moves, breaks) {
                    Some((before, last)) => docket.case(&before, &[last], false, || words),
                    None => docket.case(start, moves, false, || words),
                }
            }
        }
    });
}

/// The last move of a walk and the smallest position in which it goes wrong, if it does so in a position that was set up.
fn last_step<R: Rules>(
    start: &Position<R>,
    moves: &[Move],
    breaks: impl Fn(&Position<R>, Move) -> bool,
) -> Option<(Position<R>, Move)> {
    let (last, earlier) = moves.split_last()?;
    let before = earlier.iter().fold(*start, |at, mv| at.after(*mv));
    let is_broken = |at: &Position<R>| at.is_legal(*last) && breaks(at, *last);
    let before = Position::<R>::try_from(&before.to_setup()).ok().filter(is_broken)?;
    Some((shrunk(&before, is_broken), *last))
}

pub(super) fn keys<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut met: HashMap<u64, String> = HashMap::new();
    const MOST_MET: usize = 200_000;
    walk::<R>(effort, |position, setup, start, moves| {
        let Ok(anew) = Position::<R>::try_from(setup) else { return };
        if anew.keys() == position.keys() {
            docket.case(position, &[], true, Default::default);
        } else {
            let breaks = |at: &Position<R>, last: Move| {
                let after = at.after(last);
                Position::<R>::try_from(&after.to_setup()).is_ok_and(|anew| anew.keys() != after.keys())
            };
            // Where the move went wrong; later ones only inherit it.
            if let Some((before, last)) = last_step(start, moves, breaks) {
                docket.case(&before, &[last], false, || {
                    ("after the move, the keys of the position computed anew".to_owned(), "other keys".to_owned())
                });
            }
        }

        // Another position, another key.
        let mut others = vec![];
        if !setup.unmoved.is_empty() {
            others.push((Setup { unmoved: rules::Bitboard::EMPTY, ..setup.clone() }, "without its rights"));
        }
        if setup.en_passant.is_some() {
            others.push((Setup { en_passant: None, ..setup.clone() }, "without its en passant square"));
        }
        for (other, how) in others {
            if let Ok(other) = Position::<R>::try_from(&other) {
                docket.case(&anew, &[], anew.key() != other.key(), || {
                    (format!("another key {how}"), "the same key".to_owned())
                });
            }
        }
        let fields = |position: &Position<R>| position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ");
        if met.len() > MOST_MET {
            met.clear();
        }
        let known = met.entry(anew.key().0).or_insert_with(|| fields(&anew));
        docket
            .case(&anew, &[], *known == fields(&anew), || (format!("another key than {known}"), "the same".to_owned()));
    });
    for game in games::<R>(effort.times(20), 80) {
        let mut position = *game.start();
        let mut trail = Vec::new();
        for mv in game.moves() {
            let before = position;
            for other in &before.legal_moves() {
                let after = before.after(*other);
                let is_wrong = Position::<R>::try_from(&after.to_setup()).is_ok_and(|anew| anew.keys() != after.keys());
                docket.case(&before, &[*other], !is_wrong, || {
                    ("after the move, the keys of the position computed anew".to_owned(), "other keys".to_owned())
                });
            }
            trail.push((before, *mv, position.make(*mv)));
        }
        // Taking moves back leads back.
        for (before, mv, undo) in trail.into_iter().rev() {
            position.unmake(mv, undo);
            docket.case(&before, &[mv], position == before, || {
                ("the position before the move, once it is taken back".to_owned(), position.to_string())
            });
        }
    }
}

/// What a null move must lead to.
fn passed<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    let mut setup = position.to_setup();
    setup.fullmove_number += u16::from(setup.side_to_move == Color::Black);
    setup.side_to_move = !setup.side_to_move;
    setup.en_passant = None;
    setup.halfmove_clock = 0;
    Position::<R>::try_from(&setup).ok()
}

pub(super) fn null_moves<R: Rules>(effort: Effort, docket: &mut Docket) {
    let is_broken = |position: &Position<R>| {
        !position.in_check() && passed(position).is_some_and(|to| to != position.after_null_move())
    };
    walk::<R>(effort, |position, _, _, _| {
        if position.in_check() || position.king(position.side_to_move()).is_none() {
            return;
        }
        let at = if is_broken(position) { shrunk(position, is_broken) } else { *position };
        let Some(expected) = passed(&at) else { return };
        let seen = at.after_null_move();
        docket.case(&at, &[], expected == seen, || (format!("after a null move: {expected}"), seen.to_string()));
    });
}

/// What a move gains on its square, by the naive board: in every order of captures where the cheapest first is best, else
/// with the cheapest first, as a static exchange is defined.
fn exchange<R: Rules>(position: &Position<R>, mv: Move) -> i32 {
    let exchange = naive::exchange::<R>(&position.to_setup(), mv.from(), mv.to(), mv.promotion());
    if exchange.is_orderly { exchange.best } else { exchange.cheapest }
}

pub(super) fn exchanges<R: Rules>(effort: Effort, docket: &mut Docket) {
    let is_wrong = |position: &Position<R>, mv: Move| {
        let value = exchange(position, mv);
        !position.exchange_gains(mv, value) || position.exchange_gains(mv, value + 1)
    };
    for game in games::<R>(effort.times(30), 60) {
        let mut position = *game.start();
        for mv in game.moves() {
            for tried in position.legal_moves().iter().filter(|mv| mv.is_noisy()) {
                let wrong = is_wrong(&position, *tried);
                let at = match wrong {
                    true => shrunk(&position, |at| at.is_legal(*tried) && is_wrong(at, *tried)),
                    false => position,
                };
                docket.case(&at, &[*tried], !wrong, || {
                    let value = exchange(&at, *tried);
                    let more = at.exchange_gains(*tried, value + 1);
                    let seen = if more { "said to gain more" } else { "said to gain less" };
                    (format!("a gain of {value} by taking on the square for as long as it pays"), seen.to_owned())
                });
            }
            position.play(*mv);
        }
    }
}
