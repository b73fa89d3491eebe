//! The table's entries: what a search has left there is true.

use std::collections::HashSet;

use rules::{Key, Move, Position, Rules};

use super::tree::{WITH_CAPTURES, captured_out, searched, words};
use super::walks::{Numbers, fresh, unfinished};
use super::{Docket, Effort};
use crate::player::Control;
use crate::score::Score;
use crate::search::{Limits, Search, Switches, inside};
use crate::table::{Bound, Known, Table};

/// The true score of a position at a depth: a full window, and no pruning.
fn true_score<R: Rules>(position: &Position<R>, depth: i32) -> Option<Score> {
    if depth <= 0 {
        return Some(captured_out(position, -Score::INFINITE, Score::INFINITE, 0));
    }
    searched(&fresh(position)?, depth, WITH_CAPTURES, &[])
}

fn holds(known: &Known, score: Score) -> bool {
    match known.bound {
        Bound::Upper => score <= known.score,
        Bound::Lower => score >= known.score,
        Bound::Exact => score == known.score,
    }
}

fn check_entry<R: Rules>(docket: &mut Docket, position: &Position<R>, table: &Table) {
    let Some(known) = table.probe(position.key(), 0) else { return };
    let Some(score) = true_score(position, known.depth) else { return };
    docket.case(position, &[], holds(&known, score), || {
        (
            format!("a bound that fits the true score at depth {}, {}", known.depth, words(score)),
            format!("{:?} {}", known.bound, words(known.score)),
        )
    });
}

/// Judges every entry that a search has left behind a position. What was searched is in the table, so nothing lies behind what is not.
fn check_all<R: Rules>(docket: &mut Docket, position: &Position<R>, table: &Table, met: &mut HashSet<Key>) {
    for mv in position.legal_moves() {
        let child = position.after(mv);
        let is_over = child.king(child.side_to_move()).is_none();
        if !is_over && table.probe(child.key(), 0).is_some() && met.insert(child.key()) {
            check_entry(docket, &child, table);
            check_all(docket, &child, table, met);
        }
    }
}

pub(super) fn bounds<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut numbers = Numbers(0xb0d5);
    // Bounds that follow from other bounds are judged as well; only cuts by deeper entries give other scores, by design.
    let sampled = Switches { scout: true, aspiration: true, table_cuts: true, ..WITH_CAPTURES };
    // Every entry of small searches, and some of larger ones.
    for game in unfinished::<R>(effort.times(6), 20) {
        let (Some(game), Ok(table)) = (fresh(game.position()), Table::new(1)) else { continue };
        let limits = Limits { depth: Some(2), ..Limits::default() };
        Search::new(sampled).run(&game, &table, &limits, &Control::default(), |_| {});
        check_all(docket, game.position(), &table, &mut HashSet::new());
    }
    for game in unfinished::<R>(effort.times(6), 20) {
        let (Some(game), Ok(table)) = (fresh(game.position()), Table::new(4)) else { continue };
        let depth = if game.position().count_legal_moves() > 25 { 3 } else { 4 };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Search::new(sampled).run(&game, &table, &limits, &Control::default(), |_| {});
        let mut met = HashSet::new();
        for _ in 0..150 {
            // Down a random line, looking at every position on the way.
            let mut position = *game.position();
            for ply in 0..depth + 3 {
                if ply > 0 && met.insert(position.key()) {
                    check_entry(docket, &position, &table);
                }
                let moves = position.legal_moves();
                let noisy: Vec<Move> = moves.iter().filter(|mv| mv.is_noisy()).copied().collect();
                let among = if ply >= depth || numbers.below(2) == 0 { &noisy[..] } else { &moves[..] };
                let Some(mv) = among.get(numbers.below(among.len())) else { break };
                position.play(*mv);
                if position.king(position.side_to_move()).is_none() {
                    break;
                }
            }
        }
    }
    // A search with a move left out says nothing of the position.
    for game in unfinished::<R>(effort.times(20), 32) {
        let (Some(game), Ok(table)) = (fresh(game.position()), Table::new(1)) else { continue };
        let position = game.position();
        let Some(mv) = position.legal_moves().first().copied() else { continue };
        let known = inside::known_after_exclusion(position, mv, &table);
        docket.case(position, &[], known.is_none(), || {
            let seen = known.map(|known| format!("{:?} {} at depth {}", known.bound, words(known.score), known.depth));
            ("no entry after a search with a move left out".to_owned(), seen.unwrap_or_default())
        });
    }
}

pub(super) fn mate_scores(effort: Effort, docket: &mut Docket) {
    let Ok(table) = Table::new(1) else { return };
    for stored_at in 0..20 {
        for read_at in 0..20 {
            for plies in 0..effort.times(3).min(100) {
                // Mate so many plies behind the position, which lies `stored_at` plies behind the root.
                for (stored, expected) in [
                    (Score::mate_in(stored_at + plies), Score::mate_in(read_at + plies)),
                    (Score::mated_in(stored_at + plies), Score::mated_in(read_at + plies)),
                ] {
                    let (bound, evaluation, was_pv) = (Bound::Exact, None, false);
                    let known = Known { mv: Move::NONE, score: stored, bound, depth: 5, evaluation, was_pv };
                    let key = Key(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(1 + (stored_at * 31 + plies) as u64));
                    table.store(key, stored_at, &known);
                    let seen = table.probe(key, read_at).map(|known| known.score);
                    docket.note(seen == Some(expected), || {
                        (
                            format!("{}, stored at ply {stored_at} and read at ply {read_at}", words(expected)),
                            seen.map_or("nothing".to_owned(), words),
                        )
                    });
                }
            }
        }
    }
}
