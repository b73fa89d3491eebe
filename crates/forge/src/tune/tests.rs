//! The laws of the tuner, on positions of random games of both games.

use engine::eval::{Pair, evaluate, weights_of};
use rules::{Chess, Fragments, Position, Rules};

use super::descent::{error_and_gradient, mean_error};
use super::samples::terms;
use super::*;
use crate::random::Random;

fn random_positions<R: Rules>(games: u64) -> Vec<Position<R>> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = Random::new(3, game);
        let mut position = Position::<R>::start();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]);
            positions.push(position);
        }
    }
    positions
}

fn start<R: Rules>() -> Vec<Weight> {
    let list = weights_of::<R>().to_list();
    list.iter().map(|pair| [f64::from(pair.middle()), f64::from(pair.end())]).collect()
}

fn sample<R: Rules>(position: Position<R>, points: f64, importance: f64) -> Sample {
    Sample::new(&Labelled { position, points, spread: 200.0, importance, validates: false }, &terms())
}

fn samples_say_what_the_engine_says<R: Rules>() {
    let weights = start::<R>();
    for position in random_positions::<R>(40) {
        let value = sample(position, 0.5, 1.0).value(&weights).white;
        let engine = evaluate(&position).from_white(position.side_to_move()).value();
        // The engine rounds both prices of danger, the scaled endgame and the blend.
        assert!((value - f64::from(engine)).abs() < 4.0, "{value} and {engine} in {position}");
    }
}

#[test]
fn a_sample_is_worth_what_the_engine_says() {
    samples_say_what_the_engine_says::<Chess>();
    samples_say_what_the_engine_says::<Fragments>();
}

/// Weights a little off the starting ones, so that nothing lies exactly on an edge.
fn shaken<R: Rules>() -> Vec<Weight> {
    let mut random = Random::new(9, 9);
    let mut shake = |value: f64| value + random.below(2000) as f64 / 500.0 - 2.0;
    start::<R>().into_iter().map(|weight| weight.map(&mut shake)).collect()
}

fn gradient_is_the_slope<R: Rules>() {
    let mut random = Random::new(4, 4);
    let samples: Vec<Sample> = random_positions::<R>(12)
        .into_iter()
        .map(|position| sample(position, random.below(3) as f64 / 2.0, 1.0 + random.below(2) as f64))
        .collect();
    let mut weights = shaken::<R>();
    let all: Vec<&Sample> = samples.iter().collect();
    let (error, gradient) = error_and_gradient(&all, &weights);
    assert!((error - mean_error(&samples, &weights)).abs() < 1e-12);
    let (mut checked, step) = (0, 1e-4);
    for number in 0..weights.len() {
        for half in 0..2 {
            let here = weights[number][half];
            weights[number][half] = here + step;
            let above = mean_error(&samples, &weights);
            weights[number][half] = here - step;
            let below = mean_error(&samples, &weights);
            weights[number][half] = here;
            let (slope, expected) = (gradient[number][half], (above - below) / (2.0 * step));
            assert!((slope - expected).abs() < 1e-9 + 1e-4 * expected.abs(), "{number} {half}: {slope} and {expected}");
            checked += usize::from(slope != 0.0);
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn the_gradient_is_the_slope_of_the_error() {
    gradient_is_the_slope::<Chess>();
    gradient_is_the_slope::<Fragments>();
}

#[test]
fn weights_that_made_the_labels_are_found_again() {
    let truth = start::<Chess>();
    let mut wrong = truth.clone();
    // Knights and queens.
    wrong[1] = [wrong[1][0] - 120.0, wrong[1][1] - 120.0];
    wrong[4] = [wrong[4][0] + 150.0, wrong[4][1] + 150.0];
    let mut samples = Samples::default();
    for (index, position) in random_positions::<Chess>(60).into_iter().enumerate() {
        let mut sample = sample(position, 0.5, 1.0);
        sample.points = sample.promise(&sample.value(&truth)) as f32;
        if index % 10 == 0 { samples.validation.push(sample) } else { samples.training.push(sample) }
    }
    let descent = Descent { epochs: 40, batch: 512, rate: 4.0, pull: 0.0, ..Descent::default() };
    let mut told = 0;
    let fitted = fit(&samples, &wrong, &[], &descent, |_| told += 1);
    assert!(told > 10);
    assert!(fitted.best.validation < fitted.before.validation / 20.0, "{:?} {:?}", fitted.before, fitted.best);
    // A firm pull holds everything where it is, and twins stay twins.
    let twins = mirrored::<Chess>();
    let held = fit(&samples, &wrong, &twins, &Descent { epochs: 3, pull: 1e9, ..descent }, |_| ());
    assert!((held.weights[1][0] - wrong[1][0]).abs() < 20.0);
    assert!(twins.iter().all(|(left, right)| held.weights[*left] == held.weights[*right]));
}

#[test]
fn the_spread_that_made_the_points_is_found_again() {
    let pairs = || (-800..800).map(|score| (f64::from(score), promise(f64::from(score), 173.0)));
    let spread = fitted_spread(pairs);
    assert!((spread - 173.0).abs() < 1.0, "{spread}");
}

#[test]
fn a_position_met_twice_is_one_sample_with_the_mean_of_its_labels() {
    let position = Position::<Chess>::start();
    let label = |points| Labelled { position, points, spread: 200.0, importance: 1.0, validates: false };
    let samples = Samples::new(vec![label(1.0), label(0.0), label(0.5), label(1.0)]);
    assert_eq!((samples.training.len(), samples.validation.len()), (1, 0));
    assert!((samples.training[0].points - 0.625).abs() < 1e-6);
}

/// The engine's own files are what the tuner would write.
#[test]
fn a_table_written_again_is_the_file_it_came_from() {
    let body = |text: &str| text.lines().skip_while(|line| !line.starts_with("use")).collect::<Vec<_>>().join("\n");
    for (name, title, weights, file) in [
        ("chess", "chess", weights_of::<Chess>(), include_str!("../../../engine/src/eval/weights_chess.rs")),
        (
            "fragments",
            "Chess Fragments",
            weights_of::<Fragments>(),
            include_str!("../../../engine/src/eval/weights_fragments.rs"),
        ),
    ] {
        let list: Vec<Pair> = weights.to_list();
        assert_eq!(body(&table(name, title, &["A note.".to_owned()], &list)), body(file));
    }
}
