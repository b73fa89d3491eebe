//! How late this machine is by itself: what a busy one adds must not be blamed on the engine.

use std::time::{Duration, Instant};

use uci::client::own_latency;

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

    /// Whether the machine is quiet enough to be sure of anything.
    pub(super) fn is_quiet(&self) -> bool {
        self.worst < Duration::from_millis(15)
    }
}
