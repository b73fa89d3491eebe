//! A player with a network: it is what judges, on all threads, until another is chosen. Debug builds compare every evaluation of
//! a search with the one from scratch, so these searches audit null moves, captures and all that a search does.

mod networks;

use adoube_engine::network::Networks;
use adoube_engine::wdl::Scale;
use adoube_engine::{Control, Limits, Player, Report};
use rules::{Chess, Fragments, Game, Position, Rules};

const CHESS: [&str; 4] = [
    Chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r1k2r1/p2p4/8/2P5/8/8/P2P4/R2K3R b AHbg - 4 20",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
];

fn player(networks: &Networks, threads: usize) -> Player {
    let mut player = Player::new(4).unwrap();
    player.set_threads(threads);
    player.set_networks(networks.clone());
    player
}

fn searched<R: Rules>(player: &mut Player, position: &str, depth: i32) -> Report {
    let game = Game::new(position.parse::<Position<R>>().unwrap());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    player.think(&game, &limits, &Control::default(), |_| {}).unwrap()
}

#[test]
fn a_search_with_all_ideas_on_follows_the_network() {
    let networks = networks::random();
    for threads in [1, 3] {
        let mut player = player(&networks, threads);
        for position in CHESS {
            assert_eq!(searched::<Chess>(&mut player, position, 9).scale, Scale::Network);
        }
        // The other game, in the middle of things.
        searched::<Fragments>(&mut player, Fragments::START, 10);
        searched::<Chess>(&mut player, CHESS[1], 8);
    }
}

#[test]
fn the_chosen_evaluation_judges_and_the_choice_can_be_taken_back() {
    let networks = networks::random();
    let answer = |player: &mut Player| {
        let report = searched::<Chess>(player, CHESS[1], 8);
        (report.score, report.nodes, report.line)
    };
    let classical = answer(&mut player(&Networks::none(), 1));
    let by_network = answer(&mut player(&networks, 1));
    assert_ne!(classical, by_network);

    let mut player = player(&networks, 1);
    assert_eq!(answer(&mut player), by_network);
    player.set_networks(Networks::none());
    assert_eq!(answer(&mut player), classical, "nothing of the network is left");
    player.set_networks(networks);
    assert_eq!(answer(&mut player), by_network);
    player.forget();
    assert_eq!(answer(&mut player), by_network, "what is forgotten is not the network");
}
