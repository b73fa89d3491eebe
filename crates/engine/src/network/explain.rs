//! A network's verdict as data for people: what each piece is worth where it stands.

use rules::{PieceKind, Position, Rules};
use serde::Serialize;

use super::Network;

/// What a piece is worth on its square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceValue {
    /// Its square.
    pub square: String,
    /// Its letter, large for White.
    pub piece: char,
    /// By how much the evaluation falls for White, in centipawns, when the piece is taken away; none of a king.
    pub value: Option<i32>,
}

/// A network's evaluation of a position, in White's view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The evaluation in centipawns.
    pub white_total: i32,
    /// Every piece, by square.
    pub pieces: Vec<PieceValue>,
    /// Which output layer was used, ...
    pub output_bucket: usize,
    /// ... of how many.
    pub output_buckets: usize,
    /// The network's layers, in a few words.
    pub shape: String,
    /// Its id.
    pub id: String,
}

/// By how much a piece's worth has moved from one position to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceChange {
    /// Its square.
    pub square: String,
    /// Its letter, large for White.
    pub piece: char,
    /// What it was worth there in White's view; none if it was not there.
    pub before: Option<i32>,
    /// What it is worth there now; none if it is gone.
    pub after: Option<i32>,
}

impl PieceChange {
    /// What the change brought White.
    pub fn gain(&self) -> i32 {
        self.after.unwrap_or(0) - self.before.unwrap_or(0)
    }
}

impl Explanation {
    /// The pieces whose worth differs from what it was before, those that came and those that left too: largest changes first.
    pub fn changes_since(&self, before: &Self) -> Vec<PieceChange> {
        let value = |of: &Self, there: &PieceValue| {
            let is_same = |other: &&PieceValue| other.square == there.square && other.piece == there.piece;
            of.pieces.iter().find(is_same).and_then(|found| found.value)
        };
        let mut changes: Vec<PieceChange> = Vec::new();
        for piece in before.pieces.iter().chain(&self.pieces) {
            let (square, letter) = (piece.square.clone(), piece.piece);
            let change = PieceChange { square, piece: letter, before: value(before, piece), after: value(self, piece) };
            if change.before != change.after && !changes.contains(&change) {
                changes.push(change);
            }
        }
        changes.sort_by_key(|change| -change.gain().abs());
        changes
    }
}

/// What each piece is worth to the network: the change of the score when it is taken away, everything else as it is, the output
/// layer too. The values do not add up to the evaluation, for pieces work together.
pub fn explain<R: Rules>(network: &Network<R>, position: &Position<R>) -> Explanation {
    let us = position.side_to_move();
    let white_total = network.evaluate(position).from_white(us).value();
    let value = |gone| {
        let others = position.pieces().filter(|(square, _)| *square != gone).collect::<Vec<_>>();
        white_total - network.evaluate_pieces(position, &others).from_white(us).value()
    };
    let pieces = position.pieces().map(|(square, piece)| PieceValue {
        square: square.to_string(),
        piece: piece.letter(),
        value: (piece.kind != PieceKind::King).then(|| value(square)),
    });
    Explanation {
        white_total,
        pieces: pieces.collect(),
        output_bucket: network.output_bucket(position),
        output_buckets: network.output_buckets(),
        shape: network.shape(),
        id: network.id(),
    }
}
