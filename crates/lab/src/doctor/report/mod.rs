//! What an examination comes to, for people and for programs.
//!
//! | question | file |
//! | --- | --- |
//! | what is told? | `mod.rs` |
//! | how is it written for a terminal? | `text.rs` |
//! | how is it written as a page? | `page.rs`, `page.css`, `board.rs`, `explained.rs` |

mod board;
mod explained;
mod page;
mod text;

use std::path::Path;
use std::time::Duration;

use serde::Serialize;

use super::law::Law;
use super::patient::{Patient, Traits};
use super::replay::Trial;
use super::run::{Pace, Settings};
use super::verdict::{Examined, Verdict};
use crate::engines::EngineEntry;

/// The name of the file in which a finding is kept for a replay.
pub fn replay_file(law: &Law) -> String {
    format!("{}-{}.json", law.group, law.name)
}

/// The command that shows a finding again, for a reader who finds its file in a folder.
fn replay_command(law: &Law, folder: &Path) -> String {
    format!("adoube doctor replay {}", folder.join(replay_file(law)).display())
}

/// All that was seen of one patient, worst first.
#[derive(Clone, Debug, Serialize)]
pub struct Checkup {
    /// What the user calls it.
    pub engine: String,
    /// What it calls itself.
    pub name: String,
    /// Its author, as it says.
    pub author: String,
    /// How it was started. `None` for our own engine looked at from inside.
    pub entry: Option<EngineEntry>,
    /// How thorough the examination was.
    pub pace: Pace,
    /// What decided on what the laws were tried.
    #[serde(skip)]
    pub trial: Trial,
    /// Its habits. `None` if it was looked at from inside.
    pub traits: Option<Traits>,
    /// Every law that was tried, worst first.
    pub examined: Vec<Examined>,
    /// How long it took.
    pub seconds: f64,
}

/// How many verdicts of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Sure findings.
    pub sure: usize,
    /// Likely ones.
    pub likely: usize,
    /// Hints.
    pub hints: usize,
    /// What could not be told.
    pub untold: usize,
    /// What passed.
    pub passed: usize,
}

impl Checkup {
    /// What was seen of a patient.
    pub fn new(patient: &Patient, settings: &Settings, examined: Vec<Examined>, time: Duration) -> Self {
        let identity = &patient.traits.identity;
        let mut checkup = Self {
            engine: patient.entry().name.clone(),
            name: identity.name.clone(),
            author: identity.author.clone(),
            entry: Some(patient.entry().clone()),
            pace: settings.pace,
            trial: Trial::from_outside(settings),
            traits: Some(patient.traits.clone()),
            examined,
            seconds: time.as_secs_f64(),
        };
        checkup.sort();
        checkup
    }

    /// What was seen from inside.
    pub fn from_inside(name: &str, settings: &Settings, examined: Vec<Examined>, time: Duration) -> Self {
        let mut checkup = Self {
            engine: name.to_owned(),
            name: name.to_owned(),
            author: String::new(),
            entry: None,
            pace: settings.pace,
            trial: Trial::from_inside(settings),
            traits: None,
            examined,
            seconds: time.as_secs_f64(),
        };
        checkup.sort();
        checkup
    }

    /// Worst first, and causes before what may follow from them: a finding counts for as much as the worst that it may
    /// explain. Among equals the order of examination stays, in which basic laws come first.
    fn sort(&mut self) {
        let counts_for = |place: usize| {
            let one = &self.examined[place];
            let explained = self.examined[place..].iter().filter(|other| one.may_explain(other));
            explained.map(Examined::severity).max().unwrap_or(0).max(one.severity())
        };
        let counted: Vec<u8> = (0..self.examined.len()).map(counts_for).collect();
        let mut sorted: Vec<(u8, Examined)> = counted.into_iter().zip(self.examined.drain(..)).collect();
        sorted.sort_by_key(|(counted, _)| std::cmp::Reverse(*counted));
        self.examined = sorted.into_iter().map(|(_, one)| one).collect();
    }

    /// The finding that may be the reason for another one, if there is one: the first that is told before it.
    pub fn cause(&self, finding: &Examined) -> Option<&Law> {
        let before = self.examined.iter().take_while(|one| one.law.id() != finding.law.id());
        before.into_iter().find(|one| one.may_explain(finding)).map(|one| &one.law)
    }

    /// How many verdicts of each kind.
    pub fn tally(&self) -> Tally {
        let count = |severity| self.examined.iter().filter(|one| one.severity() == severity).count();
        Tally { sure: count(4), likely: count(3), hints: count(2), untold: count(1), passed: count(0) }
    }

    /// Whether there is no finding. Hints are none: healthy engines may show them.
    pub fn is_healthy(&self) -> bool {
        let tally = self.tally();
        tally.sure + tally.likely == 0
    }

    /// The findings, worst first.
    pub fn findings(&self) -> impl Iterator<Item = &Examined> {
        self.examined.iter().filter(|one| matches!(one.verdict, Verdict::Finding(_)))
    }

    /// The whole as JSON. Each finding says besides where its law is explained, which law to look at first, and how to
    /// replay it if its file is in a folder.
    pub fn json(&self, folder: Option<&Path>) -> serde_json::Value {
        let mut value = serde_json::to_value(self).unwrap_or_default();
        for (place, one) in self.examined.iter().enumerate().filter(|(_, one)| one.verdict.finding().is_some()) {
            let finding = &mut value["examined"][place]["verdict"]["finding"];
            finding["page"] = one.law.page().into();
            finding["first"] = self.cause(one).map(Law::id).into();
            finding["replay"] = folder.map(|folder| replay_command(&one.law, folder)).into();
        }
        value["tally"] = serde_json::to_value(self.tally()).unwrap_or_default();
        value["healthy"] = self.is_healthy().into();
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::law::Group;
    use crate::doctor::verdict::{Certainty, Finding};

    #[test]
    fn json_says_of_each_finding_what_the_text_says() {
        let law = |group, name| Law { group, name, says: "", experiment: "" };
        let tried = |law, verdict| Examined { law, verdict, time: Duration::ZERO };
        let broken = || Finding::new(Certainty::Sure, "wrong").blame(&["a sign"]).verdict();
        let examined = vec![
            tried(law(Group::Rules, "perft"), broken()),
            tried(law(Group::Scores, "bounds"), broken()),
            tried(law(Group::Draws, "material"), Verdict::Pass(String::new())),
        ];
        let checkup = Checkup::from_inside("it", &Settings::default(), examined, Duration::ZERO);
        let told = checkup.json(Some(Path::new("out")));
        let findings: Vec<_> =
            told["examined"].as_array().unwrap().iter().map(|one| &one["verdict"]["finding"]).collect();
        assert_eq!(findings[0]["page"], "docs/doctor/rules.md#perft");
        assert_eq!(
            findings[0]["replay"],
            format!("adoube doctor replay {}", Path::new("out").join("rules-perft.json").display())
        );
        assert!(findings[0]["first"].is_null());
        assert_eq!((&findings[1]["first"], &findings[1]["culprits"][0]), (&"rules/perft".into(), &"a sign".into()));
        assert!(findings[2].is_null());
        let unwritten = checkup.json(None);
        assert_eq!(unwritten["examined"][0]["verdict"]["finding"].get("replay"), Some(&serde_json::Value::Null));
    }
}
