//! Chess Fragments' endings, solved: the result and the exact number of plies to it for every position of few men.
//!
//! Every position with both kings of up to [`Endgames::men`] men is known, with pawns moved or unmoved on any rank they can
//! stand on, and with en passant. Not known is a position in which the king of the side that has just moved can be taken.
//! Repetition plays no part: whoever wins by the shortest way never repeats. What came before does not count either, so
//! a position that a game has seen four times already is for the search to judge.
//!
//! | question | file |
//! | --- | --- |
//! | which men? | `material.rs` |
//! | which position has which number? | `index.rs` |
//! | how are they solved? | `solve.rs`, `build.rs` |
//! | are they right? | `verify.rs` |
//! | how are they written? | `file.rs`, `coder.rs` |

mod build;
mod coder;
mod file;
mod index;
mod material;
mod solve;
mod verify;

use std::any::TypeId;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, OnceLock};

use rules::{Fragments, Move, Position, Rules};

pub use build::{BuildProgress, build};
pub use file::EndgamesError;
use index::Layout;
use material::SIDES;
pub use material::{MOST_MEN, Material, ParseMaterialError};
pub use verify::{Checked, WrongValue};

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

    /// What a move to a position of this value is worth to the side that makes it.
    const fn before(self) -> Self {
        if self.0 <= Self::LONGEST { Self(self.0 + 1) } else { self }
    }

    /// The better of two for the side to move: winners hurry, losers linger.
    fn better(self, other: Self) -> Self {
        let rank = |value: Self| match value.verdict() {
            Some(Verdict::Win { plies }) => 1000 - plies as i32,
            Some(Verdict::Loss { plies }) => plies as i32 - 1000,
            _ => 0,
        };
        if rank(other) > rank(self) { other } else { self }
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
    /// Where the values are written in the file's bytes.
    packed: Range<usize>,
    /// The values, once they were needed.
    values: OnceLock<Vec<Value>>,
}

impl Table {
    fn packed(material: &Material, packed: Range<usize>) -> Self {
        Self { material: material.clone(), layout: Layout::new(material), packed, values: OnceLock::new() }
    }

    fn solved(material: &Material, values: Vec<Value>) -> Self {
        let table = Self::packed(material, 0..0);
        Self { values: OnceLock::from(values), ..table }
    }
}

/// How the positions of a material end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The material, the side to move first.
    pub material: Material,
    /// How many positions there are, mirror images counted once.
    pub positions: u64,
    /// Those that the side to move wins.
    pub won: u64,
    /// Those that nobody wins.
    pub drawn: u64,
    /// Those that the side to move loses.
    pub lost: u64,
    /// The most plies that a win, or a loss, takes.
    pub longest: u32,
    /// A position that takes so long.
    pub example: Option<Position<Fragments>>,
}

/// Solved endings. Any number of threads may ask at once.
#[derive(Debug)]
pub struct Endgames {
    /// By the number of the material.
    tables: Vec<Option<Table>>,
    men: usize,
    /// A file's bytes, from which tables are read when they are first needed.
    bytes: Cow<'static, [u8]>,
}

static EMBEDDED: LazyLock<Option<Arc<Endgames>>> = LazyLock::new(|| {
    let bytes: &'static [u8] = include_bytes!("../../../../tables/fragments-4.tables");
    Endgames::from_bytes(bytes.into()).ok().map(Arc::new)
});

impl Endgames {
    /// The tables that are part of the binary.
    pub fn embedded() -> Option<Arc<Self>> {
        EMBEDDED.clone()
    }

    /// No table at all.
    fn none() -> Self {
        let mut tables = Vec::new();
        tables.resize_with(SIDES * SIDES, || None);
        Self { tables, men: 0, bytes: Cow::Borrowed(&[]) }
    }

    /// The most men, kings included, that a position can have to be known.
    pub fn men(&self) -> usize {
        self.men
    }

    /// How a position ends; `None` if it is not known: with more men, with a king to be taken, or in any game but Chess
    /// Fragments.
    #[inline]
    pub fn probe<R: Rules>(&self, position: &Position<R>) -> Option<Verdict> {
        let may_know = TypeId::of::<R>() == TypeId::of::<Fragments>() && position.occupied().len() as usize <= self.men;
        if may_know { self.value(position)?.verdict() } else { None }
    }

    /// The best move of a position that is known and not over.
    pub fn best_move<R: Rules>(&self, position: &Position<R>) -> Option<Move> {
        self.probe(position)?;
        let worth = |mv: Move| self.value(&position.after(mv)).map(Value::before);
        let mut best: Option<(Move, Value)> = None;
        for mv in position.legal_moves() {
            let value = worth(mv)?;
            if best.is_none_or(|(_, other)| other.better(value) != other) {
                best = Some((mv, value));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// How the positions of a material end; `None` if there is no table of it.
    pub fn summary(&self, material: &Material) -> Option<Summary> {
        let table = self.tables[material.number()].as_ref()?;
        let values = self.values(table);
        let count = |is: &dyn Fn(Value) -> bool| values.iter().filter(|value| is(**value)).count() as u64;
        let decided = |value: &&Value| value.0 <= Value::LONGEST;
        let longest = values.iter().filter(decided).map(|value| value.0).max().unwrap_or(0);
        let example = values.iter().position(|value| value.0 == longest).and_then(|index| table.layout.position(index));
        Some(Summary {
            material: material.clone(),
            positions: count(&|value| value != Value::NONE),
            won: count(&Value::wins),
            drawn: count(&|value| value == Value::DRAW),
            lost: count(&|value| value.0 <= Value::LONGEST && !value.wins()),
            longest: u32::from(longest),
            example,
        })
    }

    /// Every material there is a table of.
    pub fn materials(&self) -> impl Iterator<Item = Material> + '_ {
        (3..=self.men).flat_map(Material::all)
    }

    /// Reads all tables from the file's bytes now. Otherwise each is read when a search first asks it, and the search waits.
    /// All processors help: of five men there are 353 million positions.
    pub fn unpack(&self) {
        let tables: Vec<&Table> = self.tables.iter().flatten().collect();
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(tables.len());
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    while let Some(table) = tables.get(next.fetch_add(1, Relaxed)) {
                        self.values(table);
                    }
                });
            }
        });
    }

    /// The values of a table, read from the file's bytes if need be.
    #[inline]
    fn values<'a>(&'a self, table: &'a Table) -> &'a [Value] {
        table.values.get_or_init(|| {
            let bytes = self.bytes.get(table.packed.clone()).unwrap_or_default();
            coder::read(&table.layout, bytes)
        })
    }

    /// What is known of a position.
    fn value<R: Rules>(&self, position: &Position<R>) -> Option<Value> {
        let number = Material::number_of(position)?;
        if number == 0 {
            return (!position.is_attacked_king(!position.side_to_move())).then_some(Value::DRAW);
        }
        let table = self.tables[number].as_ref()?;
        let value = self.values(table)[table.layout.index(position)?];
        if position.en_passant().is_some() {
            return self.with_passing(position, value);
        }
        (value != Value::NONE).then_some(value)
    }

    /// The value of a position in which a pawn may be taken in passing, told its value if that could not be.
    #[cold]
    fn with_passing<R: Rules>(&self, position: &Position<R>, otherwise: Value) -> Option<Value> {
        if otherwise == Value::NONE {
            return None;
        }
        // Without a move the game would be over, but for the capture.
        let after = |mv| self.value(&position.after(mv)).map(Value::before);
        let captures = position.legal_moves().into_iter().filter(|mv| mv.is_en_passant());
        captures.map(after).try_fold(otherwise, |best, value| Some(best.better(value?)))
    }
}

/// Whether a pawn can be taken in passing, by a legal move.
fn can_take_in_passing<R: Rules>(position: &Position<R>) -> bool {
    position.en_passant().is_some() && position.legal_moves().iter().any(|mv| mv.is_en_passant())
}
