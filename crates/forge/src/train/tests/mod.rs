//! The laws of training, with networks so small that they learn in a moment.

mod files;
mod gradients;
mod learning;

use engine::Score;
use rules::{Color, Position, Rules};

use super::sample::Sample;
use crate::random::Random;
use crate::records::{Ending, GameRecord, Ply};

/// The material that the side to move has more than the other, in centipawns.
fn material<R: Rules>(position: &Position<R>) -> i32 {
    let us = position.side_to_move();
    let of = |color| {
        R::KINDS.iter().map(move |kind| match kind {
            rules::PieceKind::King => 0,
            _ => R::EXCHANGE_VALUES[kind.index()] * position.of(color, *kind).len() as i32,
        })
    };
    of(us).sum::<i32>() - of(!us).sum::<i32>()
}

/// A game of random moves; its scores count material.
fn random_game<R: Rules>(number: u64) -> GameRecord<R> {
    let mut random = Random::new(number, 0);
    let start = Position::start();
    let mut position: Position<R> = start;
    let mut plies = Vec::new();
    while plies.len() < 100 && Color::ALL.iter().all(|color| position.king(*color).is_some()) {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(random.below(moves.len())).copied() else { break };
        plies.push(Ply { mv, score: Score::centipawns(material(&position)) });
        position.play(mv);
    }
    let winner = [Some(Color::White), None, Some(Color::Black)][random.below(3)];
    GameRecord { start, winner, ending: Ending::Rules, is_verification: false, plies }
}

/// Positions of random games.
fn samples<R: Rules>(games: std::ops::Range<u64>) -> Vec<Sample> {
    let samples = games.flat_map(|number| {
        let game = random_game::<R>(number);
        let sample =
            |(position, ply): (Position<R>, Ply)| Sample::new(&position, ply, game.points(position.side_to_move()));
        game.positions().map(sample).collect::<Vec<_>>()
    });
    samples.collect()
}
