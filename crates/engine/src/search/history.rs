//! What moves were good elsewhere in the tree: the memory behind move ordering.

use rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Rules};

use super::parameters as tuned;
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
    /// Those of them that it attacks with a piece worth less than one of each kind.
    dangers: [Bitboard; PieceKind::COUNT],
    /// The moves one, two and four plies before.
    before: [Landing; 3],
}

impl Surroundings {
    pub(super) fn new<R: Rules>(position: &Position<R>, before: [Landing; 3]) -> Self {
        let color = position.side_to_move();
        let pawns = position.keys().pawns.0 as usize % PAWN_STRUCTURES;
        let (mut threats, mut dangers) = (Bitboard::EMPTY, [Bitboard::EMPTY; PieceKind::COUNT]);
        let (mut cheaper, mut worth) = (threats, 0);
        for kind in PieceKind::ALL {
            if R::EXCHANGE_VALUES[kind.index()] > worth {
                (cheaper, worth) = (threats, R::EXCHANGE_VALUES[kind.index()]);
            }
            dangers[kind.index()] = cheaper;
            for from in position.of(!color, kind) {
                threats |= position.attacks(!color, kind, from, position.occupied());
            }
        }
        Self { color, pawns, threats, dangers, before }
    }

    /// What speaks for taking a piece out of the reach of cheaper ones, and against moving it there.
    #[inline]
    pub(super) fn escape<R: Rules>(&self, kind: PieceKind, mv: Move) -> i32 {
        if kind == PieceKind::King {
            return 0;
        }
        let danger = self.dangers[kind.index()];
        let escapes = i32::from(danger.has(mv.from())) - i32::from(danger.has(mv.to()));
        escapes * (tuned::escape_base::<R>() + tuned::escape_slope::<R>() * R::EXCHANGE_VALUES[kind.index()] / 100)
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

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    fn escape<R: Rules>(fen: &str, mv: &str) -> i32 {
        let position: Position<R> = fen.parse().unwrap();
        let mv = position.uci_move(mv).unwrap();
        let kind = position.piece_at(mv.from()).unwrap().kind;
        Surroundings::new(&position, [Landing::NONE; 3]).escape::<R>(kind, mv)
    }

    #[test]
    fn a_piece_flees_from_cheaper_ones_and_does_not_step_into_their_reach() {
        let fen = "4k3/8/1n6/3p4/2R1N3/8/8/4K3 w - - 0 1";
        let [flees, safe, no_better] = ["c4c1", "c4d4", "c4a4"].map(|mv| escape::<Chess>(fen, mv));
        assert!(flees > 0, "out of the reach of pawn and knight");
        assert!(no_better == 0 && safe > 0, "the knight attacks a4 as it does c4; nobody attacks d4");
        assert!(escape::<Chess>(fen, "e4g5") > 0, "the knight flees from the pawn");
        assert!(escape::<Chess>("4k3/8/1n6/8/8/2P5/8/R3K3 w - - 0 1", "a1a4") < 0);
        assert_eq!(
            escape::<Chess>("4k3/8/8/8/1b6/8/8/4K2N w - - 0 1", "e1e2"),
            0,
            "a king has no cheaper enemy to flee"
        );
        assert!(flees > escape::<Chess>(fen, "e4g5"), "who is worth more flees first");
    }

    #[test]
    fn right_and_queen_flee_from_bishops_in_chess_fragments() {
        let fen = "4k/b4/5/2Q2/4K w - -";
        assert!(escape::<Fragments>(fen, "c2a2") > 0);
        assert!(escape::<Fragments>("4k/b4/5/2N2/4K w - -", "c2a1") == 0, "a bishop is no cheaper than a knight");
    }
}
