//! A finished game as plain data: what the journal keeps, what statistics and reports are made from.

use std::fmt;

use rules::{Color, DrawReason, Outcome, WinReason};
use serde::{Deserialize, Serialize};

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White did.
    #[serde(rename = "1-0")]
    WhiteWins,
    /// Black did.
    #[serde(rename = "0-1")]
    BlackWins,
    /// Nobody did.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result if this colour has won.
    pub const fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// Who has won, if somebody has.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw => None,
        }
    }

    /// White's half points: 0, 1 or 2.
    pub const fn white_half_points(self) -> u8 {
        match self {
            Self::WhiteWins => 2,
            Self::BlackWins => 0,
            Self::Draw => 1,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// The loser had no legal move, where the rules make that a loss.
    NoMoveLoses,
    /// The loser's king was taken, where the rules allow that.
    KingCaptured,
    /// No legal move and no check.
    Stalemate,
    /// The position came too often.
    Repetition,
    /// Too long without a capture or pawn move.
    FiftyMoves,
    /// Neither side could ever win.
    InsufficientMaterial,
    /// The loser's score was hopeless: ended by adjudication.
    Resignation,
    /// Both scores were equal for long: ended by adjudication.
    DrawAgreed,
    /// The endgame tables know the result: ended by adjudication.
    Tablebase,
    /// The game was too long: ended by adjudication.
    MaxMoves,
    /// The loser's clock ran out.
    Time,
    /// The loser played a move that is none.
    IllegalMove,
    /// The loser's process ended, or could not be started.
    Crash,
    /// The loser did not answer at all.
    Hang,
    /// The loser's output was no end of noise, or against the protocol.
    Garbage,
}

impl Reason {
    /// Whether the loser's program is at fault, not its play.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Time | Self::IllegalMove | Self::Crash | Self::Hang | Self::Garbage)
    }

    /// Whether the game was ended before the rules did.
    pub const fn is_adjudication(self) -> bool {
        matches!(self, Self::Resignation | Self::DrawAgreed | Self::Tablebase | Self::MaxMoves)
    }

    /// The `Termination` tag of PGN.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Time => "time forfeit",
            Self::IllegalMove => "rules infraction",
            Self::Crash | Self::Hang | Self::Garbage => "abandoned",
            _ if self.is_adjudication() => "adjudication",
            _ => "normal",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::NoMoveLoses => "no legal move",
            Self::KingCaptured => "king taken",
            Self::Stalemate => "stalemate",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::InsufficientMaterial => "insufficient material",
            Self::Resignation => "resignation",
            Self::DrawAgreed => "draw agreed",
            Self::Tablebase => "tablebase",
            Self::MaxMoves => "too many moves",
            Self::Time => "loss on time",
            Self::IllegalMove => "illegal move",
            Self::Crash => "crash",
            Self::Hang => "no answer",
            Self::Garbage => "garbage",
        })
    }
}

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(_, WinReason::Checkmate) => Self::Checkmate,
            Outcome::Win(_, WinReason::Stalemate) => Self::NoMoveLoses,
            Outcome::Win(_, WinReason::KingCaptured) => Self::KingCaptured,
            Outcome::Draw(DrawReason::Stalemate) => Self::Stalemate,
            Outcome::Draw(DrawReason::Repetition) => Self::Repetition,
            Outcome::Draw(DrawReason::FiftyMoves) => Self::FiftyMoves,
            Outcome::Draw(DrawReason::DeadPosition) => Self::InsufficientMaterial,
        }
    }
}

/// What one side spent on a game. Only moves that were thought about count, not those of the opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves.
    pub moves: u32,
    /// Time on its own clock, in seconds.
    pub seconds: f64,
    /// Nodes, as far as the engine tells.
    pub nodes: u64,
    /// The sum of the depths of its moves.
    pub depths: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, from 0. Games finish in another order.
    pub game: u64,
    /// Its pair: the two games of a pair have the same opening and players, colours reversed.
    pub pair: u64,
    /// The number of its opening in the file of openings, from 0.
    pub opening: u64,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Who won.
    pub result: GameResult,
    /// What ended it.
    pub reason: Reason,
    /// The reason in full, for people: who did what.
    pub detail: String,
    /// How many plies were played, those of the opening not among them.
    pub plies: u32,
    /// What their moves hash to, by which the same game is known again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What each side spent, White first.
    pub spent: [Spent; 2],
    /// What playing on led to, if an adjudicated game was played on to see whether the verdict was right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played_on: Option<GameResult>,
}

impl GameRecord {
    /// The name of the player of a colour.
    pub fn player(&self, color: Color) -> &str {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Who lost, if somebody did.
    pub fn loser(&self) -> Option<&str> {
        self.result.winner().map(|winner| self.player(!winner))
    }

    /// The half points of a player: 0, 1 or 2; `None` if it did not play.
    pub fn half_points(&self, player: &str) -> Option<u8> {
        let white = self.result.white_half_points();
        if self.white == player { Some(white) } else { (self.black == player).then_some(2 - white) }
    }
}
