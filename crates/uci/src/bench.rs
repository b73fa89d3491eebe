//! `bench`: how many nodes the search needs for some fixed positions of both games. The number is the search's
//! fingerprint: it changes with every change of what is searched, and with nothing else.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use engine::network::Networks;
use engine::{Control, Limits, Player, TableSizeError};
use rules::{Chess, Fragments, Game, Position, Rules, SetupError};

/// How deep the positions are searched unless told otherwise.
pub const USUAL_DEPTH: i32 = 15;

/// The table's size in MiB.
const HASH: usize = 16;

const POSITIONS: &str = include_str!("bench.txt");

/// What one position took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Benched {
    /// The position.
    pub fen: String,
    /// The nodes visited.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// A bench that cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The table does not fit.
    #[error(transparent)]
    Memory(#[from] TableSizeError),
    /// A position of the list is none.
    #[error("bench position {fen}: {error}")]
    Position {
        /// Its text.
        fen: &'static str,
        /// What is wrong with it.
        error: SetupError,
    },
}

/// How many positions there are.
pub fn position_count() -> usize {
    positions().count()
}

fn positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '))
}

/// Searches all positions to a depth, with these networks, one thread and an empty table for each, and tells of each. Returns
/// nothing if it was stopped.
pub fn bench(
    depth: i32,
    networks: &Networks,
    control: &Control,
    mut tell: impl FnMut(&Benched),
) -> Result<Option<Vec<Benched>>, BenchError> {
    let mut player = Player::new(HASH)?;
    player.set_networks(networks.clone());
    let mut all = Vec::new();
    for (game, fen) in positions() {
        let benched = match game {
            Fragments::NAME => search::<Fragments>(fen, depth, &mut player, control)?,
            _ => search::<Chess>(fen, depth, &mut player, control)?,
        };
        if control.stop.load(Relaxed) {
            return Ok(None);
        }
        tell(&benched);
        all.push(benched);
    }
    Ok(Some(all))
}

fn search<R: Rules>(
    fen: &'static str,
    depth: i32,
    player: &mut Player,
    control: &Control,
) -> Result<Benched, BenchError> {
    let position: Position<R> = fen.parse().map_err(|error| BenchError::Position { fen, error })?;
    player.forget();
    player.prepare::<R>();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = player.think(&Game::new(position), &limits, control, |_| {});
    let (nodes, time) = report.map_or((0, Duration::ZERO), |report| (report.nodes, report.time));
    Ok(Benched { fen: fen.to_owned(), nodes, time })
}

/// The line by which others know a bench: all nodes, and how many of them in a second.
pub fn bench_total(all: &[Benched]) -> String {
    let nodes: u64 = all.iter().map(|benched| benched.nodes).sum();
    let time: Duration = all.iter().map(|benched| benched.time).sum();
    format!("{nodes} nodes {} nps", (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_benches_count_the_same_nodes() {
        let nodes = || -> Vec<u64> {
            let all = bench(5, Networks::embedded(), &Control::default(), |_| {}).unwrap().unwrap();
            all.iter().map(|benched| benched.nodes).collect()
        };
        let first = nodes();
        assert_eq!(first, nodes());
        assert_eq!(first.len(), position_count());
        assert!(first.iter().all(|nodes| *nodes > 0), "{first:?}");
    }

    #[test]
    fn a_stopped_bench_has_no_result() {
        let control = Control::default();
        control.stop.store(true, Relaxed);
        assert_eq!(bench(5, Networks::embedded(), &control, |_| {}).unwrap(), None);
    }
}
