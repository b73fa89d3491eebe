//! Engines by name: from a file, by command line, or `adoube` for the one that is built in.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use uci::client::Launch;

use super::limits::PlayerLimits;

/// An engine with what it is to be set to.
///
/// ```toml
/// [[engine]]
/// name = "stockfish"
/// command = "/usr/games/stockfish"
/// options = { Hash = 16, Threads = 1 }
/// limits = { nodes = 10000 }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineEntry {
    /// What to call it.
    pub name: String,
    /// The program. A name without folder is looked for where the system looks for programs.
    pub command: PathBuf,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder to run it in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<PathBuf>,
    /// Options to set, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, OptionValue>,
    /// How long it may think, if the match does not say otherwise.
    #[serde(default, skip_serializing_if = "PlayerLimits::is_empty")]
    pub limits: PlayerLimits,
    /// Whether it is started anew for each game, instead of only after a fault.
    #[serde(default)]
    pub restart: bool,
    /// Whether it thinks while its opponent does.
    #[serde(default)]
    pub ponder: bool,
}

/// The value of an option, as a file or a person gives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OptionValue {
    /// For a check box.
    Flag(bool),
    /// For a number.
    Number(i64),
    /// For anything; empty for a button.
    Text(String),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Text(value) => value.fmt(f),
        }
    }
}

impl EngineEntry {
    /// Sets an option, whatever it was called before in upper or lower case.
    pub fn set_option(&mut self, name: &str, value: String) {
        self.options.retain(|known, _| !known.eq_ignore_ascii_case(name));
        self.options.insert(name.to_owned(), OptionValue::Text(value));
    }

    /// How to start it.
    pub fn launch(&self) -> Launch {
        Launch {
            name: self.name.clone(),
            command: self.command.clone(),
            args: self.args.clone(),
            dir: self.dir.clone(),
            ..Launch::default()
        }
    }
}

/// The engines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The engines, in the file's order.
    #[serde(default, rename = "engine")]
    pub engines: Vec<EngineEntry>,
}

/// A file of engines that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum EngineFileError {
    /// It cannot be read.
    #[error("{}: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// It is no file of engines.
    #[error("{}: {reason}", file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
}

/// An engine that nobody can find.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine: \"{given}\" {reason}; expected {expected}")]
pub struct EngineNameError {
    given: String,
    reason: &'static str,
    expected: String,
}

impl Roster {
    /// Reads a file such as the one of [`EngineEntry`]. Folders in it are relative to the file's own.
    pub fn read(file: &Path) -> Result<Self, EngineFileError> {
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|cause| EngineFileError::Read { file: file.to_owned(), cause })?;
        let wrong = |reason: String| EngineFileError::Form { file: file.to_owned(), reason };
        let mut roster: Self = toml::from_str(&text).map_err(|error| wrong(error.to_string().trim().to_owned()))?;
        // A folder of its own would make a relative path mean something else.
        let home = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
        let home = home.parent().unwrap_or(Path::new(""));
        let mut seen = Vec::new();
        for engine in &mut roster.engines {
            if seen.contains(&engine.name) {
                return Err(wrong(format!("two engines are called \"{}\"; expected different names", engine.name)));
            }
            seen.push(engine.name.clone());
            if engine.command.is_relative() && engine.command.components().count() > 1 {
                engine.command = home.join(&engine.command);
            }
            if let Some(dir) = engine.dir.as_mut().filter(|dir| dir.is_relative()) {
                *dir = home.join(&*dir);
            }
        }
        Ok(roster)
    }

    /// The engine a person means: a name of this file, `adoube` for the program at `own`, or a command line. Before
    /// any of these may stand what to call it: `NAME=ENGINE`.
    pub fn find(&self, given: &str, own: &Path) -> Result<EngineEntry, EngineNameError> {
        let wrong =
            |reason, expected: &str| EngineNameError { given: given.to_owned(), reason, expected: expected.to_owned() };
        // A path may have an equals sign in it, but not before its first slash.
        let (name, engine) = match given.split_once('=') {
            Some((name, engine)) if !name.is_empty() && !name.contains(['/', ' ', '\\']) => (Some(name), engine),
            _ => (None, given),
        };
        let mut entry = if let Some(known) = self.engines.iter().find(|known| known.name == engine) {
            known.clone()
        } else if engine == "adoube" {
            EngineEntry { name: "adoube".to_owned(), command: own.to_owned(), ..EngineEntry::default() }
        } else {
            let words = split_words(engine).ok_or_else(|| wrong("opens a quotation", "a closing quote"))?;
            let (command, args) = words.split_first().ok_or_else(|| wrong("names nothing", "a program"))?;
            let found = find_program(Path::new(command)).ok_or_else(|| {
                let names: Vec<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
                let known = if names.is_empty() { String::new() } else { format!(", or one of {}", names.join(", ")) };
                let reason =
                    if Path::new(command).is_dir() { "is a folder" } else { "is no program that can be found" };
                wrong(reason, &format!("a program's path or name, adoube{known}"))
            })?;
            let name = found.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            EngineEntry { name, command: found, args: args.to_vec(), ..EngineEntry::default() }
        };
        if let Some(name) = name {
            entry.name = name.to_owned();
        }
        Ok(entry)
    }
}

/// Where a program is: as given if it has a folder, else in one of those where the system looks for programs.
fn find_program(command: &Path) -> Option<PathBuf> {
    if command.components().count() > 1 {
        let command = match (command.strip_prefix("~"), std::env::var_os("HOME")) {
            (Ok(rest), Some(home)) => Path::new(&home).join(rest),
            _ => command.to_owned(),
        };
        return command.is_file().then_some(command);
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/games", "/usr/local/games"].map(PathBuf::from);
    std::env::split_paths(&folders).chain(usual).map(|folder| folder.join(command)).find(|file| file.is_file())
}

/// The words of a command line; quotes keep spaces. `None` if a quotation does not end.
fn split_words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(letter),
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_engines_with_options_and_limits() {
        let text = "[[engine]]\nname = \"sf\"\ncommand = \"stockfish\"\noptions = { Hash = 16, Ponder = false }\n\
            limits = { tc = \"2+0.02\", nodes = 5 }\n";
        let roster: Roster = toml::from_str(text).unwrap();
        let engine = &roster.engines[0];
        assert_eq!(engine.options["Hash"].to_string(), "16");
        assert_eq!(engine.options["Ponder"].to_string(), "false");
        assert_eq!(engine.limits.to_string(), "2+0.02, 5 nodes");
        assert_eq!(roster.find("new=sf", Path::new("x")).unwrap().name, "new");
        let error = toml::from_str::<Roster>("[[engine]]\nname = \"a\"\ncommand = \"b\"\nhash = 3").unwrap_err();
        assert!(error.to_string().contains("unknown field `hash`"), "{error}");
    }

    #[test]
    fn adoube_is_this_program_and_others_are_found_by_their_path() {
        let own = std::env::current_exe().unwrap();
        let roster = Roster::default();
        assert_eq!(roster.find("adoube", &own).unwrap().command, own);
        let given = format!("mine='{}' uci --x 'a b'", own.display());
        let found = roster.find(&given, Path::new("x")).unwrap();
        assert_eq!((found.name.as_str(), found.args), ("mine", vec!["uci".into(), "--x".into(), "a b".into()]));
        let error = roster.find("/nowhere/engine", &own).unwrap_err().to_string();
        assert!(error.starts_with("engine: \"/nowhere/engine\" is no program that can be found; expected"), "{error}");
        let error = roster.find("/", &own).unwrap_err().to_string();
        assert!(error.starts_with("engine: \"/\" is a folder; expected"), "{error}");
    }
}
