//! A position to learn from in 32 bytes, and what the network sees of it.

use engine::network::{KingBuckets, View, output_bucket};
use rules::{Bitboard, Color, Piece, PieceKind, Position, Rules, Setup, Square};

use crate::records::Ply;

/// The most pieces a position can have.
pub(super) const MOST_PIECES: usize = 32;
const NO_SQUARE: u8 = 64;

/// A position with the search's score and the game's result, both in the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    occupied: Bitboard,
    /// The pieces in the order of their squares, four bits each: the kind, and 8 for Black.
    pieces: [u8; MOST_PIECES / 2],
    score: i16,
    /// What the side to move made of it, in half points.
    half_points: u8,
    side: u8,
    kings: [u8; 2],
}

/// What both sides see of a position, and what is to be learned about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    own: [u16; MOST_PIECES],
    their: [u16; MOST_PIECES],
    pieces: u8,
    /// Which output layer is used.
    pub bucket: u8,
    /// The points to expect, 0 to 1.
    pub target: f32,
}

impl Seen {
    pub(super) const NOTHING: Self =
        Self { own: [0; MOST_PIECES], their: [0; MOST_PIECES], pieces: 0, bucket: 0, target: 0.0 };

    /// The inputs of every piece: for the side to move and for the other.
    #[inline]
    pub(super) fn inputs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let pieces = usize::from(self.pieces).min(MOST_PIECES);
        self.own[..pieces]
            .iter()
            .zip(&self.their[..pieces])
            .map(|(own, their)| (usize::from(*own), usize::from(*their)))
    }
}

impl Sample {
    /// A position in which this was thought, of a game that brought the side to move so many points.
    pub fn new<R: Rules>(position: &Position<R>, ply: Ply, points: f64) -> Self {
        let mut pieces = [0; MOST_PIECES / 2];
        for (index, (_, piece)) in position.pieces().take(MOST_PIECES).enumerate() {
            pieces[index / 2] |= (piece.kind.index() as u8 | (piece.color.index() as u8) << 3) << (4 * (index % 2));
        }
        let king = |color| position.king(color).map_or(NO_SQUARE, |square| square.index() as u8);
        Self {
            occupied: position.occupied(),
            pieces,
            score: ply.score.value() as i16,
            half_points: (2.0 * points) as u8,
            side: position.side_to_move().index() as u8,
            kings: Color::ALL.map(king),
        }
    }

    fn side_to_move(&self) -> Color {
        Color::ALL[usize::from(self.side & 1)]
    }

    fn king(&self, color: Color) -> Option<Square> {
        let square = self.kings[color.index()];
        (square != NO_SQUARE).then(|| Square::new(square))
    }

    fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied.into_iter().take(MOST_PIECES).enumerate().map(|(index, square)| {
            let nibble = usize::from(self.pieces[index / 2] >> (4 * (index % 2)));
            let kind = PieceKind::ALL[(nibble & 7).min(PieceKind::COUNT - 1)];
            (square, Piece { color: Color::ALL[nibble >> 3 & 1], kind })
        })
    }

    /// The search's score in centipawns.
    pub fn score(&self) -> i32 {
        self.score.into()
    }

    /// The points to expect: a blend of the game's result and of what the score promises.
    pub fn target(&self, wdl: f32, scale: f32) -> f32 {
        let result = f32::from(self.half_points) / 2.0;
        wdl * result + (1.0 - wdl) * sigmoid(f32::from(self.score) / scale)
    }

    /// What the network sees of it.
    pub(super) fn seen<R: Rules>(&self, king_buckets: &KingBuckets, output_buckets: usize, target: f32) -> Seen {
        let us = self.side_to_move();
        let view = |color| View::new::<R>(color, self.king(color), king_buckets);
        let (own, their) = (view(us), view(!us));
        let pieces = self.occupied.len().min(MOST_PIECES as u32) as u8;
        let bucket = output_bucket::<R>(pieces.into(), output_buckets) as u8;
        let mut seen = Seen { pieces, bucket, target, ..Seen::NOTHING };
        for (index, (square, piece)) in self.pieces().enumerate() {
            seen.own[index] = own.feature::<R>(piece, square) as u16;
            seen.their[index] = their.feature::<R>(piece, square) as u16;
        }
        seen
    }

    /// The position without its past: nobody can castle or take in passing any more.
    pub fn position<R: Rules>(&self) -> Option<Position<R>> {
        let mut setup = Setup { side_to_move: self.side_to_move(), ..Setup::EMPTY };
        self.pieces().for_each(|(square, piece)| setup.board[square.index()] = Some(piece));
        Position::try_from(&setup).ok()
    }

    /// All of it as numbers, for checksums.
    pub(super) fn words(&self) -> [u64; 4] {
        let half = |at: usize| self.pieces[at..at + 8].iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let rest = [self.half_points, self.side, self.kings[0], self.kings[1]];
        let rest = rest.iter().fold(self.score as u16 as u64, |word, byte| word << 8 | u64::from(*byte));
        [self.occupied.0, half(0), half(8), rest]
    }
}

/// The expected points of an output.
#[inline]
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use engine::Score;
    use rules::{Chess, Fragments};

    use super::*;

    fn comes_back<R: Rules>(text: &str) {
        let position: Position<R> = text.parse().unwrap();
        let ply = Ply { mv: position.legal_moves()[0], score: Score::centipawns(-123) };
        let sample = Sample::new(&position, ply, 0.5);
        assert_eq!(sample.position::<R>().unwrap().to_string(), position.to_string());
        assert_eq!(sample.score(), -123);
        assert!((sample.target(1.0, 400.0) - 0.5).abs() < 1e-6);
        assert!((sample.target(0.0, 123.0) - 1.0 / (1.0 + 1f32.exp())).abs() < 1e-6);

        let seen = sample.seen::<R>(&KingBuckets::ONE, 4, 0.0);
        let us = position.side_to_move();
        let views = [us, !us].map(|color| View::of(&position, color, &KingBuckets::ONE));
        let expected: Vec<_> = position
            .pieces()
            .map(|(square, piece)| (views[0].feature::<R>(piece, square), views[1].feature::<R>(piece, square)))
            .collect();
        assert_eq!(seen.inputs().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn thirty_two_bytes_hold_all_that_is_learned_from() {
        assert_eq!(size_of::<Sample>(), 32);
        comes_back::<Chess>("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1");
        comes_back::<Chess>("8/5k2/8/8/1r6/8/6K1/R7 b - - 0 1");
        comes_back::<Fragments>("rqknb/ppp1p/3p1/PP1PP/BNKQR b - -");
    }
}
