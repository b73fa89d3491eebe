//! What the evaluation tells about itself while it works: nothing when it plays, everything when it is asked or tuned.
//! The code that is traced is the code that plays.

use rules::Color;

use super::pair::Pair;
use super::weights::{Term, Weights, numbered};

/// Listens to an evaluation.
pub trait Trace {
    /// Whether anybody listens; if not, the listening costs nothing.
    const ON: bool;

    /// A weight, by its number, has counted so many times for a side. The weights of [`Term::Danger`] count against the
    /// king of that side, and those of [`Term::Initiative`] for neither (White is told).
    fn weight(&mut self, color: Color, number: usize, count: i32);

    /// The danger to the king of this side counts; if this is never said, the weights of danger told of were idle.
    fn attack(&mut self, color: Color);

    /// A term that is no sum of weights has this value for a side.
    fn value(&mut self, color: Color, term: Term, value: Pair);
}

/// Nobody listens.
pub(super) struct Silent;

impl Trace for Silent {
    const ON: bool = false;

    #[inline(always)]
    fn weight(&mut self, _: Color, _: usize, _: i32) {}

    #[inline(always)]
    fn attack(&mut self, _: Color) {}

    #[inline(always)]
    fn value(&mut self, _: Color, _: Term, _: Pair) {}
}

/// Sums up each term for each side.
pub(super) struct ByTerm<'a> {
    weights: Vec<Pair>,
    terms: &'a [Term],
    /// By colour and term.
    pub sums: [[Pair; Term::COUNT]; 2],
}

impl ByTerm<'_> {
    pub fn new(weights: &Weights) -> Self {
        Self { weights: weights.to_list(), terms: &numbered().terms, sums: [[Pair::ZERO; Term::COUNT]; 2] }
    }
}

impl Trace for ByTerm<'_> {
    const ON: bool = true;

    fn weight(&mut self, color: Color, number: usize, count: i32) {
        let term = self.terms[number];
        if term.is_linear() {
            self.sums[color.index()][term.index()] += self.weights[number] * count;
        }
    }

    fn attack(&mut self, _: Color) {}

    fn value(&mut self, color: Color, term: Term, value: Pair) {
        self.sums[color.index()][term.index()] += value;
    }
}

/// How often each weight counts for each side: what a tuner differentiates.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coefficients {
    /// The weights that count at all: number, count for White, count for Black; by number.
    pub counts: Vec<(u16, i16, i16)>,
    /// What no weight decides, White's less Black's: known endings.
    pub fixed: Pair,
    /// How much of the middle game is left, of [`Coefficients::full_phase`].
    pub phase: i32,
    /// The phase of a full board.
    pub full_phase: i32,
    /// How much of the endgame's value counts, of [`FULL_SCALE`](super::FULL_SCALE).
    pub scale: i32,
}

/// Collects [`Coefficients`].
pub(super) struct Counting {
    counts: Vec<[i32; 2]>,
    fixed: Pair,
    attacked: [bool; 2],
}

impl Counting {
    pub fn new() -> Self {
        Self { counts: vec![[0; 2]; numbered().terms.len()], fixed: Pair::ZERO, attacked: [false; 2] }
    }

    pub fn finish(mut self, phase: i32, full_phase: i32, scale: i32) -> Coefficients {
        let is_danger = |number: usize| numbered().terms[number] == Term::Danger;
        for (_, counts) in self.counts.iter_mut().enumerate().filter(|(number, _)| is_danger(*number)) {
            for (count, attacked) in counts.iter_mut().zip(self.attacked) {
                *count *= i32::from(attacked);
            }
        }
        let counted = self.counts.iter().enumerate().filter(|(_, counts)| **counts != [0; 2]);
        Coefficients {
            counts: counted.map(|(number, [w, b])| (number as u16, *w as i16, *b as i16)).collect(),
            fixed: self.fixed,
            phase,
            full_phase,
            scale,
        }
    }
}

impl Trace for Counting {
    const ON: bool = true;

    fn weight(&mut self, color: Color, number: usize, count: i32) {
        self.counts[number][color.index()] += count;
    }

    fn attack(&mut self, color: Color) {
        self.attacked[color.index()] = true;
    }

    fn value(&mut self, color: Color, term: Term, value: Pair) {
        if term.is_linear() {
            self.fixed += if color == Color::White { value } else { -value };
        }
    }
}
