//! King and rook against king solved from its mates backwards, by our own rules and nothing else.

use adoube_engine::Wdl;
use rules::{Chess, Color, Game, PieceKind, Position};

use crate::{folder, open, three_pieces};

/// Numbers of positions: side to move, white king, rook, bare king.
const COUNT: usize = 2 << 18;

/// The number of a position, mirrored so that the white king stands in the triangle a1, d1, d4: a sixth of the
/// positions stands for all. `None` if the rook is gone.
fn number(position: &Position<Chess>) -> Option<usize> {
    let king = position.king(Color::White)?.index();
    let flip = (if king & 4 != 0 { 7 } else { 0 }) | (if king & 32 != 0 { 56 } else { 0 });
    let is_above_diagonal = (king ^ flip) >> 3 > (king ^ flip) & 7;
    let mirror = |square: usize| match square ^ flip {
        square if is_above_diagonal => square >> 3 | (square & 7) << 3,
        square => square,
    };
    let rook = position.of(Color::White, PieceKind::Rook).first()?.index();
    let bare = position.king(Color::Black)?.index();
    Some(position.side_to_move().index() << 18 | mirror(king) << 12 | mirror(rook) << 6 | mirror(bare))
}

/// The position with a number, if it is valid and the king in his triangle.
fn numbered(number: usize) -> Option<Position<Chess>> {
    let (king, rook, bare) = (number >> 12 & 63, number >> 6 & 63, number & 63);
    let is_in_triangle = king & 7 < 4 && king >> 3 <= king & 7;
    is_in_triangle.then(|| three_pieces(king, PieceKind::Rook, rook, bare, Color::ALL[number >> 18])).flatten()
}

/// Plies to mate from every position; `None` is a draw, or no position.
fn solve() -> Vec<Option<i32>> {
    let mut solved = vec![None; COUNT];
    let mut unsolved = Vec::new();
    for (index, mate) in solved.iter_mut().enumerate() {
        let Some(position) = numbered(index) else { continue };
        let moves = position.legal_moves();
        if moves.is_empty() {
            *mate = position.in_check().then_some(0);
        } else {
            unsolved.push((index, moves.iter().map(|&mv| number(&position.after(mv))).collect::<Vec<_>>()));
        }
    }
    // White gives mate in odd numbers of plies, Black suffers it in even ones.
    for plies in 1.. {
        let is_white = plies % 2 == 1;
        let is_lost = |next: &Option<usize>| next.is_some_and(|next| solved[next].is_some());
        let is_solved = |index: usize, next: &[Option<usize>]| {
            (index >> 18 == 0) == is_white && if is_white { next.iter().any(is_lost) } else { next.iter().all(is_lost) }
        };
        let mut now = Vec::new();
        unsolved.retain(|(index, next)| {
            let done = is_solved(*index, next);
            now.extend(done.then_some(*index));
            !done
        });
        if now.is_empty() {
            break;
        }
        for index in now {
            solved[index] = Some(plies);
        }
    }
    solved
}

#[test]
fn king_and_rook_against_king_is_what_retrograde_analysis_says() {
    let tables = open(&folder());
    let solved = solve();
    assert_eq!(solved.iter().flatten().max(), Some(&32), "mate in 16 moves at most, so the loser has 32 plies");
    for (index, mate) in solved.into_iter().enumerate() {
        let Some(position) = numbered(index) else { continue };
        let expected = match (mate, position.side_to_move()) {
            (None, _) => Wdl::Draw,
            (Some(_), Color::White) => Wdl::Win,
            (Some(_), Color::Black) => Wdl::Loss,
        };
        assert_eq!(tables.probe_wdl(&position), Some(expected), "{position}");
        if index % 37 != 0 {
            continue;
        }
        assert_eq!(tables.probe_wdl(&position.flipped()), Some(expected), "{position} with colours swapped");
        let Some(ranked) = tables.rank_root_moves(&Game::new(position)) else { continue };
        // There are no pawns, and a capture draws: the distance is that to mate.
        let plies = if expected == Wdl::Loss { -ranked[0].1.dtz.unwrap() } else { ranked[0].1.dtz.unwrap() };
        let mate = mate.unwrap_or(0);
        assert!(plies == mate || plies + 1 == mate, "{position}: mate in {mate} plies, not {plies} or one more");
    }
}
