//! Which positions of a file of games are learnt from, and how many points they should promise.

use std::path::Path;

use rules::{Color, Position, Rules};

use super::promise;
use crate::records::{Filter, FormatError, Header, Reader};

/// Which positions are learnt from, and what their labels are made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// What makes a position fit to be learnt from.
    pub filter: Filter,
    /// So many plies after the random opening are left out: what they brought was decided later.
    pub skipped_plies: usize,
    /// One game in so many is kept for validation.
    pub validation_every: u64,
    /// How much of a label is the game's result; the rest is what the search's score promised.
    pub result_share: f64,
}

impl Selection {
    /// What suits a game: small boards come to the point sooner.
    pub fn of<R: Rules>() -> Self {
        let skipped_plies = if R::WIDTH * R::HEIGHT == 64 { 8 } else { 2 };
        Self { filter: Filter::default(), skipped_plies, validation_every: 10, result_share: 0.6 }
    }
}

/// A position and the points it should promise.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<R: Rules> {
    /// The position.
    pub position: Position<R>,
    /// The points for White, 0 to 1.
    pub points: f64,
    /// The spread in which its evaluation is measured.
    pub spread: f64,
    /// How much it counts.
    pub importance: f64,
    /// Whether it only checks what others taught.
    pub validates: bool,
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// How its games were made.
    pub header: Header,
    /// How many games it had.
    pub games: u64,
    /// How many records could not be read.
    pub broken: u64,
    /// How many positions were fit to be learnt from.
    pub positions: u64,
    /// The spread in which the search's scores are measured, as the games' results have it. It differs from file to
    /// file: the better the players, the more games an advantage wins.
    pub spread: f64,
}

/// The positions of a file that are fit to be learnt from, each as important as told.
///
/// The evaluation is measured in the spread that the search's scores have. So its scale stays what it was when the games
/// were played; a spread fitted to a poor evaluation would be too wide, and all weights would grow with it.
pub fn labelled<R: Rules>(
    file: &Path,
    selection: &Selection,
    importance: f64,
) -> Result<(Source, Vec<Labelled<R>>), FormatError> {
    let mut reader = Reader::<R>::open(file)?;
    let (mut games, mut broken) = (0, 0);
    let mut positions: Vec<(Labelled<R>, f64)> = Vec::new();
    for game in reader.by_ref() {
        let Ok(game) = game else {
            broken += 1;
            continue;
        };
        games += 1;
        let validates = games % selection.validation_every == 0;
        let points = game.points(Color::White);
        for (position, ply) in game.positions().skip(selection.skipped_plies) {
            if selection.filter.keeps(&position, ply) {
                let score = ply.score.from_white(position.side_to_move()).value();
                positions.push((Labelled { position, points, spread: 1.0, importance, validates }, f64::from(score)));
            }
        }
    }
    let spread = fitted_spread(|| positions.iter().map(|(labelled, score)| (*score, labelled.points)));
    let source = Source { header: reader.header().clone(), games, broken, positions: positions.len() as u64, spread };
    let blend = |(labelled, score): (Labelled<R>, f64)| {
        let promised = promise(score, spread);
        let points = promised + selection.result_share * (labelled.points - promised);
        Labelled { points, spread, ..labelled }
    };
    Ok((source, positions.into_iter().map(blend).collect()))
}

/// The spread with which scores foretell points best, found by halving the range (the error has one valley).
pub fn fitted_spread<I: Iterator<Item = (f64, f64)>>(pairs: impl Fn() -> I) -> f64 {
    let error = |log: f64| {
        let spread = log.exp();
        pairs().map(|(score, points)| (promise(score, spread) - points).powi(2)).sum::<f64>()
    };
    let (mut low, mut high) = (20f64.ln(), 2000f64.ln());
    for _ in 0..20 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    ((low + high) / 2.0).exp()
}
