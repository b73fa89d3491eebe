//! What a person sees while an engine is examined: one line for each law, on stderr.

use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::doctor::{Examined, Law, Verdict, Watcher};

/// A line for each finding, and a bar if stderr is a terminal.
pub struct View {
    bar: ProgressBar,
}

impl View {
    /// Before anything has happened.
    pub fn new() -> Self {
        let target =
            if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        if let Ok(style) = ProgressStyle::with_template("{elapsed_precise} [{bar:20}] {pos} of {len}: {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        Self { bar }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Watcher for View {
    fn begins(&self, number: usize, total: usize, law: &Law) {
        self.bar.set_length(total as u64);
        self.bar.set_position(number as u64);
        self.bar.set_message(law.id());
        if self.bar.is_hidden() {
            eprintln!("{number} of {total}: {law}");
        }
    }

    fn ends(&self, examined: &Examined) {
        if let Verdict::Finding(finding) = &examined.verdict {
            let line = format!("{:6} {}: {}", finding.certainty.name(), examined.law, finding.summary);
            if self.bar.is_hidden() { eprintln!("{line}") } else { self.bar.println(line) }
        }
    }
}
