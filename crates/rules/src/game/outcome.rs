//! How games end.

use std::fmt;

use super::KeyHistory;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;

/// Why a side has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// The loser has no legal move, where the rules make that a loss.
    Stalemate,
    /// The loser's king was taken, where the rules allow that.
    KingCaptured,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred as often as the rules allow.
    Repetition,
    /// Too many moves without a capture or pawn move.
    FiftyMoves,
    /// Neither side can ever win.
    DeadPosition,
}

/// The result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Somebody has won.
    Win(Color, WinReason),
    /// Nobody has won.
    Draw(DrawReason),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color, _) => Some(color),
            Self::Draw(_) => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score_text(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(color, WinReason::Checkmate) => write!(f, "{color} wins by checkmate"),
            Self::Win(color, WinReason::Stalemate) => write!(f, "{color} wins, for {} has no legal move", !*color),
            Self::Win(color, WinReason::KingCaptured) => write!(f, "{color} wins by taking the king"),
            Self::Draw(DrawReason::Stalemate) => write!(f, "draw by stalemate"),
            Self::Draw(DrawReason::Repetition) => write!(f, "draw by repetition"),
            Self::Draw(DrawReason::FiftyMoves) => write!(f, "draw by the fifty-move rule"),
            Self::Draw(DrawReason::DeadPosition) => write!(f, "draw by insufficient material"),
        }
    }
}

impl<R: Rules> Position<R> {
    /// Whether the game is over, judged by the position and the positions before it.
    ///
    /// Mate comes before the fifty-move rule: mate on the hundredth ply is mate.
    pub fn outcome(&self, history: &KeyHistory) -> Option<Outcome> {
        let us = self.side_to_move();
        let repeated = || {
            let draws = history.occurrences(self).nth(R::REPETITIONS - 2).is_some();
            draws.then_some(Outcome::Draw(DrawReason::Repetition))
        };
        // Only where positions without a move can repeat does it matter that repetition comes first.
        if R::KING_CAPTURE {
            if let Some(draw) = repeated() {
                return Some(draw);
            }
            if self.king(us).is_none() {
                return Some(Outcome::Win(!us, WinReason::KingCaptured));
            }
        }
        if !self.has_legal_move() {
            return Some(match (self.in_check(), R::STALEMATE_LOSES) {
                (true, _) => Outcome::Win(!us, WinReason::Checkmate),
                (false, true) => Outcome::Win(!us, WinReason::Stalemate),
                (false, false) => Outcome::Draw(DrawReason::Stalemate),
            });
        }
        if R::is_dead(self) {
            return Some(Outcome::Draw(DrawReason::DeadPosition));
        }
        if R::PLY_LIMIT.is_some_and(|limit| self.halfmove_clock() >= limit) {
            return Some(Outcome::Draw(DrawReason::FiftyMoves));
        }
        repeated()
    }
}
