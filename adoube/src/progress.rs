//! A progress bar on stderr, for a person who has to wait.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::numbers::{grouped, mega_speed};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar that shows itself only to a terminal, and only if the work takes a while.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    is_watched: bool,
}

impl Progress {
    /// The start of some work.
    pub fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {percent}% {msg}, {eta} to go") {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, started: Instant::now(), is_watched: io::stderr().is_terminal() }
    }

    /// How long the work has taken so far.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Parts done, parts in all, nodes so far.
    pub fn update(&self, done: usize, total: usize, nodes: u64) {
        let elapsed = self.elapsed();
        if !self.is_watched || elapsed < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(total as u64);
        self.bar.set_message(format!("{} nodes, {}", grouped(nodes), mega_speed(nodes, elapsed)));
        // Threads report out of order.
        self.bar.set_position(self.bar.position().max(done as u64));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
