//! What moves were good elsewhere in the tree: the memory behind move ordering.

use rules::{Color, Move, Piece, PieceKind};

/// History values stay within this.
const LIMIT: i32 = 16_384;

/// How well moves have done, in some indexing.
type Scores<const N: usize, const M: usize> = Box<[[i16; M]; N]>;

fn table<const N: usize, const M: usize>() -> Scores<N, M> {
    // By way of the heap: the larger tables would not fit on the stack.
    let boxed: Box<[[i16; M]]> = vec![[0; M]; N].into_boxed_slice();
    boxed.try_into().unwrap_or_else(|_| unreachable!("a vector of N makes an array of N"))
}

/// Moves a value towards the limit by a part of the way that shrinks as the limit nears.
fn adjust(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// One thread's memory of moves.
#[derive(Clone, Debug)]
pub(super) struct Histories {
    /// Quiet moves by colour, origin and destination.
    quiet: Scores<2, { 64 * 64 }>,
    /// Captures by piece and destination, and kind taken.
    capture: Scores<{ Piece::COUNT * 64 }, { PieceKind::COUNT }>,
    /// Quiet moves by piece and destination, after the piece and destination of an earlier move.
    continuation: Scores<{ Piece::COUNT * 64 }, { Piece::COUNT * 64 }>,
}

/// A piece and where it went: an index into the continuation history.
pub(super) type Landing = usize;

/// The landing of a piece.
#[inline]
pub(super) fn landing(piece: Piece, mv: Move) -> Landing {
    piece.index() * 64 + mv.to().index()
}

impl Histories {
    pub(super) fn new() -> Self {
        Self { quiet: table(), capture: table(), continuation: table() }
    }

    /// What speaks for a quiet move, after the moves that led here.
    #[inline]
    pub(super) fn quiet(&self, color: Color, piece: Piece, mv: Move, before: [Option<Landing>; 2]) -> i32 {
        let after =
            before.into_iter().flatten().map(|earlier| i32::from(self.continuation[earlier][landing(piece, mv)]));
        i32::from(self.quiet[color.index()][from_to(mv)]) + after.sum::<i32>()
    }

    /// What speaks for a capture.
    #[inline]
    pub(super) fn capture(&self, piece: Piece, mv: Move, taken: PieceKind) -> i32 {
        i32::from(self.capture[landing(piece, mv)][taken.index()])
    }

    pub(super) fn learn_quiet(
        &mut self,
        color: Color,
        piece: Piece,
        mv: Move,
        before: [Option<Landing>; 2],
        bonus: i32,
    ) {
        adjust(&mut self.quiet[color.index()][from_to(mv)], bonus);
        for earlier in before.into_iter().flatten() {
            adjust(&mut self.continuation[earlier][landing(piece, mv)], bonus);
        }
    }

    pub(super) fn learn_capture(&mut self, piece: Piece, mv: Move, taken: PieceKind, bonus: i32) {
        adjust(&mut self.capture[landing(piece, mv)][taken.index()], bonus);
    }
}

fn from_to(mv: Move) -> usize {
    mv.from().index() * 64 + mv.to().index()
}
