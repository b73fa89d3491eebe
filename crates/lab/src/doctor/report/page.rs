//! An examination as one HTML page: style and boards are inside, nothing is fetched from anywhere.

use std::fmt::Write as _;

use rules::{Chess, Fragments, Position, Rules};

use super::{Checkup, board, explained, replay_file};
use crate::doctor::law::Law;
use crate::doctor::verdict::{Evidence, Examined, Finding, Said, Speaker, Verdict};

/// So many of the last lines of a transcript are shown.
const LINES: usize = 600;

const STYLE: &str = include_str!("page.css");

impl Checkup {
    /// The whole as a page.
    pub fn html(&self) -> String {
        let title = escaped(&format!("{}: examination", self.engine));
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><main>\n\
             <h1>{}</h1>\n",
            escaped(&self.engine)
        );
        let _ = writeln!(
            page,
            "<p class=\"lead {}\">{}</p>\n<p class=\"note\">{}, examined in {:.0} s. Causes come before what may only follow from \
             them.</p>",
            if self.is_healthy() { "well" } else { "ill" },
            escaped(&self.conclusion()),
            escaped(&if self.author.is_empty() {
                self.name.clone()
            } else {
                format!("{} by {}", self.name, self.author)
            }),
            self.seconds
        );
        page.push_str("<table class=\"verdicts\"><tr><th>verdict</th><th>law</th><th>what was seen</th></tr>\n");
        for one in &self.examined {
            let (class, verdict, words) = match &one.verdict {
                Verdict::Finding(finding) => (finding.certainty.name(), finding.certainty.name(), &finding.summary),
                Verdict::CannotTell(why) => ("untold", "cannot tell", why),
                Verdict::Pass(note) => ("pass", "pass", note),
            };
            let id = escaped(&one.law.id());
            let target = if one.verdict.finding().is_some() { id.clone() } else { explained::anchor(&one.law) };
            let law = format!("<a href=\"#{target}\">{id}</a>");
            let _ = writeln!(
                page,
                "<tr><td class=\"{class}\">{verdict}</td><td title=\"{}\">{law}</td><td>{}</td></tr>",
                escaped(one.law.says),
                escaped(words)
            );
        }
        page.push_str("</table>\n");
        for one in self.findings() {
            if let Some(finding) = one.verdict.finding() {
                section(&mut page, one, finding, self.cause(one));
            }
        }
        page.push_str("<section class=\"laws\"><h2>The laws</h2>\n");
        page.push_str(&explained::appendix(self.examined.iter().map(|one| &one.law)));
        page.push_str("</section>\n<p class=\"note\">Made by Adoube.</p>\n</main></body></html>\n");
        page
    }
}

fn section(page: &mut String, one: &Examined, finding: &Finding, cause: Option<&Law>) {
    let id = escaped(&one.law.id());
    let _ = writeln!(
        page,
        "<section id=\"{id}\"><h2>{id} <span class=\"{0}\">{0}</span></h2>\n<p><b>{1}</b></p><p class=\"law\">{2}</p>",
        finding.certainty.name(),
        escaped(&finding.summary),
        escaped(one.law.says)
    );
    if let Some(law) = cause {
        let id = escaped(&law.id());
        let _ = writeln!(page, "<p>Look at <a href=\"#{id}\">{id}</a> first: this may only follow from it.</p>");
    }
    let evidence = &finding.evidence;
    page.push_str("<div class=\"case\">\n");
    page.push_str(&board_of::<Chess>(evidence).or_else(|| board_of::<Fragments>(evidence)).unwrap_or_default());
    page.push_str("<table>\n");
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(page, "<tr><th>{name}</th><td>{}</td></tr>", escaped(value));
        }
    };
    row("position", evidence.fen.as_deref().unwrap_or_default());
    row("moves", &evidence.moves.join(" "));
    row("expected", &evidence.expected);
    row("seen", &evidence.seen);
    row("how often", &format!("{} of {}", finding.failed, finding.tried));
    row("it breaks", &finding.breaks);
    row("replay", &format!("adoube doctor replay {}", replay_file(&one.law)));
    let experiment = explained::words(one.law.experiment, one.law.group);
    let _ = writeln!(
        page,
        "<tr><th>experiment</th><td>{experiment}</td></tr>\n<tr><th>explained</th><td><a href=\"#{}\">what the law means, and what breaks it</a></td></tr>",
        explained::anchor(&one.law)
    );
    page.push_str("</table></div>\n");
    if !finding.culprits.is_empty() {
        let items: String = finding.culprits.iter().map(|culprit| format!("<li>{}</li>", escaped(culprit))).collect();
        let _ = writeln!(page, "<p>Where to look, most likely first:</p><ol>{items}</ol>");
    }
    if !evidence.transcript.is_empty() {
        let left_out = evidence.transcript.len().saturating_sub(LINES);
        let lines: String = evidence.transcript[left_out..].iter().map(line).collect();
        let before =
            if left_out > 0 { format!("; {left_out} lines before are in the file to replay") } else { String::new() };
        let _ = writeln!(page, "<details><summary>The conversation{before}</summary><pre>{lines}</pre></details>");
    }
    page.push_str("</section>\n");
}

/// The board of the evidence, its first move marked, if it is a position of this game.
fn board_of<R: Rules>(evidence: &Evidence) -> Option<String> {
    let position: Position<R> = evidence.fen.as_deref()?.parse().ok()?;
    let mv = evidence.moves.first().and_then(|text| position.uci_move(text).ok());
    let (side, picture) = (position.side_to_move(), board::picture(&position, mv));
    Some(format!("<figure>{picture}<figcaption>{side} to move</figcaption></figure>\n"))
}

fn line(said: &Said) -> String {
    let (mark, class) = match said.by {
        Speaker::Doctor => ("&gt;", "doctor"),
        Speaker::Engine => ("&lt;", "engine"),
        Speaker::Stderr => ("!", "stderr"),
    };
    format!("<span class=\"{class}\">{:>9.1} {}{mark} {}</span>\n", said.ms, said.process, escaped(&said.text))
}

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
