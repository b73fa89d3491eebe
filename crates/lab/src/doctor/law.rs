//! What a law is: something that must hold for every engine, or for every sound one, and how that is tried.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// Laws of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// How an engine converses.
    Protocol,
    /// Which moves there are.
    Rules,
    /// What its scores mean.
    Scores,
    /// Whether it searches what it says.
    Search,
    /// When a game is drawn.
    Draws,
    /// How long it thinks.
    Time,
    /// Whether the same question gets the same answer.
    Determinism,
    /// What its own games show.
    Games,
    /// What only an engine that is looked into can show.
    Inside,
}

impl Group {
    /// All groups, in the order in which they are examined.
    pub const ALL: [Self; 9] = [
        Self::Protocol,
        Self::Rules,
        Self::Determinism,
        Self::Scores,
        Self::Draws,
        Self::Search,
        Self::Time,
        Self::Games,
        Self::Inside,
    ];

    /// Its name: the part of a law before the slash.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Rules => "rules",
            Self::Scores => "scores",
            Self::Search => "search",
            Self::Draws => "draws",
            Self::Time => "time",
            Self::Determinism => "determinism",
            Self::Games => "games",
            Self::Inside => "inside",
        }
    }

    /// Whether a law of this kind that is broken may be why one of the other kind, tried later, is broken too: what is
    /// searched rests on moves, scores and draws, but not on manners or clocks.
    pub const fn may_explain(self, other: Self) -> bool {
        !matches!(self, Self::Protocol | Self::Time | Self::Games) && !matches!(other, Self::Protocol | Self::Time)
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Group {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|group| group.name() == text).ok_or(())
    }
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A law, by which a fault or a finding is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Law {
    /// Its kind.
    pub group: Group,
    /// Its name within the group, such as `colour-symmetry`.
    pub name: &'static str,
    /// What it says, in one sentence.
    pub says: &'static str,
    /// How it is tried, in plain words.
    pub experiment: &'static str,
}

impl Law {
    /// The name by which it is called everywhere: `scores/colour-symmetry`.
    pub fn id(&self) -> String {
        format!("{}/{}", self.group, self.name)
    }

    /// Where it is explained.
    pub fn page(&self) -> String {
        format!("docs/doctor/{}.md#{}", self.group, self.name)
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.group, self.name)
    }
}
