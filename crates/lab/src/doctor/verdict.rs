//! What an examination comes to: a pass, a finding with its evidence, or nothing that could be told.

use std::time::Duration;

use rules::{Chess, Position};
use serde::{Deserialize, Serialize};

use super::law::Law;

/// How sure a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// Worth a look; healthy engines may show it too.
    Hint,
    /// Healthy engines do not show it, as far as we know; there may be other reasons.
    Likely,
    /// A law of the protocol or of chess is broken, and the evidence shows it.
    Sure,
}

impl Certainty {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Likely => "likely",
            Self::Sure => "sure",
        }
    }
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The doctor.
    Doctor,
    /// The engine.
    Engine,
    /// The engine, on stderr.
    Stderr,
}

/// A line of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Which process of several, from 1.
    pub process: u32,
    /// Milliseconds since the process was started.
    pub ms: f64,
    /// Who said it.
    pub by: Speaker,
    /// The line.
    pub text: String,
}

/// What was said from a line on, behind all options that its process had been given before: enough to say it again.
pub fn excerpt(transcript: &[Said], from: usize) -> Vec<Said> {
    let (before, rest) = transcript.split_at(from.min(transcript.len()));
    let is_option = |said: &&Said| {
        let is_same = rest.first().is_some_and(|first| first.process == said.process);
        is_same && said.by == Speaker::Doctor && said.text.starts_with("setoption")
    };
    before.iter().filter(is_option).chain(rest).cloned().collect()
}

/// How many of those that were planned could be tried: "5 stops", or that there was no time for more.
pub fn so_many(tried: usize, planned: usize, what: &str) -> String {
    if tried < planned { format!("{tried} of {planned} {what} (the time was up)") } else { format!("{tried} {what}") }
}

/// What proves a finding.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The smallest position found, as FEN.
    pub fen: Option<String>,
    /// Moves from there, as UCI writes them.
    pub moves: Vec<String>,
    /// What the law demands here.
    pub expected: String,
    /// What was seen instead.
    pub seen: String,
    /// The conversation that shows it, from the start of the process. Empty where there was none: audits from
    /// inside, `bench`.
    pub transcript: Vec<Said>,
}

/// A broken law.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// How sure it is.
    pub certainty: Certainty,
    /// What is wrong, in one line.
    pub summary: String,
    /// How often, of how many tries.
    pub failed: usize,
    /// Tries.
    pub tried: usize,
    /// The best example.
    pub evidence: Evidence,
    /// Where to look, in an author's words, most likely first.
    pub culprits: Vec<String>,
    /// What it breaks: wrong play, wrong display, lost games on time.
    pub breaks: String,
}

impl Finding {
    /// A finding without evidence yet.
    pub fn new(certainty: Certainty, summary: impl Into<String>) -> Self {
        Self {
            certainty,
            summary: summary.into(),
            failed: 1,
            tried: 1,
            evidence: Evidence::default(),
            culprits: Vec::new(),
            breaks: String::new(),
        }
    }

    /// How often it was seen, of how many tries.
    #[must_use]
    pub fn counted(mut self, failed: usize, tried: usize) -> Self {
        (self.failed, self.tried) = (failed, tried);
        self
    }

    /// The position that shows it.
    #[must_use]
    pub fn at(mut self, position: &Position<Chess>) -> Self {
        self.evidence.fen = Some(position.to_string());
        self
    }

    /// What the law demands, and what was seen instead.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>, seen: impl Into<String>) -> Self {
        self.evidence.expected = expected.into();
        self.evidence.seen = seen.into();
        self
    }

    /// The conversation that shows it.
    #[must_use]
    pub fn transcript(mut self, transcript: Vec<Said>) -> Self {
        self.evidence.transcript = transcript;
        self
    }

    /// Where to look, most likely first.
    #[must_use]
    pub fn blame(mut self, culprits: &[&str]) -> Self {
        self.culprits = culprits.iter().map(|culprit| (*culprit).to_owned()).collect();
        self
    }

    /// What it breaks.
    #[must_use]
    pub fn breaks(mut self, what: &str) -> Self {
        what.clone_into(&mut self.breaks);
        self
    }

    /// The verdict that it is.
    pub fn verdict(self) -> Verdict {
        Verdict::Finding(Box::new(self))
    }
}

/// What became of the trial of one law.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The law held wherever it was tried. The note says where, and what else was seen.
    Pass(String),
    /// It did not.
    Finding(Box<Finding>),
    /// It could not be tried, and why.
    CannotTell(String),
}

impl Verdict {
    /// A pass, if anything was tried at all.
    pub fn pass_of(tried: usize, note: String) -> Self {
        if tried == 0 { Self::CannotTell("there was no time to try it".to_owned()) } else { Self::Pass(note) }
    }

    /// What was seen does not count: a process that knows nothing of it does not show it.
    pub fn not_again(seen: impl std::fmt::Display) -> Self {
        Self::CannotTell(format!("{seen}, but not again in a fresh process"))
    }

    /// The finding, if it is one.
    pub fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Finding(finding) => Some(finding),
            _ => None,
        }
    }
}

/// A law that was tried, and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Examined {
    /// The law.
    pub law: Law,
    /// What became of it.
    pub verdict: Verdict,
    /// How long the trial took.
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
    pub time: Duration,
}

fn as_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 1000.0).round() / 1000.0)
}

impl Examined {
    /// Worst first: sure findings, likely ones, hints, what could not be told, what passed.
    pub fn severity(&self) -> u8 {
        match &self.verdict {
            Verdict::Finding(finding) => match finding.certainty {
                Certainty::Sure => 4,
                Certainty::Likely => 3,
                Certainty::Hint => 2,
            },
            Verdict::CannotTell(_) => 1,
            Verdict::Pass(_) => 0,
        }
    }

    /// Whether it is a finding, more than a hint, that may be why another law, tried later, is broken.
    pub fn may_explain(&self, later: &Self) -> bool {
        let is_finding = self.verdict.finding().is_some_and(|finding| finding.certainty > Certainty::Hint);
        // Positions that no game comes to explain nothing of one that does.
        let is_odd = ["odd-positions", "hostile-fens"].contains(&self.law.name);
        is_finding && !is_odd && later.verdict.finding().is_some() && self.law.group.may_explain(later.law.group)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_keeps_the_options_of_its_process() {
        let line = |process, text: &str| Said { process, ms: 0.0, by: Speaker::Doctor, text: text.to_owned() };
        let said =
            ["uci", "setoption name MultiPV value 4", "position startpos", "go depth 1", "position x", "go depth 2"];
        let mut all = vec![line(1, "setoption name Hash value 1")];
        all.extend(said.map(|text| line(2, text)));
        let texts: Vec<String> = excerpt(&all, 5).into_iter().map(|said| said.text).collect();
        assert_eq!(texts, [said[1], said[4], said[5]]);
    }
}
