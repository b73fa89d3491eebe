//! What a search finds: scores and lines.

use ::engine::{Bound, Report};
use pyo3::prelude::*;
use rules::{Game, Rules};
use uci::{Shown, View, Worth};

use crate::position::written;

/// A score: centipawns (of which a hundred win every second game) or a distance to mate, and the chances to win, draw and
/// lose in thousandths. In Chess Fragments "mate" is any forced win by the rules: no legal move loses.
///
/// >>> from adoube import Engine, Position
/// >>> score = Engine().search(Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=4).score
/// >>> score.mate, score.cp, score.wdl, score.bound, score.is_decided
/// (1, None, (1000, 0, 0), 'exact', True)
#[pyclass(module = "adoube", frozen, eq, from_py_object)]
#[derive(Clone, PartialEq)]
pub(crate) struct Score {
    /// Centipawns; None if it is a mate.
    #[pyo3(get)]
    cp: Option<i32>,
    /// Mate in so many moves, negative if it is suffered; None if it is no mate.
    #[pyo3(get)]
    mate: Option<i32>,
    /// The chances to win, draw and lose, in thousandths.
    #[pyo3(get)]
    wdl: (u16, u16, u16),
    /// `'exact'`, or `'lower'` or `'upper'` for a score that is only a bound.
    #[pyo3(get)]
    bound: &'static str,
    /// Whether the game is decided: by a mate, or by an endgame table.
    #[pyo3(get)]
    is_decided: bool,
    text: String,
}

impl Score {
    fn new(shown: Shown, is_decided: bool) -> Self {
        let (cp, mate) = match shown.worth {
            Worth::Centipawns(value) => (Some(value), None),
            Worth::Mate(moves) => (None, Some(moves)),
        };
        let chances = shown.chances;
        let bound = match shown.bound {
            Bound::Exact => "exact",
            Bound::Lower => "lower",
            Bound::Upper => "upper",
        };
        let wdl = (chances.win, chances.draw, chances.loss);
        Self { cp, mate, wdl, bound, is_decided, text: shown.to_string() }
    }
}

#[pymethods]
impl Score {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Score('{}')", self.text)
    }
}

/// A line that a search has found, with what was known when it was told.
///
/// >>> from adoube import Engine, Position
/// >>> info = Engine().search(Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=4).lines[0]
/// >>> info.multipv, info.pv, info.white_score == info.score, info.nodes > 0
/// (1, ['a1a8'], True, True)
#[pyclass(module = "adoube", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct Info {
    /// How deep the iteration was.
    #[pyo3(get)]
    depth: i32,
    /// The deepest ply it reached.
    #[pyo3(get)]
    selective_depth: usize,
    /// Which of several best lines it is, from 1.
    #[pyo3(get)]
    multipv: usize,
    /// The score for the side to move.
    #[pyo3(get)]
    score: Score,
    /// The score for White.
    #[pyo3(get)]
    white_score: Score,
    /// The line, as UCI writes it; at least one move.
    #[pyo3(get)]
    pv: Vec<String>,
    /// The nodes since the search began.
    #[pyo3(get)]
    nodes: u64,
    /// The seconds since the search began.
    #[pyo3(get)]
    seconds: f64,
    /// How full the table is, in thousandths.
    #[pyo3(get)]
    hashfull: usize,
    /// Answers from endgame tables.
    #[pyo3(get)]
    tablebase_hits: u64,
}

impl Info {
    pub(crate) fn new<R: Rules>(report: &Report, game: &Game<R>) -> Self {
        let position = game.position();
        let is_decided = report.score.is_decided();
        Self {
            depth: report.depth,
            selective_depth: report.selective_depth,
            multipv: report.rank + 1,
            score: Score::new(View::Side.report(report, position), is_decided),
            white_score: Score::new(View::White.report(report, position), is_decided),
            pv: written(game, &report.line),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
            hashfull: report.permille_full,
            tablebase_hits: report.tablebase_hits,
        }
    }

    /// Whether the line's score is exact, and not only a bound.
    pub(crate) fn is_exact(&self) -> bool {
        self.score.bound == "exact"
    }

    /// Which of several best lines it is, from 1.
    pub(crate) fn rank(&self) -> usize {
        self.multipv
    }
}

#[pymethods]
impl Info {
    /// Nodes a second.
    #[getter]
    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.seconds.max(1e-6)) as u64
    }

    fn __repr__(&self) -> String {
        format!("Info(depth={}, score='{}', pv='{}')", self.depth, self.score.text, self.pv.join(" "))
    }
}

/// What a search has found in the end.
///
/// >>> from adoube import Engine, Position
/// >>> result = Engine().search(Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=4)
/// >>> result.best_move, result.pv, result.ponder, result.score.mate
/// ('a1a8', ['a1a8'], None, 1)
#[pyclass(module = "adoube", frozen, from_py_object)]
#[derive(Clone)]
pub(crate) struct SearchResult {
    /// The best lines, best first: one, or as many as `multipv` asked for; none if there is no legal move.
    #[pyo3(get)]
    pub(crate) lines: Vec<Info>,
}

#[pymethods]
impl SearchResult {
    /// The best move, or None if there is no legal one.
    #[getter]
    fn best_move(&self) -> Option<String> {
        self.lines.first().and_then(|info| info.pv.first().cloned())
    }

    /// The reply that is expected.
    #[getter]
    fn ponder(&self) -> Option<String> {
        self.lines.first().and_then(|info| info.pv.get(1).cloned())
    }

    /// The best line's score for the side to move.
    #[getter]
    fn score(&self) -> Option<Score> {
        self.lines.first().map(|info| info.score.clone())
    }

    /// The best line.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.lines.first().map(|info| info.pv.clone()).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        let best = self.best_move().map_or("None".to_owned(), |text| format!("'{text}'"));
        let score = self.score().map_or("None".to_owned(), |score| format!("'{}'", score.text));
        format!("SearchResult(best_move={best}, score={score})")
    }
}
