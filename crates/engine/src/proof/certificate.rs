//! Certificates: a winning strategy as text.
//!
//! ```text
//! adoube proof 2
//! fen k4/5/5/3P1/2K2 w d2 -
//! winner White
//! men 4
//! moves 2
//! d2d3 c1c2
//! ```
//!
//! The moves are the winner's, in the order in which a reader comes to need them. He starts at the position and
//! goes through all lines, deepest first: of the loser's moves in the order of squares (from, then to; a1, b1, ... e5); the
//! winner's next move is read when a position of his is met for the first time. A position met before is not
//! gone through again. A line ends when the game does, or where no more men are left than said: there
//! the solved endings know the move.

use std::fmt;
use std::str::FromStr;

use rules::{Color, Fragments, Move, Position, UciStyle};

/// A strategy by which a side is said to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// Where it starts.
    pub start: Position<Fragments>,
    /// Who is said to win.
    pub winner: Color,
    /// So few men are left to the solved endings.
    pub men: usize,
    /// The winner's moves, in the order in which they are needed.
    pub(super) moves: Vec<Move>,
    /// The same as text, as long as nobody has seen in which positions they are played.
    pub(super) unread: Vec<String>,
}

/// What is wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// It is not written as one.
    #[error("line {line}: {found:?}; expected {expected}")]
    Text {
        /// The number of the line.
        line: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: String,
    },
    /// It leaves to solved endings what those at hand do not know.
    #[error("it needs solved endings of {needed} men; expected `--tables` of so many, not of {known}")]
    Endings {
        /// So many men must be known.
        needed: usize,
        /// So many are.
        known: usize,
    },
    /// A move of the winner cannot be played.
    #[error("move {number}: {text} in {fen}; expected a legal move")]
    Illegal {
        /// Which of the moves.
        number: usize,
        /// The move.
        text: String,
        /// The position.
        fen: String,
    },
    /// There is no move left for a position of the winner.
    #[error("no move for {fen}; expected one")]
    Missing {
        /// The position.
        fen: String,
    },
    /// There are more moves than positions of the winner.
    #[error("{number} moves left over; expected none")]
    LeftOver {
        /// How many.
        number: usize,
    },
    /// A line comes back to a position.
    #[error("{fen} comes back; expected no line to repeat a position")]
    Repeats {
        /// The position.
        fen: String,
    },
    /// A line goes on and on.
    #[error("a line of more than {plies} plies; expected none so long")]
    TooLong {
        /// The most there may be.
        plies: u32,
    },
    /// The loser gets away.
    #[error("{fen}: {found}; expected a win for {winner}")]
    Escapes {
        /// The position.
        fen: String,
        /// What it is instead.
        found: String,
        /// Who should win.
        winner: Color,
    },
}

impl Certificate {
    pub(super) fn new(start: Position<Fragments>, winner: Color, men: usize) -> Self {
        Self { start, winner, men, moves: Vec::new(), unread: Vec::new() }
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.moves.len() + self.unread.len()
    }

    /// Whether it has no move: then the solved endings alone prove it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The moves as text.
    pub(super) fn texts(&self) -> Vec<String> {
        match self.unread.is_empty() {
            true => self.moves.iter().map(|mv| mv.uci(UciStyle::Standard).to_string()).collect(),
            false => self.unread.clone(),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { start, winner, men, .. } = self;
        writeln!(f, "adoube proof 2\nfen {start}\nwinner {winner}\nmen {men}\nmoves {}", self.len())?;
        for line in self.texts().chunks(20) {
            writeln!(f, "{}", line.join(" "))?;
        }
        Ok(())
    }
}

impl FromStr for Certificate {
    type Err = CertificateError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut lines = text.lines().enumerate();
        let mut value_of = |word: &str| -> Result<(usize, String), CertificateError> {
            let (number, line) = lines.next().map_or((0, ""), |(number, line)| (number + 1, line));
            match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
                Some(rest) => Ok((number, rest.trim().to_owned())),
                None => Err(wrong(number, line, format!("a line that begins with {word:?}"))),
            }
        };
        let (number, version) = value_of("adoube proof")?;
        if version != "2" {
            return Err(wrong(number, &version, "version 2".to_owned()));
        }
        let (number, fen) = value_of("fen")?;
        let start = fen.parse().map_err(|error| wrong(number, &fen, format!("a position ({error})")))?;
        let (number, winner) = value_of("winner")?;
        let named = Color::ALL.into_iter().find(|color| color.to_string() == winner);
        let winner = named.ok_or_else(|| wrong(number, &winner, "White or Black".to_owned()))?;
        let (number, men) = value_of("men")?;
        let men = men.parse().map_err(|_| wrong(number, &men, "a number of men".to_owned()))?;
        let (number, count) = value_of("moves")?;
        let unread: Vec<String> = lines.flat_map(|(_, line)| line.split_whitespace()).map(str::to_owned).collect();
        if count.parse() != Ok(unread.len()) {
            return Err(wrong(number, &count, format!("{}, for so many moves follow", unread.len())));
        }
        Ok(Self { start, winner, men, moves: Vec::new(), unread })
    }
}

fn wrong(line: usize, found: &str, expected: String) -> CertificateError {
    CertificateError::Text { line, found: found.chars().take(100).collect(), expected }
}
