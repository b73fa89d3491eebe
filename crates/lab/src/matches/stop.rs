//! How a match is broken off: gently, or at once.

use std::sync::atomic::{AtomicU8, Ordering};

/// A wish to end, seen by all who play.
#[derive(Debug, Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// No new games; those that are being played are finished.
    pub fn finish(&self) {
        self.0.fetch_max(1, Ordering::Relaxed);
    }

    /// No game is finished.
    pub fn abandon(&self) {
        self.0.fetch_max(2, Ordering::Relaxed);
    }

    /// One step further: from nothing to [`Stop::finish`], from there to [`Stop::abandon`].
    pub fn press(&self) {
        if self.is_finishing() { self.abandon() } else { self.finish() }
    }

    /// Whether no new game shall begin.
    pub fn is_finishing(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 1
    }

    /// Whether no game shall go on.
    pub fn is_abandoned(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= 2
    }
}
