//! The judgement: no side is favoured by any term, and what is kept up to date move by move is what it is from scratch.

use rules::{Color, Game, Position, Rules};

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
    let differs = |term: &Term| {
        let ([white, black], [flipped_white, flipped_black]) = (term_of(&here, *term), term_of(&there, *term));
        (white, black) != (flipped_black, flipped_white)
    };
    // The initiative follows from the sum of all others, and so from whatever is wrong with them.
    if let Some(term) = Term::ALL.into_iter().filter(|term| *term != Term::Initiative).find(differs) {
        let ([white, black], [flipped_white, flipped_black]) = (term_of(&here, term), term_of(&there, term));
        return Some((
            format!("{term:?} gives White {white:?} and Black {black:?}; the other way round in the flipped position"),
            format!("there it gives White {flipped_white:?} and Black {flipped_black:?}"),
        ));
    }
    let (value, other) = (evaluate(position), evaluate(&flipped));
    ((value - other).abs() > ROUNDING).then(|| {
        let expected = format!("{} for the side to move, here and flipped; no term alone differs", value.value());
        (expected, format!("{} flipped", other.value()))
    })
}

pub(super) fn symmetry<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut evaluator = Evaluator::new();
    let network = Networks::embedded().of::<R>().cloned();
    for game in games::<R>(effort.times(40), 60) {
        let mut position = *game.start();
        for mv in game.moves() {
            position.play(*mv);
            let biased = bias(&position).is_some();
            let at = if biased { shrunk(&position, |at| bias(at).is_some()) } else { position };
            docket.case(&at, &[], !biased, || bias(&at).unwrap_or_default());
            // The network sees both sides with the same eyes.
            if let Some(network) =
                network.as_ref().filter(|_| Color::ALL.iter().all(|color| position.king(*color).is_some()))
            {
                let (here, flipped) = (network.evaluate(&position), network.evaluate(&position.flipped()));
                docket.compare(&position, &[], &here.value(), &flipped.value());
            }
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

/// The fewest moves of a game after which the layers are wrong.
fn shortest<R: Rules>(network: &Network<R>, game: &Game<R>) -> Game<R> {
    let part = |from: usize, to: usize| {
        let start = game.moves()[..from].iter().fold(*game.start(), |at, mv| at.after(*mv));
        let mut part = Game::new(start);
        game.moves()[from..to].iter().for_each(|mv| part.play(*mv));
        part
    };
    let is_wrong = |game: &Game<R>| network::audit(network, game).is_err();
    let count = game.moves().len();
    let end = (1..=count).find(|end| is_wrong(&part(0, *end))).unwrap_or(count);
    (0..end).rev().map(|from| part(from, end)).find(is_wrong).unwrap_or_else(|| game.clone())
}

pub(super) fn accumulators<R: Rules>(effort: Effort, docket: &mut Docket) {
    let own = Networks::embedded().of::<R>().cloned();
    for network in own.into_iter().chain(random::<R>()) {
        for game in games::<R>(effort.times(200), 60) {
            let kings = Color::ALL.map(|color| game.position().king(color));
            if kings.contains(&None) {
                continue;
            }
            match network::audit(&network, &game) {
                Ok(compared) => {
                    (0..compared).for_each(|_| docket.case(game.position(), &[], true, Default::default));
                }
                Err(_) => {
                    let game = shortest(&network, &game);
                    docket.case(game.start(), game.moves(), false, || {
                        let scratch = network.evaluate(game.position()).value();
                        let expected = format!("after the moves, the layers as from scratch, worth {scratch}");
                        (expected, "other hidden layers".to_owned())
                    });
                }
            }
        }
    }
}
