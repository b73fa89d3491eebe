//! The list, and the one fault in force.

use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

macro_rules! faults {
    ($($variant:ident $name:literal $inside:literal [$($law:literal),*] $what:literal;)*) => {
        /// A classic bug, or (see [`Fault::is_healthy`]) a harmless peculiarity.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Fault {
            $(#[doc = $what] $variant,)*
        }

        /// The names of all, in the order of [`Fault::ALL`], behind the word for no fault.
        pub const NAMES: &[&str] = &["none", $($name,)*];

        impl Fault {
            /// All of them, crate by crate.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// What is wrong.
            pub const fn what(self) -> &'static str {
                match self { $(Self::$variant => $what,)* }
            }

            /// The laws it breaks, as seen from outside, the one that names it best first; none for what is healthy.
            pub const fn laws(self) -> &'static [&'static str] {
                match self { $(Self::$variant => &[$($law),*],)* }
            }

            const fn inside(self) -> &'static str {
                match self { $(Self::$variant => $inside,)* }
            }
        }
    };
}

// The variant, its name, the law that an audit from inside sees broken ("" if none looks there), the laws of the black box,
// and what is wrong.
faults! {
    // The rules: `crates/rules`.
    CastlingThroughCheck "castling-through-check" "inside/move-generation" ["rules/forbidden-moves", "rules/perft"]
        "the king may castle over an attacked square";
    CastlingRightsSurviveCapture "castling-rights-survive-capture" "inside/move-generation" ["rules/perft", "rules/forbidden-moves", "rules/special-moves"]
        "a rook taken on its home square leaves its castling right to the next rook there";
    CastlingRightsSurviveKingMove "castling-rights-survive-king-move" "inside/move-generation" ["rules/perft", "rules/forbidden-moves", "rules/special-moves", "rules/best-moves"]
        "a king that has moved may still castle";
    EnPassantPinMissed "en-passant-pin-missed" "inside/move-generation" ["rules/forbidden-moves", "rules/perft"]
        "an en passant capture may uncover a check along the rank";
    EnPassantMissing "en-passant-missing" "inside/move-generation" ["rules/special-moves", "rules/perft"]
        "en passant captures are not generated";
    PinnedKnightMoves "pinned-knight-moves" "inside/move-generation" ["rules/forbidden-moves", "rules/perft", "rules/best-moves", "rules/lines"]
        "a pinned knight may move";
    UnderPromotionMissing "under-promotion-missing" "inside/move-generation" ["rules/special-moves", "rules/perft"]
        "pawns promote to queens only";
    ClockSurvivesPawnMoves "clock-survives-pawn-moves" "inside/fifty-moves" ["draws/fifty-moves", "scores/path-against-position"]
        "pawn moves do not reset the fifty-move counter";
    KeyForgetsSide "key-forgets-side" "inside/keys" ["scores/cold-against-warm", "search/transpositions", "scores/path-against-position"]
        "making a move does not change the side to move in the key";
    KeyForgetsCastling "key-forgets-castling" "inside/keys" ["draws/rights", "search/transpositions", "scores/cold-against-warm"]
        "castling rights are not in the key";
    KeyForgetsEnPassant "key-forgets-en-passant" "inside/keys" ["draws/rights", "search/transpositions", "scores/cold-against-warm"]
        "the en passant square is not in the key";
    KeyForgetsPromotion "key-forgets-promotion" "inside/keys" ["search/transpositions", "scores/cold-against-warm", "scores/path-against-position"]
        "a promoted piece enters the key as a pawn";
    PawnKeyForgetsCaptures "pawn-key-forgets-captures" "inside/keys" ["scores/path-against-position", "scores/cold-against-warm"]
        "a pawn that is taken stays in the key of the pawn structure";
    NullMoveKeepsEnPassant "null-move-keeps-en-passant" "inside/null-move" ["search/tactics", "search/one-by-one"]
        "the en passant square survives a null move";
    ExchangeSign "exchange-sign" "inside/exchange" ["search/tactics", "search/horizon"]
        "a static exchange that is fought out is decided for the wrong side";
    ExchangeForgetsXRays "exchange-forgets-x-rays" "inside/exchange" ["search/horizon", "search/tactics"]
        "sliders behind the first attacker do not join a static exchange";
    PawnsAreNoMaterial "pawns-are-no-material" "inside/dead-positions" ["draws/material"]
        "positions without pieces are taken for dead draws although there are pawns";

    // The evaluation: `crates/engine/src/eval`.
    BlackPlacementSign "black-placement-sign" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "the piece-square values of Black's pieces have the wrong sign";
    BlackSquaresNotMirrored "black-squares-not-mirrored" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "Black's pieces look up their piece-square values with White's squares";
    ThreatsForWrongSide "threats-for-wrong-side" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "Black's threats count for White";
    PhantomPiece "phantom-piece" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "White is credited with a knight that is not on the board";
    TempoForWhite "tempo-for-white" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "White gets the bonus for being to move whoever is to move";
    PassedRankNotMirrored "passed-rank-not-mirrored" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/colour-bias"]
        "the rank of Black's passed pawns is counted from White's side";
    EvaluationFromWhite "evaluation-from-white" "inside/evaluation-symmetry" ["scores/colour-symmetry", "scores/point-of-view", "scores/steady-sign"]
        "the evaluation is White's in a search that wants the side to move's";

    // The network: `crates/engine/src/network`.
    AccumulatorNotRefreshed "accumulator-not-refreshed" "inside/accumulators" ["scores/path-against-position", "scores/cold-against-warm", "scores/colour-symmetry"]
        "a king that changes its view of the board keeps the hidden layer of the old view";
    AccumulatorKeepsEnPassant "accumulator-keeps-en-passant" "inside/accumulators" ["scores/path-against-position", "scores/cold-against-warm"]
        "a pawn taken en passant stays in the hidden layer";

    // The table: `crates/engine/src/table.rs`, and those who store.
    QuiescenceBoundsSwapped "quiescence-bounds-swapped" "inside/table-bounds" ["search/one-by-one", "scores/cold-against-warm", "search/tactics"]
        "quiescence stores lower bounds as upper bounds and upper bounds as lower bounds";
    ExactOnFailLow "exact-on-fail-low" "inside/table-bounds" ["search/one-by-one", "scores/cold-against-warm", "search/table"]
        "a score that did not reach alpha is stored as exact";
    UpperOnBetaCut "upper-on-beta-cut" "inside/table-bounds" ["search/table", "search/one-by-one", "scores/cold-against-warm"]
        "a beta cut is stored as an upper bound";
    SingularSearchStored "singular-search-stored" "inside/table-bounds" ["search/one-by-one", "scores/cold-against-warm"]
        "a search with the best move left out is stored as if it were whole";
    MateNotPlyAdjusted "mate-not-ply-adjusted" "inside/mate-scores" ["scores/mate-distance", "scores/mate-line"]
        "mate distances go to the table and come back without regard to the ply";
    TableDepthIgnored "table-depth-ignored" "inside/table-depth" ["search/table", "search/tactics", "search/one-by-one"]
        "a shallow entry decides a deep search";
    NewGameKeepsTable "new-game-keeps-table" "inside/new-game" ["determinism/new-game"]
        "a new game begins with the table of the old one";

    // The search: `crates/engine/src/search`.
    MinimaxMixedIn "minimax-mixed-in" "inside/minimax" ["scores/colour-bias", "search/tactics", "search/one-by-one"]
        "Black's nodes take the least score although the search is a negamax";
    PvsNoResearch "pvs-no-research" "inside/pvs" ["search/principal-variation", "search/one-by-one", "search/tactics"]
        "a scout that beats alpha is not searched again with the open window";
    PvsResearchWrongWindow "pvs-research-wrong-window" "inside/pvs" ["search/principal-variation", "search/one-by-one", "search/tactics"]
        "the search after a scout has the scout's window again";
    AspirationFailureAccepted "aspiration-failure-accepted" "inside/aspiration" ["search/principal-variation", "search/one-by-one", "scores/bounds"]
        "a score outside the aspiration window is taken for the score";
    StandPatInCheck "stand-pat-in-check" "inside/quiescence" ["search/horizon", "search/tactics"]
        "quiescence stands pat in check";
    QuiescenceMissesPawnCaptures "quiescence-misses-pawn-captures" "inside/quiescence" ["search/horizon"]
        "quiescence does not look at captures by pawns";
    OrderingReversed "ordering-reversed" "inside/ordering" ["search/first-moves", "search/table"]
        "the least promising moves are tried first";
    TableMoveNotFirst "table-move-not-first" "inside/ordering" ["search/first-moves", "search/table"]
        "the table's move is not tried first";
    KillerFromOtherSide "killer-from-other-side" "inside/ordering" ["search/first-moves"]
        "the killer move is the one of the ply before, the other side's";
    HistorySignFlipped "history-sign-flipped" "inside/history" ["search/first-moves"]
        "moves that cut lose history and moves that fail gain it";
    HistoryForOneColour "history-for-one-colour" "inside/history" ["search/first-moves"]
        "only White's moves are remembered";
    FirstMoveReduced "first-move-reduced" "inside/reductions" ["search/tactics", "search/table"]
        "the first move is reduced like a late one";
    ReductionBelowZero "reduction-below-zero" "inside/reductions" ["search/tactics"]
        "a reduction may take a move below the horizon";
    NullMoveInPawnEndings "null-move-in-pawn-endings" "inside/null-move" ["search/zugzwang"]
        "null moves are tried without pieces, where zugzwang lives";
    RepetitionNever "repetition-never" "inside/repetition" ["draws/threefold", "draws/history"]
        "the search does not see repetitions";
    RepetitionTooEager "repetition-too-eager" "inside/repetition" ["draws/history", "draws/threefold"]
        "a position that has occurred once before the root is taken for a draw";
    FiftyMovesOffByOne "fifty-moves-off-by-one" "inside/fifty-moves" ["draws/fifty-moves"]
        "the fifty-move rule strikes one ply early";
    FiftyMovesBeatMate "fifty-moves-beat-mate" "inside/fifty-moves" ["draws/fifty-moves"]
        "mate on the hundredth ply is taken for a draw";
    StalemateIsMate "stalemate-is-mate" "inside/stalemate" ["draws/stalemate"]
        "a side without a legal move is mated whether in check or not";

    // The clock: `crates/engine/src/search/limits.rs` and `crates/uci`.
    OverheadIgnored "overhead-ignored" "inside/clock" ["time/overhead", "time/move-time", "time/clock"]
        "nothing is kept of the clock for the way to the driver and back";
    IncrementSpentEarly "increment-spent-early" "inside/clock" ["time/clock"]
        "the increment is spent before the move that brings it";

    // The protocol: `crates/uci`.
    MateInPlies "mate-in-plies" "inside/shown-scores" ["scores/mate-units"]
        "mate scores count plies instead of moves";
    WhiteViewScores "white-view-scores" "inside/shown-scores" ["scores/point-of-view"]
        "all scores are White's";
    WhiteViewMates "white-view-mates" "inside/shown-scores" ["scores/mate-point-of-view", "scores/point-of-view"]
        "mate scores are White's, others the side to move's";
    PonderhitIgnored "ponderhit-ignored" "" ["protocol/ponder"]
        "ponderhit is not heard";
    InfiniteEndsAlone "infinite-ends-alone" "" ["protocol/infinite"]
        "an infinite search answers before stop when it has nothing left to search";
    SearchmovesIgnored "searchmoves-ignored" "" ["protocol/searchmoves"]
        "searchmoves are ignored";

    // Healthy peculiarities, which nobody may accuse.
    HealthyRedundantResearch "healthy-redundant-research" "" []
        "zero-window nodes search a move that beats alpha again, with the same window";
    HealthyHardBounds "healthy-hard-bounds" "" []
        "the table gets scores cut to the window: weaker bounds, but true ones";
    HealthyNoExactBounds "healthy-no-exact-bounds" "" []
        "exact scores are stored as lower bounds";
    HealthyRounding "healthy-rounding" "" []
        "evaluations are rounded down to even centipawns in White's view, so that a position and its flip differ by up to two";
    HealthyOtherTieBreak "healthy-other-tie-break" "" []
        "of equally promising moves another one is tried first";
    HealthyAlwaysReplace "healthy-always-replace" "" []
        "the table gives up any entry for a new one";
}

/// One more than the place of the fault in force in [`Fault::ALL`]; zero for none.
static IN_FORCE: AtomicUsize = AtomicUsize::new(0);

impl Fault {
    /// Its name, by which it is switched on.
    pub const fn name(self) -> &'static str {
        NAMES[self as usize + 1]
    }

    /// The law that an audit of the engine from inside sees broken; none for what is out of its reach, or healthy.
    pub const fn inside_law(self) -> Option<&'static str> {
        if self.inside().is_empty() { None } else { Some(self.inside()) }
    }

    /// Whether it is no bug at all: a finding against it is a false alarm.
    pub const fn is_healthy(self) -> bool {
        self.laws().is_empty()
    }

    /// Whether it is in the classical evaluation, so that it cannot be seen while a network evaluates.
    pub const fn is_in_classical_evaluation(self) -> bool {
        matches!(
            self,
            Self::BlackPlacementSign
                | Self::BlackSquaresNotMirrored
                | Self::ThreatsForWrongSide
                | Self::PhantomPiece
                | Self::TempoForWhite
                | Self::PassedRankNotMirrored
                | Self::EvaluationFromWhite
                | Self::PawnKeyForgetsCaptures
                | Self::HealthyRounding
        )
    }

    /// Whether it is in the network, so that it cannot be seen without one.
    pub const fn is_in_network(self) -> bool {
        matches!(self, Self::AccumulatorNotRefreshed | Self::AccumulatorKeepsEnPassant)
    }

    /// Whether it is the fault in force.
    #[inline]
    pub fn is_in_force(self) -> bool {
        IN_FORCE.load(Relaxed) == self as usize + 1
    }

    /// The fault in force, in the whole process. At most one is.
    #[inline]
    pub fn in_force() -> Option<Self> {
        IN_FORCE.load(Relaxed).checked_sub(1).and_then(|index| Self::ALL.get(index).copied())
    }

    /// Puts a fault, or none, in force in the whole process. What was found out under another one should be forgotten.
    pub fn put_in_force(fault: Option<Self>) {
        IN_FORCE.store(fault.map_or(0, |fault| fault as usize + 1), Relaxed);
    }

    /// Puts the fault in force that the environment variable `ADOUBE_FAULT` names, if there is one.
    pub fn put_in_force_by_environment() -> Result<(), UnknownFault> {
        match std::env::var("ADOUBE_FAULT") {
            Ok(name) => parse(&name).map(Self::put_in_force),
            Err(_) => Ok(()),
        }
    }
}

/// The name of no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("fault: {0:?}; expected none or a name that `adoube faults` lists")]
pub struct UnknownFault(String);

/// Reads the name of a fault, or `none`.
pub fn parse(name: &str) -> Result<Option<Fault>, UnknownFault> {
    if name.is_empty() || name.eq_ignore_ascii_case("none") { Ok(None) } else { name.parse().map(Some) }
}

impl FromStr for Fault {
    type Err = UnknownFault;

    fn from_str(name: &str) -> Result<Self, UnknownFault> {
        let found = Self::ALL.iter().find(|fault| fault.name().eq_ignore_ascii_case(name));
        found.copied().ok_or_else(|| UnknownFault(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_fault_has_a_name_of_its_own_and_breaks_a_law() {
        let names: HashSet<&str> = NAMES.iter().copied().collect();
        assert_eq!(names.len(), Fault::ALL.len() + 1);
        for fault in Fault::ALL {
            assert_eq!(fault.name().parse(), Ok(*fault));
            assert_eq!(fault.name().starts_with("healthy-"), fault.is_healthy(), "{fault:?}");
            assert!(!fault.is_healthy() || fault.inside_law().is_none(), "{fault:?}");
            assert!(fault.inside_law().is_none_or(|law| law.starts_with("inside/")), "{fault:?}");
            assert!(fault.laws().iter().all(|law| law.split('/').count() == 2), "{fault:?}");
        }
        let bugs = Fault::ALL.iter().filter(|fault| !fault.is_healthy()).count();
        assert!(bugs >= 36 && Fault::ALL.len() - bugs >= 4, "{bugs} bugs");
    }

    #[test]
    fn the_page_lists_every_fault_in_the_same_words() {
        let page = include_str!("../../../../docs/doctor/faults.md");
        for fault in Fault::ALL {
            let mut row = format!("| `{}` | {} |", fault.name(), fault.what());
            if !fault.is_healthy() {
                let inside = fault.inside_law().map_or("–", |law| law.trim_start_matches("inside/"));
                row += &format!(" {inside} | {} |", fault.laws().join(", "));
            }
            assert!(page.contains(&row), "docs/doctor/faults.md lacks {row}");
        }
    }

    #[test]
    fn a_name_that_is_none_is_refused() {
        assert_eq!(parse("none"), Ok(None));
        let error = parse("nonsense").unwrap_err();
        assert_eq!(error.to_string(), "fault: \"nonsense\"; expected none or a name that `adoube faults` lists");
    }
}
