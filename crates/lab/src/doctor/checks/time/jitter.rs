//! How late this machine is by itself: what a busy one adds must not be blamed on the engine.

use std::time::{Duration, Instant};

use uci::Limits;
use uci::client::{EngineError, own_latency};

use crate::doctor::session::{Heard, Session};

/// How much later than it should be a thing may happen here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jitter {
    /// The most that was seen.
    pub worst: Duration,
    /// What an engine is forgiven.
    pub margin: Duration,
}

impl Jitter {
    /// Sleeps and pipes are measured for a moment.
    pub(super) fn measure() -> Self {
        let mut worst = own_latency(100).ok().and_then(|times| times.last().copied()).unwrap_or_default();
        let until = Instant::now() + Duration::from_millis(400);
        while Instant::now() < until {
            let begun = Instant::now();
            std::thread::sleep(Duration::from_millis(2));
            worst = worst.max(begun.elapsed().saturating_sub(Duration::from_millis(2)));
        }
        Self { worst, margin: 2 * worst + Duration::from_millis(10) }
    }

    /// Searches. Whoever answers too late is asked the same again, twice at most, and the quickest answer counts: a machine
    /// that keeps an engine waiting for a processor does so once, a wrong sum is wrong every time.
    pub(super) fn search(
        &self,
        session: &mut Session,
        limits: &Limits,
        allowed: Duration,
    ) -> Result<Heard, EngineError> {
        let mut heard = session.search(limits)?;
        for _ in 0..2 {
            if heard.time <= allowed + self.margin {
                break;
            }
            let again = session.search(limits)?;
            heard = if again.time < heard.time { again } else { heard };
        }
        Ok(heard)
    }

    /// Whether the machine is quiet enough to be sure of anything.
    pub(super) fn is_quiet(&self) -> bool {
        self.worst < Duration::from_millis(15)
    }
}
