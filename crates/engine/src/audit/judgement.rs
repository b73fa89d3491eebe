//! The judgement: no side is favoured by any term, and what is kept up to date move by move is what it is from scratch.

use rules::{Color, Position, Rules};

use super::docket::shrunk;
use super::walks::games;
use super::{Docket, Effort};
use crate::eval::{Evaluator, Term, TermValue, evaluate, explain};
use crate::network::{self, KingBuckets, Network, Networks, Parts, inputs};

/// So many centipawns are rounding, not a bias.
const ROUNDING: i32 = 2;

/// What a term gives each side; nothing if it says nothing.
fn term_of(terms: &[TermValue], term: Term) -> [(i32, i32); 2] {
    let found = terms.iter().find(|value| value.term == term);
    found.map_or([(0, 0); 2], |value| [(value.white.middle, value.white.end), (value.black.middle, value.black.end)])
}

/// What the evaluation says differently of a position and its flip.
fn bias<R: Rules>(position: &Position<R>) -> Option<(String, String)> {
    let flipped = position.flipped();
    let (here, there) = (explain(position).terms, explain(&flipped).terms);
    for term in Term::ALL {
        let ([white, black], [flipped_white, flipped_black]) = (term_of(&here, term), term_of(&there, term));
        if (white, black) != (flipped_black, flipped_white) {
            return Some((
                format!(
                    "{term:?} gives White {white:?} and Black {black:?}; the other way round in the flipped position"
                ),
                format!("there it gives White {flipped_white:?} and Black {flipped_black:?}"),
            ));
        }
    }
    let (value, other) = (evaluate(position), evaluate(&flipped));
    ((value - other).abs() > ROUNDING).then(|| {
        (format!("{} for the side to move, here and flipped", value.value()), format!("{} flipped", other.value()))
    })
}

pub(super) fn symmetry<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut evaluator = Evaluator::new();
    for game in games::<R>(effort.times(40), 60) {
        let mut position = *game.start();
        for mv in game.moves() {
            position.play(*mv);
            let biased = bias(&position).is_some();
            let at = if biased { shrunk(&position, |at| bias(at).is_some()) } else { position };
            docket.case(&at, &[], !biased, || bias(&at).unwrap_or_default());
            // What is remembered of pawns changes nothing.
            docket.compare(&position, &[], &evaluate(&position).value(), &evaluator.evaluate(&position).value());
        }
    }
}

/// A network of random numbers, with as many king buckets as any may have.
fn random<R: Rules>() -> Option<Network<R>> {
    let mut numbers = super::walks::Numbers(0x5eed);
    let mut noise = |most: i64| numbers.below(2 * most as usize + 1) as i64 - most;
    let king_buckets = KingBuckets::layout(4)?;
    let hidden = network::HIDDEN_UNIT;
    let parts = Parts {
        king_buckets,
        hidden,
        weights: (0..king_buckets.count() * inputs::<R>() * hidden).map(|_| noise(60) as i16).collect(),
        biases: (0..hidden).map(|_| noise(100) as i16).collect(),
        output_weights: (0..2 * hidden).map(|_| noise(127) as i8).collect(),
        output_biases: vec![0],
        output_scale: 64,
        centipawns: 100,
        description: String::new(),
    };
    Network::new(&parts).ok()
}

pub(super) fn accumulators<R: Rules>(effort: Effort, docket: &mut Docket) {
    let own = Networks::embedded().of::<R>().cloned();
    for network in own.into_iter().chain(random::<R>()) {
        for game in games::<R>(effort.times(60), 60) {
            let kings = Color::ALL.map(|color| game.position().king(color));
            if kings.contains(&None) {
                continue;
            }
            match network::audit(&network, &game) {
                Ok(_) => docket.case(game.position(), &[], true, Default::default),
                Err(position) => docket.case(game.start(), game.moves(), false, || {
                    let scratch = network.evaluate(&position).value();
                    (
                        format!("{scratch} at {position}, as from scratch"),
                        "another hidden layer after these moves".to_owned(),
                    )
                }),
            }
        }
    }
}
