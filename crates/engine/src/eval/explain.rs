//! The evaluation as data for people and tuners: what each term says for each side, and how often each weight counts.

use rules::{Color, Position, Rules};
use serde::Serialize;

use super::pair::Pair;
use super::trace::{ByTerm, Coefficients, Counting};
use super::weights::{Term, weights_of};
use super::{FULL_SCALE, judge_with};

/// A value in middle game and endgame, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PairValue {
    /// In the middle game.
    pub middle: i32,
    /// In the endgame.
    pub end: i32,
}

impl From<Pair> for PairValue {
    fn from(pair: Pair) -> Self {
        Self { middle: pair.middle(), end: pair.end() }
    }
}

/// What a term says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct TermValue {
    /// Which term.
    pub term: Term,
    /// What it gives White.
    pub white: PairValue,
    /// What it gives Black.
    pub black: PairValue,
    /// The difference in White's view, blended by phase and scale.
    pub blended: i32,
}

/// An evaluation, term by term, in White's view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Explanation {
    /// The terms in the order of [`Term::ALL`]; none that says nothing to either side.
    pub terms: Vec<TermValue>,
    /// How much of the middle game is left, of `full_phase`.
    pub phase: i32,
    /// The phase of a full board.
    pub full_phase: i32,
    /// How much of the endgame's value counts, of `full_scale`.
    pub scale: i32,
    /// Always [`FULL_SCALE`].
    pub full_scale: i32,
    /// The sum of the terms, White's less Black's.
    pub sum: PairValue,
    /// The evaluation in White's view, in centipawns. The terms' own blended values differ from it by rounding.
    pub white_total: i32,
}

/// Evaluates a position term by term.
pub fn explain<R: Rules>(position: &Position<R>) -> Explanation {
    let weights = weights_of::<R>();
    let mut trace = ByTerm::new(weights);
    let verdict = judge_with(position, weights, &mut trace);
    let value_of = |term: Term| {
        let [white, black] = Color::ALL.map(|color| trace.sums[color.index()][term.index()]);
        let blended = super::Verdict { sum: white - black, ..verdict }.for_white();
        TermValue { term, white: white.into(), black: black.into(), blended }
    };
    let silent = PairValue::from(Pair::ZERO);
    Explanation {
        terms: Term::ALL.map(value_of).into_iter().filter(|v| v.white != silent || v.black != silent).collect(),
        phase: verdict.phase,
        full_phase: verdict.full_phase,
        scale: verdict.scale,
        full_scale: FULL_SCALE,
        sum: verdict.sum.into(),
        white_total: verdict.for_white(),
    }
}

/// How often each weight counts in the evaluation of a position.
pub fn coefficients<R: Rules>(position: &Position<R>) -> Coefficients {
    let mut trace = Counting::new();
    let verdict = judge_with(position, weights_of::<R>(), &mut trace);
    trace.finish(verdict.phase, verdict.full_phase, verdict.scale)
}
