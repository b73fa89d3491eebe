//! The tags and results of the games of a PGN file, without their moves: hundreds of thousands of games in a second, and
//! no game is too odd to be counted.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::ControlFlow;

use pgn_reader::{KnownOutcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};

use super::movetext::LONGEST_TAG_LINE;
use super::pgn::PgnResult;
use crate::piece::Color;

/// What a file says about a game beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTags {
    /// Tag pairs in order.
    pub tags: Vec<(String, String)>,
    /// The `Result` tag; if it is missing or unknown, what stands at the end of the moves.
    pub result: PgnResult,
    /// How many moves the main line has, if they were read.
    pub plies: Option<usize>,
    /// What the moves of the main line hash to, if they were read and there are any.
    pub line: Option<u64>,
    /// The main line's last comment, if the moves were read. Match runners write there how the game ended.
    pub last_comment: String,
}

impl GameTags {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }
}

/// Reads the tags of the games of a file one by one.
///
/// ```
/// use adoube_rules::text::tags::TagReader;
/// let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1/2-1/2";
/// let game = TagReader::new(text.as_bytes()).next().unwrap().unwrap();
/// assert_eq!((game.tag("Black"), game.result.to_string()), (Some("B"), "1/2-1/2".to_owned()));
/// ```
pub struct TagReader<I: io::Read> {
    reader: Reader<I>,
    moves: bool,
    broken: bool,
}

impl<I: io::Read> TagReader<I> {
    /// A reader of this input that passes over the moves where it can.
    pub fn new(input: I) -> Self {
        let reader = Reader::build(input).set_supported_tag_line_length(LONGEST_TAG_LINE);
        Self { reader: reader.finish(), moves: false, broken: false }
    }

    /// Also counts and hashes the moves and keeps the last comment, which takes longer.
    #[must_use]
    pub fn with_moves(self) -> Self {
        Self { moves: true, ..self }
    }
}

impl<I: io::Read> fmt::Debug for TagReader<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TagReader").field("moves", &self.moves).finish_non_exhaustive()
    }
}

impl<I: io::Read> Iterator for TagReader<I> {
    type Item = io::Result<GameTags>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        match self.reader.read_game(&mut Collector { moves: self.moves }) {
            Ok(game) => game.map(Ok),
            Err(error) => {
                // Bad text has been passed over; anything else will not get better.
                self.broken = error.kind() != io::ErrorKind::InvalidData;
                Some(Err(error))
            }
        }
    }
}

struct Collector {
    moves: bool,
}

impl Visitor for Collector {
    type Tags = GameTags;
    type Movetext = GameTags;
    type Output = GameTags;

    fn begin_tags(&mut self) -> ControlFlow<GameTags, GameTags> {
        ControlFlow::Continue(GameTags::default())
    }

    fn tag(&mut self, game: &mut GameTags, name: &[u8], value: RawTag<'_>) -> ControlFlow<GameTags> {
        let (name, value) = (String::from_utf8_lossy(name), value.decode_utf8_lossy());
        if name == "Result" {
            game.result = match value.trim() {
                "1-0" => PgnResult::Win(Color::White),
                "0-1" => PgnResult::Win(Color::Black),
                "1/2-1/2" | "1/2" => PgnResult::Draw,
                _ => PgnResult::Unknown,
            };
        }
        game.tags.push((name.into_owned(), value.into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, mut game: GameTags) -> ControlFlow<GameTags, GameTags> {
        // A result of `*` is what it says, but a missing one may stand after the moves.
        if !self.moves && (game.result != PgnResult::Unknown || game.tag("Result").is_some()) {
            return ControlFlow::Break(game);
        }
        game.plies = Some(0);
        ControlFlow::Continue(game)
    }

    fn begin_variation(&mut self, _: &mut GameTags) -> ControlFlow<GameTags, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, game: &mut GameTags, san: SanPlus) -> ControlFlow<GameTags> {
        let mut hasher = DefaultHasher::new();
        (game.line, san.san).hash(&mut hasher);
        game.line = Some(hasher.finish());
        game.plies = game.plies.map(|plies| plies + 1);
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut GameTags, comment: RawComment<'_>) -> ControlFlow<GameTags> {
        game.last_comment.clear();
        game.last_comment.push_str(&String::from_utf8_lossy(comment.as_bytes()));
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut GameTags, outcome: pgn_reader::Outcome) -> ControlFlow<GameTags> {
        if game.result == PgnResult::Unknown && game.tag("Result").is_none() {
            game.result = match outcome {
                pgn_reader::Outcome::Known(KnownOutcome::Decisive { winner }) => {
                    PgnResult::Win(if winner.is_white() { Color::White } else { Color::Black })
                }
                pgn_reader::Outcome::Known(KnownOutcome::Draw) => PgnResult::Draw,
                pgn_reader::Outcome::Unknown => PgnResult::Unknown,
            };
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: GameTags) -> GameTags {
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 {[no tag]} e5 (1... c5 2. Nf3) 2. Qh5 {+1.00/3, White \
         mates} 1-0\n\n[Result \"*\"]\n\n1. zz9 *\n\n1. d4 0-1\n\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n";

    #[test]
    fn results_come_from_the_tag_or_else_from_the_end_of_the_moves() {
        let results: Vec<String> =
            TagReader::new(GAMES.as_bytes()).map(|game| game.unwrap().result.to_string()).collect();
        assert_eq!(results, ["1-0", "*", "0-1", "1/2-1/2"]);
    }

    #[test]
    fn moves_are_counted_and_the_last_comment_kept_if_asked_for() {
        let game = TagReader::new(GAMES.as_bytes()).with_moves().next().unwrap().unwrap();
        assert_eq!((game.plies, game.last_comment.as_str()), (Some(3), "+1.00/3, White mates"));
        let game = TagReader::new(GAMES.as_bytes()).next().unwrap().unwrap();
        assert_eq!((game.plies, game.tag("White")), (None, Some("A")));
    }

    #[test]
    fn the_same_moves_are_the_same_line_whatever_is_said_of_them() {
        let line = |text: &str| TagReader::new(text.as_bytes()).with_moves().next().unwrap().unwrap().line;
        assert_eq!(line("1. e4 e5 2. Nf3 1-0\n"), line("1. e4 {+0.3/5} e5 (1... c5) 2. Nf3! 1/2-1/2\n"));
        for other in ["1. e4 e5 1-0\n", "1. Nf3 e5 2. e4 1-0\n", "1-0\n"] {
            assert_ne!(line("1. e4 e5 2. Nf3 1-0\n"), line(other), "{other}");
        }
    }
}
