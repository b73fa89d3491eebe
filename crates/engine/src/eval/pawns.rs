//! Pawn structure: what depends on the pawns alone, and so stays true for as long as they stay. It is kept in a cache
//! by the pawns' key; what a king adds to it is kept beside, together with the king's square.

use rules::{Bitboard, Rules, Square, fault};

use super::geometry::{ahead, behind, beside, color, fill_up, pawn_attacks, rank_of, seen_from, up};
use super::pair::Pair;
use super::scene::{PAWN, Scene};
use super::trace::Trace;

/// What is known of a pawn structure.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnFacts {
    key: u64,
    /// Material, placement and structure, White's less Black's.
    pub score: Pair,
    /// By colour.
    pub passed: [Bitboard; 2],
    /// The squares that a colour's pawns attack, or could once they have advanced.
    pub attack_spans: [Bitboard; 2],
    /// Each king's shelter and the danger it lets in, true for a king on this square (64 for none yet).
    kings: [u8; 2],
    shelter: [(Pair, Pair); 2],
}

impl PawnFacts {
    const NONE: Self = Self {
        key: 0,
        score: Pair::ZERO,
        passed: [Bitboard::EMPTY; 2],
        attack_spans: [Bitboard::EMPTY; 2],
        kings: [64; 2],
        shelter: [(Pair::ZERO, Pair::ZERO); 2],
    };

    /// The facts worked out anew.
    pub fn new<R: Rules, T: Trace>(scene: &mut Scene<R, T>) -> Self {
        let mut facts = Self::NONE;
        facts.score = structure::<R, T, true>(scene, &mut facts) - structure::<R, T, false>(scene, &mut facts);
        facts
    }

    /// The value of the king's shelter and the danger it lets in.
    #[inline]
    pub fn shelter<R: Rules, T: Trace, const WHITE: bool>(&mut self, scene: &mut Scene<R, T>) -> (Pair, Pair) {
        let me = color::<WHITE>().index();
        let king = scene.kings[me].index() as u8;
        if self.kings[me] != king {
            self.kings[me] = king;
            self.shelter[me] = super::king::shelter::<R, T, WHITE>(scene);
        }
        self.shelter[me]
    }
}

/// Facts met before, by pawn key.
#[derive(Debug)]
pub(super) struct PawnCache {
    entries: Box<[PawnFacts]>,
}

impl PawnCache {
    const SIZE: usize = 4096;

    pub fn new() -> Self {
        Self { entries: vec![PawnFacts::NONE; Self::SIZE].into_boxed_slice() }
    }

    /// The facts of the scene's pawns, worked out if they are not there.
    #[inline]
    pub fn facts<R: Rules, T: Trace>(&mut self, scene: &mut Scene<R, T>) -> &mut PawnFacts {
        // Pawns of two games may stand on the same squares. No structure has the key 0, which empty entries have.
        let key = (scene.position.keys().pawns.0 ^ game_salt::<R>()) | 1;
        let entry = &mut self.entries[(key >> 32) as usize % Self::SIZE];
        if entry.key != key {
            *entry = PawnFacts::new(scene);
            entry.key = key;
        }
        entry
    }
}

/// A number that tells the games' keys apart.
const fn game_salt<R: Rules>() -> u64 {
    ((R::WIDTH as u64) << 8 | R::HEIGHT as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One side's pawns, all but what depends on pieces and kings.
fn structure<R: Rules, T: Trace, const WHITE: bool>(scene: &mut Scene<R, T>, facts: &mut PawnFacts) -> Pair {
    let us = color::<WHITE>();
    let (me, you) = (us.index(), (!us).index());
    let (ours, theirs) = (scene.pawns[me], scene.pawns[you]);
    let our_attacks = scene.by[me][PAWN];
    let their_attacks = scene.by[you][PAWN];
    let their_span = match WHITE {
        true => pawn_attacks::<R, false>(fill_up::<false>(theirs)),
        false => pawn_attacks::<R, true>(fill_up::<true>(theirs)),
    };
    facts.attack_spans[you] = their_span;

    let mut score = scene.each::<WHITE>(ours, |w| w.material[PAWN]);
    for square in ours {
        let pawn = Bitboard::of(square);
        let rank = rank_of::<R, WHITE>(square);
        let front = ahead::<WHITE>(pawn);
        let beside_all = beside(front | pawn | behind::<WHITE>(pawn));
        let neighbours = ours & beside_all;
        let phalanx = ours & beside(pawn);
        let is_supported = our_attacks.has(square);
        let is_opposed = !(theirs & front).is_empty();
        let guards = theirs & beside(front);
        let stoppers = guards | (theirs & front);

        score += scene.once::<WHITE>(|w| w.placement[PAWN][seen_from::<R, WHITE>(square)]);
        if !(ours & front).is_empty() {
            score += scene.once::<WHITE>(|w| w.doubled[usize::from(is_supported)]);
        }
        if neighbours.is_empty() {
            score += scene.once::<WHITE>(|w| w.isolated[usize::from(!is_opposed)]);
        } else {
            // Neighbours that are level or behind could still come to its help.
            let helpers = neighbours - beside(front);
            let held_back = !((up::<WHITE>(pawn)) & (their_attacks | theirs)).is_empty();
            if helpers.is_empty() && held_back {
                score += scene.once::<WHITE>(|w| w.backward[usize::from(!is_opposed)]);
            }
        }
        if !phalanx.is_empty() {
            score += scene.once::<WHITE>(|w| w.phalanx[rank]);
        }
        if is_supported {
            score += scene.once::<WHITE>(|w| w.supported[rank]);
        }
        if (is_supported || !phalanx.is_empty()) && !is_opposed {
            score += scene.once::<WHITE>(|w| w.connected_on_open_file);
        }
        if theirs.has(step::<WHITE>(square)) {
            score += scene.once::<WHITE>(|w| w.blocked[rank]);
        }

        let own_ahead = ours & front;
        if stoppers.is_empty() && own_ahead.is_empty() {
            facts.passed[me] |= pawn;
            let rank = if fault!(PassedRankNotMirrored) { square.rank().into() } else { rank };
            score += scene.once::<WHITE>(|w| w.passed[rank]);
        } else if !is_opposed && own_ahead.is_empty() {
            let helpers = neighbours - beside(ahead::<WHITE>(up::<WHITE>(pawn)));
            if helpers.len() >= guards.len() {
                score += scene.once::<WHITE>(|w| w.candidate[rank]);
            }
        }
    }
    score
}

/// The square one rank ahead.
#[inline]
pub(super) fn step<const WHITE: bool>(square: Square) -> Square {
    square.offset(if WHITE { 8 } else { -8 })
}
