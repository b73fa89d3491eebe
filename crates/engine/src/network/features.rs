//! What a side sees: the inputs of the network. The trainer and the player share this file, so that they cannot differ.

use rules::{Color, Piece, PieceKind, Position, Rules, Square};

/// How many inputs each king bucket has: every kind of the game, ours and theirs, on every square.
pub const fn inputs<R: Rules>() -> usize {
    2 * R::KINDS.len() * squares::<R>()
}

const fn squares<R: Rules>() -> usize {
    R::WIDTH as usize * R::HEIGHT as usize
}

/// What follows from a game's rules, for looking up.
struct Tables<R>(std::marker::PhantomData<R>);

impl<R: Rules> Tables<R> {
    /// The place of each kind among the kinds that the game has.
    const ORDINALS: &'static [usize; PieceKind::COUNT] = &{
        let mut ordinals = [0; PieceKind::COUNT];
        let mut place = 0;
        while place < R::KINDS.len() {
            ordinals[R::KINDS[place].index()] = place;
            place += 1;
        }
        ordinals
    };

    /// The place of each square among those of the board, by rank and file, as a side sees it: by its colour and whether it sees the
    /// board mirrored.
    const PLACES: &'static [[[u8; 64]; 2]; 2] = &{
        let mut places = [[[0; 64]; 2]; 2];
        let mut number = 0;
        while number < squares::<R>() {
            let (file, rank) = (number as u8 % R::WIDTH, number as u8 / R::WIDTH);
            let (far_file, far_rank) = (R::WIDTH - 1 - file, R::HEIGHT - 1 - rank);
            let square = Square::at(file, rank).index();
            places[Color::White.index()][0][square] = rank * R::WIDTH + file;
            places[Color::White.index()][1][square] = rank * R::WIDTH + far_file;
            places[Color::Black.index()][0][square] = far_rank * R::WIDTH + file;
            places[Color::Black.index()][1][square] = far_rank * R::WIDTH + far_file;
            number += 1;
        }
        places
    };
}

/// Which output layer is used with so many pieces on the board, of so many layers: the range from two pieces to as many as a game
/// begins with is cut into equal parts.
#[inline]
pub const fn output_bucket<R: Rules>(pieces: usize, buckets: usize) -> usize {
    // Two full ranks for each side.
    let full = 4 * R::WIDTH as usize;
    let bucket = pieces.saturating_sub(2) * buckets / (full - 1);
    if bucket < buckets { bucket } else { buckets - 1 }
}

/// What the king's square decides: which weights are used with a king there, as its own side sees it, and whether that side sees the
/// board mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingBuckets {
    /// By the square's number on the 8x8 board.
    of_square: [u8; 64],
    count: u8,
    /// Whether a side whose king stands right of the middle sees the board mirrored.
    mirrors: bool,
}

impl KingBuckets {
    /// The same weights wherever the king stands.
    pub const ONE: Self = Self { of_square: [0; 64], count: 1, mirrors: true };
    /// The numbers of buckets for which there is a layout.
    pub const LAYOUTS: [u8; 5] = [1, 2, 4, 8, 16];

    /// A layout with so many buckets: the nearer to home, where kings live, the finer. With 16 every square of the first three ranks
    /// has its own, which in Fragments is nearly every square.
    pub fn layout(count: u8) -> Option<Self> {
        let bucket: fn(u8, u8) -> u8 = match count {
            1 => |_, _| 0,
            2 => |_, rank| rank.min(1),
            4 => |file, rank| if rank == 0 { (file / 2).min(1) } else { 1 + rank.min(2) },
            8 => |file, rank| match rank {
                0 => file.min(3),
                1 => 4 + (file / 2).min(1),
                2 | 3 => 6,
                _ => 7,
            },
            16 => |file, rank| 4 * rank.min(3) + file.min(3),
            _ => return None,
        };
        let of_square = std::array::from_fn(|index| {
            let square = Square::new(index as u8);
            bucket(square.file(), square.rank())
        });
        Some(Self { of_square, count, mirrors: true })
    }

    /// The buckets of the squares of the 8x8 board, a1 first, as a file has them.
    pub fn from_table(of_square: [u8; 64]) -> Self {
        let count = of_square.iter().fold(0, |most, bucket| bucket.saturating_add(1).max(most));
        Self { of_square, count, mirrors: true }
    }

    /// The same, with the board mirrored for a king right of the middle, or never.
    pub fn mirroring(self, mirrors: bool) -> Self {
        Self { mirrors, ..self }
    }

    /// Whether a side whose king stands right of the middle sees the board mirrored.
    pub fn mirrors(&self) -> bool {
        self.mirrors
    }

    /// The bucket of each square.
    pub fn table(&self) -> &[u8; 64] {
        &self.of_square
    }

    /// How many buckets there are.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }
}

/// How one side sees the board: which end is its own, whether left and right are exchanged, and which weights its king chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    color: Color,
    mirrored: bool,
    bucket: u8,
}

impl View {
    /// A side's view in a position.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>, color: Color, buckets: &KingBuckets) -> Self {
        Self::new::<R>(color, position.king(color), buckets)
    }

    /// A side's view with its king there. A king that was taken, where the rules allow that, sees nothing mirrored.
    #[inline]
    pub fn new<R: Rules>(color: Color, king: Option<Square>, buckets: &KingBuckets) -> Self {
        let mirrored = buckets.mirrors && king.is_some_and(|king| king.file() > (R::WIDTH - 1) / 2);
        let view = Self { color, mirrored, bucket: 0 };
        let bucket = king.map_or(0, |king| buckets.of_square[view.square::<R>(king).index()]);
        Self { bucket, ..view }
    }

    /// The number of this view among those of its side: fewer than twice as many as there are king buckets.
    #[inline]
    pub(super) fn number(self) -> usize {
        2 * usize::from(self.bucket) + usize::from(self.mirrored)
    }

    /// A square as this side sees it.
    #[inline]
    fn square<R: Rules>(self, square: Square) -> Square {
        let file = if self.mirrored { R::WIDTH - 1 - square.file() } else { square.file() };
        let rank = if self.color == Color::Black { R::HEIGHT - 1 - square.rank() } else { square.rank() };
        Square::at(file, rank)
    }

    /// The input that a piece on a square is to this side.
    #[inline]
    pub fn feature<R: Rules>(self, piece: Piece, square: Square) -> usize {
        let place = Tables::<R>::PLACES[self.color.index()][usize::from(self.mirrored)][square.index()];
        let owner = usize::from(piece.color != self.color);
        let kind = Tables::<R>::ORDINALS[piece.kind.index()];
        ((usize::from(self.bucket) * 2 + owner) * R::KINDS.len() + kind) * squares::<R>() + usize::from(place)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::{Chess, Fragments};

    use super::*;

    fn every_feature_is_used_once<R: Rules>(expected: usize) {
        assert_eq!(inputs::<R>(), expected);
        let buckets = KingBuckets::layout(4).unwrap();
        for color in Color::ALL {
            for king in R::WINDOW {
                let view = View::new::<R>(color, Some(king), &buckets);
                let mut met = HashSet::new();
                for square in R::WINDOW {
                    for color in Color::ALL {
                        met.extend(R::KINDS.iter().map(|kind| view.feature::<R>(Piece { color, kind: *kind }, square)));
                    }
                }
                assert_eq!(met.len(), expected);
                for square in R::WINDOW {
                    let seen = view.square::<R>(square);
                    let place = u32::from(seen.rank()) * u32::from(R::WIDTH) + u32::from(seen.file());
                    let feature = view.feature::<R>(Piece { color, kind: R::KINDS[0] }, square);
                    assert_eq!(feature % squares::<R>(), place as usize, "{square}");
                }
                let bucket = usize::from(view.bucket);
                assert!(met.iter().all(|feature| feature / expected == bucket), "{king}");
            }
        }
    }

    #[test]
    fn every_piece_on_every_square_is_an_input_of_its_own_and_there_are_no_others() {
        every_feature_is_used_once::<Chess>(768);
        every_feature_is_used_once::<Fragments>(300);
    }

    #[test]
    fn the_board_is_mirrored_when_the_king_stands_right_of_the_middle_unless_unwanted() {
        let sees = |game: fn(Square) -> View, king: &str, square: &str, seen: fn(View, Square) -> Square| {
            seen(game(king.parse().unwrap()), square.parse().unwrap()).to_string()
        };
        let chess = |king| View::new::<Chess>(Color::Black, Some(king), &KingBuckets::ONE);
        assert_eq!(sees(chess, "e8", "h8", View::square::<Chess>), "a1");
        assert_eq!(sees(chess, "d8", "h8", View::square::<Chess>), "h1");
        let never = |king| View::new::<Chess>(Color::Black, Some(king), &KingBuckets::ONE.mirroring(false));
        assert_eq!(sees(never, "e8", "h8", View::square::<Chess>), "h1");
        let fragments = |king| View::new::<Fragments>(Color::White, Some(king), &KingBuckets::ONE);
        assert_eq!(sees(fragments, "d1", "e1", View::square::<Fragments>), "a1");
        assert_eq!(sees(fragments, "c1", "e1", View::square::<Fragments>), "e1");
    }

    #[test]
    fn output_buckets_cut_the_number_of_pieces_into_equal_parts() {
        let buckets =
            |pieces: &[usize], most| pieces.iter().map(|n| output_bucket::<Chess>(*n, most)).collect::<Vec<_>>();
        assert_eq!(buckets(&[0, 2, 5, 6, 29, 30, 32], 8), [0, 0, 0, 1, 6, 7, 7]);
        assert_eq!(buckets(&[2, 32], 1), [0, 0]);
        assert_eq!(output_bucket::<Fragments>(20, 4), 3);
        assert_eq!(output_bucket::<Fragments>(25, 4), 3);
    }

    #[test]
    fn layouts_have_as_many_buckets_as_they_say() {
        for count in KingBuckets::LAYOUTS {
            let layout = KingBuckets::layout(count).unwrap();
            assert_eq!(layout.count(), usize::from(count));
            assert_eq!(KingBuckets::from_table(*layout.table()), layout);
        }
        assert_eq!(KingBuckets::layout(3), None);
    }
}
