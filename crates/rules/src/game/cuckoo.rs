//! Which single reversible move would turn one position into another: a hash table from key differences to moves.
//!
//! Two positions that differ by one reversible move of one piece differ in their keys by that piece on both squares and
//! the side to move. Cuckoo hashing gives every difference two possible places, so that two probes decide (Marcel van
//! Kervinck, "The design and implementation of the Rookie 2.0 chess playing program", 2017).

use crate::attacks::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, slide};
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::{Key, SIDE, const_piece_key};
use crate::square::Square;

const SIZE: usize = 8192;

/// The key differences of all reversible moves of a game, and between which squares each goes.
pub struct Cuckoo {
    keys: [u64; SIZE],
    squares: [(u8, u8); SIZE],
}

const fn places(key: u64) -> [usize; 2] {
    [key as usize % SIZE, (key >> 16) as usize % SIZE]
}

impl std::fmt::Debug for Cuckoo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let moves = self.keys.iter().filter(|key| **key != 0).count();
        write!(f, "Cuckoo({moves} moves)")
    }
}

impl Cuckoo {
    /// The table for pieces of these kinds on a board of this size.
    pub(crate) const fn new(kinds: &[PieceKind], width: u8, height: u8) -> Self {
        let mut table = Self { keys: [0; SIZE], squares: [(0, 0); SIZE] };
        let window = Bitboard::window(width, height).0;
        let mut i = 0;
        while i < 2 * kinds.len() {
            let color = if i % 2 == 0 { Color::White } else { Color::Black };
            let piece = Piece { color, kind: kinds[i / 2] };
            let mut a = 0u8;
            while a < 64 {
                let targets = reach(piece.kind, Square::new(a)).0 & window;
                let mut b = a + 1;
                while b < 64 {
                    if window >> a & 1 != 0 && targets >> b & 1 != 0 {
                        let key = const_piece_key(piece, Square::new(a)) ^ const_piece_key(piece, Square::new(b));
                        table.insert(key ^ SIDE.0, (a, b));
                    }
                    b += 1;
                }
                a += 1;
            }
            i += 1;
        }
        table
    }

    /// Puts an entry into its first place; whoever sat there moves on to its other place, and so on.
    const fn insert(&mut self, mut key: u64, mut squares: (u8, u8)) {
        let mut place = places(key)[0];
        let mut moves = 0;
        loop {
            let (old_key, old_squares) = (self.keys[place], self.squares[place]);
            self.keys[place] = key;
            self.squares[place] = squares;
            if old_key == 0 {
                return;
            }
            (key, squares) = (old_key, old_squares);
            let [first, second] = places(key);
            place = if place == first { second } else { first };
            moves += 1;
            assert!(moves < 1000, "the cuckoo table is too small");
        }
    }

    /// The squares between which the one reversible move with this key difference goes.
    #[inline]
    pub fn find(&self, difference: Key) -> Option<(Square, Square)> {
        let place = places(difference.0).into_iter().find(|&place| self.keys[place] == difference.0)?;
        let (a, b) = self.squares[place];
        // No move has difference zero, and empty places hold zero.
        (a != b).then(|| (Square::new(a), Square::new(b)))
    }
}

/// The squares a piece can reach on an empty board.
const fn reach(kind: PieceKind, from: Square) -> Bitboard {
    let straight = slide(from, Bitboard::EMPTY, &ROOK_DIRECTIONS).0;
    let diagonal = slide(from, Bitboard::EMPTY, &BISHOP_DIRECTIONS).0;
    let (mut knight, mut king) = (0, 0);
    let mut index = 0u8;
    while index < 64 {
        let to = Square::new(index);
        let (files, ranks) = (to.file().abs_diff(from.file()), to.rank().abs_diff(from.rank()));
        if files * ranks == 2 {
            knight |= 1 << index;
        }
        if files <= 1 && ranks <= 1 {
            king |= 1 << index;
        }
        index += 1;
    }
    Bitboard(match kind {
        PieceKind::Pawn => 0,
        PieceKind::Knight => knight,
        PieceKind::Bishop => diagonal,
        PieceKind::Rook => straight,
        PieceKind::Right => straight | knight,
        PieceKind::Queen => straight | diagonal,
        PieceKind::King => king & !(1 << from.index()),
    })
}
