//! How long an engine may think about a move, or about a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Limits of one engine. Each that is given holds; the clock alone counts over several moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerLimits {
    /// Time for the game, or for a number of moves: `2+0.02`, `40/60`.
    #[serde(default, rename = "tc", skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockControl>,
    /// Milliseconds for each move.
    #[serde(default, rename = "movetime", skip_serializing_if = "Option::is_none")]
    pub move_time_ms: Option<u64>,
    /// Nodes for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl PlayerLimits {
    /// Whether an engine could think for ever.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Time for each move, if there is a limit.
    pub fn move_time(&self) -> Option<Duration> {
        self.move_time_ms.map(Duration::from_millis)
    }

    /// These limits; where nothing is said, none of another kind is taken from elsewhere unless nothing at all is said.
    #[must_use]
    pub fn or(&self, otherwise: &Self) -> Self {
        if self.is_empty() { otherwise.clone() } else { self.clone() }
    }
}

impl fmt::Display for PlayerLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.move_time_ms.map(|ms| format!("{ms} ms a move")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "no limit" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// A chess clock's setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockControl {
    /// After so many moves the time is given anew; `None` if it must last for the game.
    pub moves: Option<u32>,
    /// The time at the beginning.
    pub time: Duration,
    /// What is added with each move.
    pub increment: Duration,
}

/// A limit that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\"; expected seconds such as 2+0.02, 60, 1:30+1 or 40/60+0.5")]
pub struct LimitsError(String);

impl FromStr for ClockControl {
    type Err = LimitsError;

    /// Reads `[moves/]time[+increment]`, times in seconds or minutes:seconds.
    ///
    /// ```
    /// use adoube_lab::engines::ClockControl;
    /// use std::time::Duration;
    /// let clock: ClockControl = "40/1:30+0.5".parse().unwrap();
    /// assert_eq!(clock.moves, Some(40));
    /// assert_eq!((clock.time, clock.increment), (Duration::from_secs(90), Duration::from_millis(500)));
    /// ```
    fn from_str(text: &str) -> Result<Self, LimitsError> {
        let wrong = || LimitsError(text.to_owned());
        let (moves, rest) = match text.trim().split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0).ok_or_else(wrong)?), rest),
            None => (None, text.trim()),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = seconds(time).filter(|time| !time.is_zero()).ok_or_else(wrong)?;
        Ok(Self { moves, time, increment: seconds(increment).ok_or_else(wrong)? })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let (minutes, seconds): (f64, f64) = (minutes.parse().ok()?, seconds.parse().ok()?);
    let total = minutes * 60.0 + seconds;
    // Times are kept to the microsecond, so that they read as they were written.
    let is_sensible = minutes >= 0.0 && seconds >= 0.0 && total <= 1e7;
    is_sensible.then(|| Duration::from_micros((total * 1e6).round() as u64))
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl Serialize for ClockControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClockControl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_reads_as_it_is_written() {
        for text in ["2+0.02", "60", "40/60+0.5", "0.1+0.001"] {
            assert_eq!(text.parse::<ClockControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30".parse::<ClockControl>().unwrap().to_string(), "90");
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in ["", "x", "0", "-1", "2+", "2+-1", "0/60", "1/", "nan", "inf", "2+0.02+1", "1e99"] {
            let error = text.parse::<ClockControl>().unwrap_err();
            assert!(error.to_string().contains("expected seconds"), "{text}");
        }
    }
}
