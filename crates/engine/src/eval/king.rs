//! The king's safety: the pawns before it, and the attack that may break through them.
//!
//! Danger is gathered in points, one sum for the middle game and one for the endgame. In the middle game it costs its
//! square, for attackers together are worth more than one by one; in the endgame it costs in proportion.

use rules::attacks::{bishop_attacks, knight_attacks, rook_attacks};
use rules::{Bitboard, PieceKind, Rules};

use super::geometry::{color, distance, from_edge, rank_of, ranks, seen_from};
use super::pair::Pair;
use super::pawns::PawnFacts;
use super::pieces::flank_of;
use super::scene::{BISHOP, KING, KNIGHT, QUEEN, ROOK, Scene, is_large};
use super::trace::Trace;
use super::weights::Term;

/// In the middle game, danger costs its square by this.
pub const DANGER_DIVISOR: i32 = 2048;
/// In the endgame, danger costs this part of itself.
pub const DANGER_END_DIVISOR: i32 = 16;
/// More danger than this is no more dangerous.
pub const DANGER_LIMIT: i32 = 2500;

/// What danger costs, in centipawns.
#[inline]
pub fn price_of_danger(danger: Pair) -> Pair {
    let middle = danger.middle().clamp(0, DANGER_LIMIT);
    let end = danger.end().clamp(0, DANGER_LIMIT);
    Pair::new(middle * middle / DANGER_DIVISOR, end / DANGER_END_DIVISOR)
}

/// The king of a side: shelter, flank, danger.
#[inline]
pub(super) fn king<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, facts: &mut PawnFacts) -> Pair {
    let king = scene.kings[color::<WHITE>().index()];
    let (mut score, shelter_danger) = facts.shelter::<R, T, WHITE>(scene);
    score += scene.once::<WHITE>(|w| w.placement[KING][seen_from::<R, WHITE>(king)]);
    score + danger::<R, T, WHITE>(scene, shelter_danger)
}

/// Whether the attack on a side's king is worth counting: by two pieces, or by one and a queen stands ready.
#[inline]
fn is_attack<R: Rules, T: Trace, const WHITE: bool>(scene: &Scene<R, T>) -> bool {
    let (them, queens) = match WHITE {
        true => (1, scene.of::<false>(QUEEN)),
        false => (0, scene.of::<true>(QUEEN)),
    };
    scene.attackers[them] + i32::from(!queens.is_empty()) >= 2
}

#[inline]
fn danger<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, shelter_danger: Pair) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let king = scene.kings[me];
    let (ours, theirs) = (scene.all[me], scene.all[you]);
    let mut score = Pair::ZERO;

    // The king's side of the board, as far as the own camp goes.
    let (mut flank_once, mut flank_twice, mut flank_held) = (0, 0, 0);
    if is_large::<R>() {
        let camp = flank_of(king) & ranks::<R, WHITE>(0, 4);
        flank_once = (camp & theirs).len() as i32;
        flank_twice = (camp & scene.twice[you]).len() as i32;
        flank_held = (camp & ours).len() as i32;
        score += scene.times::<WHITE>(flank_once, |w| w.flank_attacked[0]);
        score += scene.times::<WHITE>(flank_twice, |w| w.flank_attacked[1]);
        score += scene.times::<WHITE>(flank_held, |w| w.flank_defended);
    }
    if !is_attack::<R, T, WHITE>(scene) {
        return score;
    }

    // Attacked, and defended by nothing better than king or queen.
    let weak = (theirs - scene.twice[me]) & (!ours | scene.by[me][KING] | scene.by[me][QUEEN]);
    let mut danger = scene.danger[me] + shelter_danger + scene.once::<WHITE>(|w| w.danger_base);
    danger += scene.each::<WHITE>(scene.rings[me] & weak, |w| w.danger_weak);
    danger += scene.each::<WHITE>(scene.pinned[me], |w| w.danger_pinned);
    danger += scene.times::<WHITE>(flank_once, |w| w.danger_flank[0]);
    danger += scene.times::<WHITE>(flank_twice, |w| w.danger_flank[1]);
    danger += scene.times::<WHITE>(flank_held, |w| w.danger_flank_defended);
    let their_queens = if WHITE { scene.of::<false>(QUEEN) } else { scene.of::<true>(QUEEN) };
    if their_queens.is_empty() {
        danger += scene.once::<WHITE>(|w| w.danger_no_queen);
    }
    if !(scene.by[me][KNIGHT] & scene.by[me][KING]).is_empty() {
        danger += scene.once::<WHITE>(|w| w.danger_knight_defends);
    }

    // Checks: from squares that nobody defends, or that only the king does and they attack twice.
    let not_theirs = R::WINDOW - scene.position.of_color(!us);
    let safe = not_theirs & (!ours | (weak & scene.twice[you]));
    let through = scene.occupied - scene.of::<WHITE>(QUEEN);
    let straight = rook_attacks(king, through);
    let diagonal = bishop_attacks(king, through);
    let jump = knight_attacks(king);
    let rook_lines = if matches!(R::ROOK, PieceKind::Right) { straight | jump } else { straight };
    let by = &scene.by[you];
    let checks = [
        jump & by[KNIGHT],
        diagonal & by[BISHOP],
        rook_lines & by[ROOK],
        ((straight | diagonal) & by[QUEEN]) - scene.by[me][QUEEN],
    ];
    let mut unsafe_checks = Bitboard::EMPTY;
    for (place, checks) in checks.into_iter().enumerate() {
        let safe_checks = checks & safe;
        if !safe_checks.is_empty() {
            danger += scene.once::<WHITE>(|w| w.danger_check[place][usize::from(safe_checks.has_many())]);
        } else if place != QUEEN - 1 {
            unsafe_checks |= checks & not_theirs;
        }
    }
    danger += scene.each::<WHITE>(unsafe_checks, |w| w.danger_unsafe_check);

    if T::ON {
        scene.trace.attack(us);
    }
    score + scene.value::<WHITE>(Term::Danger, -price_of_danger(danger))
}

/// The pawns before the king: what they are worth, and the danger they let in.
pub(super) fn shelter<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> (Pair, Pair) {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let king = scene.kings[me];
    let (mut score, mut danger) = (Pair::ZERO, Pair::ZERO);
    let from_here = ranks_from::<R, WHITE>(rank_of::<R, WHITE>(king) as u8);
    let centre = king.file().clamp(1, R::WIDTH - 2);
    for file in centre - 1..=centre + 1 {
        let line = Bitboard::file(file) & from_here;
        let own = nearest::<R, WHITE>(scene.pawns[me] & line);
        let enemy = nearest::<R, WHITE>(scene.pawns[you] & line);
        let edge = from_edge::<R>(file).min(3);
        score += scene.once::<WHITE>(|w| w.shelter[edge][own]);
        if own != 0 && own + 1 == enemy {
            score += scene.once::<WHITE>(|w| w.storm_blocked[enemy]);
        } else {
            score += scene.once::<WHITE>(|w| w.storm[edge][enemy]);
        }
        danger += scene.once::<WHITE>(|w| w.danger_shelter[own]);
        danger += scene.once::<WHITE>(|w| w.danger_storm[enemy]);
    }
    let pawns = scene.pawns[0] | scene.pawns[1];
    if is_large::<R>() {
        if (pawns & flank_of(king)).is_empty() {
            score += scene.once::<WHITE>(|w| w.no_pawns_near);
        }
        let steps = pawns.into_iter().map(|pawn| distance(king, pawn)).min().unwrap_or(0);
        score += scene.times::<WHITE>(steps, |w| w.from_pawns);
    }
    (score, danger)
}

/// The ranks from one on, as a side counts them.
#[inline]
fn ranks_from<R: Rules, const WHITE: bool>(first: u8) -> Bitboard {
    ranks::<R, WHITE>(first, R::HEIGHT - 1)
}

/// The rank of the pawn nearest to the side's own back rank, 0 for none.
#[inline]
fn nearest<R: Rules, const WHITE: bool>(pawns: Bitboard) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    let rank = if WHITE { pawns.0.trailing_zeros() / 8 } else { 7 - pawns.0.leading_zeros() / 8 } as u8;
    usize::from(if WHITE { rank } else { (R::HEIGHT - 1).wrapping_sub(rank) & 7 })
}
