//! Games between engines: who plays whom, from which openings, on which clocks, and what becomes of it.
//!
//! | question | file |
//! | --- | --- |
//! | what is a match? | `settings.rs` |
//! | who plays whom, and with which colours? | `schedule.rs` |
//! | where do games begin? | `openings.rs` |
//! | how is a game played? | `play.rs`, `player.rs`, `clock.rs` |
//! | when is it ended early? | `adjudication.rs` |
//! | what is left of it? | `record.rs`, `pgn.rs`, `journal.rs` |
//! | how is a whole match played? | `run.rs`, `stop.rs` |
//! | how does it stand? | `live.rs`, `latency.rs` |

mod adjudication;
mod clock;
mod date;
mod journal;
mod latency;
mod live;
mod openings;
mod pgn;
mod play;
mod player;
mod record;
mod run;
mod schedule;
mod settings;
mod stop;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use date::today;
pub use journal::{JOURNAL_FILE, Journal, JournalError, PGN_FILE};
pub use latency::Latency;
pub use live::{Glance, Slot};
pub use openings::{Book, Opening, OpeningError, hash_of_file};
pub use record::{GameRecord, GameResult, Reason, Spent};
pub use run::{Conduct, Ended, Ending, MatchError, Watcher, run};
pub use schedule::{Pairing, Schedule};
pub use settings::{Format, GameKind, OpeningSettings, OpeningSource, Order, Settings};
pub use stop::Stop;

pub(crate) use play::{Conditions, play};
pub(crate) use player::{Player, VariantFile};
