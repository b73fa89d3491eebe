//! The table at which a person and the engine sit: what is typed, what is done, what is shown.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use rules::{Color, Game, Move, MoveTextError, Position, Rules};
use uci::View;
use uci::strength::LEVELS;

use super::opponent::Opponent;
use super::record;
use crate::diagram::{Style, diagram};
use crate::variation::variation;

const HELP: &str = "\
  MOVE          play a move: e4, Nf3, exd5, O-O, e8=Q, or e2e4, e7e8q
  moves         list the legal moves
  hint          ask what the engine would play
  back          take back your last move and the answer to it
  go            let the engine move for you: you change sides
  flip          turn the board round
  board         show the board again
  eval          explain what the position is worth
  fen, pgn      show the position, or the game so far
  save FILE     add the game to a file
  level N       let the engine play better or worse, 1 to 10
  new           start again
  resign        give up
  quit          leave
";

/// A game between a person and the engine.
pub struct Table<R: Rules> {
    game: Game<R>,
    human: Color,
    below: Color,
    opponent: Opponent,
    style: Style,
    save_to: Option<PathBuf>,
    resigned: Option<Color>,
    /// The result has been told.
    is_closed: bool,
}

/// Whether there is more to come.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Leave,
}

impl<R: Rules> Table<R> {
    /// A table with the pieces set up.
    pub fn new(start: Position<R>, human: Color, opponent: Opponent, style: Style, save_to: Option<PathBuf>) -> Self {
        let game = Game::new(start);
        Self { game, human, below: human, opponent, style, save_to, resigned: None, is_closed: false }
    }

    /// Plays with whoever types until they leave or the input ends.
    pub fn play(&mut self, input: impl BufRead, mut out: impl Write, has_prompt: bool) -> io::Result<()> {
        writeln!(out, "You have {}. The engine: {}. Type help for help.\n", self.human, self.opponent.strength())?;
        self.show_board(&mut out)?;
        self.let_engine_move(&mut out)?;
        self.prompt(&mut out, has_prompt)?;
        for line in input.split(b'\n') {
            let line = String::from_utf8_lossy(&line?).trim().to_owned();
            if !line.is_empty() && self.obey(&line, &mut out)? == Next::Leave {
                break;
            }
            self.prompt(&mut out, has_prompt)?;
        }
        if let Some(file) = self.save_to.clone().filter(|_| !self.game.moves().is_empty()) {
            self.save(&file, &mut out)?;
        }
        Ok(())
    }

    fn prompt(&self, out: &mut impl Write, has_prompt: bool) -> io::Result<()> {
        if has_prompt {
            write!(out, "{}> ", if self.is_over() { "over" } else { "your move" })?;
        }
        out.flush()
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> io::Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word.to_ascii_lowercase().as_str() {
            "quit" | "exit" | "q" => return Ok(Next::Leave),
            "help" | "?" => write!(out, "{HELP}")?,
            "moves" => self.list_moves(out)?,
            "hint" => self.hint(out)?,
            "back" | "undo" => self.take_back(out)?,
            "flip" => {
                self.below = !self.below;
                self.show_board(out)?;
            }
            "board" | "d" => self.show_board(out)?,
            "eval" => write!(out, "{}", uci::evaluation_text(&self.game, self.opponent.networks()))?,
            "fen" => writeln!(out, "{}", self.game.position())?,
            "pgn" => write!(out, "{}", self.pgn())?,
            "save" if rest.is_empty() => writeln!(out, "save: nothing; expected the name of a file")?,
            "save" => self.save(Path::new(rest), out)?,
            "level" => self.set_level(rest, out)?,
            "new" => self.restart(out)?,
            "resign" if self.is_over() => writeln!(out, "The game is over. Type new for another.")?,
            "resign" => {
                self.resigned = Some(self.human);
                self.close(out)?;
            }
            "go" => self.change_sides(out)?,
            _ => self.human_move(line, out)?,
        }
        Ok(Next::Listen)
    }

    fn is_over(&self) -> bool {
        self.resigned.is_some() || self.game.outcome().is_some()
    }

    fn human_move(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over. Type new for another, back to take back, or quit.");
        }
        match read_move(self.game.position(), text) {
            Ok(mv) => {
                self.game.play(mv);
                self.let_engine_move(out)
            }
            Err(reason) => writeln!(out, "{reason}"),
        }
    }

    /// The engine's move if it is its turn, and the board as the person finds it.
    fn let_engine_move(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.game.position().side_to_move() == self.human || self.is_over() {
            if !self.game.moves().is_empty() {
                self.show_board(out)?;
            }
            return self.close(out);
        }
        out.flush()?;
        if let Some(report) = self.opponent.reply(&self.game)
            && let Some(&mv) = report.line.first()
        {
            let shown = View::White.report(&report, self.game.position());
            let text = variation(self.game.position(), &[mv]);
            self.game.play(mv);
            self.show_board(out)?;
            writeln!(out, "Adoube plays {text}  ({shown} for White, depth {})", report.depth)?;
        }
        self.close(out)
    }

    /// Tells the result when there is one, once.
    fn close(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        if let Some(loser) = self.resigned {
            self.is_closed = true;
            return writeln!(out, "{} resigns: {} wins.", loser, !loser);
        }
        match self.game.outcome() {
            Some(outcome) => {
                self.is_closed = true;
                writeln!(out, "{}: {outcome}.", outcome.score_text())
            }
            None if self.game.position().in_check() => writeln!(out, "Check."),
            None => Ok(()),
        }
    }

    fn show_board(&self, out: &mut impl Write) -> io::Result<()> {
        let last = self.game.moves().last().copied();
        writeln!(out, "{}", diagram(self.game.position(), self.below, last, self.style))
    }

    fn list_moves(&self, out: &mut impl Write) -> io::Result<()> {
        let position = self.game.position();
        let mut moves: Vec<String> = position.legal_moves().iter().map(|mv| position.san(*mv)).collect();
        moves.sort();
        writeln!(out, "{}", if moves.is_empty() { "none".to_owned() } else { moves.join(" ") })
    }

    fn hint(&self, out: &mut impl Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over.");
        }
        let Some(report) = self.opponent.hint(&self.game).map_err(io::Error::other)? else { return Ok(()) };
        let shown = View::White.report(&report, self.game.position());
        let line = variation(self.game.position(), &report.line[..report.line.len().min(6)]);
        writeln!(out, "{line}  ({shown} for White, depth {})", report.depth)
    }

    /// Takes moves back until the person is to move again, one move earlier.
    fn take_back(&mut self, out: &mut impl Write) -> io::Result<()> {
        let moves = self.game.moves();
        // After a resignation nothing has been played since the person was to move.
        let is_own_turn = self.game.position().side_to_move() == self.human;
        let count = if is_own_turn { 2 } else { 1 };
        if moves.len() < count {
            return writeln!(out, "There is no move of yours to take back.");
        }
        let kept: Vec<Move> = moves[..moves.len() - count].to_vec();
        let mut game = Game::new(*self.game.start());
        kept.into_iter().for_each(|mv| game.play(mv));
        self.game = game;
        (self.resigned, self.is_closed) = (None, false);
        self.show_board(out)
    }

    fn set_level(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        match text.parse() {
            Ok(level) if (1..=LEVELS).contains(&level) => {
                self.opponent.set_level(level);
                writeln!(out, "The engine: {}.", self.opponent.strength())
            }
            _ if text.is_empty() => writeln!(out, "The engine: {}.", self.opponent.strength()),
            _ => writeln!(out, "level: {text:?}; expected a number from 1 to {LEVELS}"),
        }
    }

    fn restart(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.game = Game::new(*self.game.start());
        (self.resigned, self.is_closed) = (None, false);
        self.opponent.forget();
        self.show_board(out)?;
        self.let_engine_move(out)
    }

    fn change_sides(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over. Type new for another.");
        }
        self.human = !self.human;
        writeln!(out, "You have {} now.", self.human)?;
        self.let_engine_move(out)
    }

    fn pgn(&self) -> String {
        record::pgn(&self.game, self.human, &format!("level {}", self.opponent.level()), self.resigned)
    }

    fn save(&self, file: &Path, out: &mut impl Write) -> io::Result<()> {
        match record::save(&self.pgn(), file) {
            Ok(()) => writeln!(out, "Saved to {}.", file.display()),
            Err(error) => writeln!(out, "save: {}: {error}", file.display()),
        }
    }
}

/// A move as people or programs write it, or a line that says why it is none.
fn read_move<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, String> {
    if let Ok(mv) = position.uci_move(text) {
        return Ok(mv);
    }
    position.san_move(text).map_err(|error| match error {
        MoveTextError::Form { .. } => format!("{text:?} is neither a move nor a command. Type help for help."),
        MoveTextError::Illegal { text, .. } if position.in_check() => {
            format!("{text} is not legal: {} is in check. Type moves for the legal ones.", position.side_to_move())
        }
        MoveTextError::Illegal { text, .. } => format!("{text} is not legal here. Type moves for the legal ones."),
        MoveTextError::Ambiguous { text, choices, .. } => format!("{text} is not clear: {choices}?"),
    })
}
