//! What a position is worth without looking ahead: named terms for middle game and endgame, blended by the material
//! left, for every game.
//!
//! | question | file |
//! | --- | --- |
//! | what are the numbers? | `weights_chess.rs`, `weights_fragments.rs`; what they mean: `weights.rs` |
//! | where do pieces stand, what do they see? | `pieces.rs` |
//! | pawn structure, passed pawns | `pawns.rs`, `passed.rs` |
//! | is the king safe? | `king.rs` |
//! | what hangs? | `threats.rs` |
//! | what is known of endings? | `endings.rs`, `kpk.rs` |
//! | who attacks what? | `scene.rs` |
//! | what does each term say? | `explain.rs`, `trace.rs` |

mod endings;
mod explain;
mod geometry;
mod king;
mod kpk;
mod pair;
mod passed;
mod pawns;
mod pieces;
mod scene;
#[cfg(test)]
mod tests;
mod threats;
mod trace;
mod weights;
mod weights_chess;
mod weights_fragments;

use rules::{Bitboard, Color, Position, Rules, fault};

use crate::score::Score;
use pawns::{PawnCache, PawnFacts};
use scene::{BISHOP, KNIGHT, QUEEN, ROOK, Scene, is_large, kind};
use trace::{Silent, Trace};

pub use endings::FULL_SCALE;
pub use explain::{Explanation, PairValue, TermValue, coefficients, explain};
pub use king::{DANGER_DIVISOR, DANGER_END_DIVISOR, DANGER_LIMIT, price_of_danger};
pub use pair::Pair;
pub use trace::Coefficients;
pub use weights::{Group, Term, Weights, weights_of};

/// Evaluates positions, remembering pawn structures. One per thread; serves all games.
#[derive(Debug)]
pub struct Evaluator {
    pawns: PawnCache,
}

impl Evaluator {
    /// An evaluator that remembers nothing yet.
    pub fn new() -> Self {
        kpk::prepare();
        Self { pawns: PawnCache::new() }
    }

    /// The value of a position for the side to move; the same as [`evaluate`], only faster.
    #[inline]
    pub fn evaluate<R: Rules>(&mut self, position: &Position<R>) -> Score {
        let mut scene_trace = Silent;
        let mut scene = Scene::new(position, weights_of::<R>(), &mut scene_trace);
        let facts = self.pawns.facts(&mut scene);
        let verdict = judge(&mut scene, facts);
        Score::centipawns(verdict.for_side_to_move(position.side_to_move()))
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// The value of a position for the side to move, from scratch.
pub fn evaluate<R: Rules>(position: &Position<R>) -> Score {
    let verdict = judge_with(position, weights_of::<R>(), &mut Silent);
    Score::centipawns(verdict.for_side_to_move(position.side_to_move()))
}

/// The sums of an evaluation before they are blended into one number, White's less Black's.
#[derive(Clone, Copy, Debug)]
struct Verdict {
    sum: Pair,
    phase: i32,
    full_phase: i32,
    scale: i32,
}

impl Verdict {
    /// The one number, in White's view.
    #[inline]
    fn for_white(&self) -> i32 {
        if self.scale == 0 {
            // A dead draw, whatever the middle game's half says.
            return 0;
        }
        let end = self.sum.end() * self.scale / FULL_SCALE;
        let value = (self.sum.middle() * self.phase + end * (self.full_phase - self.phase)) / self.full_phase;
        if fault!(HealthyRounding) { value.div_euclid(2) * 2 } else { value }
    }

    #[inline]
    fn for_side_to_move(&self, side: Color) -> i32 {
        if side == Color::White || fault!(EvaluationFromWhite) { self.for_white() } else { -self.for_white() }
    }
}

/// Evaluates from scratch, with these weights, telling a trace.
fn judge_with<R: Rules, T: Trace>(position: &Position<R>, weights: &Weights, trace: &mut T) -> Verdict {
    let mut scene = Scene::new(position, weights, trace);
    let mut facts = PawnFacts::new(&mut scene);
    judge(&mut scene, &mut facts)
}

/// All terms of both sides.
#[inline]
fn judge<R: Rules, T: Trace>(scene: &mut Scene<R, T>, facts: &mut PawnFacts) -> Verdict {
    let mut sum = facts.score;
    sum += pieces::pieces::<R, T, true>(scene, facts) - pieces::pieces::<R, T, false>(scene, facts);
    sum += king::king::<R, T, true>(scene, facts) - king::king::<R, T, false>(scene, facts);
    let (our_threats, their_threats) = (threats::threats::<R, T, true>(scene), threats::threats::<R, T, false>(scene));
    sum += if fault!(ThreatsForWrongSide) { our_threats + their_threats } else { our_threats - their_threats };
    sum += passed::passed::<R, T, true>(scene, facts) - passed::passed::<R, T, false>(scene, facts);
    if is_large::<R>() {
        sum += pieces::space::<R, T, true>(scene) - pieces::space::<R, T, false>(scene);
    }
    if R::STALEMATE_LOSES {
        sum += pieces::freedom::<R, T, true>(scene) - pieces::freedom::<R, T, false>(scene);
    }
    sum += endings::ending::<R, T, true>(scene) - endings::ending::<R, T, false>(scene);
    sum += match scene.position.side_to_move() {
        Color::White => scene.once::<true>(|w| w.tempo),
        Color::Black if fault!(TempoForWhite) => scene.once::<true>(|w| w.tempo),
        Color::Black => -scene.once::<false>(|w| w.tempo),
    };
    if is_large::<R>() {
        sum += initiative(scene, facts, sum.end());
    }

    let scale = match sum.end() {
        0 => FULL_SCALE,
        end => endings::scale(scene, facts, if end > 0 { Color::White } else { Color::Black }),
    };
    let full_phase = full_phase::<R>();
    Verdict { sum, phase: phase(scene.position).min(full_phase), full_phase, scale }
}

/// How much there is to play for goes to the side that is better in the endgame, but never makes it the worse one.
#[inline]
fn initiative<R: Rules, T: Trace>(scene: &mut Scene<R, T>, facts: &PawnFacts, end: i32) -> Pair {
    const LEFT: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
    let pawns = scene.pawns[0] | scene.pawns[1];
    let kings = scene.kings;
    let outflanking =
        i32::from(kings[0].file().abs_diff(kings[1].file())) - i32::from(kings[0].rank().abs_diff(kings[1].rank()));
    let both_flanks = !(pawns & LEFT).is_empty() && !(pawns - LEFT).is_empty();
    let pawn_ending = scene.occupied.len() == pawns.len() + 2;

    let mut stakes = scene.once::<true>(|w| w.initiative_base);
    stakes += scene.each::<true>(pawns, |w| w.initiative_pawns);
    stakes += scene.each::<true>(facts.passed[0] | facts.passed[1], |w| w.initiative_passed);
    stakes += scene.times::<true>(i32::from(both_flanks), |w| w.initiative_both_flanks);
    stakes += scene.times::<true>(i32::from(pawn_ending), |w| w.initiative_pawn_ending);
    stakes += scene.times::<true>(outflanking, |w| w.initiative_outflanking);

    let value = Pair::new(0, share_of_initiative(stakes.end(), end));
    if end >= 0 { scene.value::<true>(Term::Initiative, value) } else { -scene.value::<false>(Term::Initiative, value) }
}

/// What the better side in an endgame of value `end` gets of the stakes.
pub fn share_of_initiative(stakes: i32, end: i32) -> i32 {
    if end == 0 { 0 } else { stakes.max(-end.abs()) }
}

/// How much each kind of piece counts towards the middle game.
const fn phase_of<R: Rules>(place: usize) -> i32 {
    match place {
        KNIGHT | BISHOP => 1,
        ROOK => {
            if is_large::<R>() {
                2
            } else {
                3
            }
        }
        QUEEN => 4,
        _ => 0,
    }
}

/// How much of the middle game is left.
#[inline]
fn phase<R: Rules>(position: &Position<R>) -> i32 {
    let count = |place| position.of_kind(kind::<R>(place)).len() as i32 * phase_of::<R>(place);
    count(KNIGHT) + count(BISHOP) + count(ROOK) + count(QUEEN)
}

/// The phase of a full board: two of each piece a side and one queen in chess, one of each in Fragments.
const fn full_phase<R: Rules>() -> i32 {
    if is_large::<R>() { 24 } else { 18 }
}
