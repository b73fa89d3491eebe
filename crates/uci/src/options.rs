//! The options that can be set, their limits, and how they are announced.

use std::time::Duration;

#[cfg(feature = "faults")]
use rules::faults::Fault;
use rules::{CastlingText, Chess, Fragments, Position, Rules, UciStyle};

use crate::command::printable;
use crate::score::View;
use crate::strength::{HIGHEST_ELO, Handicap, LOWEST_ELO};

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

/// What judges a position without looking ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Named terms, which `eval` explains.
    Classical,
    /// The network, where there is one for the game; elsewhere the named terms.
    #[default]
    Network,
}

/// What the options are set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads count or search.
    pub threads: usize,
    /// The size of the transposition table in MiB. Perft counts without it.
    pub hash_mib: usize,
    /// Whether the driver may ask to ponder. The engine always can.
    pub ponder: bool,
    /// How many of the best moves are searched and shown.
    pub multi_pv: usize,
    /// What is kept of the clock for the way to the driver and back, in milliseconds.
    pub overhead_ms: usize,
    /// Where the tablebases are; empty for none.
    pub syzygy_path: String,
    /// A file of solved endings of Chess Fragments to take instead of those in the binary; empty for those, `none` for
    /// none.
    pub fragments_tables: String,
    /// Whether castling is written as the king taking his rook, and rights as the rooks' files.
    pub chess960: bool,
    /// Which game is played.
    pub variant: Variant,
    /// Whether each score comes with the chances to win, draw and lose.
    pub show_wdl: bool,
    /// Whether to play no better than [`Options::elo`].
    pub limit_strength: bool,
    /// How well to play if the strength is limited.
    pub elo: usize,
    /// Whether somebody analyses: then the strength is never limited, and combinations are looked for.
    pub analyse_mode: bool,
    /// Whose view scores are shown in.
    pub view: View,
    /// What judges positions.
    pub evaluation: Evaluation,
    /// The file of a network to take instead of the one in the binary; empty for that one.
    pub eval_file: String,
    /// Whether each search is followed by its statistics.
    pub show_stats: bool,
    /// The classic bug in force.
    #[cfg(feature = "faults")]
    pub fault: Option<Fault>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: 1,
            hash_mib: 16,
            ponder: false,
            multi_pv: 1,
            overhead_ms: 10,
            syzygy_path: String::new(),
            fragments_tables: String::new(),
            chess960: false,
            variant: Variant::Chess,
            show_wdl: false,
            limit_strength: false,
            elo: HIGHEST_ELO,
            analyse_mode: false,
            view: View::Side,
            evaluation: Evaluation::Network,
            eval_file: String::new(),
            show_stats: false,
            #[cfg(feature = "faults")]
            fault: Fault::in_force(),
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

/// What setting an option did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// An option has a new value.
    Value,
    /// The button that empties the engine's memory was pressed.
    ClearHash,
}

/// What values an option takes, and where it is kept.
enum Kind {
    Check(fn(&mut Options) -> &mut bool),
    Spin { min: usize, max: usize, field: fn(&mut Options) -> &mut usize },
    Text(fn(&mut Options) -> &mut String),
    Combo { words: &'static [&'static str], get: fn(&Options) -> usize, set: fn(&mut Options, usize) },
    Button(Effect),
}

/// How the protocol writes a text that is empty.
const EMPTY: &str = "<empty>";

const TABLE: &[(&str, Kind)] = &[
    ("Threads", Kind::Spin { min: 1, max: 1024, field: |options| &mut options.threads }),
    ("Hash", Kind::Spin { min: 1, max: 1 << 20, field: |options| &mut options.hash_mib }),
    ("Clear Hash", Kind::Button(Effect::ClearHash)),
    ("Ponder", Kind::Check(|options| &mut options.ponder)),
    ("MultiPV", Kind::Spin { min: 1, max: 256, field: |options| &mut options.multi_pv }),
    ("Move Overhead", Kind::Spin { min: 0, max: 5000, field: |options| &mut options.overhead_ms }),
    ("SyzygyPath", Kind::Text(|options| &mut options.syzygy_path)),
    ("FragmentsTables", Kind::Text(|options| &mut options.fragments_tables)),
    ("UCI_Chess960", Kind::Check(|options| &mut options.chess960)),
    ("UCI_Variant", VARIANT),
    ("UCI_AnalyseMode", Kind::Check(|options| &mut options.analyse_mode)),
    ("UCI_ShowWDL", Kind::Check(|options| &mut options.show_wdl)),
    ("UCI_LimitStrength", Kind::Check(|options| &mut options.limit_strength)),
    ("UCI_Elo", Kind::Spin { min: LOWEST_ELO, max: HIGHEST_ELO, field: |options| &mut options.elo }),
    ("ScorePOV", VIEW),
    ("Eval", EVALUATION),
    ("EvalFile", Kind::Text(|options| &mut options.eval_file)),
    ("ShowStats", Kind::Check(|options| &mut options.show_stats)),
    #[cfg(feature = "faults")]
    ("Fault", FAULT),
];

const VARIANT: Kind = Kind::Combo {
    words: &[Variant::Chess.name(), Variant::Fragments.name()],
    get: |options| options.variant as usize,
    set: |options, index| options.variant = Variant::ALL[index],
};

const VIEW: Kind = Kind::Combo {
    words: &["side", "white"],
    get: |options| options.view as usize,
    set: |options, index| options.view = [View::Side, View::White][index],
};

const EVALUATION: Kind = Kind::Combo {
    words: &["classical", "network"],
    get: |options| options.evaluation as usize,
    set: |options, index| options.evaluation = [Evaluation::Classical, Evaluation::Network][index],
};

#[cfg(feature = "faults")]
const FAULT: Kind = Kind::Combo {
    words: rules::faults::NAMES,
    get: |options| options.fault.map_or(0, |fault| fault as usize + 1),
    set: |options, index| options.fault = index.checked_sub(1).map(|index| Fault::ALL[index]),
};

impl Kind {
    /// What follows an option's name when it is announced; the default is what `options` say.
    fn announcement(&self, options: &mut Options) -> String {
        match self {
            Self::Check(field) => format!("type check default {}", field(options)),
            Self::Spin { min, max, field } => format!("type spin default {} min {min} max {max}", field(options)),
            Self::Text(field) => {
                let text = field(options);
                format!("type string default {}", if text.is_empty() { EMPTY } else { text })
            }
            Self::Combo { words, get, .. } => {
                let choices: String = words.iter().map(|word| format!(" var {word}")).collect();
                format!("type combo default {}{choices}", words[get(options)])
            }
            Self::Button(_) => "type button".to_owned(),
        }
    }

    /// Sets the value, or says what was expected.
    fn set(&self, options: &mut Options, value: &str) -> Result<Effect, String> {
        match self {
            Self::Check(field) => match value.to_ascii_lowercase().as_str() {
                "true" => *field(options) = true,
                "false" => *field(options) = false,
                _ => return Err("true or false".to_owned()),
            },
            Self::Spin { min, max, field } => match value.parse() {
                Ok(number) if (*min..=*max).contains(&number) => *field(options) = number,
                _ => return Err(format!("a whole number from {min} to {max}")),
            },
            Self::Text(field) => *field(options) = if value == EMPTY { String::new() } else { value.to_owned() },
            Self::Combo { words, set, .. } => match words.iter().position(|word| word.eq_ignore_ascii_case(value)) {
                Some(index) => set(options, index),
                None => return Err(words.join(" or ")),
            },
            Self::Button(effect) => return Ok(*effect),
        }
        Ok(Effect::Value)
    }
}

/// The names of all options.
fn names() -> String {
    TABLE.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

impl Options {
    /// The lines by which the options are announced.
    pub fn announcement() -> String {
        let mut options = Self::default();
        let line = |(name, kind): &(&str, Kind)| format!("option name {name} {}\n", kind.announcement(&mut options));
        let text: String = TABLE.iter().map(line).collect();
        #[cfg(feature = "tune")]
        let text = text + &crate::parameters::announcement();
        text
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
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        let wrong = |expected: String| {
            let value = value.map_or("nothing".to_owned(), |value| format!("\"{}\"", printable(value)));
            OptionError { name: printable(name), value, expected }
        };
        #[cfg(feature = "tune")]
        if let Some(result) = crate::parameters::set(name, value.unwrap_or_default()) {
            return result.map(|()| Effect::Value).map_err(wrong);
        }
        let Some((_, kind)) = TABLE.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
            let known = names();
            let value = format!("\"{}\"", printable(name));
            return Err(OptionError { name: "option".to_owned(), value, expected: format!("one of {known}") });
        };
        kind.set(self, value.unwrap_or_default()).map_err(wrong)
    }

    /// What is kept of the clock for the way to the driver and back.
    pub fn overhead(&self) -> Duration {
        Duration::from_millis(self.overhead_ms as u64)
    }

    /// How well to play at most, if there is a limit.
    pub fn elo_limit(&self) -> Option<usize> {
        (self.limit_strength && !self.analyse_mode).then_some(self.elo)
    }

    /// What keeps the engine from playing better than that in a position.
    pub fn handicap<R: Rules>(&self, position: &Position<R>) -> Option<Handicap> {
        self.elo_limit().map(|elo| Handicap::new(elo, position.occupied().len()))
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
        let mut options = Options {
            threads: 7,
            hash_mib: 7,
            ponder: true,
            multi_pv: 7,
            overhead_ms: 7,
            syzygy_path: "somewhere".to_owned(),
            fragments_tables: "somewhere".to_owned(),
            chess960: true,
            variant: Variant::Fragments,
            show_wdl: true,
            limit_strength: true,
            elo: LOWEST_ELO,
            analyse_mode: true,
            view: View::White,
            evaluation: Evaluation::Classical,
            eval_file: "somewhere".to_owned(),
            show_stats: true,
            #[cfg(feature = "faults")]
            fault: Some(Fault::MateInPlies),
        };
        for line in Options::announcement().lines() {
            let (name, rest) = line.strip_prefix("option name ").unwrap().split_once(" type ").unwrap();
            let words: Vec<&str> = rest.split(' ').collect();
            let default = words.iter().position(|word| *word == "default");
            options.set(name, default.map(|at| words[at + 1])).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn names_and_words_do_not_mind_case() {
        let mut options = Options::default();
        options.set("uci_chess960", Some("TRUE")).unwrap();
        options.set("UCI_VARIANT", Some("Fragments")).unwrap();
        options.set("scorepov", Some("White")).unwrap();
        assert!(options.chess960);
        assert_eq!((options.variant, options.view), (Variant::Fragments, View::White));
    }

    #[test]
    fn a_path_keeps_its_case_and_its_spaces() {
        let mut options = Options::default();
        options.set("SyzygyPath", Some("/My Tables:/More")).unwrap();
        assert_eq!(options.syzygy_path, "/My Tables:/More");
        options.set("SyzygyPath", Some("<empty>")).unwrap();
        assert_eq!(options.syzygy_path, "");
    }

    #[test]
    fn a_button_changes_no_value() {
        let mut options = Options::default();
        assert_eq!(options.set("clear hash", None), Ok(Effect::ClearHash));
        assert_eq!(options, Options::default());
    }

    #[test]
    fn analysis_is_never_limited() {
        let mut options = Options { limit_strength: true, elo: 1500, ..Options::default() };
        assert_eq!(options.elo_limit(), Some(1500));
        options.analyse_mode = true;
        assert_eq!(options.elo_limit(), None);
    }

    #[test]
    fn a_bad_name_or_value_says_what_was_expected_and_changes_nothing() {
        let mut options = Options::default();
        let known = names();
        for (name, value, text) in [
            ("Thread", Some("1"), &*format!("option: \"Thread\"; expected one of {known}")),
            ("Threads", Some("-1"), "Threads: \"-1\"; expected a whole number from 1 to 1024"),
            ("Hash", None, "Hash: nothing; expected a whole number from 1 to 1048576"),
            ("UCI_Chess960", Some("yes"), "UCI_Chess960: \"yes\"; expected true or false"),
            ("UCI_Variant", Some("atomic"), "UCI_Variant: \"atomic\"; expected chess or fragments"),
            ("ScorePOV", Some("black"), "ScorePOV: \"black\"; expected side or white"),
        ] {
            assert_eq!(options.set(name, value).unwrap_err().to_string(), text);
        }
        assert_eq!(options, Options::default());
    }
}
