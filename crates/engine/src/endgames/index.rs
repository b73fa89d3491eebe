//! Numbering the positions of a material. A position is seen by the side to move, as if it played up the board, and
//! mirrored left to right so that its king stands on the left: both leave the rules of this game as they are.
//!
//! A pawn's number says whether it has moved as well, where that makes a difference. En passant has no number: what it
//! adds, one look ahead tells ([`super::Endgames::probe`]).

use arrayvec::ArrayVec;
use rules::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use rules::{Bitboard, Color, Fragments, Piece, PieceKind, Position, Rules, Setup, Square};

use super::material::{MOST_EXTRA, Material};

/// Files, and ranks, of the board.
const WIDTH: usize = 5;
const SQUARES: usize = WIDTH * WIDTH;
/// A pawn that has moved, on the first four ranks, or one that has not, on the first three: from the fourth it has no
/// double step any more.
const PAWN_STATES: usize = 4 * WIDTH + 3 * WIDTH;

/// The number of each pair of kings' squares, the king to move's first; adjacent kings have none, nor have pairs whose
/// mirror image has one.
struct KingPairs {
    numbers: [[u16; SQUARES]; SQUARES],
    pairs: [(u8, u8); Self::COUNT],
}

const NONE: u16 = u16::MAX;

impl KingPairs {
    const COUNT: usize = 234;

    const fn new() -> Self {
        let mut all = Self { numbers: [[NONE; SQUARES]; SQUARES], pairs: [(0, 0); Self::COUNT] };
        let (mut own, mut next) = (0, 0);
        while own < SQUARES {
            let mut their = 0;
            while their < SQUARES {
                let (file, rank) = (own % WIDTH, own / WIDTH);
                let apart = file.abs_diff(their % WIDTH) > 1 || rank.abs_diff(their / WIDTH) > 1;
                if apart && !is_mirrored(file, their % WIDTH) {
                    all.numbers[own][their] = next as u16;
                    all.pairs[next] = (own as u8, their as u8);
                    next += 1;
                }
                their += 1;
            }
            own += 1;
        }
        assert!(next == Self::COUNT);
        all
    }
}

static KING_PAIRS: KingPairs = KingPairs::new();

/// Whether the board is mirrored for kings on these files.
const fn is_mirrored(own: usize, their: usize) -> bool {
    own > 2 || own == 2 && their > 2
}

/// A man besides the kings: what it is, whose, and its number among the squares, or a pawn's states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Man {
    kind: PieceKind,
    is_own: bool,
}

impl Man {
    const fn states(self) -> usize {
        if matches!(self.kind, PieceKind::Pawn) { PAWN_STATES } else { SQUARES }
    }

    /// The square of a state, and whether it is that of an unmoved pawn.
    fn square(self, state: usize) -> (usize, bool) {
        if self.kind != PieceKind::Pawn {
            return (state, false);
        }
        let unmoved = state >= 4 * WIDTH;
        let square = if unmoved { state - 4 * WIDTH } else { state };
        (if self.is_own { square } else { turned(square) }, unmoved)
    }

    fn state(self, square: usize, unmoved: bool) -> usize {
        if self.kind != PieceKind::Pawn {
            return square;
        }
        let square = if self.is_own { square } else { turned(square) };
        if unmoved && square < 3 * WIDTH { square + 4 * WIDTH } else { square }
    }

    /// Whether he is of the side to move and attacks the other king's square.
    fn checks(self, square: usize, target: Square, occupied: Bitboard) -> bool {
        let from = on_board(square);
        self.is_own
            && match self.kind {
                PieceKind::Pawn => pawn_attacks(Color::White, from),
                PieceKind::Knight => knight_attacks(from),
                PieceKind::Bishop => bishop_attacks(from, occupied),
                PieceKind::Rook => rook_attacks(from, occupied),
                PieceKind::Right => rook_attacks(from, occupied) | knight_attacks(from),
                PieceKind::Queen => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
                PieceKind::King => king_attacks(from),
            }
            .has(target)
    }
}

/// The squares of men, the kings among them; none if two stand on one square, or twins are not in order.
fn occupied(men: &[(Man, usize, bool)]) -> Option<Bitboard> {
    let mut occupied = Bitboard::EMPTY;
    for (_, square, _) in men {
        let square = Bitboard::of(on_board(*square));
        if !(occupied & square).is_empty() {
            return None;
        }
        occupied |= square;
    }
    let in_order = men.windows(2).all(|pair| {
        let ((a, first, early), (b, second, late)) = (pair[0], pair[1]);
        a != b || a.state(first, early) < b.state(second, late)
    });
    in_order.then_some(occupied)
}

/// The square as the other side sees it.
const fn turned(square: usize) -> usize {
    (WIDTH - 1 - square / WIDTH) * WIDTH + square % WIDTH
}

fn on_board(square: usize) -> Square {
    Square::at((square % WIDTH) as u8, (square / WIDTH) as u8)
}

/// How the positions of one material are numbered.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    men: ArrayVec<Man, MOST_EXTRA>,
}

impl Layout {
    pub(super) fn new(material: &Material) -> Self {
        let own = material.own.kinds().iter().map(|kind| Man { kind: *kind, is_own: true });
        let their = material.their.kinds().iter().map(|kind| Man { kind: *kind, is_own: false });
        Self { men: own.chain(their).collect() }
    }

    /// How many numbers there are, those of no position among them.
    pub(super) fn len(&self) -> usize {
        KingPairs::COUNT * self.len_per_kings()
    }

    /// How many of them each pair of kings has.
    pub(super) fn len_per_kings(&self) -> usize {
        self.men.iter().map(|man| man.states()).product()
    }

    /// By how much the number grows when a man's number grows by one: the last man's first.
    pub(super) fn strides(&self) -> ArrayVec<usize, MOST_EXTRA> {
        let mut stride = 1;
        let each = |man: &Man| {
            let own = stride;
            stride *= man.states();
            own
        };
        self.men.iter().rev().map(each).collect()
    }

    /// The number of a position of this material, en passant aside; none if the kings touch.
    #[inline]
    pub(super) fn index<R: Rules>(&self, position: &Position<R>) -> Option<usize> {
        let us = position.side_to_move();
        let (own, their) = (position.king(us)?, position.king(!us)?);
        let mirrored = is_mirrored(own.file() as usize, their.file() as usize);
        let see = |square: Square| {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            let file = if mirrored { WIDTH - 1 - file } else { file };
            (if us == Color::White { rank } else { WIDTH - 1 - rank }) * WIDTH + file
        };
        let pair = *KING_PAIRS.numbers.get(see(own))?.get(see(their))?;
        if pair == NONE {
            return None;
        }
        let mut index = pair as usize;
        let mut place = 0;
        while let Some(&man) = self.men.get(place) {
            let color = if man.is_own { us } else { !us };
            let squares = position.of(color, man.kind);
            let state = |square: Square| man.state(see(square), position.unmoved().has(square));
            // Twins have one number only: the smaller state first.
            let mut states: ArrayVec<usize, MOST_EXTRA> = squares.into_iter().map(state).collect();
            if states.len() > 1 {
                states.sort_unstable();
            }
            for state in &states {
                index = index * man.states() + state;
            }
            place += states.len().max(1);
        }
        Some(index)
    }

    /// The men of a number, the kings first, with their squares, as the side to move sees them.
    fn men_at(&self, index: usize) -> ArrayVec<(Man, usize, bool), { MOST_EXTRA + 2 }> {
        let mut rest = index;
        let mut states: ArrayVec<usize, MOST_EXTRA> = ArrayVec::new();
        for man in self.men.iter().rev() {
            states.push(rest % man.states());
            rest /= man.states();
        }
        let (own, their) = KING_PAIRS.pairs[rest];
        let king = |is_own| Man { kind: PieceKind::King, is_own };
        let mut all = ArrayVec::from_iter([(king(true), own as usize, false), (king(false), their as usize, false)]);
        for (man, state) in self.men.iter().zip(states.iter().rev()) {
            let (square, unmoved) = man.square(*state);
            all.push((*man, square, unmoved));
        }
        all
    }

    /// Whether a number is that of a position: no two men on one square, twins in order, and the king of the side that
    /// has just moved out of check.
    pub(super) fn is_position(&self, index: usize) -> bool {
        let men = self.men_at(index);
        let target = on_board(men[1].1);
        occupied(&men).is_some_and(|occupied| !men.iter().any(|(man, square, _)| man.checks(*square, target, occupied)))
    }

    /// Tells the number of every position, from the smallest: those of [`Self::is_position`], in a fraction of the time.
    pub(super) fn visit_positions(&self, mut visit: impl FnMut(usize)) {
        let Some((last, others)) = self.men.split_last() else { return };
        let placings: usize = KingPairs::COUNT * others.iter().map(|man| man.states()).product::<usize>();
        for placing in 0..placings {
            let first = placing * last.states();
            let mut men = self.men_at(first);
            men.pop();
            let Some(others_stand) = occupied(&men) else { continue };
            let target = on_board(men[1].1);
            let is_checked = |occupied| men.iter().any(|(man, square, _)| man.checks(*square, target, occupied));
            // Where another man gives check, the last must stand in between; and he gives none himself.
            let must_stop = is_checked(others_stand);
            let is_right = |square: &usize| {
                let stands = Bitboard::of(on_board(*square));
                (others_stand & stands).is_empty()
                    && !last.checks(*square, target, others_stand)
                    && !(must_stop && is_checked(others_stand | stands))
            };
            let right: Bitboard = (0..SQUARES).filter(is_right).map(on_board).collect();
            let twin = others.last().filter(|man| **man == *last);
            let least = twin.map_or(0, |_| placing % last.states() + 1);
            for state in least..last.states() {
                if right.has(on_board(last.square(state).0)) {
                    visit(first + state);
                }
            }
        }
    }

    /// The position of a number, White to move, if it is that of one.
    pub(super) fn position(&self, index: usize) -> Option<Position<Fragments>> {
        if !self.is_position(index) {
            return None;
        }
        let mut setup = Setup::EMPTY;
        for (man, square, unmoved) in self.men_at(index) {
            let square = on_board(square);
            let color = if man.is_own { Color::White } else { Color::Black };
            setup.board[square.index()] = Some(Piece { color, kind: man.kind });
            if unmoved {
                setup.unmoved |= Bitboard::of(square);
            }
        }
        Position::try_from(&setup).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_position_is_the_number_of_that_position() {
        for text in ["KvK", "KPvK", "KNvKQ", "KPPvK", "KvKBB", "KPvKP"] {
            let layout = Layout::new(&text.parse().unwrap());
            let mut positions = 0;
            for index in (0..layout.len()).step_by(if text.len() > 4 { 13 } else { 1 }) {
                if let Some(position) = layout.position(index) {
                    positions += 1;
                    assert_eq!(layout.index(&position), Some(index), "{position}");
                    assert_eq!(layout.index(&position.flipped()), Some(index), "{position} flipped");
                }
            }
            assert!(positions > 200, "{text}: {positions}");
        }
    }

    #[test]
    fn all_positions_are_visited_and_nothing_else() {
        for text in ["KPvK", "KvKP", "KRvKQ", "KPPvK", "KvKBB", "KPvKP", "KQvKB"] {
            let layout = Layout::new(&text.parse().unwrap());
            let mut visited = Vec::new();
            layout.visit_positions(|index| visited.push(index));
            let one_by_one: Vec<usize> = (0..layout.len()).filter(|index| layout.is_position(*index)).collect();
            assert_eq!(visited, one_by_one, "{text}");
        }
    }

    #[test]
    fn an_unmoved_pawn_without_a_double_step_is_like_any_other() {
        let layout = Layout::new(&"KPvK".parse().unwrap());
        let index = |fen: &str| layout.index(&fen.parse::<Position<Fragments>>().unwrap());
        assert_eq!(index("4k/P4/5/5/K4 w a4 -"), index("4k/P4/5/5/K4 w - -"));
        assert_ne!(index("4k/5/P4/5/K4 w a3 -"), index("4k/5/P4/5/K4 w - -"));
    }
}
