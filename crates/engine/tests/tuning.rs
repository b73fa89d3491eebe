//! In a build for tuners every number of the search does something, even if it is set long after the search was made: one
//! that is only shown would be tuned by chance.
#![cfg(feature = "tune")]

use adoube_engine::{Control, Limits, PARAMETERS, Player, set_parameter};
use rules::{Chess, Game, Position};

const FENS: [&str; 4] = [
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/3n2p1/1p6/1P2B2P/5PP1/6K1/8 b - - 0 1",
];

/// How many nodes a player needs for each position.
fn nodes(player: &mut Player) -> Vec<u64> {
    let limits = Limits { depth: Some(11), ..Limits::default() };
    let count = |fen: &str| {
        let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
        player.forget();
        player.think(&game, &limits, &Control::default(), |_| {}).unwrap().nodes
    };
    FENS.into_iter().map(count).collect()
}

#[test]
fn every_parameter_changes_the_search() {
    let mut player = Player::new(4).unwrap();
    let usual = nodes(&mut player);
    let mut idle = Vec::new();
    // What is for clocks shows only under one.
    for parameter in PARAMETERS.iter().filter(|parameter| !parameter.name.starts_with("time_")) {
        let mut at = |value: i32| {
            assert!(set_parameter(parameter.name, value));
            nodes(&mut player)
        };
        if ![parameter.min, parameter.max].into_iter().any(|value| at(value) != usual) {
            idle.push(parameter.name);
        }
        assert_eq!(at(parameter.value), usual, "{} leaves something behind", parameter.name);
    }
    assert!(idle.is_empty(), "these change nothing: {idle:?}");
}
