//! Every number of the search that a tuner may own, in one table: name, value, range and step. Where Chess Fragments wants
//! another value than chess, it stands behind a bar.
//!
//! In a normal build each is a constant that the compiler folds away. With `--features tune` each can be set at run
//! time, by [`set_parameter`].

use rules::Rules;

/// A number of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The value the engine plays chess with.
    pub value: i32,
    /// The value it plays Chess Fragments with.
    pub fragments: i32,
    /// The least sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// How far a tuner should move it at the end of a run.
    pub step: f64,
}

/// The last of one or two values.
macro_rules! last {
    ($value:literal) => {
        $value
    };
    ($chess:literal $fragments:literal) => {
        $fragments
    };
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $chess:literal $(| $fragments:literal)?, $min:literal..=$max:literal, $step:literal;)*) => {
        /// The search's numbers.
        pub const PARAMETERS: &[Parameter] = &[$(
            Parameter {
                name: stringify!($name),
                value: $chess,
                fragments: last!($chess $($fragments)?),
                min: $min,
                max: $max,
                step: $step,
            }
        ),*];

        $(
            $(#[$doc])*
            #[inline(always)]
            pub(super) fn $name<R: Rules>() -> i32 {
                #[cfg(feature = "tune")]
                {
                    let value = current::$name.load(std::sync::atomic::Ordering::Relaxed);
                    if value != UNSET {
                        return value;
                    }
                }
                if R::HEIGHT == 5 { last!($chess $($fragments)?) } else { $chess }
            }
        )*

        /// What no parameter is: nobody has set it.
        #[cfg(feature = "tune")]
        const UNSET: i32 = i32::MAX;

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod current {
            $(pub(super) static $name: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(super::UNSET);)*
        }

        /// Changes a parameter; `false` if there is none of that name.
        #[cfg(feature = "tune")]
        pub fn set_parameter(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => current::$name.store(value, std::sync::atomic::Ordering::Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

parameters! {
    /// Half the width of the first aspiration window.
    aspiration_margin = 14 | 18, 5..=40, 2.0;
    /// A window that has grown wider than this is opened.
    aspiration_most = 800, 200..=2000, 100.0;

    /// Reverse futility: what each ply of depth may lose.
    reverse_futility_margin = 83 | 77, 40..=140, 8.0;
    /// Reverse futility: what the first move of a side that is getting better may lose less.
    reverse_futility_improving = 77 | 78, 20..=140, 8.0;
    /// Reverse futility: the greatest depth.
    reverse_futility_depth = 9 | 6, 5..=14, 1.0;
    /// Reverse futility: the least that may be lost.
    reverse_futility_least = 20, 0..=80, 5.0;

    /// Razoring: what a side that may hope for quiescence alone lies below alpha at depth 0.
    razoring_base = 223 | 209, 100..=500, 25.0;
    /// Razoring: the same for each ply of depth squared.
    razoring_slope = 190, 80..=400, 20.0;
    /// Razoring: the greatest depth.
    razoring_depth = 3 | 2, 1..=6, 0.5;

    /// Null move: the least reduction.
    null_base = 4 | 5, 2..=6, 0.5;
    /// Null move: so many plies of depth reduce by one more.
    null_depth_divisor = 3, 2..=6, 0.5;
    /// Null move: so many centipawns above beta reduce by one more.
    null_surplus_divisor = 207 | 253, 100..=400, 20.0;
    /// Null move: so deep that the cut is verified by a search without null moves.
    null_verified_depth = 14, 8..=30, 1.0;
    /// Null move: how far below beta the evaluation may lie at depth 0, negative if it must lie above.
    null_evaluation_base = -151 | -120, -300..=100, 15.0;
    /// Null move: how much further below it may lie for each ply of depth.
    null_evaluation_slope = 21 | 13, 0..=60, 3.0;
    /// Null move: from this depth on not with one piece alone.
    null_lone_piece_depth = 8, 1..=20, 1.0;

    /// Probcut: how far above beta a capture must come.
    probcut_margin = 190 | 199, 80..=350, 15.0;
    /// Probcut: how much less far if the side is getting better.
    probcut_improving = 40, 0..=120, 8.0;
    /// Probcut: the least depth.
    probcut_depth = 5, 3..=9, 0.5;
    /// Probcut: how much less deep the proof is.
    probcut_reduction = 4, 3..=6, 0.5;

    /// Hindsight: a move reduced by so many plies was reduced too much if it did not spoil the mover's position.
    hindsight_reduction = 3 | 2, 1..=6, 0.5;
    /// Hindsight: a reduced move that spoils the mover's position by so much needs a ply less.
    hindsight_margin = 49 | 62, 20..=300, 15.0;

    /// Internal reduction: the least depth.
    internal_reduction_depth = 4, 2..=8, 0.5;
    /// Internal reduction: what the table knows this much less deeply counts as not known.
    internal_reduction_gap = 4 | 5, 1..=10, 0.5;

    /// Late move pruning: moves looked at whatever the depth.
    late_move_base = 6 | 4, 1..=8, 0.5;
    /// Late move pruning: the greatest depth.
    late_move_depth = 8 | 6, 4..=14, 1.0;
    /// Futility: what a quiet move may gain at depth 0.
    futility_base = 53 | 42, 40..=250, 12.0;
    /// Futility: what it may gain more for each ply.
    futility_slope = 48 | 70, 40..=200, 10.0;
    /// Futility: the greatest reduced depth.
    futility_depth = 8 | 10, 4..=14, 1.0;
    /// Up to this depth quiet moves that give check are not skipped.
    check_depth = 6 | 7, 0..=12, 1.0;
    /// Exchange pruning: what a quiet move may lose, times reduced depth squared.
    exchange_quiet = 19 | 27, 8..=60, 4.0;
    /// Exchange pruning: what a capture may lose for each ply.
    exchange_noisy = 84 | 80, 40..=180, 10.0;
    /// Exchange pruning: so much capture history may be worth a centipawn.
    exchange_noisy_history = 36 | 32, 8..=128, 6.0;
    /// Exchange pruning: the greatest depth for captures.
    exchange_noisy_depth = 8 | 7, 3..=14, 1.0;
    /// Exchange pruning: the greatest depth for quiet moves.
    exchange_quiet_depth = 10 | 11, 3..=14, 1.0;
    /// History pruning: how bad a history must be for each ply.
    history_pruning_slope = 4916 | 4095, 1000..=8000, 400.0;
    /// History pruning: the greatest reduced depth.
    history_pruning_depth = 5, 1..=9, 0.5;

    /// Singular extension: the least depth.
    singular_depth = 6 | 7, 4..=10, 0.5;
    /// Singular extension: how much less deeply the table may know the move.
    singular_gap = 3, 1..=6, 0.5;
    /// Singular extension: how far below the table's score the others must stay, for each ply, in sixteenths.
    singular_margin = 22 | 23, 8..=64, 4.0;
    /// Singular extension: how much further below for two plies.
    double_margin = 22 | 23, 4..=60, 4.0;
    /// Singular extension: how much further below for three plies.
    triple_margin = 110, 40..=250, 12.0;

    /// Reductions: of the first quiet move at depth one, in 1024ths of a ply.
    reduction_base = 803 | 631, 0..=2000, 100.0;
    /// Reductions: what the product of logarithms is divided by, in hundredths.
    reduction_divisor = 234 | 260, 150..=400, 12.0;
    /// Reductions: of captures, in 1024ths.
    reduction_noisy_base = 383 | 341, -1000..=1000, 80.0;
    /// Reductions: for captures, in hundredths.
    reduction_noisy_divisor = 293 | 306, 200..=600, 20.0;
    /// Reductions: less in what is or was the principal variation.
    reduction_pv = 382 | 513, 0..=2500, 120.0;
    /// Reductions: more where a cut is expected.
    reduction_cut_node = 1333 | 1314, 0..=3000, 150.0;
    /// Reductions: more where a side is not getting better.
    reduction_not_improving = 636 | 917, 0..=2000, 100.0;
    /// Reductions: more for quiet moves where the table knows a capture.
    reduction_table_capture = 926 | 1024, 0..=2000, 100.0;
    /// Reductions: less for moves that give check.
    reduction_check = 424 | 518, 0..=2000, 100.0;
    /// Reductions: less for the killer.
    reduction_killer = 1046 | 1082, 0..=2500, 120.0;
    /// Reductions: more where the children have cut often.
    reduction_child_cuts = 762 | 968, 0..=2000, 100.0;
    /// Reductions: so much quiet history is worth a ply.
    reduction_history = 12719 | 11790, 3000..=20000, 800.0;
    /// Reductions: so much capture history is worth a ply.
    reduction_capture_history = 10500 | 10019, 2000..=20000, 800.0;
    /// A reduced search that comes so far above the best is followed by a deeper one.
    deeper_margin = 31 | 24, 15..=120, 6.0;

    /// Ordering: what a quiet move is preferred by if it gives check and does not lose its piece.
    check_bonus = 14422 | 13291, 0..=32000, 1500.0;
    /// Ordering: what a check may lose by an exchange and still be preferred.
    check_loss = 75, 0..=300, 20.0;

    /// Ordering: what a quiet move is preferred by if it takes its piece away from a cheaper attacker, and held back by if
    /// it leads there.
    escape_base = 5500, 0..=16000, 1000.0;
    /// Ordering: the same for each hundred centipawns of the piece.
    escape_slope = 1167, 0..=3000, 200.0;

    /// History: bonus for each ply of depth.
    bonus_slope = 150 | 197, 60..=400, 20.0;
    /// History: what is taken off the bonus.
    bonus_offset = 90 | 130, -200..=400, 25.0;
    /// History: the largest bonus.
    bonus_most = 2042 | 1858, 800..=4000, 150.0;
    /// History: malus for each ply of depth.
    malus_slope = 154 | 180, 60..=400, 20.0;
    /// History: what is taken off the malus.
    malus_offset = 60, -200..=400, 25.0;
    /// History: the largest malus.
    malus_most = 1359 | 1266, 600..=4000, 150.0;

    /// Correction: weight of the pawn structure, in 128ths.
    correction_pawn = 78 | 56, 0..=256, 12.0;
    /// Correction: weight of the pieces of each colour.
    correction_non_pawn = 78, 0..=256, 12.0;
    /// Correction: weight of knights, bishops and king.
    correction_minor = 51 | 33, 0..=256, 12.0;
    /// Correction: weight of the last two moves.
    correction_continuation = 87 | 109, 0..=256, 12.0;

    /// Correction: what an error counts for each ply of depth, in 1024ths.
    correction_rate = 16, 4..=48, 3.0;

    /// Evaluation: it has faded away after so many plies without capture or pawn move.
    fading_plies = 220, 120..=500, 20.0;

    /// Quiescence: what a capture may gain beyond its victim.
    quiescence_margin = 292 | 237, 60..=350, 20.0;

    /// Time: for how many moves what is left must last, if nobody says.
    time_moves = 22, 12..=50, 2.0;
    /// Time: what part of the increment is taken for a move, in hundredths.
    time_increment = 75, 30..=100, 5.0;
    /// Time: the soft limit, in hundredths of a move's share.
    time_soft = 75, 30..=150, 6.0;
    /// Time: the hard limit, in hundredths of a move's share.
    time_hard = 350, 150..=700, 30.0;
    /// Time: the hard limit, in hundredths of all that is left.
    time_hard_most = 75, 30..=90, 5.0;
    /// Time: so many moves' overhead are kept in reserve.
    time_reserve = 12, 2..=30, 2.0;
    /// Time: share of the soft limit, in hundredths, for a best move that has only just changed.
    time_unstable = 145, 100..=220, 10.0;
    /// Time: what each iteration with the same best move takes off it.
    time_stable_step = 12, 2..=30, 2.0;
    /// Time: what is added, in hundredths, for each ten centipawns the score has dropped.
    time_drop = 10, 0..=40, 3.0;
    /// Time: share of the soft limit, in hundredths, if the best move took no node at all.
    time_effort_base = 170, 100..=260, 12.0;
    /// Time: what is taken off it, in hundredths, if the best move took all nodes.
    time_effort_slope = 120, 40..=200, 10.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_in_its_range_and_every_name_is_its_own() {
        for (index, parameter) in PARAMETERS.iter().enumerate() {
            for value in [parameter.value, parameter.fragments] {
                assert!((parameter.min..=parameter.max).contains(&value), "{parameter:?}");
            }
            assert!(parameter.step > 0.0, "{parameter:?}");
            assert!(PARAMETERS[..index].iter().all(|earlier| earlier.name != parameter.name), "{parameter:?}");
        }
    }
}
