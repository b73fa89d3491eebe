//! What is known of endings: which cannot be won however much one is ahead, and how those are won in which the
//! evaluation alone sees no progress.
//!
//! Knowledge enters in two ways: a value for the side that is winning anyway, which shows it the way, and a scale that
//! takes the endgame's value back towards a draw.

use rules::{Bitboard, Color, PieceKind, Position, Rules, Square};

use super::geometry::{color, distance, from_any_edge};
use super::kpk;
use super::pair::Pair;
use super::pawns::PawnFacts;
use super::scene::{Scene, is_large};
use super::trace::Trace;
use super::weights::Term;

/// The whole of an endgame's value counts.
pub const FULL_SCALE: i32 = 128;

/// A win that is only a matter of time.
const KNOWN_WIN: i32 = 500;

/// What a side gains by knowing the ending.
#[inline]
pub(super) fn ending<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let position = scene.position;
    let theirs = position.of_color(!us);
    if theirs.has_many() {
        return opposition::<R, T, WHITE>(scene);
    }
    let Some(value) = against_bare_king(position, us) else { return Pair::ZERO };
    scene.value::<WHITE>(Term::Ending, Pair::new(value, value))
}

/// In a pawn ending the side that is not on move gains by standing right opposite the enemy king.
#[inline]
fn opposition<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>) -> Pair {
    let us = color::<WHITE>();
    let pieces = scene.occupied - scene.pawns[0] - scene.pawns[1];
    if pieces.len() > 2 || scene.position.side_to_move() == us {
        return Pair::ZERO;
    }
    let [a, b] = scene.kings;
    let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
    let opposed = matches!((files, ranks), (0, 2 | 4 | 6) | (2 | 4 | 6, 0) | (2, 2));
    if opposed { scene.once::<WHITE>(|w| w.opposition) } else { Pair::ZERO }
}

/// The way to win against a bare king, if the material suffices: drive it to the edge (with bishop and knight to a
/// corner of the bishop's colour) and bring the own king near.
fn against_bare_king<R: Rules>(position: &Position<R>, us: Color) -> Option<i32> {
    let (king, prey) = (position.king(us)?, position.king(!us)?);
    let of = |kind| position.of(us, kind);
    let (knights, bishops, pawns) = (of(PieceKind::Knight), of(PieceKind::Bishop), of(PieceKind::Pawn));
    let heavy = of(R::ROOK) | of(PieceKind::Queen);
    let near = 7 - distance(king, prey);
    let edge = 3 - from_any_edge::<R>(prey);
    if !is_large::<R>() {
        // Any piece wins here, if need be by leaving no move.
        let pieces = heavy | knights | bishops;
        return (!pieces.is_empty()).then(|| KNOWN_WIN + 20 * edge + 10 * near);
    }
    if !pawns.is_empty() && heavy.is_empty() {
        return king_and_pawn(position, us);
    }
    let both_colours = !(bishops & Bitboard::LIGHT).is_empty() && !(bishops - Bitboard::LIGHT).is_empty();
    if heavy.is_empty() && !both_colours && !bishops.is_empty() && !knights.is_empty() {
        let light = !(bishops & Bitboard::LIGHT).is_empty();
        let corners = if light { ["a8", "h1"] } else { ["a1", "h8"] };
        let corner = corners.into_iter().filter_map(|corner| corner.parse::<Square>().ok());
        let steps = corner.map(|corner| walk(corner, prey)).min().unwrap_or(0);
        return Some(KNOWN_WIN + 16 * (14 - steps) + 10 * near);
    }
    if let (Some(rook), 2) = (of(R::ROOK).first(), position.of_color(us).len()) {
        return Some(KNOWN_WIN + 6 * (FULL_BOX - squares_of_box(rook, prey)) + 24 * near + corner_pull(prey));
    }
    let suffices = !heavy.is_empty() || both_colours || knights.len() >= 3;
    suffices.then(|| KNOWN_WIN + 20 * edge + 10 * near + corner_pull(prey))
}

/// Steps along ranks and files: unlike king moves, they tell the corners of an edge apart.
fn walk(a: Square, b: Square) -> i32 {
    i32::from(a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank()))
}

/// More than any box of a rook.
const FULL_BOX: i32 = 49;

/// How many squares are left to a king inside the lines of a rook. A lone rook mates by making this box smaller.
fn squares_of_box(rook: Square, prey: Square) -> i32 {
    let side = |rook: u8, prey: u8| match prey.cmp(&rook) {
        std::cmp::Ordering::Less => i32::from(rook),
        std::cmp::Ordering::Greater => 7 - i32::from(rook),
        // In check, the king may choose.
        std::cmp::Ordering::Equal => i32::from(rook.max(7 - rook)),
    };
    side(rook.file(), prey.file()) * side(rook.rank(), prey.rank())
}

/// The last bit from the edge to a corner.
fn corner_pull(prey: Square) -> i32 {
    let from_middle = |line: u8| (2 * i32::from(line) - 7).abs();
    from_middle(prey.file()) + from_middle(prey.rank())
}

/// King and one pawn against king, if it is won: better the further the pawn has come.
fn king_and_pawn<R: Rules>(position: &Position<R>, us: Color) -> Option<i32> {
    let (king, pawn, defender) = the_three(position, us)?;
    let won = kpk::is_won(king, pawn, defender, position.side_to_move() == us);
    won.then(|| KNOWN_WIN / 2 + 20 * i32::from(pawn.rank()))
}

/// Attacking king, pawn and defending king, turned so that the pawn moves up the board.
fn the_three<R: Rules>(position: &Position<R>, us: Color) -> Option<(Square, Square, Square)> {
    let pawns = position.of(us, PieceKind::Pawn);
    if position.occupied().len() != 3 || pawns.is_empty() {
        return None;
    }
    let turn = |square: Square| match us {
        Color::White => square,
        Color::Black => Square::at(square.file(), 7 - square.rank()),
    };
    Some((turn(position.king(us)?), turn(pawns.first()?), turn(position.king(!us)?)))
}

/// How much of the endgame's value counts, of [`FULL_SCALE`], if `strong` is ahead in it.
#[inline]
pub(super) fn scale<R: Rules, T: Trace>(scene: &Scene<R, T>, facts: &PawnFacts, strong: Color) -> i32 {
    if !is_large::<R>() {
        return FULL_SCALE;
    }
    let position = scene.position;
    let weak = !strong;
    let pawns = scene.pawns[strong.index()];
    let of = |color, kind| position.of(color, kind);
    let force = |color| {
        let count = |kind| of(color, kind).len() as i32;
        3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
            + 5 * count(PieceKind::Rook)
            + 9 * count(PieceKind::Queen)
    };

    if pawns.is_empty() {
        let (ours, theirs) = (force(strong), force(weak));
        // Without pawns a minor piece more does not win, nor do two knights.
        if ours - theirs <= 3 {
            return if ours <= 3 {
                0
            } else if theirs <= 3 {
                16
            } else {
                32
            };
        }
        let two_knights = ours == 6 && of(strong, PieceKind::Knight).len() == 2;
        return if two_knights && scene.pawns[weak.index()].is_empty() { 0 } else { FULL_SCALE };
    }
    if position.occupied().len() == 3 {
        // A won ending of king and pawn has its value; any other is a draw.
        let won = the_three(position, strong)
            .is_some_and(|(king, pawn, defender)| kpk::is_won(king, pawn, defender, position.side_to_move() == strong));
        return if won { FULL_SCALE } else { 0 };
    }
    if is_wrong_corner(scene, strong) {
        return 0;
    }

    let bishops = Color::ALL.map(|color| of(color, PieceKind::Bishop));
    let opposite = bishops.iter().all(|set| set.len() == 1) && ((bishops[0] | bishops[1]) & Bitboard::LIGHT).len() == 1;
    if opposite {
        let passed = facts.passed[strong.index()].len() as i32;
        let others = force(Color::White) > 3 || force(Color::Black) > 3;
        return if others { (84 + 5 * passed).min(FULL_SCALE) } else { (36 + 16 * passed).min(88) };
    }
    (84 + 11 * pawns.len() as i32).min(FULL_SCALE)
}

/// Rook pawns, at most bishops that cannot reach their corner, and the enemy king in it or about to be.
fn is_wrong_corner<R: Rules, T: Trace>(scene: &Scene<R, T>, strong: Color) -> bool {
    let position = scene.position;
    let pawns = scene.pawns[strong.index()];
    let file = match pawns {
        _ if pawns.is_within(Bitboard::file(0)) => 0,
        _ if pawns.is_within(Bitboard::file(7)) => 7,
        _ => return false,
    };
    let (king, bishops) = (position.of(strong, PieceKind::King), position.of(strong, PieceKind::Bishop));
    let corner = Square::at(file, if strong == Color::White { 7 } else { 0 });
    let colour = if corner.is_light() { Bitboard::LIGHT } else { !Bitboard::LIGHT };
    let only_bishops = (position.of_color(strong) - pawns - king - bishops).is_empty();
    if !only_bishops || !(bishops & colour).is_empty() {
        return false;
    }
    let defender = scene.kings[(!strong).index()];
    distance(defender, corner) <= 1 && distance(scene.kings[strong.index()], corner) >= 2
}
