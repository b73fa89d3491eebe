//! With every idea switched off the search is plain minimax; with the exact ideas on it must still say the same.

mod networks;

use adoube_engine::network::Networks;
use adoube_engine::{Control, Limits, Score, Search, Switches, Table, eval::evaluate};
use rules::{Chess, Fragments, Game, KeyHistory, Move, Outcome, Position, Rules};

/// The value by the definition.
fn judged<R: Rules>(position: &Position<R>, networks: &Networks) -> Score {
    let network = networks.of::<R>().filter(|_| Networks::judge(position));
    network.map_or_else(|| evaluate(position), |network| network.evaluate(position))
}

/// The score by the definition: the best of what the moves lead to.
fn minimax<R: Rules>(game: &Game<R>, depth: i32, networks: &Networks) -> Score {
    best(game.position(), &mut game.history_with_current(), depth, 0, networks)
}

fn best<R: Rules>(
    position: &Position<R>,
    history: &mut KeyHistory,
    depth: i32,
    ply: usize,
    networks: &Networks,
) -> Score {
    let after = |mv: &Move| -value(&position.after(*mv), history, depth - 1, ply + 1, networks);
    position.legal_moves().iter().map(after).max().expect("positions with legal moves only")
}

fn value<R: Rules>(
    position: &Position<R>,
    history: &mut KeyHistory,
    depth: i32,
    ply: usize,
    networks: &Networks,
) -> Score {
    match position.outcome(history) {
        Some(Outcome::Win(..)) => return Score::mated_in(ply),
        Some(Outcome::Draw(_)) => return Score::DRAW,
        None if depth == 0 => return judged(position, networks),
        None => {}
    }
    history.push(position.repetition_key());
    let score = best(position, history, depth, ply, networks);
    history.pop();
    score
}

fn searched<R: Rules>(game: &Game<R>, depth: i32, switches: Switches, networks: &Networks) -> Score {
    let table = Table::new(1).unwrap();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut search = Search::new(switches);
    search.set_networks(networks.clone());
    let report = search.run(game, &table, &limits, &Control::default(), |_| {});
    report.expect("positions with legal moves only").score
}

/// Games that stop after a random number of random moves.
fn random_games<R: Rules>(start: Position<R>, count: usize) -> Vec<Game<R>> {
    let mut state = 0x5eed_u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new(start);
        for _ in 0..random(90) {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[random(moves.len())]);
        }
        if game.outcome().is_none() {
            games.push(game);
        }
    }
    games
}

fn check<R: Rules>(start: Position<R>, count: usize, deepest: i32, networks: &Networks) {
    let games = random_games(start, count);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for part in games.chunks(count.div_ceil(threads)) {
            scope.spawn(|| part.iter().for_each(|game| check_game(game, deepest, networks)));
        }
    });
}

fn check_game<R: Rules>(game: &Game<R>, deepest: i32, networks: &Networks) {
    let scout = Switches { scout: true, mate_distance: true, ..Switches::NONE };
    let aspiring = Switches { aspiration: true, ..scout };
    let table = Switches { table_cuts: true, ..Switches::NONE };
    let table_and_scout = Switches { table_cuts: true, ..aspiring };
    // Without a past no draw depends on the way, which the table does not know.
    let mut setup = game.position().to_setup();
    setup.halfmove_clock = 0;
    let fresh = Game::new(Position::<R>::try_from(&setup).expect("a reached position"));
    let flipped = Game::new(fresh.position().flipped());
    for depth in 1..=deepest {
        let expected = minimax(game, depth, networks);
        for switches in [Switches::NONE, scout, aspiring] {
            assert_eq!(searched(game, depth, switches, networks), expected, "{} at depth {depth}", game.position());
        }
        let expected = searched(&fresh, depth, Switches::NONE, networks);
        for switches in [table, table_and_scout] {
            assert_eq!(searched(&fresh, depth, switches, networks), expected, "{} at depth {depth}", fresh.position());
        }
        let theirs = searched(&flipped, depth, Switches::NONE, networks);
        assert_eq!(theirs, expected, "{} and its flip at depth {depth}", fresh.position());
    }
}

#[test]
fn chess_without_ideas_is_minimax() {
    let none = Networks::none();
    check(Position::<Chess>::start(), 40, 2, &none);
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse::<Position<Chess>>().unwrap(), 20, 3, &none);
}

#[test]
fn fragments_without_ideas_is_minimax() {
    check(Position::<Fragments>::start(), 60, 3, &Networks::none());
}

#[test]
fn with_a_network_it_is_minimax_too() {
    let networks = networks::random();
    check(Position::<Chess>::start(), 15, 2, &networks);
    check("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1".parse::<Position<Chess>>().unwrap(), 10, 3, &networks);
    check(Position::<Fragments>::start(), 20, 3, &networks);
}

#[test]
#[ignore = "an hour: cargo test -p adoube-engine --test reference_mode -- --ignored"]
fn two_thousand_positions_of_chess_are_minimax_to_depth_four() {
    check(Position::<Chess>::start(), 2_000, 4, &Networks::none());
}

#[test]
#[ignore = "some minutes: cargo test -p adoube-engine --test reference_mode -- --ignored"]
fn two_thousand_positions_of_fragments_are_minimax_to_depth_four() {
    check(Position::<Fragments>::start(), 2_000, 4, &Networks::none());
}

#[test]
fn mates_are_found_with_all_ideas_on() {
    for (fen, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 3),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 3),
    ] {
        let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
        assert_eq!(searched(&game, 8, Switches::ALL, &Networks::none()), Score::mate_in(plies), "{fen}");
    }
}
