//! What audits may see of the search's insides: each function does one thing as the search does it, and says what came of it.

use std::time::Instant;

use rules::{Game, Move, Position, Rules};

use super::history::{Histories, Landing, Surroundings};
use super::node::Zero;
use super::picker::Picker;
use super::threads::Team;
use super::{Event, Limits, Search, Shelf, Switches, Tree};
use crate::memory::Huge;
use crate::player::Control;
use crate::score::Score;
use crate::table::{Known, Table};
use crate::wdl::Scale;

/// All moves in the order in which a search would try them, with nothing learned yet.
pub(crate) fn picked<R: Rules>(position: &Position<R>, table_move: Move, killer: Move) -> Vec<Move> {
    let histories = Huge::<Histories>::zeroes();
    let around = Surroundings::new(position, [Landing::NONE; 3]);
    let mut picker = Picker::all(table_move, killer, around);
    std::iter::from_fn(|| picker.next(position, &histories)).collect()
}

/// What the history says of some quiet moves after the last of them has cut at a depth and the others have not; nothing had been
/// learned before.
pub(crate) fn learned<R: Rules>(position: &Position<R>, moves: &[Move], depth: i32, table: &Table) -> Vec<i32> {
    let Some((best, tried)) = moves.split_last() else { return Vec::new() };
    with_tree(&Game::new(*position), Switches::NONE, table, |tree| {
        let around = Surroundings::new(position, [Landing::NONE; 3]);
        tree.learn(position, &around, *best, tried, depth, 0);
        let piece = |mv: Move| position.piece_at(mv.from());
        moves.iter().filter_map(|mv| Some(tree.histories.quiet(&around, piece(*mv)?, *mv))).collect()
    })
}

/// Which killer a node gets, if this one has refuted its sibling and the other one was played by the other side.
pub(crate) fn killer<R: Rules>(position: &Position<R>, own: Move, others: Move, table: &Table) -> Move {
    with_tree(&Game::new(*position), Switches::NONE, table, |tree| {
        tree.frames[2].killer = others;
        tree.frames[3].killer = own;
        tree.killer(3)
    })
}

/// What the table, empty before, knows of a position after a search with one move left out.
pub(crate) fn known_after_exclusion<R: Rules>(position: &Position<R>, excluded: Move, table: &Table) -> Option<Known> {
    with_tree(&Game::new(*position), Switches::NONE, table, |tree| {
        tree.frames[1].excluded = excluded;
        tree.search::<R, Zero>(position, Score::DRAW - 1, Score::DRAW, 2, 1, false);
        tree.frames[1].excluded = Move::NONE;
        table.probe(position.key(), 1)
    })
}

/// A tree at its root, before anything is searched.
fn with_tree<R: Rules, T>(
    game: &Game<R>,
    switches: Switches,
    table: &Table,
    look: impl FnOnce(&mut Tree<'_>) -> T,
) -> T {
    let mut search = Search::new(switches);
    let (limits, control) = (Limits::default(), Control::default());
    let team = Team::new(1, Instant::now(), Scale::Classical, &Shelf::new(table, None, None), &limits, &control);
    let mut silent = |_: Event<'_>| {};
    look(&mut Tree::new(&mut search, &team, 0, game, Vec::new(), &mut silent))
}

#[cfg(test)]
mod tests {
    use rules::Fragments;

    use super::*;

    #[test]
    fn where_having_no_move_loses_no_early_cut_overlooks_it() {
        // Black is a bishop and a knight ahead, and cannot move.
        let position: Position<Fragments> = "kbn2/p1p1p/PpPpP/1P1P1/3K1 b - -".parse().unwrap();
        assert!(!position.has_legal_move() && !position.in_check());
        let table = Table::new(1).unwrap();
        for depth in 0..6 {
            let score = with_tree(&Game::new(position), Switches::ALL, &table, |tree| {
                tree.search::<Fragments, Zero>(
                    &position,
                    Score::centipawns(-501),
                    Score::centipawns(-500),
                    depth,
                    1,
                    false,
                )
            });
            assert_eq!(score, Score::mated_in(1), "depth {depth}");
            table.clear(1);
        }
    }
}
