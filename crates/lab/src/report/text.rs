//! A report for a terminal.

use std::fmt::Write as _;

use super::{Duel, Report, Standings, TestReport};
use crate::results::Ending;
use crate::statistics::{Counts, Estimate, Summary, Trinomial};

impl Report {
    /// The report as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let pairs = self.duel.as_ref().map_or(0, |duel| duel.pairs.total());
        let pairs = if pairs > 0 { format!(", {pairs} pairs") } else { String::new() };
        let unfinished = match self.unfinished {
            0 => String::new(),
            count => format!(", {count} more without a result"),
        };
        let games = if self.games == 1 { "game" } else { "games" };
        let _ = writeln!(text, "{}: {} {games}{pairs}{unfinished}\n", self.title, self.games);
        if let Some(duel) = &self.duel {
            text.push_str(&duel.text());
        }
        if let Some(standings) = &self.standings {
            text.push_str(&standings.text(&self.players));
        }
        let score = self.white_summary.score;
        let _ = write!(text, "{:<18} {}", "White scores", percent(score));
        if let Some(duel) = &self.duel {
            let colours = duel.whites();
            let parts: Vec<String> =
                colours.iter().map(|(name, score)| format!("{name} {}", percent(*score))).collect();
            let _ = write!(text, "  ({})", parts.join(", "));
        }
        text.push('\n');
        text.push_str(&self.endings_text());
        if let Some(warning) = self.warning() {
            let _ = writeln!(text, "{:<18} {warning}", "played before");
        }
        text
    }

    fn endings_text(&self) -> String {
        let mut text = String::new();
        for (kind, name) in
            [(Ending::Fault, "faults"), (Ending::Adjudicated, "adjudicated"), (Ending::Rules, "ended by the rules")]
        {
            let rows: Vec<_> = self.endings.iter().filter(|row| row.ending == kind).collect();
            let total: u64 = rows.iter().map(|row| row.results.total()).sum();
            let part = |row: &&super::EndingRow| {
                let losers: Vec<String> = row.losers.iter().map(|(name, count)| format!("{name} {count}")).collect();
                let losers = if losers.is_empty() { String::new() } else { format!(" ({})", losers.join(", ")) };
                let verified = match row.played_on {
                    0 => String::new(),
                    played_on => format!(" ({played_on} played on, {} came out otherwise)", row.changed),
                };
                let reason = if row.reason.is_empty() { "not told how" } else { &row.reason };
                format!("{reason} {}{losers}{verified}", row.results.total())
            };
            if total > 0 {
                let parts: Vec<String> = rows.iter().map(part).collect();
                let _ = writeln!(text, "{name:<18} {total}: {}", parts.join(", "));
            }
        }
        if let Some(lengths) = &self.lengths {
            let _ = writeln!(
                text,
                "{:<18} {:.1} moves on average, {} to {}, half of them {} or more",
                "length", lengths.mean, lengths.shortest, lengths.longest, lengths.median
            );
        }
        for effort in &self.efforts {
            let _ = writeln!(
                text,
                "{:<18} {:.1} ms, {:.0} nodes, depth {:.1} a move; {:.0} nodes a second",
                effort.player, effort.ms_per_move, effort.nodes_per_move, effort.depth, effort.nodes_per_second
            );
        }
        text
    }
}

impl Duel {
    /// The scores of those who had White.
    pub(super) fn whites(&self) -> Vec<(&str, Estimate)> {
        let first = (self.first.as_str(), self.with_white.score, self.colours.with_white);
        let second = (self.second.as_str(), mirrored(self.with_black.score), self.colours.with_black);
        let played = [first, second].into_iter().filter(|(.., games)| games.total() > 0);
        played.map(|(name, score, _)| (name, score)).collect()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let Trinomial { wins, draws, losses } = self.games;
        let points = self.games.points();
        let percent = 100.0 * points / self.games.total().max(1) as f64;
        let other = self.games.total() as f64 - points;
        let _ = writeln!(text, "{:<18} {points} - {other}  ({percent:.2} %)  +{wins} ={draws} -{losses}", "score");
        let has_pairs = self.pairs.total() > 0;
        let mut row = |name: &str, by_pairs: String, by_games: String| {
            let by_pairs = if has_pairs { format!("{by_pairs:<24}") } else { String::new() };
            let _ = writeln!(text, "{}", format!("{name:<18} {by_pairs}{by_games}").trim_end());
        };
        row("", "pairs".to_owned(), "games".to_owned());
        let both = |figure: &dyn Fn(&Summary) -> String| (figure(&self.by_pairs), figure(&self.by_games));
        let (by_pairs, by_games) = both(&|summary| plus_minus(summary.elo));
        row("Elo", by_pairs, by_games);
        let (by_pairs, by_games) = both(&|summary| plus_minus(summary.nelo));
        row("normalised Elo", by_pairs, by_games);
        let (by_pairs, by_games) = both(&|summary| format!("{:.2} %", 100.0 * summary.los));
        row("LOS", by_pairs, by_games);
        row(
            "draws",
            format!("{:.2} %", self.pairs.draw_rate() * 100.0),
            format!("{:.2} %", 100.0 * self.games.draws as f64 / self.games.total().max(1) as f64),
        );
        if let Some(test) = &self.test {
            row("LLR", test.ratio(test.llr_by_pairs), test.ratio(test.llr_by_games));
        }
        if has_pairs {
            let ratio = match self.pairs.pairs_ratio() {
                Some(ratio) => format!("  won to lost {ratio:.2}"),
                None => String::new(),
            };
            let split = format!("{} of {} level ones decided twice", self.split_pairs, self.pairs.0[2]);
            let _ = writeln!(text, "{:<18} {:?}{ratio}  {split}", "pairs by points", self.pairs.0);
        }
        if let Some(test) = &self.test {
            let _ = writeln!(text, "{:<18} {}", "test", test.text());
        }
        text
    }
}

impl TestReport {
    fn ratio(&self, llr: f64) -> String {
        format!("{} ({:.1} %)", number(llr), 100.0 * self.test.progress(llr).abs())
    }

    fn text(&self) -> String {
        let test = &self.test;
        let bounds = format!(
            "[{:.2}, {:.2}] {} Elo, LLR {} of {:.2} to {:.2}",
            test.elo0,
            test.elo1,
            test.model,
            number(self.llr),
            self.lower,
            self.upper
        );
        match self.decision {
            Some(found) => format!("{found} accepted: {bounds}"),
            None => format!(
                "not over: {bounds}; about {:.0} games more at this rate, H1 in {:.0} % of such tests",
                self.forecast.games,
                100.0 * self.forecast.h1.clamp(0.01, 0.99)
            ),
        }
    }
}

impl Standings {
    fn text(&self, names: &[String]) -> String {
        let mut text = String::new();
        let shown = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).clamp(6, 32);
        let _ = writeln!(
            text,
            "{:>4}  {:<shown$}  {:>8}  {:>7}  {:>7}  {:>7}  {:>7}  {:>12}",
            "rank", "player", "Elo", "+/-", "games", "score", "draws", "beats next"
        );
        for (rank, rating) in self.ratings.players.iter().enumerate() {
            let name: String = names[rating.player].chars().take(32).collect();
            let total = rating.results.total().max(1) as f64;
            let next = rating.better_than_next.map_or(String::new(), |chance| format!("{:.1} %", 100.0 * chance));
            let _ = writeln!(
                text,
                "{:>4}  {name:<shown$}  {:>8}  {:>7.2}  {:>7}  {:>5.1} %  {:>5.1} %  {next:>12}",
                rank + 1,
                number(rating.elo.value),
                rating.elo.error,
                rating.results.total(),
                100.0 * rating.results.points() / total,
                100.0 * rating.results.draws as f64 / total,
            );
        }
        let _ = writeln!(text, "\n{:<18} {} Elo", "White is worth", plus_minus(self.ratings.white_advantage));
        if self.crosstable.len() <= 16 && !self.crosstable.is_empty() {
            text.push_str(&self.crosstable_text(names, shown));
        }
        text
    }

    /// Points of the row's player out of the games with the column's.
    fn crosstable_text(&self, names: &[String], shown: usize) -> String {
        let cell = |results: &Trinomial| match results.total() {
            0 => "-".to_owned(),
            total => format!("{}/{total}", results.points()),
        };
        let width = self.crosstable.iter().flatten().map(|results| cell(results).len()).max().unwrap_or(0).max(3);
        let mut text = format!("\n{:>4}  {:<shown$}", "", "");
        for column in 0..self.crosstable.len() {
            let _ = write!(text, "  {:>width$}", column + 1);
        }
        text.push('\n');
        for (rank, (row, rating)) in self.crosstable.iter().zip(&self.ratings.players).enumerate() {
            let name: String = names[rating.player].chars().take(32).collect();
            let _ = write!(text, "{:>4}  {name:<shown$}", rank + 1);
            row.iter().for_each(|results| {
                let _ = write!(text, "  {:>width$}", cell(results));
            });
            text.push('\n');
        }
        text.push('\n');
        text
    }
}

/// Two decimals, and no minus before a zero.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

pub(super) fn plus_minus(estimate: Estimate) -> String {
    format!("{} +/- {:.2}", number(estimate.value), estimate.error)
}

/// A score of 0 to 1 as percentage with its error.
pub(super) fn percent(score: Estimate) -> String {
    format!("{:.1} +/- {:.1} %", 100.0 * score.value, 100.0 * score.error)
}

/// The other side's score.
fn mirrored(score: Estimate) -> Estimate {
    Estimate { value: 1.0 - score.value, error: score.error, low: 1.0 - score.high, high: 1.0 - score.low }
}
