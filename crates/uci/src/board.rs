//! The game on the board, whichever game it is.

use engine::network::Networks;
use rules::{Chess, Fragments, Game, MoveTextError, Position, Rules, SetupError};

use crate::command::{Start, printable};
use crate::evaluation::{evaluation_json, evaluation_text};
use crate::options::{Options, Variant};

/// A game of any kind.
#[derive(Clone, Debug)]
pub enum Board {
    /// A game of chess.
    Chess(Game<Chess>),
    /// A game of Chess Fragments.
    Fragments(Game<Fragments>),
}

/// A position that cannot be put on the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Where it begins is no position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// One of the moves is not legal.
    #[error("{error} (move {number} of the list)")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// No set-up has this name.
    #[error("position: \"{name}\"; expected {expected}")]
    Name {
        /// The name as given.
        name: String,
        /// What would have been right.
        expected: String,
    },
}

impl Board {
    /// The start of a game.
    pub fn start(variant: Variant) -> Self {
        match variant {
            Variant::Chess => Self::Chess(Game::new(Position::start())),
            Variant::Fragments => Self::Fragments(Game::new(Position::start())),
        }
    }

    /// A game from where it begins and what was played.
    pub fn new(variant: Variant, start: &Start, moves: &[String]) -> Result<Self, BoardError> {
        let text = match start {
            Start::StartPosition => None,
            Start::Fen(fen) => Some(fen.as_str()),
            Start::Named(name) => Some(setup_named(variant, name)?),
        };
        Ok(match variant {
            Variant::Chess => Self::Chess(played(text, moves)?),
            Variant::Fragments => Self::Fragments(played(text, moves)?),
        })
    }

    /// A game that begins where this one stands, colours swapped and the board mirrored.
    pub fn flipped(&self) -> Self {
        match self {
            Self::Chess(game) => Self::Chess(Game::new(game.position().flipped())),
            Self::Fragments(game) => Self::Fragments(Game::new(game.position().flipped())),
        }
    }

    /// What the position is worth without looking ahead, by these networks or classically: a table, or one line of JSON.
    pub fn evaluation(&self, networks: &Networks, json: bool) -> String {
        match (self, json) {
            (Self::Chess(game), false) => evaluation_text(game, networks),
            (Self::Chess(game), true) => format!("{}\n", evaluation_json(game, networks)),
            (Self::Fragments(game), false) => evaluation_text(game, networks),
            (Self::Fragments(game), true) => format!("{}\n", evaluation_json(game, networks)),
        }
    }

    /// Diagram, FEN, key, checkers, and the result if there is one.
    pub fn description(&self, options: &Options) -> String {
        match self {
            Self::Chess(game) => description(game, options),
            Self::Fragments(game) => description(game, options),
        }
    }
}

fn setup_named(variant: Variant, name: &str) -> Result<&'static str, BoardError> {
    let wrong = |expected: String| BoardError::Name { name: printable(name), expected };
    match (variant, Fragments::setup(name)) {
        (Variant::Fragments, Some(text)) => Ok(text),
        (Variant::Fragments, None) => {
            let names: Vec<&str> = Fragments::SETUPS.iter().map(|(name, _)| *name).collect();
            Err(wrong(format!("startpos, fen FEN, or one of {}", names.join(", "))))
        }
        (Variant::Chess, Some(_)) => {
            Err(wrong("startpos or fen FEN; this set-up is of fragments: set UCI_Variant first".to_owned()))
        }
        (Variant::Chess, None) => Err(wrong("startpos or fen FEN".to_owned())),
    }
}

fn played<R: Rules>(start: Option<&str>, moves: &[String]) -> Result<Game<R>, BoardError> {
    let start = start.map_or_else(|| Ok(Position::start()), str::parse)?;
    let mut game = Game::new(start);
    for (index, text) in moves.iter().enumerate() {
        let mv = game.position().uci_move(text).map_err(|error| BoardError::Move { number: index + 1, error })?;
        game.play(mv);
    }
    Ok(game)
}

fn description<R: Rules>(game: &Game<R>, options: &Options) -> String {
    let position = game.position();
    let checkers: String = position.checkers().into_iter().map(|square| format!(" {square}")).collect();
    let mut text = format!(
        "{}\nFen: {}\nKey: {:016X}\nCheckers:{checkers}\n",
        position.diagram(),
        position.fen(options.castling_text()),
        position.key().0,
    );
    if let Some(outcome) = game.outcome() {
        text += &format!("Result: {} ({outcome})\n", outcome.score_text());
    }
    text
}
