//! The pieces one by one: where they stand, how far they see, what is special to their kind, and what they do to the
//! enemy king. This is also where the scene learns who attacks what.

use rules::attacks::{between, bishop_attacks, bishop_rays, knight_attacks, line, rook_attacks, rook_rays};
use rules::{Bitboard, PieceKind, Rules, Square, fault};

use super::geometry::{beside, color, distance, down, pawn_attacks, rank_of, ranks, seen_from};
use super::pair::Pair;
use super::pawns::PawnFacts;
use super::scene::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Scene, is_large};
use super::trace::Trace;

/// The four squares in the middle of the chessboard.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The files c to f.
const MIDDLE_FILES: Bitboard = Bitboard(0x3c3c_3c3c_3c3c_3c3c);

/// All pieces of a side but its king and pawns. To be called for both sides before any later term.
#[inline]
pub(super) fn pieces<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, facts: &PawnFacts) -> Pair {
    kind_of_piece::<R, T, WHITE, KNIGHT>(scene, facts)
        + kind_of_piece::<R, T, WHITE, BISHOP>(scene, facts)
        + kind_of_piece::<R, T, WHITE, ROOK>(scene, facts)
        + kind_of_piece::<R, T, WHITE, QUEEN>(scene, facts)
        + imbalance::<R, T, WHITE>(scene)
}

/// What a piece attacks, seeing through those of its side that would recapture with it.
#[inline]
fn attacks_from<R: Rules, T: Trace, const WHITE: bool, const KIND: usize>(
    scene: &Scene<R, T>,
    square: Square,
) -> Bitboard {
    let position = scene.position;
    let queens = position.of_kind(PieceKind::Queen);
    let set = match KIND {
        KNIGHT => knight_attacks(square),
        BISHOP => bishop_attacks(square, scene.occupied - queens),
        ROOK => {
            let slides = rook_attacks(square, scene.occupied - queens - scene.of::<WHITE>(ROOK));
            if matches!(R::ROOK, PieceKind::Right) { slides | knight_attacks(square) } else { slides }
        }
        _ => bishop_attacks(square, scene.occupied) | rook_attacks(square, scene.occupied),
    };
    set & R::WINDOW
}

#[inline]
fn kind_of_piece<R: Rules, T: Trace, const WHITE: bool, const KIND: usize>(
    scene: &mut Scene<R, T>,
    facts: &PawnFacts,
) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let set = scene.of::<WHITE>(KIND);
    let (king, their_ring) = (scene.kings[me], scene.rings[you]);
    let beside_their_king = scene.by[you][KING];
    let phantom = i32::from(fault!(PhantomPiece) && WHITE && KIND == KNIGHT);
    let mut score = scene.times::<WHITE>(set.len() as i32 + phantom, |w| w.material[KIND]);
    for square in set {
        let mut attacks = attacks_from::<R, T, WHITE, KIND>(scene, square);
        if scene.pinned[me].has(square) {
            attacks &= line(king, square);
        }
        scene.by[me][KIND] |= attacks;
        scene.twice[me] |= scene.all[me] & attacks;
        scene.all[me] |= attacks;
        if R::STALEMATE_LOSES {
            scene.moves[me] += (attacks - scene.position.of_color(us)).len() as i32;
        }

        let sign = if fault!(BlackPlacementSign) && !WHITE { -1 } else { 1 };
        score += scene.times::<WHITE>(sign, |w| w.placement[KIND][seen_from::<R, WHITE>(square)]);
        let mobility = (attacks & scene.area[me]).len() as usize;
        score += match KIND {
            KNIGHT => scene.once::<WHITE>(|w| w.knight_mobility[mobility.min(8)]),
            BISHOP => scene.once::<WHITE>(|w| w.bishop_mobility[mobility.min(13)]),
            ROOK => scene.once::<WHITE>(|w| w.rook_mobility[mobility.min(16)]),
            _ => scene.once::<WHITE>(|w| w.queen_mobility[mobility.min(27)]),
        };

        if !(attacks & their_ring).is_empty() {
            scene.attackers[me] += 1;
            let near = (attacks & beside_their_king).len() as i32;
            // The danger is the other king's.
            let danger = match WHITE {
                true => {
                    scene.once::<false>(|w| w.danger_attacker[KIND - 1]) + scene.times::<false>(near, |w| w.danger_ring)
                }
                false => {
                    scene.once::<true>(|w| w.danger_attacker[KIND - 1]) + scene.times::<true>(near, |w| w.danger_ring)
                }
            };
            scene.danger[you] += danger;
        }

        score += match KIND {
            KNIGHT | BISHOP => minor::<R, T, WHITE, KIND>(scene, facts, square, attacks),
            ROOK => rook::<R, T, WHITE>(scene, square, attacks, mobility),
            _ => queen::<R, T, WHITE>(scene, square),
        };
    }
    score
}

#[inline]
fn minor<R: Rules, T: Trace, const WHITE: bool, const KIND: usize>(
    scene: &mut Scene<R, T>,
    facts: &PawnFacts,
    square: Square,
    attacks: Bitboard,
) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let mut score = scene.times::<WHITE>(distance(square, scene.kings[me]), |w| w.from_king[KIND - 1]);
    let all_pawns = scene.pawns[0] | scene.pawns[1];
    if down::<WHITE>(all_pawns).has(square) {
        score += scene.once::<WHITE>(|w| w.behind_pawn[KIND - 1]);
    }
    if is_large::<R>() {
        let safe = ranks::<R, WHITE>(3, 5) - facts.attack_spans[you];
        if safe.has(square) {
            let supported = usize::from(scene.by[me][PAWN].has(square));
            score += scene.once::<WHITE>(|w| w.outpost[KIND - 1][supported]);
        } else if KIND == KNIGHT && !(attacks & safe & scene.by[me][PAWN] & !scene.position.of_color(us)).is_empty() {
            score += scene.once::<WHITE>(|w| w.outpost_in_reach);
        }
        if KIND == BISHOP {
            let colour = if square.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
            let pawns = (scene.pawns[me] & colour).len() as i32;
            let blocked = (scene.pawns[me] & down::<WHITE>(scene.occupied) & MIDDLE_FILES).len() as i32;
            score += scene.times::<WHITE>(pawns, |w| w.bishop_pawns);
            score += scene.times::<WHITE>(pawns * blocked, |w| w.bishop_pawns_blocked);
            if (bishop_attacks(square, all_pawns) & CENTRE).has_many() {
                score += scene.once::<WHITE>(|w| w.bishop_long_diagonal);
            }
        }
    }
    score
}

#[inline]
fn rook<R: Rules, T: Trace, const WHITE: bool>(
    scene: &mut Scene<R, T>,
    square: Square,
    attacks: Bitboard,
    mobility: usize,
) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let file = Bitboard::file(square.file());
    let mut score = Pair::ZERO;
    if (scene.pawns[me] & file).is_empty() {
        let open = usize::from((scene.pawns[you] & file).is_empty());
        score += scene.once::<WHITE>(|w| w.rook_on_file[open]);
    } else if is_large::<R>() && mobility <= 3 {
        let (king, rook) = (scene.kings[me].file(), square.file());
        if (king < 4) == (rook < king) {
            let can_castle = !(scene.position.unmoved() & scene.position.of_color(us)).is_empty();
            score += scene.once::<WHITE>(|w| w.rook_trapped[usize::from(can_castle)]);
        }
    }
    if !(file & scene.position.of_kind(PieceKind::Queen)).is_empty() {
        score += scene.once::<WHITE>(|w| w.rook_with_queen);
    }
    if is_large::<R>() && rank_of::<R, WHITE>(square) == 6 {
        let confined = rank_of::<R, WHITE>(scene.kings[you]) == 7;
        if confined || !(attacks & scene.pawns[you] & ranks::<R, WHITE>(6, 6)).is_empty() {
            score += scene.once::<WHITE>(|w| w.rook_on_seventh);
        }
    }
    score
}

#[inline]
fn queen<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, square: Square) -> Pair {
    let (rooks, bishops) = match WHITE {
        true => (scene.of::<false>(ROOK), scene.of::<false>(BISHOP)),
        false => (scene.of::<true>(ROOK), scene.of::<true>(BISHOP)),
    };
    let snipers = (rook_rays(square) & rooks) | (bishop_rays(square) & bishops);
    for sniper in snipers {
        let shields = between(square, sniper) & scene.occupied;
        if !shields.is_empty() && !shields.has_many() {
            return scene.once::<WHITE>(|w| w.queen_exposed);
        }
    }
    Pair::ZERO
}

/// What pieces are worth together.
#[inline]
fn imbalance<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    if !is_large::<R>() {
        return Pair::ZERO;
    }
    let pawns = scene.pawns[color::<WHITE>().index()].len() as i32 - 5;
    let (knights, rooks) = (scene.of::<WHITE>(KNIGHT).len() as i32, scene.of::<WHITE>(ROOK).len() as i32);
    let mut score = scene.times::<WHITE>(knights * pawns, |w| w.knight_with_pawns);
    score += scene.times::<WHITE>(rooks * pawns, |w| w.rook_with_pawns);
    if rooks >= 2 {
        score += scene.once::<WHITE>(|w| w.rook_pair);
    }
    let bishops = scene.of::<WHITE>(BISHOP);
    if !(bishops & Bitboard::LIGHT).is_empty() && !(bishops - Bitboard::LIGHT).is_empty() {
        score += scene.once::<WHITE>(|w| w.bishop_pair);
    }
    score
}

/// How many moves a side has, roughly, in games in which having none loses.
#[inline]
pub(super) fn freedom<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let pawns = scene.pawns[me];
    let king_moves = scene.by[me][KING] - scene.position.of_color(us) - scene.all[you];
    let steps = super::geometry::up::<WHITE>(pawns) & (R::WINDOW - scene.occupied);
    let captures = pawn_attacks::<R, WHITE>(pawns) & scene.position.of_color(!us);
    let moves = scene.moves[me] + (king_moves.len() + steps.len() + captures.len()) as i32;
    scene.once::<WHITE>(|w| w.freedom[moves.clamp(0, 15) as usize])
}

/// Room: safe squares behind the own pawns, worth more the more pieces there are to use them.
#[inline]
pub(super) fn space<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let pieces = scene.position.of_color(us).len() as i32 - 8;
    if pieces <= 0 {
        return Pair::ZERO;
    }
    let safe = (MIDDLE_FILES & ranks::<R, WHITE>(1, 3)) - scene.pawns[me] - scene.by[you][PAWN];
    let mut behind = down::<WHITE>(scene.pawns[me]);
    behind |= down::<WHITE>(behind);
    behind |= down::<WHITE>(behind);
    let room = safe.len() + ((safe & behind) - scene.all[you]).len();
    scene.times::<WHITE>(room as i32 * pieces / 4, |w| w.space)
}

/// Squares beside the king from which the flank is counted: the king's file and the two beside, widened to four files.
#[inline]
pub(super) fn flank_of(king: Square) -> Bitboard {
    let file = Bitboard::file(king.file().clamp(1, 6));
    file | beside(file)
}
