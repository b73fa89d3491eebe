//! What all terms look at: the position, who attacks what, and the counters of the attacks on the kings. Made once per
//! evaluation; the pieces' terms fill in the attacks, and the later terms read them.

use rules::attacks::king_attacks;
use rules::{Bitboard, Color, PieceKind, Position, Rules, Square};

use super::geometry::{color, down, pawn_attacks, pawn_double_attacks, ranks};
use super::pair::Pair;
use super::trace::Trace;
use super::weights::{Term, Weights, numbered};

// The places of kinds in tables: rook and Right share one, for no game has both.
pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

/// The kind at a place in the tables.
#[inline]
pub(super) const fn kind<R: Rules>(place: usize) -> PieceKind {
    match place {
        PAWN => PieceKind::Pawn,
        KNIGHT => PieceKind::Knight,
        BISHOP => PieceKind::Bishop,
        ROOK => R::ROOK,
        QUEEN => PieceKind::Queen,
        _ => PieceKind::King,
    }
}

/// Whether the board is large enough for what only makes sense with room: space, flanks, outposts.
#[inline]
pub(super) const fn is_large<R: Rules>() -> bool {
    R::WIDTH == 8 && R::HEIGHT == 8
}

pub(super) struct Scene<'a, R: Rules, T: Trace> {
    pub position: &'a Position<R>,
    pub weights: &'a Weights,
    pub trace: &'a mut T,
    pub occupied: Bitboard,
    /// By colour.
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    /// The squares around each king, as far as its own pawns do not hold them firmly.
    pub rings: [Bitboard; 2],
    /// Pieces that alone shield their own king.
    pub pinned: [Bitboard; 2],
    /// Where a side's pieces can well go.
    pub area: [Bitboard; 2],
    /// The squares attacked, by colour and kind.
    pub by: [[Bitboard; 6]; 2],
    /// The squares attacked by anything, and by two pieces or more.
    pub all: [Bitboard; 2],
    pub twice: [Bitboard; 2],
    /// How many moves a side's pieces have, safe or not.
    pub moves: [i32; 2],
    /// How many pieces of a side attack the enemy king's ring.
    pub attackers: [i32; 2],
    /// Danger to a side's king gathered so far.
    pub danger: [Pair; 2],
}

impl<'a, R: Rules, T: Trace> Scene<'a, R, T> {
    pub fn new(position: &'a Position<R>, weights: &'a Weights, trace: &'a mut T) -> Self {
        let pawns = Color::ALL.map(|color| position.of(color, PieceKind::Pawn));
        // A king can be missing where it can be captured; the game is over then, and any square of its own will do.
        let corners = [Square::A1, Square::at(0, R::HEIGHT - 1)];
        let kings = Color::ALL.map(|color| position.king(color).unwrap_or(corners[color.index()]));
        let mut scene = Self {
            position,
            weights,
            trace,
            occupied: position.occupied(),
            pawns,
            kings,
            rings: [Bitboard::EMPTY; 2],
            pinned: Color::ALL.map(|color| position.blockers(color) & position.of_color(color)),
            area: [Bitboard::EMPTY; 2],
            by: [[Bitboard::EMPTY; 6]; 2],
            all: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            moves: [0; 2],
            attackers: [0; 2],
            danger: [Pair::ZERO; 2],
        };
        scene.by[0][PAWN] = pawn_attacks::<R, true>(pawns[0]);
        scene.by[1][PAWN] = pawn_attacks::<R, false>(pawns[1]);
        scene.set_up::<true>();
        scene.set_up::<false>();
        scene
    }

    /// What can be known before the pieces are looked at.
    #[inline]
    fn set_up<const WHITE: bool>(&mut self) {
        let us = color::<WHITE>();
        let (me, you) = (us.index(), (!us).index());
        let king = self.kings[me];
        let double = pawn_double_attacks::<R, WHITE>(self.pawns[me]);
        self.by[me][KING] = king_attacks(king) & R::WINDOW;
        self.all[me] = self.by[me][PAWN] | self.by[me][KING];
        self.twice[me] = double | (self.by[me][PAWN] & self.by[me][KING]);

        // A king at the edge is attacked on as many squares as any other: the ring's centre stays off the edge.
        let centre = Square::at(king.file().clamp(1, R::WIDTH - 2), king.rank().clamp(1, R::HEIGHT - 2));
        self.rings[me] = ((king_attacks(centre) | Bitboard::of(centre)) & R::WINDOW) - double;

        // Pawns that stay where they are for long are in the way of their own pieces.
        let stuck = self.pawns[me] & (down::<WHITE>(self.occupied) | ranks::<R, WHITE>(1, 2));
        let own = stuck | Bitboard::of(king) | self.of::<WHITE>(QUEEN) | self.pinned[me];
        self.area[me] = R::WINDOW - own - self.by[you][PAWN];
    }

    /// A side's pieces of a kind.
    #[inline]
    pub fn of<const WHITE: bool>(&self, place: usize) -> Bitboard {
        self.position.of(color::<WHITE>(), kind::<R>(place))
    }

    /// A weight, counted so many times for a side.
    #[inline(always)]
    pub fn times<const WHITE: bool>(&mut self, count: i32, pick: impl Fn(&Weights) -> Pair) -> Pair {
        if T::ON {
            self.trace.weight(color::<WHITE>(), pick(&numbered().weights).middle() as usize, count);
        }
        pick(self.weights) * count
    }

    /// A weight, counted once for a side.
    #[inline(always)]
    pub fn once<const WHITE: bool>(&mut self, pick: impl Fn(&Weights) -> Pair) -> Pair {
        if T::ON {
            self.trace.weight(color::<WHITE>(), pick(&numbered().weights).middle() as usize, 1);
        }
        pick(self.weights)
    }

    /// A weight, counted once for each square of a set.
    #[inline(always)]
    pub fn each<const WHITE: bool>(&mut self, set: Bitboard, pick: impl Fn(&Weights) -> Pair) -> Pair {
        self.times::<WHITE>(set.len() as i32, pick)
    }

    /// A value that is no sum of weights.
    #[inline(always)]
    pub fn value<const WHITE: bool>(&mut self, term: Term, value: Pair) -> Pair {
        if T::ON {
            self.trace.value(color::<WHITE>(), term, value);
        }
        value
    }
}
