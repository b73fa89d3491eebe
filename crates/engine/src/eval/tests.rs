//! The laws of the evaluation, on the positions of random games of both games.

use rules::{Chess, Fragments, Position, Rules};

use super::pair::Pair;
use super::trace::{ByTerm, Coefficients};
use super::weights::{Term, numbered, weights_of};
use super::*;

/// Positions of random games, and endings made by preferring captures.
fn each_position<R: Rules>(games: u64, mut check: impl FnMut(&Position<R>)) {
    for seed in 0..games {
        let mut state = seed;
        let mut position = Position::<R>::start();
        for _ in 0..200 {
            check(&position);
            let mut moves = position.legal_moves();
            if moves.iter().any(|mv| mv.is_capture()) && seed % 3 == 0 {
                moves.retain(|mv| mv.is_capture());
            }
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            position.play(moves[(state >> 33) as usize % moves.len()]);
        }
    }
}

fn terms<R: Rules>(position: &Position<R>) -> [[Pair; Term::COUNT]; 2] {
    let mut trace = ByTerm::new(weights_of::<R>());
    judge_with(position, weights_of::<R>(), &mut trace);
    trace.sums
}

fn every_term_has_no_favourite<R: Rules>() {
    each_position::<R>(60, |position| {
        let flipped = position.flipped();
        assert_eq!(evaluate(position), evaluate(&flipped), "{position}");
        let ([white, black], [flipped_white, flipped_black]) = (terms(position), terms(&flipped));
        for term in Term::ALL {
            let index = term.index();
            assert_eq!(white[index], flipped_black[index], "{term:?} of White in {position}");
            assert_eq!(black[index], flipped_white[index], "{term:?} of Black in {position}");
        }
    });
}

#[test]
fn a_position_and_its_flip_are_worth_the_same_term_by_term() {
    every_term_has_no_favourite::<Chess>();
    every_term_has_no_favourite::<Fragments>();
}

#[test]
fn an_evaluator_that_remembers_pawns_says_what_one_from_scratch_says() {
    // One evaluator for both games at once: it must not take the pawns of one for those of the other.
    let mut evaluator = Evaluator::new();
    let mut others = Vec::new();
    each_position::<Fragments>(30, |position| others.push(*position));
    let mut other = others.iter().cycle();
    each_position::<Chess>(60, |position| {
        assert_eq!(evaluator.evaluate(position), evaluate(position), "{position}");
        let fragments = other.next().unwrap();
        assert_eq!(evaluator.evaluate(fragments), evaluate(fragments), "{fragments}");
    });
}

fn terms_add_up<R: Rules>() {
    each_position::<R>(60, |position| {
        let [white, black] = terms(position);
        let sum = |side: [Pair; Term::COUNT]| side.into_iter().fold(Pair::ZERO, |sum, pair| sum + pair);
        let verdict = judge_with(position, weights_of::<R>(), &mut Silent);
        assert_eq!(sum(white) - sum(black), verdict.sum, "{position}");
        assert_eq!(explain(position).white_total, verdict.for_white());
    });
}

#[test]
fn the_terms_add_up_to_the_evaluation() {
    terms_add_up::<Chess>();
    terms_add_up::<Fragments>();
}

/// The evaluation worked out from how often each weight counts.
fn rebuilt(counts: &Coefficients, weights: &Weights) -> i32 {
    let list = weights.to_list();
    let mut sum = counts.fixed;
    let (mut danger, mut stakes) = ([Pair::ZERO; 2], Pair::ZERO);
    for &(number, white, black) in &counts.counts {
        let weight = list[number as usize];
        match numbered().terms[number as usize] {
            Term::Danger => {
                danger[0] += weight * i32::from(white);
                danger[1] += weight * i32::from(black);
            }
            Term::Initiative => stakes += weight * i32::from(white),
            _ => sum += weight * i32::from(white - black),
        }
    }
    sum += price_of_danger(danger[1]) - price_of_danger(danger[0]);
    sum += Pair::new(0, share_of_initiative(stakes.end(), sum.end()) * sum.end().signum());
    Verdict { sum, phase: counts.phase, full_phase: counts.full_phase, scale: counts.scale }.for_white()
}

fn weights_times_counts<R: Rules>() {
    each_position::<R>(30, |position| {
        let value = evaluate(position).from_white(position.side_to_move());
        assert_eq!(rebuilt(&coefficients(position), weights_of::<R>()), value.value(), "{position}");
    });
}

#[test]
fn weights_times_their_counts_make_the_evaluation() {
    weights_times_counts::<Chess>();
    weights_times_counts::<Fragments>();
}

fn value(fen: &str) -> i32 {
    let position: Position<Chess> = fen.parse().unwrap();
    evaluate(&position).from_white(position.side_to_move()).value()
}

#[test]
fn endings_that_cannot_be_won_are_worth_nothing() {
    for fen in [
        "8/8/8/3k4/8/3KB3/8/8 w - - 0 1",
        "8/8/8/3k4/8/3K1N2/5N2/8 w - - 0 1",
        "4k3/8/4P3/4K3/8/8/8/8 w - - 0 1",
        "k7/8/8/P7/1K6/4B3/8/8 w - - 0 1",
        "1k6/8/8/P7/1K6/P7/8/8 b - - 0 1",
    ] {
        assert_eq!(value(fen), 0, "{fen}");
    }
}

#[test]
fn a_race_of_pawns_is_won_by_who_queens_first() {
    let passed = |fen: &str| {
        let [white, black] = terms::<Chess>(&fen.parse().unwrap());
        [white, black].map(|side| side[Term::Passed.index()].end())
    };
    // Neither king comes in time. White needs five steps, Black three, and then only two.
    let (close, lost) = (passed("7k/8/8/8/7p/P7/8/K7 w - - 0 1"), passed("7k/8/8/8/8/P6p/8/K7 w - - 0 1"));
    let unstoppable = weights_of::<Chess>().passed_unstoppable.end();
    assert_eq!(lost[0], close[0] - unstoppable);
    assert!(lost[1] > unstoppable);
    // The winner's pawn counts whoever is on move; with a rook to stop it the other's pawn is not in a race.
    assert_eq!(passed("7k/8/8/8/8/P6p/8/K7 b - - 0 1")[0], lost[0]);
    assert_eq!(passed("7k/8/8/8/8/P6p/8/K2R4 w - - 0 1")[0], close[0]);
}

#[test]
fn a_bare_king_is_driven_to_the_edge_and_to_the_right_corner() {
    let better = |good: &str, bad: &str| assert!(value(good) > value(bad), "{good} should beat {bad}");
    better("k7/8/1K6/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/1K6/8/7R w - - 0 1");
    // A light-squared bishop mates on a8 or h1, not on a1 or h8.
    better("k7/8/1K6/8/8/8/5N2/5B2 w - - 0 1", "8/8/8/8/8/1K6/5N2/k4B2 w - - 0 1");
    assert!(value("k7/8/1K6/8/8/8/8/7R w - - 0 1") > 700);
}

#[test]
fn a_lone_piece_wins_in_fragments() {
    for text in ["2k2/5/5/5/1NK2 w - -", "2k2/5/5/5/1BK2 w - -", "2k2/5/5/5/1RK2 w - -"] {
        let position: Position<Fragments> = text.parse().unwrap();
        assert!(evaluate(&position).value() > 500, "{text}");
    }
}

#[test]
fn a_side_without_its_king_is_evaluated_all_the_same() {
    let position: Position<Fragments> = "k4/1Q3/2K2/5/5 w - -".parse().unwrap();
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_eq!(evaluate(&after), evaluate(&after.flipped()));
    }
}
