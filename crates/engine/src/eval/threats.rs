//! Threats: what can be taken or driven away next.

use rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use rules::{Bitboard, Rules};

use super::geometry::{color, pawn_attacks, ranks, up};
use super::pair::Pair;
use super::scene::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Scene, is_large, kind};
use super::trace::Trace;

/// What a side threatens.
#[inline]
pub(super) fn threats<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let theirs = scene.position.of_color(!us);
    let their_pieces = theirs - scene.pawns[you];
    let mut score = Pair::ZERO;

    // Held by a pawn, or by two pieces while we attack once.
    let held = scene.by[you][PAWN] | (scene.twice[you] - scene.twice[me]);
    let weak = (theirs - held) & scene.all[me];
    if !weak.is_empty() {
        for place in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
            let victims = scene.position.of(!us, kind::<R>(place));
            // A piece of lower value threatens a piece of higher value however well it is held.
            let (for_knight, for_bishop, for_rook) = match place {
                ROOK => (victims, victims, victims & weak),
                QUEEN => (victims, victims, victims),
                _ => (victims & weak, victims & weak, victims & weak),
            };
            score += scene.each::<WHITE>(for_knight & scene.by[me][KNIGHT], |w| w.threat_by_knight[place]);
            score += scene.each::<WHITE>(for_bishop & scene.by[me][BISHOP], |w| w.threat_by_bishop[place]);
            score += scene.each::<WHITE>(for_rook & scene.by[me][ROOK], |w| w.threat_by_rook[place]);
        }
        if !(weak & scene.by[me][KING]).is_empty() {
            score += scene.once::<WHITE>(|w| w.threat_by_king);
        }
        score += scene.each::<WHITE>(weak & (!scene.all[you] | (their_pieces & scene.twice[me])), |w| w.hanging);
    }

    // Pawns that are safe where they stand, or would be after a step.
    let safe = !scene.all[you] | scene.all[me];
    let by_pawns = pawn_attacks::<R, WHITE>(scene.pawns[me] & safe) & their_pieces;
    if !by_pawns.is_empty() {
        for place in [KNIGHT, BISHOP, ROOK, QUEEN] {
            let victims = by_pawns & scene.position.of(!us, kind::<R>(place));
            score += scene.each::<WHITE>(victims, |w| w.threat_by_pawn[place]);
        }
    }
    let empty = R::WINDOW - scene.occupied;
    let mut steps = up::<WHITE>(scene.pawns[me]) & empty;
    if is_large::<R>() {
        steps |= up::<WHITE>(steps & ranks::<R, WHITE>(2, 2)) & empty;
    }
    let steps = (steps & safe) - scene.by[you][PAWN];
    let pushes = pawn_attacks::<R, WHITE>(steps) & their_pieces;
    score += scene.each::<WHITE>(pushes, |w| w.threat_by_push);

    // Squares that the enemy attacks and does not hold, but we bear on.
    let restricted = (scene.all[you] & scene.all[me]) - held;
    score += scene.each::<WHITE>(restricted, |w| w.restricted);

    score + threats_on_queen::<R, T, WHITE>(scene)
}

/// Squares from which a lesser piece can attack the enemy's only queen next.
#[inline]
fn threats_on_queen<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let queens = scene.position.of(!us, kind::<R>(QUEEN));
    let Some(queen) = queens.first().filter(|_| is_large::<R>() && !queens.has_many()) else { return Pair::ZERO };
    let safe: Bitboard = scene.area[me] - scene.by[you][PAWN];
    let free = safe & (!scene.all[you] | scene.twice[me]);
    let jumps = knight_attacks(queen) & scene.by[me][KNIGHT] & (safe - scene.twice[you]);
    let lines = (bishop_attacks(queen, scene.occupied) & scene.by[me][BISHOP])
        | (rook_attacks(queen, scene.occupied) & scene.by[me][ROOK]);
    scene.each::<WHITE>(jumps, |w| w.threat_on_queen[0])
        + scene.each::<WHITE>(lines & free & scene.twice[me], |w| w.threat_on_queen[1])
}
