//! Which ideas the search uses. With all of them off it is plain minimax by other means: the reference mode, in which
//! its scores must equal a thirty-line minimax to the centipawn.

/// One switch for each idea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Search later moves with a zero window first.
    pub scout: bool,
    /// Cut on scores from the transposition table.
    pub table_cuts: bool,
    /// Cut on scores that were searched deeper than asked for, too: better, but not the score asked for.
    pub deeper_entries: bool,
    /// Resolve captures below the horizon instead of evaluating there.
    pub quiescence: bool,
    /// Skip captures and evasions below the horizon that look useless.
    pub quiescence_pruning: bool,
    /// Take a repetition inside the search for a draw at once.
    pub early_repetition: bool,
    /// See a repetition that one move can bring about.
    pub upcoming_repetition: bool,
    /// Look for a narrow window around the last score.
    pub aspiration: bool,
    /// Never look for a mate longer than one already found.
    pub mate_distance: bool,
    /// Let the other side move twice; if that does not save it, cut.
    pub null_move: bool,
    /// Believe a null move far from the leaves only if a search without null moves agrees.
    pub null_verification: bool,
    /// Cut where the evaluation is far above beta.
    pub reverse_futility: bool,
    /// Skip late quiet moves at low depth.
    pub late_move_pruning: bool,
    /// Skip quiet moves that cannot raise alpha at low depth.
    pub futility: bool,
    /// Skip no quiet move that gives check at low depth.
    pub check_sparing: bool,
    /// Skip moves that lose material at low depth.
    pub exchange_pruning: bool,
    /// Search later moves less deeply.
    pub late_move_reductions: bool,
    /// Search less deeply where the table knows no move.
    pub internal_reduction: bool,
    /// Make up for reductions that look wrong once the move is made.
    pub hindsight: bool,
    /// Search one ply deeper in check.
    pub check_extension: bool,
    /// Drop into quiescence far below alpha.
    pub razoring: bool,
    /// Cut where a good capture stays far above beta in a shallower search.
    pub probcut: bool,
    /// Skip quiet moves that have done badly, at low depth.
    pub history_pruning: bool,
    /// Search the table's move deeper if all others are much worse.
    pub singular: bool,
    /// While asking that, cut if two moves reach beta.
    pub multi_cut: bool,
    /// While asking that, search the table's move less deeply if others are as good.
    pub negative_extension: bool,
    /// Correct the evaluation by what the search has found in like positions.
    pub correction: bool,
    /// Let the evaluation fade towards the fifty-move draw.
    pub fading: bool,
    /// Look for combinations where games are better played without: quiet checks below the horizon, sacrifices that other
    /// rules would skip. It finds more and plays worse, so it is for those who analyse.
    pub combinations: bool,
}

impl Switches {
    /// All ideas: how the engine plays.
    pub const ALL: Self = Self::all(true);
    /// No idea at all: the reference mode.
    pub const NONE: Self = Self::all(false);

    const fn all(on: bool) -> Self {
        Self {
            scout: on,
            table_cuts: on,
            deeper_entries: on,
            quiescence: on,
            quiescence_pruning: on,
            early_repetition: on,
            upcoming_repetition: on,
            aspiration: on,
            mate_distance: on,
            null_move: on,
            null_verification: on,
            reverse_futility: on,
            late_move_pruning: on,
            futility: on,
            check_sparing: on,
            exchange_pruning: on,
            late_move_reductions: on,
            internal_reduction: on,
            hindsight: on,
            check_extension: on,
            razoring: on,
            probcut: on,
            history_pruning: on,
            singular: on,
            multi_cut: on,
            negative_extension: on,
            correction: on,
            fading: on,
            combinations: false,
        }
    }
}
