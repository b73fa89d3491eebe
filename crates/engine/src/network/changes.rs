//! What a move changes on the board, piece by piece, for those who follow it without looking at the whole board again.

use arrayvec::ArrayVec;
use rules::{Bitboard, Move, Piece, PieceKind, Position, Rules, Square, fault};

/// A piece that comes to a square or leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The piece.
    pub piece: Piece,
    /// Where it comes or leaves.
    pub square: Square,
    /// Whether it comes.
    pub comes: bool,
}

/// The changes of one move: those that leave come first.
pub type Changes = ArrayVec<Change, 4>;

impl Change {
    const fn leaves(piece: Piece, square: Square) -> Self {
        Self { piece, square, comes: false }
    }

    const fn comes(piece: Piece, square: Square) -> Self {
        Self { piece, square, comes: true }
    }

    /// What a legal move changes, told before it is made.
    pub fn of_move<R: Rules>(position: &Position<R>, mv: Move) -> Changes {
        let us = position.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let mut changes = Changes::new();
        let Some(kind) = position.kind_at(from) else { return changes };
        let ours = |kind| Piece { color: us, kind };

        changes.push(Self::leaves(ours(kind), from));
        if mv.is_castle() {
            changes.push(Self::leaves(ours(PieceKind::Rook), to));
            let next = position.after(mv);
            for (kind, left) in [(PieceKind::King, from), (PieceKind::Rook, to)] {
                let stayed = position.of(us, kind) - Bitboard::of(left);
                let landed = (next.of(us, kind) - stayed).first();
                changes.extend(landed.map(|square| Self::comes(ours(kind), square)));
            }
            return changes;
        }
        if let Some(taken) = position.taken(mv)
            && !(fault!(AccumulatorKeepsEnPassant) && mv.is_en_passant())
        {
            let square = if mv.is_en_passant() { to.behind(us) } else { to };
            changes.push(Self::leaves(Piece { color: !us, kind: taken }, square));
        }
        changes.push(Self::comes(ours(mv.promotion().unwrap_or(kind)), to));
        changes
    }
}
