//! The lines that can be sent to the engine, as types.

use std::str::SplitAsciiWhitespace;

use crate::bench::USUAL_DEPTH;
use crate::genfens::GenFens;
use crate::go::{Go, MAX_PERFT_DEPTH, read_number};

/// Where a `position` command begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// Where games of this kind start.
    StartPosition,
    /// The position with this FEN.
    Fen(String),
    /// A set-up known by this name.
    Named(String),
}

/// A command to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Blank,
    /// Say who you are and what can be set.
    Uci,
    /// Say when you are ready.
    IsReady,
    /// The next position is of another game.
    NewGame,
    /// Set an option.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value, unless it is a button.
        value: Option<String>,
    },
    /// Put a position on the board.
    Position {
        /// Where to begin.
        start: Start,
        /// What was played from there.
        moves: Vec<String>,
    },
    /// Search, or count.
    Go(Go),
    /// Stop searching and answer.
    Stop,
    /// The expected move was played: pondering becomes searching.
    PonderHit,
    /// Say more, or less.
    Debug(bool),
    /// Show the board.
    Display,
    /// Turn the board round, colours swapped.
    Flip,
    /// Explain what the position is worth without looking ahead.
    Eval {
        /// For a program instead of a person.
        json: bool,
    },
    /// Show the counters of the last search.
    Stats {
        /// For a program instead of a person.
        json: bool,
    },
    /// Search the fixed positions to this depth.
    Bench(i32),
    /// Make openings.
    GenFens(GenFens),
    /// List the commands.
    Help,
    /// Something about registration, which this engine does not need.
    Register,
    /// End the session.
    Quit,
}

/// Every command word, how it goes on, and what it does.
pub const COMMANDS: &[(&str, &str, &str)] = &[
    ("uci", "", "who the engine is and which options it has"),
    ("isready", "", "answers readyok, also during a search"),
    ("ucinewgame", "", "the next position is of another game"),
    ("setoption", "name NAME [value VALUE]", "sets an option that `uci` lists"),
    ("position", "startpos|fen FEN|SETUP [moves MOVE...]", "puts a position on the board; SETUP as in sample0"),
    ("go", "perft N", "counts the positions after N plies, by first move; only stop breaks it off"),
    (
        "go",
        "[depth N] [nodes N] [movetime MS] [mate N] [wtime MS btime MS winc MS binc MS movestogo N] [searchmoves MOVE...]",
        "searches until a limit is reached or stop; also infinite and ponder",
    ),
    ("stop", "", "ends the search or count at once"),
    ("ponderhit", "", "the expected move was played"),
    ("debug", "on|off", "tells also how long the search means to take, and what is being set"),
    ("d", "", "shows the board"),
    ("eval", "[--json]", "explains what the position is worth without looking ahead"),
    ("stats", "[--json]", "shows the counters of the last search"),
    ("perft", "N", "is go perft N"),
    ("bench", "[DEPTH]", "searches fixed positions of both games and ends with `N nodes M nps`"),
    (
        "genfens",
        "N seed S book FILE|None [chess960|dfrc|fragments]",
        "makes N random openings, as OpenBench wants them",
    ),
    ("flip", "", "swaps the colours and mirrors the board top to bottom"),
    ("register", "", "is ignored: the engine is free"),
    ("help", "", "this list"),
    ("quit", "", "ends the engine"),
];

/// Nobody can wait for a deeper bench.
const DEEPEST_BENCH: u64 = 100;

/// A line that is no command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// No word of the line is a command.
    #[error("command: \"{0}\"; expected one of those that help lists")]
    Unknown(String),
    /// Something in a command is wrong.
    #[error("{token}: {value}; expected {expected}")]
    Value {
        /// The word that it follows.
        token: String,
        /// What is there.
        value: String,
        /// What would have been right.
        expected: String,
    },
}

impl CommandError {
    pub(crate) fn value(token: &str, value: Option<&str>, expected: impl Into<String>) -> Self {
        let value = value.map_or("nothing".to_owned(), |value| format!("\"{}\"", printable(value)));
        Self::Value { token: token.to_owned(), value, expected: expected.into() }
    }
}

/// Text from outside, made fit for one line of an answer.
pub(crate) fn printable(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut line: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

impl Command {
    /// Reads a line. Words before the first command word are skipped, as the protocol demands.
    ///
    /// ```
    /// use adoube_uci::Command;
    /// assert_eq!(Command::parse("joho debug on"), Ok(Command::Debug(true)));
    /// assert_eq!(
    ///     Command::parse("debug maybe").unwrap_err().to_string(),
    ///     "debug: \"maybe\"; expected on or off"
    /// );
    /// ```
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Ok(Self::Uci),
                "isready" => Ok(Self::IsReady),
                "ucinewgame" => Ok(Self::NewGame),
                "setoption" => parse_option(words),
                "position" => parse_position(words),
                "go" => Go::parse(words).map(Self::Go),
                "stop" => Ok(Self::Stop),
                "ponderhit" => Ok(Self::PonderHit),
                "debug" => match words.next() {
                    Some("on") => Ok(Self::Debug(true)),
                    Some("off") => Ok(Self::Debug(false)),
                    other => Err(CommandError::value(word, other, "on or off")),
                },
                "d" => Ok(Self::Display),
                "eval" => Ok(Self::Eval { json: is_json(word, words.next())? }),
                "stats" => Ok(Self::Stats { json: is_json(word, words.next())? }),
                "perft" => read_number(word, words.next(), 0, MAX_PERFT_DEPTH.into())
                    .map(|depth| Self::Go(Go::Perft(depth as u32))),
                "bench" => match words.next() {
                    None => Ok(Self::Bench(USUAL_DEPTH)),
                    depth => read_number(word, depth, 1, DEEPEST_BENCH).map(|depth| Self::Bench(depth as i32)),
                },
                "genfens" => GenFens::parse(words).map(Self::GenFens),
                "flip" => Ok(Self::Flip),
                "help" => Ok(Self::Help),
                "register" => Ok(Self::Register),
                "quit" => Ok(Self::Quit),
                _ => continue,
            };
        }
        let line = line.trim();
        if line.is_empty() { Ok(Self::Blank) } else { Err(CommandError::Unknown(printable(line))) }
    }
}

/// Whether an answer is wanted as JSON.
fn is_json(word: &str, argument: Option<&str>) -> Result<bool, CommandError> {
    match argument {
        None => Ok(false),
        Some("--json" | "json") => Ok(true),
        other => Err(CommandError::value(word, other, "nothing or --json")),
    }
}

/// Reads `name NAME [value VALUE]`. Both may have spaces in them.
fn parse_option(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    match words.next() {
        Some("name") => {}
        other => return Err(CommandError::value("setoption", other, "name NAME [value VALUE]")),
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(CommandError::value("name", None, "the name of an option"));
    }
    let value: Vec<&str> = words.collect();
    let value = (!value.is_empty()).then(|| value.join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// Reads `startpos|fen FEN|SETUP [moves MOVE...]`.
fn parse_position(mut words: SplitAsciiWhitespace<'_>) -> Result<Command, CommandError> {
    const EXPECTED: &str = "startpos, fen FEN, or the name of a set-up, and perhaps moves";
    let start = match words.next() {
        None | Some("moves") => return Err(CommandError::value("position", None, EXPECTED)),
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            if fields.is_empty() {
                return Err(CommandError::value("fen", None, "a position"));
            }
            return Ok(Command::Position { start: Start::Fen(fields.join(" ")), moves: collect(words) });
        }
        Some("startpos") => Start::StartPosition,
        Some(name) => Start::Named(name.to_owned()),
    };
    match words.next() {
        None | Some("moves") => Ok(Command::Position { start, moves: collect(words) }),
        other => Err(CommandError::value("position", other, "moves after where to begin")),
    }
}

fn collect(words: SplitAsciiWhitespace<'_>) -> Vec<String> {
    words.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn every_listed_command_is_known() {
        for (word, ..) in COMMANDS {
            assert!(!matches!(Command::parse(word), Err(CommandError::Unknown(_))), "{word}");
        }
    }

    #[test]
    fn words_before_a_command_are_skipped() {
        assert_eq!(Command::parse("  joho debug on"), Ok(Command::Debug(true)));
        assert_eq!(Command::parse("\tisready now"), Ok(Command::IsReady));
        assert_eq!(error("joho"), "command: \"joho\"; expected one of those that help lists");
        assert_eq!(Command::parse("   "), Ok(Command::Blank));
    }

    #[test]
    fn option_names_and_values_may_have_spaces() {
        let expected = Command::SetOption { name: "Own Book".to_owned(), value: Some("a b".to_owned()) };
        assert_eq!(Command::parse("setoption name Own  Book value a b"), Ok(expected));
        let button = Command::SetOption { name: "Clear Hash".to_owned(), value: None };
        assert_eq!(Command::parse("setoption name Clear Hash"), Ok(button));
        assert_eq!(error("setoption Hash 3"), "setoption: \"Hash\"; expected name NAME [value VALUE]");
        assert_eq!(error("setoption name value 3"), "name: nothing; expected the name of an option");
    }

    #[test]
    fn positions_begin_at_a_start_a_fen_or_a_name() {
        let position = |start, moves: &[&str]| {
            Ok(Command::Position { start, moves: moves.iter().map(|&text| text.to_owned()).collect() })
        };
        assert_eq!(Command::parse("position startpos"), position(Start::StartPosition, &[]));
        assert_eq!(Command::parse("position sample0 moves a2a3"), position(Start::Named("sample0".into()), &["a2a3"]));
        assert_eq!(
            Command::parse("position fen 8/8 w - - moves e2e4 e7e5"),
            position(Start::Fen("8/8 w - -".into()), &["e2e4", "e7e5"])
        );
        assert!(error("position").starts_with("position: nothing; expected startpos"));
        assert!(error("position fen moves").starts_with("fen: nothing"));
        assert!(error("position startpos e2e4").starts_with("position: \"e2e4\"; expected moves"));
    }

    #[test]
    fn questions_may_ask_for_json() {
        assert_eq!(Command::parse("eval"), Ok(Command::Eval { json: false }));
        assert_eq!(Command::parse("stats --json"), Ok(Command::Stats { json: true }));
        assert_eq!(error("eval xml"), "eval: \"xml\"; expected nothing or --json");
    }

    #[test]
    fn genfens_takes_what_openbench_sends() {
        let parse = |line: &str| match Command::parse(line) {
            Ok(Command::GenFens(wanted)) => wanted,
            other => panic!("{line}: {other:?}"),
        };
        let plain = GenFens { count: 10, seed: 42, ..GenFens::default() };
        assert_eq!(parse("genfens 10 seed 42 book None "), plain);
        let book = parse("genfens 3 seed 18446744073709551615 book Books/x.epd dfrc");
        assert_eq!((book.seed, book.book), (u64::MAX, Some("Books/x.epd".into())));
        assert!(error("genfens many").starts_with("genfens: \"many\"; expected a whole number"));
        assert!(error("genfens 1 seed 1 book None now").starts_with("genfens: \"now\"; expected seed S"));
    }

    #[test]
    fn errors_stay_on_one_line_and_short() {
        let text = error(&format!("debug {}", "\u{1b}[2J\u{7}".repeat(100_000)));
        assert!(text.len() < 600 && !text.chars().any(char::is_control), "{text}");
    }
}
