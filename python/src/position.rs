//! Positions with their history, of either game.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rules::{
    CastlingText, Chess, Color, DrawReason, Fragments, Game, Move, MoveTextError, Position as RulesPosition, Rules,
    UciStyle, WinReason, perft,
};
use uci::{Board, MAX_PERFT_DEPTH};

use crate::ctrl_c::interruptible;
use crate::errors;
use crate::numbers::Number;

/// Does the same with a game of either kind.
macro_rules! with_game {
    ($board:expr, $game:ident => $work:expr) => {
        match $board {
            uci::Board::Chess($game) => $work,
            uci::Board::Fragments($game) => $work,
        }
    };
}
pub(crate) use with_game;

/// A position with the game that led to it, of chess (with Chess960) or of Chess Fragments.
///
/// `fen` is a FEN, `"startpos"`, or for fragments a set-up such as `"sample0"`. Moves are written as UCI writes them, and
/// read in that notation or the usual one. With `joined=True` the first position is taken for one that was played: it
/// counts for repetition.
///
/// >>> from adoube import Position
/// >>> position = Position(moves=["e2e4", "e5"])
/// >>> position.push("Nf3")
/// 'g1f3'
/// >>> position.fen
/// 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
/// >>> position.pop()
/// 'g1f3'
/// >>> len(position.legal_moves)
/// 29
/// >>> Position("sample0", game="fragments").legal_moves
/// ['e1d3', 'a1b3', 'a2a3', 'b2b3', 'c2c3', 'd2d3', 'e2e3']
#[pyclass(module = "adoube", from_py_object)]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) board: Board,
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None, game="chess", moves=Vec::new(), *, joined=false))]
    fn new(fen: Option<&str>, game: &str, moves: Vec<String>, joined: bool) -> PyResult<Self> {
        let mut position = match game {
            "chess" => Self { board: Board::Chess(begin::<Chess>(fen, joined)?) },
            "fragments" => {
                let fen = fen.map(|text| Fragments::setup(text).unwrap_or(text));
                Self { board: Board::Fragments(begin::<Fragments>(fen, joined)?) }
            }
            _ => return Err(errors::position(format!("game: {game:?}; expected 'chess' or 'fragments'"))),
        };
        for text in &moves {
            position.push(text)?;
        }
        Ok(position)
    }

    /// Which game it is: `'chess'` or `'fragments'`.
    #[getter]
    fn game(&self) -> &'static str {
        match &self.board {
            Board::Chess(_) => Chess::NAME,
            Board::Fragments(_) => Fragments::NAME,
        }
    }

    /// The position as FEN; that of fragments is `placement side unmoved-pawns en-passant`.
    #[getter]
    fn fen(&self) -> String {
        with_game!(&self.board, game => game.position().fen(CastlingText::XFen))
    }

    /// Where the game began.
    #[getter]
    fn start_fen(&self) -> String {
        with_game!(&self.board, game => game.start().fen(CastlingText::XFen))
    }

    /// What has been played since.
    #[getter]
    fn moves(&self) -> Vec<String> {
        with_game!(&self.board, game => written(game, game.moves()))
    }

    /// Who is to move: `'white'` or `'black'`.
    #[getter]
    fn turn(&self) -> &'static str {
        color_name(with_game!(&self.board, game => game.position().side_to_move()))
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        with_game!(&self.board, game => written(game, &game.position().legal_moves()))
    }

    /// The move's number, from 1; Black's has the same number as White's before it.
    #[getter]
    fn move_number(&self) -> u16 {
        with_game!(&self.board, game => game.position().fullmove_number())
    }

    /// Whether the side to move is in check.
    #[getter]
    fn in_check(&self) -> bool {
        with_game!(&self.board, game => game.position().in_check())
    }

    /// How often this position has been counted for repetition, this time among them.
    ///
    /// >>> from adoube import Position
    /// >>> Position(moves="g1f3 g8f6 f3g1 f6g8".split()).repetitions
    /// 2
    #[getter]
    fn repetitions(&self) -> usize {
        with_game!(&self.board, game => {
            let now = usize::from(game.history_with_current().len() > game.history().len());
            game.history().occurrences(game.position()).count() + now
        })
    }

    /// How the game has ended, or None.
    ///
    /// >>> from adoube import Position
    /// >>> Position(moves="f3 e5 g4 Qh4".split()).outcome
    /// Outcome(winner='black', reason='checkmate', result='0-1')
    /// >>> Position("k4/2Q2/5/5/2K2 b - -", game="fragments").outcome  # no legal move loses
    /// Outcome(winner='white', reason='stalemate', result='1-0')
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        with_game!(&self.board, game => game.outcome()).map(Outcome::new)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        with_game!(&self.board, game => game.outcome().is_some())
    }

    /// A number for the position, the same wherever it comes up.
    #[getter]
    fn key(&self) -> u64 {
        with_game!(&self.board, game => game.position().key().0)
    }

    /// The pieces by their squares, White's in upper case.
    ///
    /// >>> from adoube import Position
    /// >>> Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").pieces == {"e1": "K", "e2": "P", "e8": "k"}
    /// True
    #[getter]
    fn pieces(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let pieces = PyDict::new(py);
        with_game!(&self.board, game => for (square, piece) in game.position().pieces() {
            pieces.set_item(square.to_string(), piece.letter())?;
        });
        Ok(pieces.unbind())
    }

    /// Plays a move given as `'e2e4'` or as `'e4'`, and returns it as UCI writes it.
    ///
    /// >>> from adoube import MoveError, Position
    /// >>> try:
    /// ...     Position().push("Ke3")
    /// ... except MoveError as error:
    /// ...     print(str(error)[:27])
    /// move: Ke3 is not legal in r
    fn push(&mut self, text: &str) -> PyResult<String> {
        with_game!(&mut self.board, game => {
            let mv = read(game, text)?;
            let text = written(game, &[mv]).concat();
            game.play(mv);
            Ok(text)
        })
    }

    /// Takes the last move back and returns it.
    ///
    /// >>> from adoube import Position
    /// >>> position = Position(moves=["e4", "e5"])
    /// >>> position.pop(), position.moves
    /// ('e7e5', ['e2e4'])
    fn pop(&mut self) -> PyResult<String> {
        let last = self.moves().pop();
        let nothing = || errors::wrong_move("pop: nothing has been played; expected a move to take back");
        with_game!(&mut self.board, game => *game = game.without_last_move().ok_or_else(nothing)?);
        Ok(last.unwrap_or_default())
    }

    /// A legal move in the usual notation.
    ///
    /// >>> from adoube import Position
    /// >>> Position().san("g1f3")
    /// 'Nf3'
    fn san(&self, text: &str) -> PyResult<String> {
        with_game!(&self.board, game => Ok(game.position().san(read(game, text)?)))
    }

    /// A legal move as UCI writes it.
    ///
    /// >>> from adoube import Position
    /// >>> Position().uci("Nf3")
    /// 'g1f3'
    fn uci(&self, text: &str) -> PyResult<String> {
        with_game!(&self.board, game => Ok(written(game, &[read(game, text)?]).concat()))
    }

    /// A line of moves from here in the usual notation.
    ///
    /// >>> from adoube import Position
    /// >>> Position().san_line(["e2e4", "e7e5", "g1f3"])
    /// ['e4', 'e5', 'Nf3']
    fn san_line(&self, moves: Vec<String>) -> PyResult<Vec<String>> {
        with_game!(&self.board, game => {
            let mut game = game.clone();
            let mut line = Vec::new();
            for text in &moves {
                let mv = read(&game, text)?;
                line.push(game.position().san(mv));
                game.play(mv);
            }
            Ok(line)
        })
    }

    /// The position with colours swapped and the board mirrored, without a history.
    ///
    /// >>> from adoube import Position
    /// >>> Position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").flipped().fen
    /// '4k3/4p3/8/8/8/8/8/4K3 b - - 0 1'
    fn flipped(&self) -> Self {
        Self { board: self.board.flipped() }
    }

    /// The same position with the same history.
    ///
    /// >>> from adoube import Position
    /// >>> position = Position(moves=["e4"])
    /// >>> other = position.copy()
    /// >>> other.push("e5"), position.moves
    /// ('e7e5', ['e2e4'])
    fn copy(&self) -> Self {
        self.clone()
    }

    /// The number of positions after so many legal moves.
    ///
    /// >>> from adoube import Position
    /// >>> Position().perft(4)
    /// 197281
    fn perft(this: &Bound<'_, Self>, depth: Number) -> PyResult<u64> {
        // A copy: meanwhile another thread may play on.
        let position = this.borrow().clone();
        position.leaves(this.py(), perft_depth(&depth, 0)?)
    }

    /// The same for each legal move.
    ///
    /// >>> from adoube import Position
    /// >>> Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").divide(2)["e1c1"]
    /// 3
    fn divide(this: &Bound<'_, Self>, depth: Number) -> PyResult<Py<PyDict>> {
        let (py, position) = (this.py(), this.borrow().clone());
        let depth = perft_depth(&depth, 1)?;
        let counts = PyDict::new(py);
        for text in position.legal_moves() {
            let mut next = position.clone();
            next.push(&text)?;
            counts.set_item(text, next.leaves(py, depth - 1)?)?;
        }
        Ok(counts.unbind())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game() == other.game() && self.fen() == other.fen()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        with_game!(&self.board, game => game.position().diagram())
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', game='{}')", self.fen(), self.game())
    }
}

impl Position {
    /// The number of positions after so many legal moves.
    fn leaves(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let (board, stop) = (self.board.clone(), AtomicBool::new(false));
        interruptible(py, "perft", &stop, || with_game!(&board, game => count(game.position(), depth, &stop)))
    }
}

/// How a game has ended.
///
/// >>> from adoube import Position
/// >>> outcome = Position(moves="f3 e5 g4 Qh4".split()).outcome
/// >>> outcome.winner, outcome.reason, outcome.result
/// ('black', 'checkmate', '0-1')
#[pyclass(module = "adoube", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Outcome {
    /// `'white'`, `'black'`, or None for a draw.
    #[pyo3(get)]
    winner: Option<&'static str>,
    /// `'checkmate'`, `'stalemate'`, `'king captured'`, `'repetition'`, `'fifty moves'` or `'dead position'`.
    #[pyo3(get)]
    reason: &'static str,
    /// `'1-0'`, `'0-1'` or `'1/2-1/2'`.
    #[pyo3(get)]
    result: &'static str,
    text: String,
}

impl Outcome {
    fn new(outcome: rules::Outcome) -> Self {
        let reason = match outcome {
            rules::Outcome::Win(_, WinReason::Checkmate) => "checkmate",
            rules::Outcome::Win(_, WinReason::Stalemate) | rules::Outcome::Draw(DrawReason::Stalemate) => "stalemate",
            rules::Outcome::Win(_, WinReason::KingCaptured) => "king captured",
            rules::Outcome::Draw(DrawReason::Repetition) => "repetition",
            rules::Outcome::Draw(DrawReason::FiftyMoves) => "fifty moves",
            rules::Outcome::Draw(DrawReason::DeadPosition) => "dead position",
        };
        let winner = outcome.winner().map(color_name);
        Self { winner, reason, result: outcome.score_text(), text: outcome.to_string() }
    }
}

#[pymethods]
impl Outcome {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let winner = self.winner.map_or("None".to_owned(), |name| format!("'{name}'"));
        format!("Outcome(winner={winner}, reason='{}', result='{}')", self.reason, self.result)
    }
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn begin<R: Rules>(fen: Option<&str>, joined: bool) -> PyResult<Game<R>> {
    let start = match fen {
        None | Some("startpos") => RulesPosition::start(),
        Some(text) => text.parse().map_err(errors::position)?,
    };
    Ok(if joined { Game::joined(start) } else { Game::new(start) })
}

/// The legal move that a text names in either notation.
pub(crate) fn read<R: Rules>(game: &Game<R>, text: &str) -> PyResult<Move> {
    let position = game.position();
    match position.uci_move(text) {
        Err(MoveTextError::Form { .. }) => position.san_move(text).map_err(errors::wrong_move),
        found => found.map_err(errors::wrong_move),
    }
}

/// Moves as UCI writes them; castling as Chess960 has it where the game is one.
pub(crate) fn written<R: Rules>(game: &Game<R>, moves: &[Move]) -> Vec<String> {
    let is_960 = game.start().has_chess960_castling() || game.position().has_chess960_castling();
    let style = if is_960 { UciStyle::Chess960 } else { UciStyle::Standard };
    moves.iter().map(|mv| mv.uci(style)).collect()
}

/// The depth of a count.
fn perft_depth(depth: &Number, least: u32) -> PyResult<u32> {
    let known = depth.small().and_then(|depth| u32::try_from(depth).ok());
    let known = known.filter(|depth| (least..=MAX_PERFT_DEPTH).contains(depth));
    known.ok_or_else(|| errors::limit(format!("depth: {depth}; expected {least} to {MAX_PERFT_DEPTH}")))
}

/// Counts until told to stop; what is counted then means nothing.
fn count<R: Rules>(position: &RulesPosition<R>, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= 4 || stop.load(Ordering::Relaxed) {
        return perft(position, depth.min(4));
    }
    position.legal_moves().iter().map(|mv| count(&position.after(*mv), depth - 1, stop)).sum()
}
