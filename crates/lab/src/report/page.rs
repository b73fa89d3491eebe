//! A report as one HTML page: style and pictures are inside, nothing is fetched from anywhere.

use std::fmt::Write as _;

use super::chart::{self, escaped};
use super::text::{number, plus_minus};
use super::{Duel, Report, Standings};
use crate::results::Ending;
use crate::statistics::{Counts, Estimate, Hypothesis, Trinomial};

const STYLE: &str = include_str!("style.css");
const COLOURS: &str = include_str!("colours.css");
const PICTURE: &str = include_str!("picture.css");

impl Report {
    /// The report as a page.
    pub fn html(&self) -> String {
        let title = escaped(&self.title);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>{title}</title>\n<style>\n{COLOURS}{STYLE}{PICTURE}</style></head>\n<body><main>\n\
             <h1>{title}</h1>\n"
        );
        match (&self.duel, &self.standings) {
            (Some(duel), _) => duel.page(&mut page),
            (None, Some(standings)) => standings.page(&self.players, self.games, &mut page),
            (None, None) => page.push_str("<p class=\"lead\">Fewer than two players.</p>\n"),
        }
        self.white_page(&mut page);
        self.endings_page(&mut page);
        self.efforts_page(&mut page);
        if !self.settings.is_empty() {
            let rows = self.settings.iter().map(|(name, value)| vec![escaped(name), escaped(value)]);
            section(&mut page, "How it was played", &table(&[], rows));
        }
        page.push_str("<p class=\"note\">Errors are 95 % intervals. Made by Adoube.</p>\n</main></body></html>\n");
        page
    }

    /// Elo over games, and below it the log-likelihood ratio if there is a test, as a picture of its own (SVG). `None` if
    /// this is no match of two.
    pub fn svg(&self) -> Option<String> {
        let duel = self.duel.as_ref()?;
        let mut pictures = vec![(format!("{}: Elo over games", self.title), chart::elo_over_games(&duel.history))];
        if let Some(test) = &duel.test {
            let picture = chart::llr_over_games(&duel.history, test.lower, test.upper);
            pictures.push(("Log-likelihood ratio over games".to_owned(), picture));
        }
        Some(chart::alone(&pictures, &format!("{COLOURS}{PICTURE}")))
    }

    fn white_page(&self, page: &mut String) {
        let hundredfold = |score: Estimate| Estimate {
            value: 100.0 * score.value,
            error: 100.0 * score.error,
            low: 100.0 * score.low,
            high: 100.0 * score.high,
        };
        let mut rows = vec![("White, all games".to_owned(), hundredfold(self.white_summary.score))];
        if let Some(duel) = &self.duel {
            let whites = duel.whites().into_iter();
            rows.extend(whites.map(|(name, score)| (format!("{name} with White"), hundredfold(score))));
        }
        let note = "<p class=\"note\">Changing colours hides what a colour is worth; White's own score shows it.</p>";
        section(page, "White's score", &(chart::intervals(&rows, 50.0, " %") + note));
    }

    fn endings_page(&self, page: &mut String) {
        let total = self.games.max(1) as f64;
        let rows = self.endings.iter().map(|row| {
            let Trinomial { wins, draws, losses } = row.results;
            let kind = match row.ending {
                Ending::Fault => "fault",
                Ending::Adjudicated => "adjudicated",
                Ending::Rules => "rules",
                Ending::Unknown => "unknown",
            };
            let reason = if row.reason.is_empty() { "not told" } else { &row.reason };
            let losers: Vec<String> = row.losers.iter().map(|(name, count)| format!("{name} {count}")).collect();
            let mut remark = escaped(&losers.join(", "));
            if row.played_on > 0 {
                let _ = write!(remark, "{} played on, {} came out otherwise", row.played_on, row.changed);
            }
            let games = row.results.total();
            vec![
                escaped(reason),
                kind.to_owned(),
                games.to_string(),
                format!("{:.1} %", 100.0 * games as f64 / total),
                format!("{wins} / {draws} / {losses}"),
                remark,
            ]
        });
        let faults: u64 =
            self.endings.iter().filter(|row| row.ending == Ending::Fault).map(|row| row.results.total()).sum();
        let verdicts: u64 =
            self.endings.iter().filter(|row| row.ending == Ending::Adjudicated).map(|row| row.results.total()).sum();
        let body =
            table(&["how", "kind", "games", "part", "White won / drawn / lost", "who, and what came of it"], rows);
        let warning = self.warning().map(|warning| format!(" {warning}.")).unwrap_or_default();
        let note = format!("<p class=\"note\">{faults} faults, {verdicts} games adjudicated.{warning}</p>");
        section(page, "How games ended", &(body + &note));
        if let Some(lengths) = &self.lengths {
            let note = format!(
                "<p class=\"note\">{:.1} moves on average, {} to {}; half of the games had {} or more. Blue was decided, \
                 grey drawn.</p>",
                lengths.mean, lengths.shortest, lengths.longest, lengths.median
            );
            section(page, "How long they were", &(chart::length_columns(lengths) + &note));
        }
    }

    fn efforts_page(&self, page: &mut String) {
        if self.efforts.is_empty() {
            return;
        }
        let rows = self.efforts.iter().map(|effort| {
            vec![
                escaped(&effort.player),
                effort.moves.to_string(),
                format!("{:.1}", effort.ms_per_move),
                format!("{:.0}", effort.nodes_per_move),
                format!("{:.0}", effort.nodes_per_second),
                format!("{:.1}", effort.depth),
            ]
        });
        let head = ["player", "moves", "ms a move", "nodes a move", "nodes a second", "depth"];
        section(page, "What was spent", &table(&head, rows));
    }
}

impl Duel {
    fn page(&self, page: &mut String) {
        let (first, second) = (escaped(&self.first), escaped(&self.second));
        let elo = self.summary().elo;
        let verdict = if elo.low > 0.0 {
            format!("<b>{first}</b> is the better player")
        } else if elo.high < 0.0 {
            format!("<b>{second}</b> is the better player")
        } else {
            "These games do not tell who is better".to_owned()
        };
        let _ = writeln!(
            page,
            "<p class=\"lead\">{verdict}: {} &plusmn; {:.2} Elo for {first} over {second} in {} games.</p>",
            number(elo.value),
            elo.error,
            self.games.total()
        );
        let Trinomial { wins, draws, losses } = self.games;
        let points = self.games.points();
        let mut cards = vec![
            ("score", format!("{points} <small>of {}</small>", self.games.total())),
            ("won, drawn, lost", format!("{wins} <small>/</small> {draws} <small>/</small> {losses}")),
            ("Elo", card_of(elo)),
            ("normalised Elo", card_of(self.summary().nelo)),
            ("likelihood of superiority", format!("{:.2} <small>%</small>", 100.0 * self.summary().los)),
        ];
        if let Some(test) = &self.test {
            let (class, name) = match test.decision {
                Some(Hypothesis::H1) => ("good", "H1 accepted"),
                Some(Hypothesis::H0) => ("bad", "H0 accepted"),
                None => ("", "not over"),
            };
            let llr = number(test.llr);
            cards.push(("LLR", format!("{llr} <small class=\"verdict {class}\">{name}</small>")));
        }
        page.push_str("<div class=\"cards\">");
        for (name, value) in cards {
            let _ = write!(page, "<div class=\"card\"><span>{name}</span><b>{value}</b></div>");
        }
        page.push_str("</div>\n");

        section(page, "Elo over games", &chart::elo_over_games(&self.history));
        if let Some(test) = &self.test {
            let forecast = match test.decision {
                Some(_) => String::new(),
                None => format!(
                    " About {:.0} games more at this rate; H1 in {:.0} % of such tests.",
                    test.forecast.games,
                    100.0 * test.forecast.h1.clamp(0.01, 0.99)
                ),
            };
            let note = format!(
                "<p class=\"note\">H0: {} Elo, H1: {} Elo ({}); error rates {} and {}.{forecast}</p>",
                test.test.elo0, test.test.elo1, test.test.model, test.test.alpha, test.test.beta
            );
            let picture = chart::llr_over_games(&self.history, test.lower, test.upper);
            section(page, "Log-likelihood ratio over games", &(picture + &note));
        }
        if self.pairs.total() > 0 {
            let ratio =
                self.pairs.pairs_ratio().map_or_else(String::new, |ratio| format!(" {ratio:.2} won for each lost."));
            let note = format!(
                "<p class=\"note\">{} pairs.{ratio} Of the {} level ones, {} had two decided games.</p>",
                self.pairs.total(),
                self.pairs.0[2],
                self.split_pairs
            );
            section(
                page,
                "Pairs of games from one opening, colours reversed",
                &(chart::pair_columns(&self.pairs) + &note),
            );
        }
        let by_pairs = |text: String| if self.pairs.total() > 0 { text } else { "-".to_owned() };
        let mut rows = vec![
            vec!["Elo".to_owned(), by_pairs(plus_minus(self.by_pairs.elo)), plus_minus(self.by_games.elo)],
            vec!["normalised Elo".to_owned(), by_pairs(plus_minus(self.by_pairs.nelo)), plus_minus(self.by_games.nelo)],
            vec![
                "likelihood of superiority".to_owned(),
                by_pairs(format!("{:.2} %", 100.0 * self.by_pairs.los)),
                format!("{:.2} %", 100.0 * self.by_games.los),
            ],
            vec![
                "draws".to_owned(),
                by_pairs(format!("{:.2} %", 100.0 * self.pairs.draw_rate())),
                format!("{:.2} %", 100.0 * self.games.draw_rate()),
            ],
        ];
        if let Some(test) = &self.test {
            rows.push(vec!["LLR".to_owned(), by_pairs(number(test.llr_by_pairs)), number(test.llr_by_games)]);
        }
        section(page, "Figures", &table(&["", "by pairs", "by games"], rows.into_iter()));
    }
}

impl Standings {
    fn page(&self, names: &[String], games: u64, page: &mut String) {
        let players = &self.ratings.players;
        if let Some(best) = players.first() {
            let _ = writeln!(
                page,
                "<p class=\"lead\"><b>{}</b> comes first of {} players in {games} games. White is worth {} &plusmn; {:.2} \
                 Elo.</p>",
                escaped(&names[best.player]),
                players.len(),
                number(self.ratings.white_advantage.value),
                self.ratings.white_advantage.error
            );
        }
        let dots: Vec<(String, Estimate)> =
            players.iter().take(40).map(|rating| (names[rating.player].clone(), rating.elo)).collect();
        let middle = dots.iter().map(|(_, elo)| elo.value).sum::<f64>() / dots.len().max(1) as f64;
        section(page, "Ratings", &chart::intervals(&dots, middle, ""));
        let rows = players.iter().enumerate().map(|(rank, rating)| {
            let total = rating.results.total().max(1) as f64;
            vec![
                (rank + 1).to_string(),
                escaped(&names[rating.player]),
                number(rating.elo.value),
                format!("{:.2}", rating.elo.error),
                rating.results.total().to_string(),
                format!("{:.1} %", 100.0 * rating.results.points() / total),
                format!("{:.1} %", 100.0 * rating.results.draws as f64 / total),
                rating.better_than_next.map_or(String::new(), |chance| format!("{:.1} %", 100.0 * chance)),
            ]
        });
        let head = ["", "player", "Elo", "±", "games", "score", "draws", "better than the next"];
        let body = table(&head, rows).replacen("<table>", "<table class=\"names\">", 1);
        section(page, "Table", &body);
        if !self.crosstable.is_empty() {
            section(page, "Crosstable", &self.crosstable_page(names));
        }
    }

    /// Points of the row's player out of the games with the column's, the better the greener.
    fn crosstable_page(&self, names: &[String]) -> String {
        let mut body = "<table class=\"names\"><tr><th></th><th></th>".to_owned();
        for column in 0..self.crosstable.len() {
            let _ = write!(body, "<th>{}</th>", column + 1);
        }
        body.push_str("</tr>\n");
        for (rank, (row, rating)) in self.crosstable.iter().zip(&self.ratings.players).enumerate() {
            let _ = write!(body, "<tr><td>{}</td><td>{}</td>", rank + 1, escaped(&names[rating.player]));
            for results in row {
                let total = results.total();
                if total == 0 {
                    body.push_str("<td></td>");
                    continue;
                }
                let score = results.points() / total as f64;
                let colour = if score >= 0.5 { "--good" } else { "--bad" };
                let strength = (score - 0.5).abs() * 90.0;
                let _ = write!(
                    body,
                    "<td style=\"background: color-mix(in srgb, var({colour}) {strength:.0}%, transparent)\" title=\"+{} \
                     ={} -{}\">{}/{total}</td>",
                    results.wins,
                    results.draws,
                    results.losses,
                    results.points()
                );
            }
            body.push_str("</tr>\n");
        }
        body + "</table>"
    }
}

fn card_of(estimate: Estimate) -> String {
    format!("{} <small>&plusmn; {:.2}</small>", number(estimate.value), estimate.error)
}

fn section(page: &mut String, title: &str, body: &str) {
    let _ = writeln!(page, "<section><h2>{title}</h2>\n{body}</section>");
}

/// A table of cells that are HTML already.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut text = "<table>".to_owned();
    if !head.is_empty() {
        let cells: String = head.iter().map(|name| format!("<th>{name}</th>")).collect();
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    for row in rows {
        // A long last cell may be broken; the others are numbers and names.
        let is_wide = |index: usize, cell: &str| index + 1 == row.len() && cell.len() > 30;
        let class = |index: usize, cell: &str| if is_wide(index, cell) { " class=\"wide\"" } else { "" };
        let cells = row.iter().enumerate().map(|(index, cell)| format!("<td{}>{cell}</td>", class(index, cell)));
        let cells: String = cells.collect();
        let class = if row.get(1).is_some_and(|kind| kind == "fault") { " class=\"fault\"" } else { "" };
        let cells = cells.replacen("<td>", &format!("<td{class}>"), 1);
        let _ = writeln!(text, "<tr>{cells}</tr>");
    }
    text + "</table>\n"
}
