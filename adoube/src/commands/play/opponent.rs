//! The engine as somebody to play against: it has a level, and can give a hint.

use std::time::Duration;

use anyhow::Context;
use engine::network::Networks;
use engine::{Control, Limits, Player, Report};
use rules::{Game, Rules};
use uci::strength::{Handicap, elo_of_level};

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How many MiB of memory it may use.
const HINT_HASH: usize = 16;

/// The engine at the other side of the board.
pub struct Opponent {
    player: Player,
    level: usize,
    time: Duration,
}

impl Opponent {
    /// An opponent of a level, which at full strength thinks so long with so many threads.
    pub fn new(level: usize, time: Duration, threads: usize, mib: usize) -> anyhow::Result<Self> {
        let mut player = Player::new(mib).context("--hash")?;
        player.set_threads(threads);
        Ok(Self { player, level, time })
    }

    /// How well it plays.
    pub fn level(&self) -> usize {
        self.level
    }

    /// Makes it play better or worse.
    pub fn set_level(&mut self, level: usize) {
        self.level = level;
        // What a weaker player believed of positions is of no use to another.
        self.player.forget();
    }

    /// What it judges positions by.
    pub fn networks(&self) -> &Networks {
        self.player.networks()
    }

    /// How well it plays, in words.
    pub fn strength(&self) -> String {
        match elo_of_level(self.level) {
            Some(elo) => format!("level {}, about {elo} Elo", self.level),
            None => format!("level {}, as well as it can in {} s a move", self.level, self.time.as_secs_f64()),
        }
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.player.forget();
    }

    /// Its move, and what it thinks of it.
    pub fn reply<R: Rules>(&mut self, game: &Game<R>) -> Option<Report> {
        let limits = match elo_of_level(self.level).map(|elo| Handicap::new(elo, game.position().occupied().len())) {
            Some(handicap) => {
                Limits { nodes: Some(handicap.nodes), weakness: Some(handicap.weakness()), ..Limits::default() }
            }
            None => Limits { hard_time: Some(self.time), ..Limits::default() },
        };
        self.player.think(game, &limits, &Control::default(), |_| {})
    }

    /// What a better player, with a memory of its own, would play in the person's place.
    pub fn hint<R: Rules>(&self, game: &Game<R>) -> anyhow::Result<Option<Report>> {
        let limits = Limits { hard_time: Some(HINT_TIME), ..Limits::default() };
        Ok(Player::new(HINT_HASH)?.think(game, &limits, &Control::default(), |_| {}))
    }
}
