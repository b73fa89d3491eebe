//! Several best lines at once.

use adoube_engine::{Control, Event, Limits, Player, Report};
use rules::{Chess, Game, Position};

#[test]
fn lines_are_ordered_differ_in_their_first_move_and_end_with_a_whole_set() {
    let fen = "r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8";
    let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
    // The last limit breaks an iteration off.
    for limits in [
        Limits { depth: Some(7), multi_pv: 3, ..Limits::default() },
        Limits { nodes: Some(20_000), multi_pv: 3, ..Limits::default() },
    ] {
        let mut told: Vec<Report> = Vec::new();
        let listen = |event: Event<'_>| {
            if let Event::Line(report) = event {
                told.push(report.clone());
            }
        };
        let answer = Player::new(1).unwrap().think(&game, &limits, &Control::default(), listen).unwrap();
        let last = &told[told.len() - 3..];
        assert_eq!(last.iter().map(|line| line.rank).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score && pair[0].depth == pair[1].depth));
        assert!(last[0].line[0] != last[1].line[0] && last[1].line[0] != last[2].line[0]);
        assert_eq!(answer.line, last[0].line);
        for line in last {
            let mut game = game.clone();
            for mv in &line.line {
                assert!(game.position().is_legal(*mv));
                game.play(*mv);
            }
        }
    }
}

#[test]
fn a_node_limit_is_kept_to_the_node_and_the_counters_add_up() {
    let fens = [
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];
    for fen in fens {
        let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
        for nodes in [1, 2, 100, 4_321, 60_000] {
            let mut player = Player::new(1).unwrap();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let answer = player.think(&game, &limits, &Control::default(), |_| {}).unwrap();
            let counted = player.statistics();
            assert_eq!(answer.nodes, nodes, "{fen}");
            assert_eq!(counted.nodes, counted.pv_nodes + counted.zero_nodes + counted.quiescence_nodes, "{fen}");
            assert!(counted.first_move_cuts <= counted.beta_cuts && counted.beta_cuts <= counted.nodes);
            assert!(counted.table_cuts <= counted.table_hits && counted.table_hits <= counted.table_probes);
            assert!(counted.pv_researches <= counted.pv_scouts);
            assert!(counted.null_cuts <= counted.null_tries);
            assert!(counted.reduction_researches <= counted.reductions);
        }
    }
}
