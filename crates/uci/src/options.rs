//! The options that can be set, their limits, and how they are announced.

use std::fmt;
use std::time::Duration;

use rules::{CastlingText, Chess, Fragments, Rules, UciStyle};

use crate::command::printable;

/// Which game is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// Chess, with Chess960.
    #[default]
    Chess,
    /// Chess Fragments.
    Fragments,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Fragments];

    /// The game's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => Chess::NAME,
            Self::Fragments => Fragments::NAME,
        }
    }
}

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether castling is written as the king taking his rook, and rights as the rooks' files.
    pub chess960: bool,
    /// Which game is played.
    pub variant: Variant,
    /// How many threads count or search. As of today only perft uses more than one.
    pub threads: usize,
    /// The size of the transposition table in MiB. Perft counts without it.
    pub hash_mib: usize,
    /// What is kept of the clock for the way to the driver and back.
    pub overhead: Duration,
    /// Whether the driver may ask to ponder. The engine always can.
    pub ponder: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            chess960: false,
            variant: Variant::Chess,
            threads: 1,
            hash_mib: 16,
            overhead: Duration::from_millis(10),
            ponder: false,
        }
    }
}

/// An option that cannot be set so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {value}; expected {expected}")]
pub struct OptionError {
    name: String,
    value: String,
    expected: String,
}

/// What values an option takes, and how it takes one.
enum Kind {
    Check { default: bool, set: fn(&mut Options, bool) },
    Spin { default: usize, min: usize, max: usize, set: fn(&mut Options, usize) },
    Combo { default: Variant, set: fn(&mut Options, Variant) },
}

const TABLE: [(&str, Kind); 6] = [
    ("Threads", Kind::Spin { default: 1, min: 1, max: 1024, set: |options, value| options.threads = value }),
    ("Hash", Kind::Spin { default: 16, min: 1, max: 1 << 20, set: |options, value| options.hash_mib = value }),
    ("Ponder", Kind::Check { default: false, set: |options, value| options.ponder = value }),
    ("Move Overhead", Kind::Spin { default: 10, min: 0, max: 5000, set: set_overhead }),
    ("UCI_Chess960", Kind::Check { default: false, set: |options, value| options.chess960 = value }),
    ("UCI_Variant", Kind::Combo { default: Variant::Chess, set: |options, value| options.variant = value }),
];

fn set_overhead(options: &mut Options, millis: usize) {
    options.overhead = Duration::from_millis(millis as u64);
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default, .. } => write!(f, "type check default {default}"),
            Self::Spin { default, min, max, .. } => write!(f, "type spin default {default} min {min} max {max}"),
            Self::Combo { default, .. } => {
                write!(f, "type combo default {}", default.name())?;
                Variant::ALL.iter().try_for_each(|variant| write!(f, " var {}", variant.name()))
            }
        }
    }
}

impl Options {
    /// The lines by which the options are announced.
    pub fn announcement() -> String {
        TABLE.iter().map(|(name, kind)| format!("option name {name} {kind}\n")).collect()
    }

    /// Sets an option. Names do not mind upper and lower case; values are checked.
    ///
    /// ```
    /// use adoube_uci::Options;
    /// let mut options = Options::default();
    /// options.set("threads", Some("4")).unwrap();
    /// assert_eq!(options.threads, 4);
    /// let error = options.set("Threads", Some("0")).unwrap_err();
    /// assert_eq!(error.to_string(), "Threads: \"0\"; expected a whole number from 1 to 1024");
    /// ```
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let Some((name, kind)) = TABLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            let known = TABLE.map(|(name, _)| name).join(", ");
            let value = format!("\"{}\"", printable(name));
            return Err(OptionError { name: "option".to_owned(), value, expected: format!("one of {known}") });
        };
        let given = value.unwrap_or_default();
        let wrong = |expected: String| {
            let value = value.map_or("nothing".to_owned(), |value| format!("\"{}\"", printable(value)));
            OptionError { name: (*name).to_owned(), value, expected }
        };
        match kind {
            Kind::Check { set, .. } => match given.to_ascii_lowercase().as_str() {
                "true" => set(self, true),
                "false" => set(self, false),
                _ => return Err(wrong("true or false".to_owned())),
            },
            Kind::Spin { min, max, set, .. } => match given.parse() {
                Ok(number) if (*min..=*max).contains(&number) => set(self, number),
                _ => return Err(wrong(format!("a whole number from {min} to {max}"))),
            },
            Kind::Combo { set, .. } => {
                match Variant::ALL.into_iter().find(|variant| variant.name().eq_ignore_ascii_case(given)) {
                    Some(variant) => set(self, variant),
                    None => return Err(wrong(Variant::ALL.map(Variant::name).join(" or "))),
                }
            }
        }
        Ok(())
    }

    /// How moves are written.
    pub fn move_style(&self) -> UciStyle {
        if self.chess960 { UciStyle::Chess960 } else { UciStyle::Standard }
    }

    /// How castling rights are written.
    pub fn castling_text(&self) -> CastlingText {
        if self.chess960 { CastlingText::Shredder } else { CastlingText::XFen }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_announced_defaults_are_the_defaults() {
        let overhead = Duration::from_millis(7);
        let mut options =
            Options { chess960: true, variant: Variant::Fragments, threads: 7, hash_mib: 7, overhead, ponder: true };
        for line in Options::announcement().lines() {
            let (name, rest) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let words: Vec<&str> = rest.split(' ').collect();
            let default = words.iter().position(|word| *word == "default").unwrap() + 1;
            options.set(name, Some(words[default])).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_and_words_do_not_mind_case() {
        let mut options = Options::default();
        options.set("uci_chess960", Some("TRUE")).unwrap();
        options.set("UCI_VARIANT", Some("Fragments")).unwrap();
        assert!(options.chess960);
        assert_eq!(options.variant, Variant::Fragments);
    }

    #[test]
    fn a_bad_name_or_value_says_what_was_expected_and_changes_nothing() {
        let mut options = Options::default();
        for (name, value, text) in [
            (
                "Thread",
                Some("1"),
                "option: \"Thread\"; expected one of Threads, Hash, Ponder, Move Overhead, UCI_Chess960, UCI_Variant",
            ),
            ("Threads", Some("-1"), "Threads: \"-1\"; expected a whole number from 1 to 1024"),
            ("Hash", None, "Hash: nothing; expected a whole number from 1 to 1048576"),
            ("UCI_Chess960", Some("yes"), "UCI_Chess960: \"yes\"; expected true or false"),
            ("UCI_Variant", Some("atomic"), "UCI_Variant: \"atomic\"; expected chess or fragments"),
        ] {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), text);
        }
        assert_eq!(options, Options::default());
    }
}
