//! What a match or a tournament comes to, for people and for programs: as text, as one HTML page, as JSON.
//!
//! | question | file |
//! | --- | --- |
//! | what does a report say? | `mod.rs`, and of lengths, endings and speeds `games.rs` |
//! | how is it written for a terminal? | `text.rs` |
//! | how is it written as a page? | `page.rs`, `style.css`, `colours.css` |
//! | how are its pictures drawn? | `chart.rs`, `picture.css` |

mod chart;
mod games;
mod page;
mod text;

pub use games::{Effort, EndingRow, Lengths};
use serde::Serialize;

use crate::results::{Field, HeadToHead, History, Results};
use crate::statistics::{
    Colours, Counts, Forecast, Hypothesis, Pentanomial, RatingOptions, Ratings, Sprt, Summary, Trinomial,
};

/// All there is to say about some games.
///
/// ```
/// use adoube_lab::report::{Report, ReportOptions};
/// use adoube_lab::results::read_pgn;
/// let games = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1-0\n";
/// let results = read_pgn(games.as_bytes(), false, |_| {}).unwrap();
/// let report = Report::new(&results, ReportOptions::default());
/// assert!(report.html().starts_with("<!DOCTYPE html>"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What was played.
    pub title: String,
    /// How it was played: names and values, in order.
    pub settings: Vec<(String, String)>,
    /// How many games have a result.
    pub games: u64,
    /// How many have none.
    pub unfinished: usize,
    /// How many are the same, move for move, as an earlier one. They tell nothing new, and no error knows it.
    pub repeated: u64,
    /// The players' names.
    pub players: Vec<String>,
    /// Two players: their match.
    pub duel: Option<Duel>,
    /// More than two: their ratings.
    pub standings: Option<Standings>,
    /// White's results, whoever had White.
    pub white: Trinomial,
    /// White's score.
    pub white_summary: Summary,
    /// How games ended.
    pub endings: Vec<EndingRow>,
    /// How long they were, where that is known.
    pub lengths: Option<Lengths>,
    /// What the players spent, where that is known.
    pub efforts: Vec<Effort>,
}

/// A match of two, seen by the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Duel {
    /// The first player's name.
    pub first: String,
    /// The second player's name.
    pub second: String,
    /// The games one by one.
    pub games: Trinomial,
    /// The pairs.
    pub pairs: Pentanomial,
    /// Of the pairs with one point each, those with two decided games.
    pub split_pairs: u64,
    /// Whether the pairs tell the most, because nearly all games are in pairs.
    pub is_paired: bool,
    /// What the pairs say.
    pub by_pairs: Summary,
    /// What the games say one by one.
    pub by_games: Summary,
    /// The first player's results by colour.
    pub colours: Colours,
    /// The first player's score with White.
    pub with_white: Summary,
    /// The first player's score with Black.
    pub with_black: Summary,
    /// The test, if there is one.
    pub test: Option<TestReport>,
    /// The match after each game, or after every few.
    #[serde(skip)]
    pub history: History,
}

impl Duel {
    /// What counts: the pairs if there are any, else the games.
    pub fn summary(&self) -> &Summary {
        if self.is_paired { &self.by_pairs } else { &self.by_games }
    }
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TestReport {
    /// The test.
    pub test: Sprt,
    /// The log-likelihood ratio that accepts H0.
    pub lower: f64,
    /// The one that accepts H1.
    pub upper: f64,
    /// The ratio by pairs.
    pub llr_by_pairs: f64,
    /// The ratio by games.
    pub llr_by_games: f64,
    /// The one that counts.
    pub llr: f64,
    /// What was found, if the test is over.
    pub decision: Option<Hypothesis>,
    /// How it would go on.
    pub forecast: Forecast,
}

/// Many players by rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// The ratings, best first.
    pub ratings: Ratings,
    /// What each player has scored against each other, in the order of the ratings. Empty for a large field.
    pub crosstable: Vec<Vec<Trinomial>>,
}

/// What is asked of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportOptions {
    /// A title; by default the players' names.
    pub title: Option<String>,
    /// How the games were played: names and values.
    pub settings: Vec<(String, String)>,
    /// Whose view a match of two is told in: the index of a player.
    pub first: usize,
    /// A test of the match.
    pub test: Option<Sprt>,
    /// Whether pairs count even where many games have no partner yet, as they do for a match while it is played.
    pub by_pairs: bool,
    /// How ratings are made.
    pub ratings: RatingOptions,
}

/// A crosstable for more players would fill no screen.
const CROSSTABLE_PLAYERS: usize = 40;

impl Report {
    /// The report of these games.
    pub fn new(results: &Results, options: ReportOptions) -> Self {
        let field = Field::of(results);
        let duel = (results.names.len() == 2).then(|| Duel::new(results, &options));
        let standings = (results.names.len() > 2).then(|| Standings::new(&field, options.ratings));
        let title = options.title.unwrap_or_else(|| match (&duel, results.names.len()) {
            (Some(duel), _) => format!("{} v {}", duel.first, duel.second),
            (None, players) => format!("{players} players"),
        });
        Self {
            title,
            settings: options.settings,
            games: results.games.len() as u64,
            unfinished: results.unfinished,
            repeated: results.repeated(),
            players: results.names.clone(),
            duel,
            standings,
            white: field.white(),
            white_summary: field.white_summary(),
            endings: games::endings(results),
            lengths: Lengths::of(results),
            efforts: games::efforts(results),
        }
    }

    /// What must be said of games that were played before, if there are any.
    fn warning(&self) -> Option<String> {
        (self.repeated > 0).then(|| {
            format!(
                "{} of {} games are the same move for move as an earlier one; the errors count them as new: more openings would help",
                self.repeated, self.games
            )
        })
    }

    /// The report for programs.
    pub fn json(&self) -> serde_json::Value {
        // Every figure is finite and every key a string: nothing here can fail.
        serde_json::to_value(self).unwrap_or_default()
    }
}

impl Duel {
    fn new(results: &Results, options: &ReportOptions) -> Self {
        let first = options.first.min(1);
        let second = 1 - first;
        let games = results.between(first, second);
        let counted = HeadToHead::of(games.clone(), first);
        let is_paired = counted.is_paired() || options.by_pairs && counted.pairs.total() > 0;
        let all = counted.games();
        let test = options.test.map(|test| {
            let (llr_by_pairs, llr_by_games) = (test.llr(&counted.pairs), test.llr(&all));
            let llr = if is_paired { llr_by_pairs } else { llr_by_games };
            TestReport {
                test,
                lower: test.lower(),
                upper: test.upper(),
                llr_by_pairs,
                llr_by_games,
                llr,
                decision: test.decision(llr),
                forecast: if is_paired { test.forecast(&counted.pairs) } else { test.forecast(&all) },
            }
        });
        Self {
            first: results.names[first].clone(),
            second: results.names[second].clone(),
            games: all,
            pairs: counted.pairs,
            split_pairs: counted.split_pairs,
            is_paired,
            by_pairs: counted.pairs.summary(),
            by_games: all.summary(),
            colours: counted.colours,
            with_white: counted.colours.with_white.summary(),
            with_black: counted.colours.with_black.summary(),
            test,
            history: History::of(games, first, options.test.as_ref()),
        }
    }
}

impl Standings {
    fn new(field: &Field, options: RatingOptions) -> Self {
        let ratings = field.ratings(options);
        let order: Vec<usize> = ratings.players.iter().map(|rating| rating.player).collect();
        let row = |player: &usize| order.iter().map(|other| field.between(*player, *other)).collect();
        let shown = if order.len() <= CROSSTABLE_PLAYERS { &order[..] } else { &[] };
        Self { crosstable: shown.iter().map(row).collect(), ratings }
    }
}
