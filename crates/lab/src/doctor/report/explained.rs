//! The pages that explain the laws, inside the report: whoever has only that one file can still read them.

use std::fmt::Write as _;

use super::page::escaped;
use crate::doctor::law::{Group, Law};

/// The page of a group, as it stands in `docs/doctor/`.
const fn page(group: Group) -> &'static str {
    match group {
        Group::Protocol => include_str!("../../../../../docs/doctor/protocol.md"),
        Group::Rules => include_str!("../../../../../docs/doctor/rules.md"),
        Group::Scores => include_str!("../../../../../docs/doctor/scores.md"),
        Group::Search => include_str!("../../../../../docs/doctor/search.md"),
        Group::Draws => include_str!("../../../../../docs/doctor/draws.md"),
        Group::Time => include_str!("../../../../../docs/doctor/time.md"),
        Group::Determinism => include_str!("../../../../../docs/doctor/determinism.md"),
        Group::Games => include_str!("../../../../../docs/doctor/games.md"),
        Group::Inside => include_str!("../../../../../docs/doctor/inside.md"),
    }
}

/// What the page of its group says of a law.
pub(super) fn section(law: &Law) -> Option<&'static str> {
    let mut sections = page(law.group).split("\n## ").skip(1);
    sections.find_map(|section| section.split_once('\n').filter(|(title, _)| *title == law.name)).map(|(_, text)| text)
}

/// The name by which a law's explanation can be linked to.
pub(super) fn anchor(law: &Law) -> String {
    format!("explained-{}-{}", law.group, law.name)
}

/// The explanations of some laws as HTML, each with its anchor.
pub(super) fn appendix<'a>(laws: impl Iterator<Item = &'a Law>) -> String {
    let mut html = String::new();
    for law in laws {
        if let Some(text) = section(law) {
            let (anchor, id) = (anchor(law), escaped(&law.id()));
            let _ = writeln!(html, "<div id=\"{anchor}\"><h3>{id}</h3>\n{}</div>", blocks(text, law.group));
        }
    }
    html
}

/// Paragraphs, tables, lists and examples.
fn blocks(text: &str, group: Group) -> String {
    let mut html = String::new();
    for (number, part) in text.split("```").enumerate() {
        if number % 2 == 1 {
            let code = part.split_once('\n').map_or(part, |(_, code)| code);
            let _ = writeln!(html, "<pre>{}</pre>", escaped(code.trim_end()));
            continue;
        }
        for block in part.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
            html.push_str(&match block.as_bytes()[0] {
                b'|' => table(block, group),
                b'-' => list(block, group),
                _ => format!("<p>{}</p>\n", words(block, group)),
            });
        }
    }
    html
}

fn table(block: &str, group: Group) -> String {
    let is_rule = |line: &&str| line.chars().all(|letter| "|- :".contains(letter));
    let rows = block.lines().filter(|line| !is_rule(line)).enumerate().map(|(number, line)| {
        let kind = if number == 0 { "th" } else { "td" };
        let cells = line.trim().trim_matches('|').split('|');
        let cells: String = cells.map(|cell| format!("<{kind}>{}</{kind}>", words(cell.trim(), group))).collect();
        format!("<tr>{cells}</tr>\n")
    });
    format!("<table>{}</table>\n", rows.collect::<String>())
}

fn list(block: &str, group: Group) -> String {
    let items = block.trim_start_matches("- ").split("\n- ");
    format!("<ul>{}</ul>\n", items.map(|item| format!("<li>{}</li>", words(item, group))).collect::<String>())
}

/// Words with `code`, **strong** and *stressed* parts, and links.
pub(super) fn words(text: &str, group: Group) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        html.push_str(&escaped(&rest[..at]));
        let from = &rest[at..];
        let marked = [("`", "code"), ("**", "b"), ("*", "i")].into_iter().find_map(|(mark, tag)| {
            let (inside, after) = from.strip_prefix(mark)?.split_once(mark)?;
            let inside = if tag == "code" { escaped(inside) } else { words(inside, group) };
            Some((format!("<{tag}>{inside}</{tag}>"), after))
        });
        let (part, after) = marked.or_else(|| link(from, group)).unwrap_or_else(|| (from[..1].to_owned(), &from[1..]));
        html.push_str(&part);
        rest = after;
    }
    html + &escaped(rest)
}

/// A link to another law leads to its explanation here; of one to anywhere else the words stay.
fn link(text: &str, group: Group) -> Option<(String, &str)> {
    let (label, rest) = text.strip_prefix('[')?.split_once("](")?;
    let (target, after) = rest.split_once(')')?;
    let label = words(label, group);
    let law = target.split_once('#').and_then(|(file, name)| {
        let group = if file.is_empty() { Some(group) } else { file.strip_suffix(".md")?.parse().ok() };
        group.map(|group| format!("explained-{group}-{name}"))
    });
    Some((law.map_or_else(|| label.clone(), |anchor| format!("<a href=\"#{anchor}\">{label}</a>")), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::checks;
    use crate::doctor::run::STAYS_ALIVE;
    use crate::doctor::whitebox;
    use crate::matches::GameKind;

    #[test]
    fn every_law_is_explained_on_the_page_of_its_group() {
        let outside = checks::all().chain(checks::of(GameKind::Fragments)).map(|check| check.law);
        let mut laws = outside.chain(whitebox::laws()).chain([STAYS_ALIVE]);
        assert!(laws.all(|law| section(&law).is_some_and(|text| text.len() > 40) || panic!("{law}")));
    }

    #[test]
    fn what_the_pages_use_is_drawn() {
        let drawn = |text: &str| words(text, Group::Scores);
        assert_eq!(drawn("`a < b` is **not** *so*"), "<code>a &lt; b</code> is <b>not</b> <i>so</i>");
        assert_eq!(drawn("2 * 3"), "2 * 3");
        assert_eq!(drawn("see [rights](draws.md#rights)"), "see <a href=\"#explained-draws-rights\">rights</a>");
        assert_eq!(drawn("[above](#bounds)"), "<a href=\"#explained-scores-bounds\">above</a>");
        assert_eq!(drawn("Read [the overview](README.md)."), "Read the overview.");
        let table = blocks("| a | b |\n| --- | --- |\n| 1 | 2 |", Group::Scores);
        assert_eq!(table, "<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>\n");
    }
}
