//! A game as it was played.

use super::{KeyHistory, Outcome};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// A game: where it started, what was played, where it stands, and what came before.
///
/// ```
/// use adoube_rules::{Chess, DrawReason, Game, Outcome, Position};
/// let mut game = Game::new(Position::<Chess>::start());
/// for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     assert_eq!(game.outcome(), None);
///     game.play(game.position().uci_move(text).unwrap());
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<R: Rules> {
    start: Position<R>,
    position: Position<R>,
    moves: Vec<Move>,
    history: KeyHistory,
    /// Whether the first position counts as an occurrence for repetition.
    start_counts: bool,
}

impl<R: Rules> Game<R> {
    /// A game that begins in a position.
    pub fn new(start: Position<R>) -> Self {
        let (moves, history) = (Vec::new(), KeyHistory::default());
        Self { start, position: start, moves, history, start_counts: R::START_COUNTS_AS_REPETITION }
    }

    /// A game that somebody joins under way: the first position known is one that has been played, and counts as such
    /// for repetition.
    pub fn joined(start: Position<R>) -> Self {
        Self { start_counts: true, ..Self::new(start) }
    }

    /// The same game without its last move; `None` if there is no move.
    pub fn without_last_move(&self) -> Option<Self> {
        let (_, moves) = self.moves.split_last()?;
        let mut game = Self { start_counts: self.start_counts, ..Self::new(self.start) };
        moves.iter().for_each(|mv| game.play(*mv));
        Some(game)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        if self.current_counts() {
            self.history.push(self.position.repetition_key());
        }
        self.position.play(mv);
        self.moves.push(mv);
    }

    /// Where the game began.
    pub fn start(&self) -> &Position<R> {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position<R> {
        &self.position
    }

    /// What has been played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The positions before the current one, as far as they count for repetition.
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// The same with the current position, as far as it counts: what the positions after the next move are compared with.
    pub fn history_with_current(&self) -> KeyHistory {
        let mut history = self.history.clone();
        if self.current_counts() {
            history.push(self.position.repetition_key());
        }
        history
    }

    /// Whether the current position counts as an occurrence for repetition.
    fn current_counts(&self) -> bool {
        self.start_counts || !self.moves.is_empty()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome(&self.history)
    }
}
