//! An examination as text for a terminal: a table, worst first, then each finding with its evidence.

use std::fmt::Write as _;
use std::path::Path;

use super::{Checkup, replay_command};
use crate::doctor::law::Law;
use crate::doctor::verdict::{Examined, Finding, Speaker, Verdict};

/// So many of the last lines of a transcript are shown.
const LINES: usize = 14;

impl Checkup {
    /// The whole as text, for a reader who finds the files of the findings in a folder.
    pub fn text(&self, folder: &Path) -> String {
        let mut text = String::new();
        let name =
            if self.name.is_empty() || self.name == self.engine { String::new() } else { format!(" ({})", self.name) };
        let _ = writeln!(text, "{}{name}, {:.0} s. {}\n", self.engine, self.seconds, self.conclusion());
        let width = self.examined.iter().map(|one| one.law.id().len()).max().unwrap_or(0);
        for one in &self.examined {
            let (mark, words) = row(one);
            let _ = writeln!(text, "{mark:11}  {:width$}  {words}", one.law.id());
        }
        for one in self.findings() {
            if let Verdict::Finding(finding) = &one.verdict {
                text.push_str(&details(one, finding, self.cause(one), folder));
            }
        }
        let _ = writeln!(text, "\n{}", self.conclusion());
        text
    }

    /// The whole in one sentence.
    pub fn conclusion(&self) -> String {
        let tally = self.tally();
        let mut parts = Vec::new();
        for (count, one, several) in [
            (tally.sure, "sure finding", "sure findings"),
            (tally.likely, "likely finding", "likely findings"),
            (tally.hints, "hint", "hints"),
            (tally.untold, "law could not be tried", "laws could not be tried"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { several }));
            }
        }
        parts.push(format!("{} passed", tally.passed));
        let health = if self.is_healthy() { "Healthy" } else { "Not healthy" };
        format!("{health}: {}.", parts.join(", "))
    }
}

fn row(one: &Examined) -> (String, String) {
    match &one.verdict {
        Verdict::Finding(finding) => (finding.certainty.name().to_uppercase(), finding.summary.clone()),
        Verdict::CannotTell(why) => ("cannot tell".to_owned(), why.clone()),
        Verdict::Pass(note) => ("pass".to_owned(), note.clone()),
    }
}

fn details(one: &Examined, finding: &Finding, cause: Option<&Law>, folder: &Path) -> String {
    let mut text = format!("\n{} {}: {}\n", finding.certainty.name().to_uppercase(), one.law, finding.summary);
    let mut line = |name: &str, words: &str| {
        if !words.is_empty() {
            let _ = writeln!(text, "{name:12} {words}");
        }
    };
    line("law", one.law.says);
    line("how often", &format!("{} of {}", finding.failed, finding.tried));
    line("first", &cause.map_or_else(String::new, |law| format!("look at {law}: this may only follow from it")));
    line("position", finding.evidence.fen.as_deref().unwrap_or_default());
    line("moves", &finding.evidence.moves.join(" "));
    line("expected", &finding.evidence.expected);
    line("seen", &finding.evidence.seen);
    for (place, culprit) in finding.culprits.iter().enumerate() {
        line(if place == 0 { "look for" } else { "" }, culprit);
    }
    line("it breaks", &finding.breaks);
    line("explained in", &format!("{}, and in the report", one.law.page()));
    line("replay", &replay_command(&one.law, folder));
    let transcript = &finding.evidence.transcript;
    let left_out = transcript.len().saturating_sub(LINES);
    if left_out > 0 {
        let _ = writeln!(text, "transcript   ({left_out} lines before)");
    } else if !transcript.is_empty() {
        let _ = writeln!(text, "transcript");
    }
    for said in &transcript[left_out..] {
        let mark = match said.by {
            Speaker::Doctor => ">",
            Speaker::Engine => "<",
            Speaker::Stderr => "!",
        };
        let words: String = said.text.chars().take(160).collect();
        let _ = writeln!(text, "  {:>9.1} ms {}{mark} {words}", said.ms, said.process);
    }
    text
}
