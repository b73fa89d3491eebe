//! Audits of our own engine from inside: each tries one law on many positions of both games and says whether it held, or shows the
//! smallest position on which it did not. They use the engine as it plays, and second opinions that do not use what they judge, only
//! what laws before them have judged: the naive board nothing of ours, minimax our moves and evaluation, quiescence our exchanges,
//! and the table's bounds our own search with all ideas off.
//!
//! | question | file |
//! | --- | --- |
//! | which laws are there, in which order? | `laws.rs` |
//! | moves, keys, null moves, exchanges | `board.rs` |
//! | evaluation, network | `judgement.rs` |
//! | repetition, fifty moves, stalemate, dead positions | `draws.rs` |
//! | minimax, principal variation search, windows, quiescence | `tree.rs` |
//! | bounds, mates and depths in the table | `entries.rs` |
//! | order of moves, history, reductions, null moves, new games, clocks | `habits.rs` |
//! | where do the positions come from? | `walks.rs` |
//! | how is it written down? | `docket.rs` |

mod board;
mod docket;
mod draws;
mod entries;
mod habits;
mod judgement;
mod laws;
mod tree;
mod walks;

pub use docket::{Broken, Docket};
pub use laws::{AUDITS, Audit, Law};

/// How much is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort(usize);

impl Effort {
    /// A second or two: enough to find every fault that we know.
    pub const LEAST: Self = Self(1);
    /// Less than a minute.
    pub const QUICK: Self = Self(8);
    /// Some minutes.
    pub const USUAL: Self = Self(50);
    /// Up to an hour: millions of moves.
    pub const DEEP: Self = Self(600);

    /// So many times as much as the least.
    const fn times(self, count: usize) -> usize {
        self.0 * count
    }
}

/// What an audit came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited {
    /// The law that was tried.
    pub law: &'static Law,
    /// How many cases were tried.
    pub cases: usize,
    /// In how many of them it did not hold.
    pub failed: usize,
    /// What came of it.
    pub verdict: Verdict,
}

/// Whether a law holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// In every case.
    Holds,
    /// Not in this one, the smallest of those found.
    Broken(Box<Broken>),
    /// There was no case to try it on.
    CannotTell,
}

impl Audited {
    /// The case in which the law was broken, if it was.
    pub fn broken(&self) -> Option<&Broken> {
        match &self.verdict {
            Verdict::Broken(broken) => Some(broken),
            _ => None,
        }
    }
}

impl Audit {
    /// Tries the law.
    pub fn run(&'static self, effort: Effort) -> Audited {
        let mut docket = Docket::default();
        (self.try_on)(effort, &mut docket);
        docket.close(&self.law)
    }
}
