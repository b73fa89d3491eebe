//! Self-play: the engine plays against itself from random openings, and every game goes into a file.
//!
//! Each game depends on the seed and its number alone, and games are written in the order of their numbers, so the file is the
//! same, byte by byte, whatever the number of threads and however often the run was broken off and taken up again.
//!
//! | question | file |
//! | --- | --- |
//! | where does a game begin? | `openings.rs` |
//! | how is it played? | `play.rs` |
//! | when is it clear enough to be stopped? | `adjudication.rs` |
//! | who writes it down? | `run.rs` |

mod adjudication;
mod openings;
mod play;
mod run;

use engine::network::Networks;
use rules::Rules;

use crate::records::{Header, NETWORK_MARK, Variant};

pub use adjudication::{Adjudicator, Verdict};
pub use openings::Openings;
pub use run::{Goal, Progress, RunError, run};

/// How games are made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// After how many nodes no new iteration begins.
    pub soft_nodes: u32,
    /// What the random choices start from.
    pub seed: u64,
    /// How many games of a thousand start from shuffled arrays: double Chess960, or its like in Fragments.
    pub shuffled_permille: u16,
    /// Whether clear games are ended early.
    pub adjudicates: bool,
    /// How many games of a thousand are played out to verify adjudication.
    pub verified_permille: u16,
    /// The size of each player's transposition table in MiB. Small ones stay in the processor's cache.
    pub table_mib: u16,
    /// What judges positions; games without a network are judged classically.
    pub networks: Networks,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            soft_nodes: 300,
            seed: 1,
            shuffled_permille: 0,
            adjudicates: true,
            verified_permille: 50,
            table_mib: 2,
            networks: Networks::embedded().clone(),
        }
    }
}

impl Settings {
    /// Which engine plays: its version, and the id of its network if it has one.
    fn engine<R: Rules>(&self) -> String {
        let network = self.networks.of::<R>().map(|network| format!("{NETWORK_MARK}{}", network.id()));
        concat!("adoube ", env!("CARGO_PKG_VERSION")).to_owned() + &network.unwrap_or_default()
    }

    /// The header of a file of such games.
    pub fn header<R: Rules>(&self) -> Header {
        Header {
            variant: Variant::of::<R>(),
            adjudicates: self.adjudicates,
            soft_nodes: self.soft_nodes,
            seed: self.seed,
            shuffled_permille: self.shuffled_permille,
            verified_permille: self.verified_permille,
            table_mib: self.table_mib,
            engine: self.engine::<R>(),
        }
    }
}
