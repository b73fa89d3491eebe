//! PGN: whole games as text.
//!
//! Reading goes through the crate `pgn-reader`: comments are kept, variations and annotations (`$1`, `!?`, `+-`, `e.p.`)
//! are skipped. Any other word that is no legal move is an error; so is an unmatched parenthesis or brace.

use std::fmt;
use std::io;
use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, RawComment, RawTag, Reader, SanPlus, Visitor};

use super::MoveTextError;
use super::movetext::{self, Marking};
use crate::game::{Game, Outcome};
use crate::piece::Color;
use crate::position::{Position, SetupError};
use crate::rules::Rules;

/// A game with its tags, comments and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame<R: Rules> {
    /// Tag pairs in order. The start position and the result are not among them: they are written from the game.
    pub tags: Vec<(String, String)>,
    /// The game itself.
    pub game: Game<R>,
    /// The comment after each ply; the first is the one before the first move. May be shorter than the game.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: PgnResult,
}

/// How a game in PGN ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum PgnResult {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win(Color::White) => "1-0",
            Self::Win(Color::Black) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl From<Option<Outcome>> for PgnResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            Some(Outcome::Win(color, _)) => Self::Win(color),
            Some(Outcome::Draw(_)) => Self::Draw,
            None => Self::Unknown,
        }
    }
}

/// A game that cannot be read. Those before it can, and those after it, unless the file itself fails.
#[derive(Debug, thiserror::Error)]
pub enum PgnError {
    /// The `FEN` tag is wrong.
    #[error("game {game}, FEN tag: {error}")]
    Position {
        /// Which game of the file, from 1.
        game: usize,
        /// What is wrong.
        error: SetupError,
    },
    /// The `Variant` tag names another game.
    #[error("game {game}, Variant tag: {name:?}; expected {expected}")]
    Variant {
        /// Which game of the file, from 1.
        game: usize,
        /// What the tag says.
        name: String,
        /// What is read here.
        expected: &'static str,
    },
    /// A move is wrong.
    #[error("game {game}, ply {ply}: {error}")]
    Move {
        /// Which game of the file, from 1.
        game: usize,
        /// Which half-move, from 1.
        ply: usize,
        /// What is wrong.
        error: MoveTextError,
    },
    /// The file cannot be read on.
    #[error("game {game}: {error}")]
    Read {
        /// Which game of the file, from 1.
        game: usize,
        /// What is wrong.
        error: io::Error,
    },
}

/// Reads the games of a file one by one.
///
/// ```
/// use adoube_rules::Chess;
/// use adoube_rules::text::pgn::PgnReader;
/// let text = "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5) 2. Nf3 *";
/// let game = PgnReader::<Chess, _>::new(text.as_bytes()).next().unwrap().unwrap();
/// assert_eq!(game.game.moves().len(), 3);
/// assert_eq!(game.comments[1], "best by test");
/// ```
pub struct PgnReader<R: Rules, I: io::Read> {
    reader: Reader<Marking<I>>,
    read: usize,
    broken: bool,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules, I: io::Read> PgnReader<R, I> {
    /// A reader of this input.
    pub fn new(input: I) -> Self {
        let reader = Reader::build(Marking::new(input)).set_supported_tag_line_length(movetext::LONGEST_TAG_LINE);
        Self { reader: reader.finish(), read: 0, broken: false, rules: std::marker::PhantomData }
    }
}

impl<R: Rules, I: io::Read> fmt::Debug for PgnReader<R, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PgnReader({} games read)", self.read)
    }
}

impl<R: Rules, I: io::Read> Iterator for PgnReader<R, I> {
    type Item = Result<PgnGame<R>, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let mut collector =
            Collector { game: self.read + 1, long_comment: Vec::new(), rules: std::marker::PhantomData };
        let read = self.reader.read_game(&mut collector);
        self.read += 1;
        match read {
            Ok(game) => game,
            Err(error) => {
                // Bad text has been passed over; anything else will not get better.
                self.broken = error.kind() != io::ErrorKind::InvalidData;
                Some(Err(PgnError::Read { game: self.read, error }))
            }
        }
    }
}

/// Puts one game together.
struct Collector<R> {
    game: usize,
    /// What has come of a comment that does not fit into the reader's buffer.
    long_comment: Vec<u8>,
    rules: std::marker::PhantomData<R>,
}

impl<R: Rules> Collector<R> {
    fn play(&self, movetext: &mut PgnGame<R>, text: &str) -> ControlFlow<Result<PgnGame<R>, PgnError>> {
        match movetext.game.position().san_move(text) {
            Ok(mv) => {
                movetext.game.play(mv);
                movetext.comments.push(String::new());
                ControlFlow::Continue(())
            }
            Err(error) => {
                let ply = movetext.game.moves().len() + 1;
                ControlFlow::Break(Err(PgnError::Move { game: self.game, ply, error }))
            }
        }
    }
}

impl<R: Rules> Visitor for Collector<R> {
    type Tags = Vec<(String, String)>;
    type Movetext = PgnGame<R>;
    type Output = Result<PgnGame<R>, PgnError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.push((String::from_utf8_lossy(name).into_owned(), value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let tag = |name: &str| tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.clone());
        let (fen, result) = (tag("FEN"), tag("Result"));
        if let Some(name) = tag("Variant").filter(|name| !is_variant::<R>(name)) {
            return ControlFlow::Break(Err(PgnError::Variant { game: self.game, name, expected: R::NAME }));
        }
        tags.retain(|(name, _)| !WRITTEN_FROM_THE_GAME.contains(&name.as_str()));
        let start = match fen.map_or_else(|| Ok(Position::start()), |fen| fen.parse()) {
            Ok(start) => start,
            Err(error) => return ControlFlow::Break(Err(PgnError::Position { game: self.game, error })),
        };
        let game = Game::new(start);
        // The end of the moves says it again, and if it does, it counts.
        let results = [PgnResult::Win(Color::White), PgnResult::Win(Color::Black), PgnResult::Draw];
        let named = results.into_iter().find(|known| result.as_deref() == Some(&known.to_string()));
        let result = named.unwrap_or(PgnResult::Unknown);
        ControlFlow::Continue(PgnGame { tags, game, comments: vec![String::new()], result })
    }

    fn san(&mut self, movetext: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        self.play(movetext, &san.to_string())
    }

    fn partial_comment(&mut self, _: &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        self.long_comment.extend(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, movetext: &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut bytes = std::mem::take(&mut self.long_comment);
        bytes.extend(comment.as_bytes());
        if let Some(word) = movetext::marked(&bytes) {
            return self.play(movetext, &String::from_utf8_lossy(word));
        }
        if let Some(last) = movetext.comments.last_mut() {
            // Lines of a comment may have been broken anywhere between two words.
            for word in String::from_utf8_lossy(&bytes).split_whitespace() {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, movetext: &mut Self::Movetext, outcome: pgn_reader::Outcome) -> ControlFlow<Self::Output> {
        movetext.result = match outcome {
            pgn_reader::Outcome::Known(KnownOutcome::Decisive { winner }) => {
                PgnResult::Win(if winner.is_white() { Color::White } else { Color::Black })
            }
            pgn_reader::Outcome::Known(KnownOutcome::Draw) => PgnResult::Draw,
            pgn_reader::Outcome::Unknown => PgnResult::Unknown,
        };
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output {
        Ok(movetext)
    }
}

/// Whether a `Variant` tag names this game. Chess has many names.
fn is_variant<R: Rules>(name: &str) -> bool {
    let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let chess = ["chess", "standard", "normal", "fromposition", "chess960", "fischerandom", "fischerrandom", "dfrc"];
    if R::CASTLING { chess.contains(&name.as_str()) } else { name == R::NAME }
}

/// The tags every game must have, in their order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tags whose values follow from the game.
const WRITTEN_FROM_THE_GAME: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

impl<R: Rules> PgnGame<R> {
    /// A game to be written, without tags and comments.
    pub fn new(game: Game<R>) -> Self {
        let result = game.outcome().into();
        Self { tags: Vec::new(), game, comments: Vec::new(), result }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The name by which PGN knows the game's rules, where they are not those of chess.
    fn variant(&self) -> Option<&'static str> {
        // "Chess960" would be the better name, but cutechess does not know it; this one everybody reads.
        if R::CASTLING { self.game.start().has_chess960_castling().then_some("fischerandom") } else { Some(R::NAME) }
    }

    /// The moves with their numbers and comments, word by word: a line may be broken between any two of these.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let comment = |words: &mut Vec<String>, ply: usize| {
            let text = self.comments.get(ply).map_or("", |text| text.trim());
            if text.is_empty() {
                return false;
            }
            // A closing brace would end the comment early.
            words.extend(format!("{{{}}}", text.replace(['{', '}'], "|")).split_whitespace().map(str::to_owned));
            true
        };
        let mut needs_number = true;
        comment(&mut words, 0);
        let mut position = *self.game.start();
        for (ply, mv) in self.game.moves().iter().enumerate() {
            let number = position.fullmove_number();
            match position.side_to_move() {
                Color::White => words.push(format!("{number}.")),
                Color::Black if needs_number => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(position.san(*mv));
            needs_number = comment(&mut words, ply + 1);
            position.play(*mv);
        }
        words.push(self.result.to_string());
        words
    }
}

impl<R: Rules> fmt::Display for PgnGame<R> {
    /// The game as PGN's export format has it: the seven tags, the others, and lines of at most 80 characters (a longer
    /// word stands alone). A tag of thousands of bytes, which could not be read again, is left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tag = |name: &str, value: &str| {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
            let line = format!("[{name} \"{value}\"]");
            if line.len() < movetext::LONGEST_TAG_LINE { writeln!(f, "{line}") } else { Ok(()) }
        };
        for name in ROSTER {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            match name {
                "Result" => tag(name, &self.result.to_string())?,
                _ => tag(name, self.tag(name).unwrap_or(unknown))?,
            }
        }
        if let Some(variant) = self.variant() {
            tag("Variant", variant)?;
        }
        if *self.game.start() != Position::start() {
            tag("SetUp", "1")?;
            tag("FEN", &self.game.start().to_string())?;
        }
        for (name, value) in &self.tags {
            if !ROSTER.contains(&name.as_str()) && !WRITTEN_FROM_THE_GAME.contains(&name.as_str()) {
                tag(name, value)?;
            }
        }
        writeln!(f)?;

        let mut column = 0;
        for word in self.words() {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > 80 {
                writeln!(f)?;
                column = 0;
            } else if column > 0 {
                write!(f, " ")?;
                column += 1;
            }
            write!(f, "{word}")?;
            column += width;
        }
        writeln!(f)
    }
}
