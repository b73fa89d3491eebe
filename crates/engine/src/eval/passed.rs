//! Passed pawns in play: whether they can go on, who goes with them, and who comes to stop them.

use rules::{Bitboard, PieceKind, Rules, Square};

use super::geometry::{ahead, behind, color, distance, rank_of};
use super::pair::Pair;
use super::pawns::{PawnFacts, step};
use super::scene::{KING, Scene, is_large};
use super::trace::Trace;

/// A side's passed pawns, beyond what [`PawnFacts`] says of them.
#[inline]
pub(super) fn passed<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, facts: &PawnFacts) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let mut score = Pair::ZERO;
    let passed = facts.passed[me];
    if passed.is_empty() {
        return score;
    }
    let their_pieces = scene.position.of_color(!us);
    let their_force = their_pieces - scene.pawns[you] - scene.position.of(!us, PieceKind::King);
    let heavy = scene.position.of_kind(R::ROOK) | scene.position.of_kind(PieceKind::Queen);
    for square in passed {
        let pawn = Bitboard::of(square);
        let rank = rank_of::<R, WHITE>(square);
        let next = step::<WHITE>(square);
        let path = ahead::<WHITE>(pawn) & R::WINDOW;
        if path.is_empty() {
            // Only a set-up can leave a pawn on its last rank.
            continue;
        }
        let rear = behind::<WHITE>(pawn);
        score += scene.times::<WHITE>(distance(scene.kings[me], next).min(5), |w| w.passed_own_king[rank]);
        score += scene.times::<WHITE>(distance(scene.kings[you], next).min(5), |w| w.passed_enemy_king[rank]);
        if !scene.occupied.has(next) {
            score += scene.once::<WHITE>(|w| w.passed_free[rank]);
        }

        // A rook or queen behind the pawn bears on its whole way.
        let sees = |rook: &Square| (rules::attacks::between(*rook, square) & scene.occupied).is_empty();
        let helpers = rear & heavy & scene.position.of_color(us);
        let chasers = rear & heavy & their_pieces;
        let helped = helpers.into_iter().any(|rook| sees(&rook));
        let chased = chasers.into_iter().any(|rook| sees(&rook));
        if helped {
            score += scene.once::<WHITE>(|w| w.passed_rook_behind[0]);
        }
        if chased {
            score += scene.once::<WHITE>(|w| w.passed_rook_behind[1]);
        }
        let attacked = if chased { path } else { scene.all[you] };
        if !attacked.has(next) {
            score += scene.once::<WHITE>(|w| w.passed_safe[rank]);
        }
        if ((attacked | their_pieces) & path).is_empty() {
            score += scene.once::<WHITE>(|w| w.passed_clear[rank]);
        }
        if helped || scene.all[me].has(next) {
            score += scene.once::<WHITE>(|w| w.passed_backed[rank]);
        }
        if their_force.is_empty()
            && let Some(arrival) = arrival::<R, T, WHITE>(scene, square, path)
            && !comes_too_late::<R, T, WHITE>(scene, facts, arrival)
        {
            score += scene.once::<WHITE>(|w| w.passed_unstoppable);
        }
    }
    score
}

/// A race of pawns is lost by whoever is still two steps short when the other side has its queen and is on move.
const LOST_RACE: i32 = 5;

/// Whether the enemy, in a pawn ending, has a pawn that queens so much sooner that it will stop one that arrives then.
#[inline]
fn comes_too_late<R: Rules, T: Trace, const WHITE: bool>(
    scene: &Scene<R, T>,
    facts: &PawnFacts,
    own_arrival: i32,
) -> bool {
    let us = color::<WHITE>();
    let them = !us;
    let pieces = scene.position.of_color(us) - scene.pawns[us.index()] - scene.position.of(us, PieceKind::King);
    pieces.is_empty()
        && facts.passed[them.index()].into_iter().any(|pawn| {
            let theirs = match WHITE {
                true => arrival::<R, T, false>(scene, pawn, ahead::<false>(Bitboard::of(pawn)) & R::WINDOW),
                false => arrival::<R, T, true>(scene, pawn, ahead::<true>(Bitboard::of(pawn)) & R::WINDOW),
            };
            theirs.is_some_and(|theirs| own_arrival - theirs >= LOST_RACE)
        })
}

/// After how many plies a pawn queens if the enemy king, alone, comes too late to stop it: by the rule of the square, or
/// because the own king guards the whole way.
#[inline]
fn arrival<R: Rules, T: Trace, const WHITE: bool>(scene: &Scene<R, T>, pawn: Square, path: Bitboard) -> Option<i32> {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    if !(path & scene.position.of_color(us)).is_empty() {
        return None;
    }
    let goal = Square::at(pawn.file(), if WHITE { R::HEIGHT - 1 } else { 0 });
    let rank = rank_of::<R, WHITE>(pawn);
    // From its first square it steps two ranks at once.
    let steps = path.len() as i32 - i32::from(is_large::<R>() && rank == 1);
    let waits = i32::from(scene.position.side_to_move() != us);
    let their_steps = distance(scene.kings[you], goal) - waits;
    let unstoppable = steps < their_steps || (steps > 0 && path.is_within(scene.by[me][KING]));
    unstoppable.then_some(2 * steps - 1 + waits)
}
