//! `go perft`: counting, so that it can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{PerftOptions, Position, Rules, divide};

use crate::options::Options;

/// The stop flag is looked at between subtrees of at most about so many leaves: some tenths of a second each.
const UNIT: u64 = 50_000_000;

/// Counts behind each move and in all. More threads than processors would only wait for each other.
pub(crate) fn perft<R: Rules>(
    position: &Position<R>,
    depth: u32,
    options: &Options,
    stop: &AtomicBool,
    say: &dyn Fn(&str),
) -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let counting = PerftOptions { threads: options.threads.min(processors), hash_mib: 0 };
    let mut total = u64::from(depth == 0);
    for mv in position.legal_moves().into_iter().take_while(|_| depth > 0) {
        let Some(nodes) = count(&position.after(mv), depth - 1, counting, stop) else {
            return "info string perft stopped\n".to_owned();
        };
        say(&format!("{}: {nodes}\n", mv.uci(options.move_style())));
        total += nodes;
    }
    format!("\nNodes searched: {total}\n")
}

/// The leaves at a depth, or nothing if it was stopped.
fn count<R: Rules>(position: &Position<R>, depth: u32, counting: PerftOptions, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(rules::perft(position, depth));
    }
    let guess = (position.count_legal_moves() as u64).saturating_pow(depth);
    if guess <= UNIT {
        return Some(divide(position, depth, counting, &|_| {}).into_iter().map(|(_, nodes)| nodes).sum());
    }
    position.legal_moves().into_iter().map(|mv| count(&position.after(mv), depth - 1, counting, stop)).sum()
}
