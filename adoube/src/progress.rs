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
        self.show(done, total, || format!("{} nodes, {}", grouped(nodes), mega_speed(nodes, self.elapsed())));
    }

    /// Positions done, positions in all, right answers so far.
    pub fn positions(&self, done: usize, total: usize, right: usize) {
        self.show(done, total, || format!("{done} of {total} positions, {right} right"));
    }

    /// Parts done, parts in all, what was done last.
    pub fn parts(&self, done: usize, total: usize, last: &str) {
        self.show(done, total, || format!("{done} of {total}, {last}"));
    }

    /// Games read, of nobody knows how many.
    pub fn games(&self, games: usize) {
        self.show(games, games, || format!("{} games read", grouped(games as u64)));
    }

    fn show(&self, done: usize, total: usize, message: impl Fn() -> String) {
        if !self.is_watched || self.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(total as u64);
        self.bar.set_message(message());
        // Threads report out of order.
        self.bar.set_position(self.bar.position().max(done as u64));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
