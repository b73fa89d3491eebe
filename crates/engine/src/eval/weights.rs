//! Every number of the evaluation that a tuner may change, in one struct with one value per game.
//!
//! A weight has a name (its group and its place in it) and a number (its place among all weights); the evaluation picks
//! weights out of the struct, and a trace learns their numbers by picking from [`numbered`] in the same way.

use std::sync::LazyLock;

use rules::Rules;
use serde::Serialize;

use super::pair::Pair;
use super::{weights_chess, weights_fragments};

/// What people call the parts of an evaluation: one line each in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// What the pieces are worth by themselves.
    Material,
    /// Where they stand.
    Placement,
    /// What pieces are worth together.
    Imbalance,
    /// How far they see.
    Mobility,
    /// Weak and strong pawns.
    Pawns,
    /// Pawns that no enemy pawn can stop.
    Passed,
    /// Outposts and the like.
    Minors,
    /// Files, the seventh rank, and being shut in.
    Majors,
    /// The pawns around the king, its own and the enemy's.
    Shelter,
    /// What the attack on the king may come to; grows with the square of its parts.
    Danger,
    /// What can be taken or driven away.
    Threats,
    /// Room behind the pawns.
    Space,
    /// How many moves are left, where having none loses.
    Freedom,
    /// What is known of endings.
    Ending,
    /// How much there is to play for; added to the better side's endgame.
    Initiative,
    /// Being on move.
    Tempo,
}

impl Term {
    /// How many terms there are.
    pub const COUNT: usize = 16;

    /// Every term, in the order of a table for people.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Material,
        Self::Placement,
        Self::Imbalance,
        Self::Mobility,
        Self::Pawns,
        Self::Passed,
        Self::Minors,
        Self::Majors,
        Self::Shelter,
        Self::Danger,
        Self::Threats,
        Self::Space,
        Self::Freedom,
        Self::Ending,
        Self::Initiative,
        Self::Tempo,
    ];

    /// The term's number, its place in [`Term::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether the term is the sum of its weights times their counts. Danger is squared, and the initiative never turns
    /// an endgame around.
    pub const fn is_linear(self) -> bool {
        !matches!(self, Self::Danger | Self::Initiative)
    }
}

/// A weight or an array of them, of any depth.
trait Shape: Sized {
    fn dimensions(into: &mut Vec<usize>);
    fn write(&self, into: &mut Vec<Pair>);
    fn read(from: &mut impl Iterator<Item = Pair>) -> Self;
}

impl Shape for Pair {
    fn dimensions(_: &mut Vec<usize>) {}

    fn write(&self, into: &mut Vec<Pair>) {
        into.push(*self);
    }

    fn read(from: &mut impl Iterator<Item = Pair>) -> Self {
        from.next().unwrap_or_default()
    }
}

impl<S: Shape, const N: usize> Shape for [S; N] {
    fn dimensions(into: &mut Vec<usize>) {
        into.push(N);
        S::dimensions(into);
    }

    fn write(&self, into: &mut Vec<Pair>) {
        self.iter().for_each(|part| part.write(into));
    }

    fn read(from: &mut impl Iterator<Item = Pair>) -> Self {
        std::array::from_fn(|_| S::read(from))
    }
}

/// Weights of one name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The field's name in [`Weights`].
    pub name: &'static str,
    /// The term it belongs to.
    pub term: Term,
    /// The number of its first weight.
    pub first: usize,
    /// The lengths of its arrays, outermost first; none for a single weight.
    pub dimensions: Vec<usize>,
}

impl Group {
    /// How many weights it has.
    pub fn count(&self) -> usize {
        self.dimensions.iter().product()
    }
}

macro_rules! weights {
    ($($(#[$meta:meta])* $term:ident $name:ident: $shape:ty;)*) => {
        /// Every weight of one game, in centipawns. Kinds of pieces are pawn, knight, bishop, rook (in Fragments the
        /// Right), queen, king, in this order; ranks are counted from the owner's side, from 0.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights {
            $($(#[$meta])* pub $name: $shape,)*
        }

        impl Weights {
            /// The groups in the order of their numbers.
            pub fn groups() -> Vec<Group> {
                let mut groups: Vec<Group> = Vec::new();
                $({
                    let mut dimensions = Vec::new();
                    <$shape>::dimensions(&mut dimensions);
                    let first = groups.last().map_or(0, |last| last.first + last.count());
                    groups.push(Group { name: stringify!($name), term: Term::$term, first, dimensions });
                })*
                groups
            }

            /// All weights in the order of their numbers.
            pub fn to_list(&self) -> Vec<Pair> {
                let mut list = Vec::new();
                $(self.$name.write(&mut list);)*
                list
            }

            /// The weights of such a list; those it lacks are zero.
            pub fn from_list(list: &[Pair]) -> Self {
                let mut from = list.iter().copied();
                Self { $($name: Shape::read(&mut from),)* }
            }
        }
    };
}

weights! {
    /// By kind, pawn to queen.
    Material material: [Pair; 5];
    /// By kind and square, as White sees the board.
    Placement placement: [[Pair; 64]; 6];

    /// Two bishops or more.
    Imbalance bishop_pair: Pair;
    /// For each knight and each own pawn above five.
    Imbalance knight_with_pawns: Pair;
    /// For each rook and each own pawn above five.
    Imbalance rook_with_pawns: Pair;
    /// Two rooks or more.
    Imbalance rook_pair: Pair;

    /// By the number of squares a knight can well go to.
    Mobility knight_mobility: [Pair; 9];
    /// The same for a bishop, through queens.
    Mobility bishop_mobility: [Pair; 14];
    /// The same for a rook, through queens and own rooks; for the Right, jumps included.
    Mobility rook_mobility: [Pair; 17];
    /// The same for a queen.
    Mobility queen_mobility: [Pair; 28];

    /// No own pawn on the files beside: with an enemy pawn ahead on its file, without.
    Pawns isolated: [Pair; 2];
    /// Another own pawn ahead on its file: not defended by a pawn, defended.
    Pawns doubled: [Pair; 2];
    /// Neighbours have gone ahead and the next square is not safe: with an enemy pawn ahead on its file, without.
    Pawns backward: [Pair; 2];
    /// An own pawn beside it, by rank.
    Pawns phalanx: [Pair; 8];
    /// Defended by a pawn, by rank.
    Pawns supported: [Pair; 8];
    /// In a phalanx or supported, with no enemy pawn ahead on its file.
    Pawns connected_on_open_file: Pair;
    /// Nothing ahead on its file, and no fewer helpers than guards on the files beside, by rank.
    Pawns candidate: [Pair; 8];
    /// An enemy pawn blocks it, by rank.
    Pawns blocked: [Pair; 8];

    /// A passed pawn, by rank.
    Passed passed: [Pair; 8];
    /// The square ahead is empty, by rank.
    Passed passed_free: [Pair; 8];
    /// The square ahead is not attacked, by rank.
    Passed passed_safe: [Pair; 8];
    /// No square on the way is attacked or taken by the enemy, by rank.
    Passed passed_clear: [Pair; 8];
    /// The square ahead is defended, by rank.
    Passed passed_backed: [Pair; 8];
    /// For each step the own king is away from the square ahead, five at most, by rank.
    Passed passed_own_king: [Pair; 8];
    /// For each step the enemy king is away from it, five at most, by rank.
    Passed passed_enemy_king: [Pair; 8];
    /// An own rook or queen behind it; an enemy's.
    Passed passed_rook_behind: [Pair; 2];
    /// The enemy has pawns only, and his king comes too late.
    Passed passed_unstoppable: Pair;

    /// A knight or a bishop where no enemy pawn can drive it away: not defended by a pawn, defended.
    Minors outpost: [[Pair; 2]; 2];
    /// A knight that can reach such a square in one move.
    Minors outpost_in_reach: Pair;
    /// A knight or a bishop with a pawn right ahead of it.
    Minors behind_pawn: [Pair; 2];
    /// For each step between a knight or a bishop and its king.
    Minors from_king: [Pair; 2];
    /// For each own pawn on squares of a bishop's colour.
    Minors bishop_pawns: Pair;
    /// For each such pawn and each own blocked pawn on the four middle files.
    Minors bishop_pawns_blocked: Pair;
    /// A bishop that sees both of its centre squares.
    Minors bishop_long_diagonal: Pair;

    /// A rook with no own pawn on its file: with an enemy pawn there, without.
    Majors rook_on_file: [Pair; 2];
    /// A rook on the file of a queen.
    Majors rook_with_queen: Pair;
    /// A rook on the seventh rank that confines the king or attacks pawns.
    Majors rook_on_seventh: Pair;
    /// A rook shut in by its own king that cannot castle; that can.
    Majors rook_trapped: [Pair; 2];
    /// A queen that a single piece shields from an enemy rook or bishop.
    Majors queen_exposed: Pair;

    /// The own pawn nearest to the king on each of three files, by the file's distance from the edge and the pawn's
    /// rank, 0 for none.
    Shelter shelter: [[Pair; 8]; 4];
    /// The most advanced enemy pawn ahead of the king on the same files, likewise.
    Shelter storm: [[Pair; 8]; 4];
    /// Such an enemy pawn that the own one blocks, by its rank.
    Shelter storm_blocked: [Pair; 8];
    /// No pawn on the king's side of the board.
    Shelter no_pawns_near: Pair;
    /// For each step between the king and the nearest pawn.
    Shelter from_pawns: Pair;
    /// For each square of the king's side of the board that the enemy attacks; attacks twice.
    Shelter flank_attacked: [Pair; 2];
    /// For each such square that the own side defends.
    Shelter flank_defended: Pair;

    /// Any king worth an attack.
    Danger danger_base: Pair;
    /// For each attacker of the squares around the king, knight to queen.
    Danger danger_attacker: [Pair; 4];
    /// For each attack on a square right beside the king.
    Danger danger_ring: Pair;
    /// For each square around it that is attacked and badly defended.
    Danger danger_weak: Pair;
    /// A safe check, knight to queen: one square to give it from, more.
    Danger danger_check: [[Pair; 2]; 4];
    /// For each check that is not safe.
    Danger danger_unsafe_check: Pair;
    /// The enemy has no queen.
    Danger danger_no_queen: Pair;
    /// A knight defends a square beside the king.
    Danger danger_knight_defends: Pair;
    /// For each piece that shields the king alone.
    Danger danger_pinned: Pair;
    /// For each square of the king's side of the board that the enemy attacks; attacks twice.
    Danger danger_flank: [Pair; 2];
    /// For each such square that is defended.
    Danger danger_flank_defended: Pair;
    /// The nearest own pawn on each of three files, by rank, 0 for none.
    Danger danger_shelter: [Pair; 8];
    /// The most advanced enemy pawn there, likewise.
    Danger danger_storm: [Pair; 8];

    /// A pawn that is safe attacks a knight, bishop, rook, queen.
    Threats threat_by_pawn: [Pair; 5];
    /// A knight attacks a badly defended pawn, knight, or any bishop, rook, queen.
    Threats threat_by_knight: [Pair; 5];
    /// The same for a bishop.
    Threats threat_by_bishop: [Pair; 5];
    /// The same for a rook.
    Threats threat_by_rook: [Pair; 5];
    /// The king attacks a badly defended piece.
    Threats threat_by_king: Pair;
    /// A badly defended piece is not defended at all, or a piece is attacked twice.
    Threats hanging: Pair;
    /// A pawn can step to where it attacks a piece.
    Threats threat_by_push: Pair;
    /// For each square where the enemy is attacked and could be taken.
    Threats restricted: Pair;
    /// A knight can safely attack the enemy queen next; a bishop or rook can.
    Threats threat_on_queen: [Pair; 2];

    /// For each safe square behind the pawns, times the number of pieces.
    Space space: Pair;

    /// By the number of moves, in games in which having none loses.
    Freedom freedom: [Pair; 16];

    /// The own king holds the opposition in a pawn ending.
    Ending opposition: Pair;

    /// Always; only the endgame's half counts in these.
    Initiative initiative_base: Pair;
    /// For each pawn.
    Initiative initiative_pawns: Pair;
    /// Pawns on both sides of the board.
    Initiative initiative_both_flanks: Pair;
    /// For each passed pawn.
    Initiative initiative_passed: Pair;
    /// A pawn ending.
    Initiative initiative_pawn_ending: Pair;
    /// For each file more than ranks between the kings.
    Initiative initiative_outflanking: Pair;

    /// Being on move.
    Tempo tempo: Pair;
}

/// The weights of a game.
#[inline]
pub fn weights_of<R: Rules>() -> &'static Weights {
    // Decided when the game is compiled in; a new game plays by the weights of chess until it has its own.
    if R::HEIGHT == 5 { &weights_fragments::FRAGMENTS } else { &weights_chess::CHESS }
}

/// Weights in which each pair is its own number (in the middle game's half), and the term of each number.
pub(super) struct Numbered {
    pub weights: Weights,
    pub terms: Vec<Term>,
}

/// See [`Numbered`].
pub(super) fn numbered() -> &'static Numbered {
    static NUMBERED: LazyLock<Numbered> = LazyLock::new(|| {
        let terms: Vec<Term> =
            Weights::groups().iter().flat_map(|group| std::iter::repeat_n(group.term, group.count())).collect();
        let numbers: Vec<Pair> = (0..terms.len()).map(|number| Pair::new(number as i32, 0)).collect();
        Numbered { weights: Weights::from_list(&numbers), terms }
    });
    &NUMBERED
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    #[test]
    fn weights_survive_being_listed() {
        for weights in [weights_of::<Chess>(), weights_of::<Fragments>()] {
            let list = weights.to_list();
            assert_eq!(&Weights::from_list(&list), weights);
            let last = Weights::groups().pop().unwrap();
            assert_eq!(list.len(), last.first + last.count());
        }
    }

    #[test]
    fn every_weight_finds_its_own_number() {
        let numbers = numbered().weights.to_list();
        assert_eq!(numbers.len(), numbered().terms.len());
        assert!(numbers.iter().enumerate().all(|(number, pair)| pair.middle() as usize == number));
        assert_eq!(numbered().terms[numbered().weights.tempo.middle() as usize], Term::Tempo);
    }
}
