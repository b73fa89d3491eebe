//! When a search must end, and when it should.

use std::time::Duration;

use rules::{Chess, Move, Rules, fault};

use super::parameters as tuned;

/// What bounds a search. The first limit that is reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No iteration deeper than this.
    pub depth: Option<i32>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// Begin no new iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Begin no new iteration after about this time: sooner if the best move is clear, later if it is not.
    pub soft_time: Option<Duration>,
    /// End at once after this time.
    pub hard_time: Option<Duration>,
    /// End when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves at the root; if empty, all.
    pub root_moves: Vec<Move>,
    /// How many best lines are wanted; zero means one.
    pub multi_pv: usize,
    /// Play worse than one can: the classical evaluation, with errors.
    pub weakness: Option<Weakness>,
    /// Look for combinations, at the price of depth: see [`Switches::combinations`](super::Switches).
    pub combinations: bool,
}

/// Errors mixed into the evaluation, the same for the same position and seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The largest error in centipawns.
    pub error: i32,
    /// Which errors.
    pub seed: u64,
}

impl Weakness {
    /// The error for a position's key: a triangular distribution around zero.
    pub(super) fn error_at(self, key: u64) -> i32 {
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let part = |bits: u64| (bits & 0xffff) as i64 - 0x8000;
        (((part(mixed >> 16) + part(mixed >> 40)) * i64::from(self.error)) >> 16) as i32
    }
}

/// A player's clock as the protocol shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// After how many moves more time is added; `None` or zero if never.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// How long to think: the soft and the hard limit, `overhead` kept for the way to the clock and back. A dozen moves'
    /// overhead stays in reserve as long as there is anything else to think with: on a busy machine one late moment
    /// must not lose a game that lives on its increment.
    pub fn budget(&self, overhead: Duration) -> (Duration, Duration) {
        let overhead = if fault!(OverheadIgnored) { Duration::ZERO } else { overhead };
        // Clocks know nothing of the game.
        let reserve = tuned::time_reserve::<Chess>().unsigned_abs();
        let longest = tuned::time_moves::<Chess>().unsigned_abs();
        let moves = f64::from(self.moves_to_go.filter(|moves| *moves > 0).unwrap_or(longest).min(longest));
        let ready = self.time.saturating_sub(overhead).as_secs_f64();
        let left = self.time.saturating_sub(reserve * overhead).as_secs_f64().max(0.3 * ready);
        let share = left / moves + percent(tuned::time_increment::<Chess>()) * self.increment.as_secs_f64();
        // Never more than most of what is there, whatever the increment promises.
        let hard = share * percent(tuned::time_hard::<Chess>());
        let most = left * percent(tuned::time_hard_most::<Chess>());
        let hard = if fault!(IncrementSpentEarly) { hard } else { hard.min(most) };
        let soft = (share * percent(tuned::time_soft::<Chess>())).min(hard);
        (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
    }
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

/// How clear the choice of a move looks after an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clarity {
    /// For how many iterations the best move has been the same.
    pub(super) stable: u32,
    /// How many centipawns the score has dropped lately.
    pub(super) drop: i32,
    /// Which part of the nodes the best move took.
    pub(super) effort: f64,
}

impl Clarity {
    /// What part of the soft limit to take.
    pub(super) fn share_of_time<R: Rules>(self) -> f64 {
        let stability =
            percent(tuned::time_unstable::<R>() - tuned::time_stable_step::<R>() * self.stable.min(6) as i32);
        let drop = 1.0 + percent(tuned::time_drop::<R>()) * f64::from(self.drop.clamp(-10, 60)) / 10.0;
        let effort = percent(tuned::time_effort_base::<R>()) - percent(tuned::time_effort_slope::<R>()) * self.effort;
        stability * drop * effort.max(0.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for time in [0, 1, 10, 50, 100, 1_000, 60_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let millis = Duration::from_millis;
                    let clock = Clock { time: millis(time), increment: millis(increment), moves_to_go };
                    let (soft, hard) = clock.budget(millis(10));
                    assert!(soft <= hard && hard <= millis(time.saturating_sub(10)), "{clock:?}: {soft:?} {hard:?}");
                }
            }
        }
    }

    #[test]
    fn no_moves_to_go_are_as_good_as_nothing_said() {
        let clock = |moves_to_go| Clock { time: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go };
        assert_eq!(clock(Some(0)).budget(Duration::ZERO), clock(None).budget(Duration::ZERO));
    }

    #[test]
    fn an_unclear_choice_takes_longer_than_a_clear_one() {
        let clear = Clarity { stable: 8, drop: -5, effort: 0.95 };
        let unclear = Clarity { stable: 0, drop: 40, effort: 0.3 };
        assert!(clear.share_of_time::<Chess>() < 0.7 && unclear.share_of_time::<Chess>() > 1.5);
    }

    #[test]
    fn errors_are_bounded_centred_and_repeatable() {
        let weakness = Weakness { error: 200, seed: 7 };
        let errors: Vec<i32> = (0..10_000_u64).map(|key| weakness.error_at(key.wrapping_mul(0x9e37_79b9))).collect();
        assert!(errors.iter().all(|error| error.abs() <= 200) && errors.iter().any(|error| error.abs() > 100));
        assert!(errors.iter().map(|error| i64::from(*error)).sum::<i64>().abs() < 10_000 * 5);
        assert_eq!(weakness.error_at(99), weakness.error_at(99));
    }
}
