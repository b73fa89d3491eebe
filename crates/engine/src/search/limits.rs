//! When a search must end.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use rules::Move;

use crate::player::Control;

/// What bounds a search. The first limit that is reached ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No iteration deeper than this.
    pub depth: Option<i32>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// Begin no new iteration after this time.
    pub soft_time: Option<Duration>,
    /// End at once after this time.
    pub hard_time: Option<Duration>,
    /// End when a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Only these moves at the root; if empty, all.
    pub root_moves: Vec<Move>,
}

/// A player's clock as the protocol shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// After how many moves more time is added; `None` if never.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// How long to think: the soft and the hard limit, `overhead` kept for the way to the clock and back.
    pub fn budget(&self, overhead: Duration) -> (Duration, Duration) {
        let left = self.time.saturating_sub(overhead).as_secs_f64();
        let increment = self.increment.as_secs_f64();
        let moves = f64::from(self.moves_to_go.unwrap_or(25).clamp(1, 25));
        let share = left / moves + 0.7 * increment;
        // Never more than most of what is there, whatever the increment promises.
        let hard = (share * 3.0).min(left * 0.8);
        let soft = (share * 0.7).min(hard);
        (Duration::from_secs_f64(soft), Duration::from_secs_f64(hard))
    }
}

/// The limits of a search under way.
#[derive(Clone, Debug)]
pub(super) struct Deadline {
    pub(super) started: Instant,
    pub(super) limits: Limits,
}

impl Deadline {
    pub(super) fn is_over(&self, nodes: u64, control: &Control) -> bool {
        control.stop.load(Relaxed)
            || self.limits.nodes.is_some_and(|limit| nodes >= limit)
            || self.has_passed(self.limits.hard_time, control)
    }

    pub(super) fn allows_another_iteration(&self, depth: i32, control: &Control) -> bool {
        self.limits.depth.is_none_or(|limit| depth <= limit) && !self.has_passed(self.limits.soft_time, control)
    }

    fn has_passed(&self, limit: Option<Duration>, control: &Control) -> bool {
        limit.is_some_and(|limit| self.started.elapsed() >= limit) && !control.pondering.load(Relaxed)
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
}
