//! What moves were good elsewhere in the tree: the memory behind move ordering.

use rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Rules};

use crate::memory::Zeroes;

/// History values stay within this.
const LIMIT: i32 = 16_384;
/// How many pawn structures are told apart.
const PAWN_STRUCTURES: usize = 512;

/// Values in some indexing.
pub(super) type Values<const N: usize, const M: usize> = [[i16; M]; N];

/// Moves a value towards a limit by a part of the way that shrinks as the limit nears.
#[inline]
pub(super) fn adjust<const LIMIT: i32>(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A piece and where it went: an index into the history of continuations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Landing(u16);

impl Landing {
    /// How many there are.
    pub(super) const COUNT: usize = Piece::COUNT * 64 + 1;
    /// No move, or a null move.
    pub(super) const NONE: Self = Self((Self::COUNT - 1) as u16);

    /// The landing of a piece.
    #[inline]
    pub(super) fn of(piece: Piece, mv: Move) -> Self {
        Self((piece.index() * 64 + mv.to().index()) as u16)
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Default for Landing {
    fn default() -> Self {
        Self::NONE
    }
}

/// What surrounds the quiet moves of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    color: Color,
    pawns: usize,
    /// The squares the other side attacks.
    threats: Bitboard,
    /// The moves one, two and four plies before.
    before: [Landing; 3],
}

impl Surroundings {
    pub(super) fn new<R: Rules>(position: &Position<R>, before: [Landing; 3]) -> Self {
        let color = position.side_to_move();
        let pawns = position.keys().pawns.0 as usize % PAWN_STRUCTURES;
        Self { color, pawns, threats: position.attacked_by(!color), before }
    }

    /// Where the history of a move lies: whether it leaves or enters an attacked square matters.
    #[inline]
    fn butterfly(&self, mv: Move) -> (usize, usize) {
        let (leaves, enters) = (self.threats.has(mv.from()), self.threats.has(mv.to()));
        let table = self.color.index() * 4 + usize::from(leaves) * 2 + usize::from(enters);
        (table, mv.from().index() * 64 + mv.to().index())
    }
}

/// One thread's memory of moves.
#[derive(Debug)]
pub(super) struct Histories {
    /// Quiet moves by colour and threats, origin and destination.
    quiet: Values<8, { 64 * 64 }>,
    /// Quiet moves by pawn structure, piece and destination.
    pawns: Values<PAWN_STRUCTURES, { Landing::COUNT }>,
    /// Quiet moves by piece and destination, after the piece and destination of an earlier move.
    continuation: Values<{ Landing::COUNT }, { Landing::COUNT }>,
    /// Captures by piece and destination, and kind taken.
    capture: Values<{ Landing::COUNT }, { PieceKind::COUNT }>,
}

// SAFETY: numbers may be zero.
#[allow(unsafe_code)]
unsafe impl Zeroes for Histories {}

impl Histories {
    /// What speaks for a quiet move.
    #[inline]
    pub(super) fn quiet(&self, around: &Surroundings, piece: Piece, mv: Move) -> i32 {
        let landing = Landing::of(piece, mv).index();
        let (table, index) = around.butterfly(mv);
        let own = i32::from(self.quiet[table][index]) + i32::from(self.pawns[around.pawns][landing]);
        own + around.before.iter().map(|earlier| i32::from(self.continuation[earlier.index()][landing])).sum::<i32>()
    }

    /// What speaks for a capture.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, mv: Move, taken: PieceKind) -> i32 {
        i32::from(self.capture[Landing::of(piece, mv).index()][taken.index()])
    }

    pub(super) fn learn_quiet(&mut self, around: &Surroundings, piece: Piece, mv: Move, bonus: i32) {
        let landing = Landing::of(piece, mv).index();
        let (table, index) = around.butterfly(mv);
        adjust::<LIMIT>(&mut self.quiet[table][index], bonus);
        adjust::<LIMIT>(&mut self.pawns[around.pawns][landing], bonus);
        self.learn_continuation(around.before, piece, mv, bonus);
    }

    /// Learns of a move only as an answer to the moves before it.
    pub(super) fn learn_continuation(&mut self, before: [Landing; 3], piece: Piece, mv: Move, bonus: i32) {
        let landing = Landing::of(piece, mv).index();
        for earlier in before {
            adjust::<LIMIT>(&mut self.continuation[earlier.index()][landing], bonus);
        }
    }

    pub(super) fn learn_capture(&mut self, piece: Piece, mv: Move, taken: PieceKind, bonus: i32) {
        adjust::<LIMIT>(&mut self.capture[Landing::of(piece, mv).index()][taken.index()], bonus);
    }
}
