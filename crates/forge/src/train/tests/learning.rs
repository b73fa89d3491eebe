//! Networks learn what there is to learn, and stay what they are as integers.

use std::sync::LazyLock;

use engine::Score;
use engine::network::Network;
use rules::{Chess, Color, Fragments, Move, Piece, PieceKind, Position, Rules, Setup};

use super::material;
use crate::random::Random;
use crate::records::Ply;
use crate::train::adam::Step;
use crate::train::model::{Model, Shape, Target};
use crate::train::quantise::{compare, quantise, settle};
use crate::train::sample::Sample;
use crate::train::settings::Settings;

const TARGET: Target = Target { wdl: 0.0, scale: 400.0 };

/// Pieces thrown on the board, if that makes a position.
fn thrown<R: Rules>(random: &mut Random) -> Option<Position<R>> {
    let mut squares: Vec<_> = R::WINDOW.into_iter().collect();
    random.shuffle(&mut squares);
    let mut setup = Setup { side_to_move: Color::ALL[random.below(2)], ..Setup::EMPTY };
    for color in Color::ALL {
        for kind in R::KINDS {
            let count = match kind {
                PieceKind::King => 1,
                PieceKind::Pawn => random.below(usize::from(R::WIDTH) / 2 + 1),
                _ => random.below(usize::from(R::WIDTH) / 4 + 1),
            };
            for square in squares.drain(..count) {
                setup.board[square.index()] = Some(Piece { color, kind: *kind });
            }
        }
    }
    Position::try_from(&setup).ok()
}

/// Positions whose score counts their material.
fn samples<R: Rules>(seed: u64, count: usize) -> Vec<Sample> {
    let mut random = Random::new(seed, 0);
    let mut samples = Vec::new();
    while samples.len() < count {
        let Some(position) = thrown::<R>(&mut random) else { continue };
        let score = Score::centipawns(material(&position));
        samples.push(Sample::new(&position, Ply { mv: Move::NONE, score }, 0.5));
    }
    samples
}

/// A small network that has learned to count material, and positions that it has not seen.
fn counts_material<R: Rules>() -> (Model, Vec<Sample>) {
    let settings = Settings { hidden: 32, output_buckets: 2, ..Settings::usual::<R>() };
    let (training, validation) = (samples::<R>(1, 20_000), samples::<R>(2, 5_000));
    let mut model = Model::new(Shape::of::<R>(&settings), 1);
    let before = model.loss::<R>(&validation, TARGET);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let mut number = 0;
    for epoch in 0..12 {
        Random::new(2, epoch).shuffle(&mut order);
        for batch in order.chunks(256) {
            let step = Step::new(number, 0.01 * 0.7_f32.powi(epoch as i32), 0.01);
            model.learn::<R>(&training, batch, TARGET, step);
            number += 1;
        }
    }
    let after = model.loss::<R>(&validation, TARGET);
    println!("{}: loss {before} before, {after} after", R::NAME);
    assert!(before > 0.05 && after < 0.002, "{}: {before} before, {after} after", R::NAME);
    (model, validation)
}

static CHESS: LazyLock<(Model, Vec<Sample>)> = LazyLock::new(counts_material::<Chess>);
static FRAGMENTS: LazyLock<(Model, Vec<Sample>)> = LazyLock::new(counts_material::<Fragments>);

fn value<R: Rules>(model: &Model, text: &str) -> i32 {
    let network = Network::<R>::new(&quantise(model, 400, String::new())).unwrap();
    network.evaluate(&text.parse().unwrap()).value()
}

#[test]
fn a_tiny_network_learns_to_count_material() {
    let chess = |text| value::<Chess>(&CHESS.0, text);
    let even = chess("r3k2r/1pp2n2/8/8/8/8/2N2PP1/R3K2R w - - 0 1");
    let queen_up = chess("r3k2r/1pp2n2/8/8/8/8/2N2PP1/RQ2K2R w - - 0 1");
    let rook_down = chess("r3k2r/1pp2n2/8/8/8/8/2N2PP1/4K2R w - - 0 1");
    assert!(even.abs() < 80 && queen_up > 600 && (-650..-350).contains(&rook_down), "{even} {queen_up} {rook_down}");
    let knight_up = value::<Fragments>(&FRAGMENTS.0, "1qk2/p2p1/5/1P1P1/1NKQ1 w - -");
    assert!((200..400).contains(&knight_up), "{knight_up}");
}

/// What integers keep to, in centipawns: on average, and at most.
const MEAN_BOUND: f64 = 3.0;
const LARGEST_BOUND: f64 = 20.0;

fn stays_close<R: Rules>((model, samples): &(Model, Vec<Sample>)) {
    let mut parts = quantise(model, 400, String::new());
    let rough = compare::<R>(&mut model.clone(), &parts, samples).unwrap();
    settle::<R>(&mut model.clone(), &mut parts, samples).unwrap();
    let found = compare::<R>(&mut model.clone(), &parts, samples).unwrap();
    assert!(found.mean <= rough.mean, "{}: {found:?} after {rough:?}", R::NAME);
    println!("{}: {found:?}, output scale {}", R::NAME, parts.output_scale);
    assert_eq!(found.positions, samples.len());
    assert!(found.mean < MEAN_BOUND && found.largest < LARGEST_BOUND, "{}: {found:?}", R::NAME);
}

#[test]
fn integers_agree_with_floats_within_the_bound() {
    stays_close::<Chess>(&CHESS);
    stays_close::<Fragments>(&FRAGMENTS);
}
