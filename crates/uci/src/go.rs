//! The `go` command: what to search, and until when.

use std::fmt;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use crate::command::CommandError;

/// The deepest perft. Nobody can wait for half of it; it bounds the recursion.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// What `go` asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// Count the leaves at a depth.
    Perft(u32),
    /// Find the best move.
    Search(Box<Limits>),
}

/// Until when to search, and what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No deeper than this.
    pub depth: Option<u32>,
    /// No more nodes than this.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// What the clocks show, White's first. A clock may have run out: that is no time at all.
    pub time: [Option<Duration>; 2],
    /// What the clocks gain with each move, White's first.
    pub increment: [Option<Duration>; 2],
    /// How many moves the clocks must last for.
    pub moves_to_go: Option<u32>,
    /// Only until a mate in so many moves is found.
    pub mate: Option<u32>,
    /// No answer before `stop`.
    pub infinite: bool,
    /// No answer before `stop` or `ponderhit`.
    pub ponder: bool,
    /// Only these moves; if empty, all.
    pub search_moves: Vec<String>,
}

const KEYWORDS: [&str; 13] = [
    "perft",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
];

impl Go {
    /// Reads what follows the word `go`. Words that mean nothing here are skipped, as the protocol demands.
    pub(crate) fn parse(words: SplitAsciiWhitespace<'_>) -> Result<Self, CommandError> {
        let mut words = words.peekable();
        let mut limits = Limits::default();
        let mut perft = None;
        while let Some(word) = words.next() {
            let mut number = |most: u64| read_number(word, words.next(), 0, most);
            match word {
                "perft" => perft = Some(number(MAX_PERFT_DEPTH.into())? as u32),
                "depth" => limits.depth = Some(number(u32::MAX.into())? as u32),
                "nodes" => limits.nodes = Some(number(u64::MAX)?),
                "movestogo" => limits.moves_to_go = Some(number(u32::MAX.into())? as u32),
                "mate" => limits.mate = Some(number(u32::MAX.into())? as u32),
                "movetime" => limits.move_time = Some(read_time(word, words.next())?),
                "wtime" => limits.time[0] = Some(read_time(word, words.next())?),
                "btime" => limits.time[1] = Some(read_time(word, words.next())?),
                "winc" => limits.increment[0] = Some(read_time(word, words.next())?),
                "binc" => limits.increment[1] = Some(read_time(word, words.next())?),
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|text| !KEYWORDS.contains(text)) {
                        limits.search_moves.push(text.to_owned());
                    }
                }
                _ => {}
            }
        }
        Ok(perft.map_or_else(|| Self::Search(Box::new(limits)), Self::Perft))
    }
}

impl fmt::Display for Limits {
    /// The command that asks for a search within these limits. A clock is never rounded up.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let times = [("wtime", self.time[0]), ("btime", self.time[1]), ("winc", self.increment[0])];
        let times = times.into_iter().chain([("binc", self.increment[1]), ("movetime", self.move_time)]);
        for (name, time) in times {
            if let Some(time) = time {
                write!(f, " {name} {}", time.as_millis())?;
            }
        }
        let numbers = [("movestogo", self.moves_to_go), ("depth", self.depth), ("mate", self.mate)];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

/// Reads a number within its limits.
pub(crate) fn read_number(name: &str, value: Option<&str>, least: u64, most: u64) -> Result<u64, CommandError> {
    let number = value.and_then(|value| value.parse().ok()).filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| CommandError::value(name, value, format!("a whole number from {least} to {most}")))
}

/// Reads milliseconds. Some programs let a clock run below zero; that is as good as zero.
fn read_time(name: &str, value: Option<&str>) -> Result<Duration, CommandError> {
    let number: Option<i64> = value.and_then(|value| value.parse().ok());
    match number {
        Some(number) => Ok(Duration::from_millis(number.max(0).unsigned_abs())),
        None => Err(CommandError::value(name, value, "a whole number of milliseconds")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Go, CommandError> {
        Go::parse(text.split_ascii_whitespace())
    }

    fn limits(text: &str) -> Limits {
        match parse(text) {
            Ok(Go::Search(limits)) => *limits,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn limits_are_read_in_any_order() {
        let found = limits("winc 5 movestogo 40 wtime 1000 btime -3 depth 7 searchmoves e2e4 d2d4 infinite nodes 9");
        assert_eq!(found.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(found.increment, [Some(Duration::from_millis(5)), None]);
        assert_eq!((found.depth, found.nodes, found.moves_to_go), (Some(7), Some(9), Some(40)));
        assert_eq!(found.search_moves, ["e2e4", "d2d4"]);
        assert!(found.infinite && !found.ponder);
    }

    #[test]
    fn limits_that_are_written_are_read_again() {
        for text in [
            "go wtime 1000 btime 900 winc 5 binc 6 movestogo 40",
            "go ponder wtime 1 btime 2 depth 7 mate 3 nodes 9 infinite searchmoves e2e4 d2d4",
            "go movetime 100",
            "go",
        ] {
            assert_eq!(limits(&text[2..]).to_string(), text);
        }
    }

    #[test]
    fn unknown_words_are_skipped() {
        assert_eq!(limits("now depth 3 please").depth, Some(3));
    }

    #[test]
    fn perft_takes_a_depth_that_ends_some_day() {
        assert_eq!(parse("perft 5"), Ok(Go::Perft(5)));
        let error = parse("perft 100000").unwrap_err();
        assert_eq!(error.to_string(), "perft: \"100000\"; expected a whole number from 0 to 64");
    }

    #[test]
    fn a_bad_number_is_named() {
        let error = parse("depth x").unwrap_err();
        assert_eq!(error.to_string(), "depth: \"x\"; expected a whole number from 0 to 4294967295");
        let error = parse("infinite movetime").unwrap_err();
        assert_eq!(error.to_string(), "movetime: nothing; expected a whole number of milliseconds");
    }
}
