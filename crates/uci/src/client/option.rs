//! The options an engine announces, and whether a value suits them.

/// An option as an engine announces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Unless it is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Unless it is set.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// Unless it is set.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// Nothing: it is pressed.
    Button,
    /// Any text.
    Text {
        /// Unless it is set.
        default: String,
    },
}

impl EngineOption {
    /// Reads a line such as `option name Hash type spin default 16 min 1 max 1024`; `None` if it is none.
    pub fn parse(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("option ")?.trim_start().strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let rest = rest.trim();
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let fields = ["default", "min", "max", "var"];
        // A value goes on until the next field's name.
        let values = |field: &str| -> Vec<String> {
            let starts = words.iter().enumerate().filter(|(_, word)| **word == field);
            let value = |(at, _)| {
                let value: Vec<&str> =
                    words[at + 1..].iter().copied().take_while(|word| !fields.contains(word)).collect();
                value.join(" ")
            };
            starts.map(value).collect()
        };
        let first = |field: &str| values(field).into_iter().next().unwrap_or_default();
        let number = |field: &str, otherwise: i64| first(field).parse().unwrap_or(otherwise);
        let kind = match kind {
            "check" => OptionKind::Check { default: first("default") == "true" },
            "spin" => OptionKind::Spin {
                default: number("default", 0),
                min: number("min", i64::MIN),
                max: number("max", i64::MAX),
            },
            "combo" => OptionKind::Combo { default: first("default"), choices: values("var") },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default: rest.strip_prefix("default ").unwrap_or_default().to_owned() },
            _ => return None,
        };
        Some(Self { name: name.trim().to_owned(), kind })
    }

    /// The value as the engine wants it, or what it would want.
    pub fn accept(&self, value: &str) -> Result<String, String> {
        match &self.kind {
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                "true" | "on" | "yes" | "1" => Ok("true".to_owned()),
                "false" | "off" | "no" | "0" => Ok("false".to_owned()),
                _ => Err("true or false".to_owned()),
            },
            OptionKind::Spin { min, max, .. } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(value.to_owned()),
                _ => Err(format!("a whole number from {min} to {max}")),
            },
            OptionKind::Combo { choices, .. } => {
                let known = choices.iter().find(|choice| choice.eq_ignore_ascii_case(value));
                known.cloned().ok_or_else(|| format!("one of {}", choices.join(", ")))
            }
            OptionKind::Button if value.is_empty() => Ok(String::new()),
            OptionKind::Button => Err("nothing, for it is a button".to_owned()),
            OptionKind::Text { .. } if value.contains(['\n', '\r']) => Err("a text of one line".to_owned()),
            OptionKind::Text { .. } => Ok(value.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> EngineOption {
        EngineOption::parse(text).unwrap_or_else(|| panic!("{text}"))
    }

    #[test]
    fn our_own_options_are_understood() {
        for line in crate::Options::announcement().lines() {
            let found = option(line);
            let default = match &found.kind {
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
                OptionKind::Button => String::new(),
            };
            assert!(found.accept(&default).is_ok(), "{line}: {found:?}");
        }
    }

    #[test]
    fn names_and_choices_may_have_spaces() {
        let found = option("option name Playing Style type combo default Very Solid var Very Solid var Risky");
        assert_eq!(found.name, "Playing Style");
        assert_eq!(found.accept("very solid"), Ok("Very Solid".to_owned()));
        assert_eq!(found.accept("wild"), Err("one of Very Solid, Risky".to_owned()));
    }

    #[test]
    fn values_are_checked_against_what_was_announced() {
        let hash = option("option name Hash type spin default 16 min 1 max 33554432");
        assert_eq!(hash.accept("64"), Ok("64".to_owned()));
        assert_eq!(hash.accept("0"), Err("a whole number from 1 to 33554432".to_owned()));
        assert_eq!(option("option name Ponder type check default false").accept("On"), Ok("true".to_owned()));
        assert_eq!(option("option name Clear Hash type button").accept(""), Ok(String::new()));
        assert_eq!(option("option name Book type string default <empty>").accept("/a b"), Ok("/a b".to_owned()));
        assert_eq!(EngineOption::parse("option name X type wonder"), None);
        assert_eq!(EngineOption::parse("id name X"), None);
    }
}
