//! What a match is: who plays what, from where, until when. Two matches with equal settings can be continued by each
//! other; how many games there are and how many are played at once is not among them.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::adjudication::Adjudication;
use crate::engines::EngineEntry;
use crate::statistics::Sprt;

/// Which game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Chess.
    #[default]
    Chess,
    /// Chess from one of 960 starts.
    Chess960,
    /// Chess from any two of these, one for each side.
    Dfrc,
    /// Chess Fragments.
    Fragments,
}

impl GameKind {
    /// Whether castling is written as the king taking his rook.
    pub const fn is_chess960(self) -> bool {
        matches!(self, Self::Chess960 | Self::Dfrc)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
            Self::Dfrc => "dfrc",
            Self::Fragments => "fragments",
        }
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// The first against each of the others. With two players: a match.
    #[default]
    Gauntlet,
    /// Each against each.
    RoundRobin,
}

/// Where games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// Positions or games of a file.
    File {
        /// The file: `.pgn`, or else lines of EPD or FEN.
        path: PathBuf,
        /// What its content hashes to: another content is another match.
        hash: u64,
    },
    /// Positions after random moves, none of them decided.
    Random,
}

/// In which order openings are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Shuffled by the seed.
    #[default]
    Random,
    /// As they stand in the file.
    File,
}

/// Which openings, in which order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// Where they come from.
    pub source: OpeningSource,
    /// In which order.
    pub order: Order,
    /// What chance depends on.
    pub seed: u64,
    /// The number of the first, from 0.
    pub first: u64,
    /// Of games in a file, so many plies are played; all if `None`.
    pub plies: Option<usize>,
}

/// A match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Which game.
    pub game: GameKind,
    /// Who plays, each with its limits. Their names differ.
    pub players: Vec<EngineEntry>,
    /// Who plays whom.
    pub format: Format,
    /// Where games begin.
    pub openings: OpeningSettings,
    /// What ends games early.
    pub adjudication: Adjudication,
    /// What ends the match early.
    pub sprt: Option<Sprt>,
    /// So many milliseconds over its time are forgiven.
    pub margin_ms: u64,
    /// An engine without a clock must answer within so many seconds.
    pub patience_s: u64,
}
