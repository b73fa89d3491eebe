//! What is happening now, for those who watch. Players write here in passing; nobody waits for a watcher.

use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering::Relaxed};

use rules::Color;

/// A place where games are played one after another.
#[derive(Debug)]
pub struct Slot {
    game: AtomicI64,
    plies: AtomicU32,
    score: AtomicI32,
}

/// A slot at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// The number of the game.
    pub game: u64,
    /// How many plies have been played in it.
    pub plies: u32,
    /// The last score, in White's view.
    pub score: Option<i32>,
}

const NO_GAME: i64 = -1;
const NO_SCORE: i32 = i32::MIN;

impl Default for Slot {
    fn default() -> Self {
        Self { game: AtomicI64::new(NO_GAME), plies: AtomicU32::new(0), score: AtomicI32::new(NO_SCORE) }
    }
}

impl Slot {
    pub(super) fn begin(&self, game: u64) {
        self.plies.store(0, Relaxed);
        self.score.store(NO_SCORE, Relaxed);
        self.game.store(game as i64, Relaxed);
    }

    pub(super) fn end(&self) {
        self.game.store(NO_GAME, Relaxed);
    }

    pub(super) fn moved(&self, plies: usize, side: Color, score: Option<i32>) {
        self.plies.store(plies as u32, Relaxed);
        let in_whites_view = |score: i32| if side == Color::White { score } else { -score };
        self.score.store(score.map_or(NO_SCORE, in_whites_view), Relaxed);
    }

    /// What is seen here now; `None` if no game is played.
    pub fn glance(&self) -> Option<Glance> {
        let game = self.game.load(Relaxed);
        let score = self.score.load(Relaxed);
        let score = (score != NO_SCORE).then_some(score);
        (game != NO_GAME).then(|| Glance { game: game as u64, plies: self.plies.load(Relaxed), score })
    }
}
