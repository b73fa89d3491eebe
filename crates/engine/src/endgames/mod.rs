//! Chess Fragments' endings, solved: the result and the exact number of plies to it for every position of few men.
//!
//! | question | file |
//! | --- | --- |
//! | which men? | `material.rs` |
//! | which position has which number? | `index.rs` |
//! | how are they solved? | `solve.rs`, `build.rs` |

mod build;
mod index;
mod material;
mod solve;

use rules::{Position, Rules};

use index::Layout;
pub use build::{BuildProgress, build};
pub use material::{MOST_MEN, Material, ParseMaterialError};
use material::SIDES;

/// How a position ends with best play, for the side to move, and after how many plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// Nobody can force anything.
    Draw,
    /// The side to move wins.
    Win {
        /// Plies until the game is over.
        plies: u32,
    },
    /// The side to move loses.
    Loss {
        /// Plies until the game is over; none if it is.
        plies: u32,
    },
}

/// What a table says of a position, in a byte: plies to the end. The winner makes the last move, so an odd number is a
/// win for the side to move, and an even one a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value(u8);

impl Value {
    const LONGEST: u8 = 251;
    const DRAW: Self = Self(254);
    /// There is no such position.
    const NONE: Self = Self(255);

    const fn wins(self) -> bool {
        self.0 <= Self::LONGEST && self.0 % 2 == 1
    }

    const fn verdict(self) -> Option<Verdict> {
        match self {
            Self::NONE => None,
            Self::DRAW => Some(Verdict::Draw),
            Self(plies) if plies % 2 == 1 => Some(Verdict::Win { plies: plies as u32 }),
            Self(plies) => Some(Verdict::Loss { plies: plies as u32 }),
        }
    }
}

/// All positions of one material.
#[derive(Clone, Debug)]
struct Table {
    material: Material,
    layout: Layout,
    values: Vec<Value>,
}

impl Table {
    fn empty(material: &Material) -> Self {
        Self { material: material.clone(), layout: Layout::new(material), values: Vec::new() }
    }
}

/// Solved endings. Any number of threads may ask at once.
#[derive(Debug)]
pub struct Endgames {
    /// By the number of the material.
    tables: Vec<Option<Table>>,
    men: usize,
}

impl Endgames {
    /// No table at all.
    fn none() -> Self {
        let mut tables = Vec::new();
        tables.resize_with(SIDES * SIDES, || None);
        Self { tables, men: 0 }
    }

    /// The most men, kings included, that a position can have to be known.
    pub fn men(&self) -> usize {
        self.men
    }

    /// What is known of a position, en passant aside.
    fn value<R: Rules>(&self, position: &Position<R>) -> Option<Value> {
        let number = Material::number_of(position)?;
        if number == 0 {
            return Some(Value::DRAW);
        }
        let table = self.tables[number].as_ref()?;
        let value = table.values[table.layout.index(position)?];
        (value != Value::NONE).then_some(value)
    }
}

/// Whether a pawn can be taken in passing, by a legal move.
fn can_take_in_passing<R: Rules>(position: &Position<R>) -> bool {
    position.en_passant().is_some() && position.legal_moves().iter().any(|mv| mv.is_en_passant())
}
