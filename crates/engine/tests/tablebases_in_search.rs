//! What tablebases know, the search plays and says.

use std::sync::Arc;

use adoube_engine::{Control, Event, Limits, Player, Report, Score, Tablebases, Wdl, Weakness};
use rules::{Chess, Game, Position};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/syzygy");

fn knowing_player() -> Player {
    let mut player = Player::new(1).unwrap();
    player.set_tablebases(Some(Arc::new(Tablebases::open(FOLDER).unwrap())));
    player
}

fn thought(fen: &str, depth: i32) -> (Report, u64) {
    let mut player = knowing_player();
    let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = player.think(&game, &limits, &Control::default(), |_| {}).unwrap();
    let hits = player.statistics().tablebase_hits;
    (report, hits)
}

#[test]
fn a_capture_into_a_won_table_is_a_sure_win() {
    // The rook takes the knight: KRvK.
    let (report, hits) = thought("8/8/8/3n4/8/1k6/8/K2R4 w - - 0 1", 4);
    assert!(report.score >= Score::SURE_WIN, "{report:?}");
    assert!(hits > 0);
}

#[test]
fn at_the_root_only_the_best_moves_are_searched_and_the_result_is_told() {
    let tablebases = Tablebases::open(FOLDER).unwrap();
    let mut narrow = 0;
    for fen in [
        "8/8/8/8/4k3/8/4PK2/8 b - - 0 1",
        "8/8/3k4/8/3K4/3P4/8/8 b - - 0 1",
        "8/5k2/8/4PK2/8/8/8/8 b - - 0 1",
        "8/8/8/1k6/8/1K6/P7/8 w - - 0 1",
        "4k3/8/3K4/4P3/8/8/8/8 w - - 0 1",
        "6k1/8/6K1/8/8/8/8/R7 w - - 0 1",
    ] {
        let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
        let ranked = tablebases.rank_root_moves(&game).unwrap();
        let (report, _) = thought(fen, 1);
        assert!(report.tablebase_hits > 0, "{fen}");
        match ranked[0].1.wdl {
            Wdl::Win => assert!(report.score >= Score::SURE_WIN, "{fen}: {report:?}"),
            Wdl::Loss => assert!(report.score <= -Score::SURE_WIN, "{fen}: {report:?}"),
            _ => assert_eq!(report.score, Score::DRAW, "{fen}"),
        }
        let played = report.line[0];
        let rank = ranked.iter().find(|(mv, _)| *mv == played).map(|(_, rank)| rank.rank);
        assert_eq!(rank, Some(ranked[0].1.rank), "{fen}");
        narrow += usize::from(ranked.iter().any(|(_, rank)| rank.rank < ranked[0].1.rank));
    }
    assert!(narrow >= 4, "positions in which the choice matters");
}

#[test]
fn of_several_lines_those_that_keep_the_result_come_first_each_with_its_own_result() {
    let game = Game::new("8/8/8/8/8/1k6/8/K1R5 w - - 0 1".parse::<Position<Chess>>().unwrap());
    let mut told: Vec<Report> = Vec::new();
    let limits = Limits { depth: Some(4), multi_pv: 64, ..Limits::default() };
    knowing_player().think(&game, &limits, &Control::default(), |event| {
        if let Event::Line(report) = event {
            told.push(report.clone());
        }
    });
    let ranked = Tablebases::open(FOLDER).unwrap().rank_root_moves(&game).unwrap();
    let lines = &told[told.len() - ranked.len()..];
    let results: Vec<(i32, Wdl)> = lines
        .iter()
        .map(|line| ranked.iter().find(|(mv, _)| *mv == line.line[0]).map(|(_, rank)| (rank.rank, rank.wdl)).unwrap())
        .collect();
    assert!(results.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{results:?}");
    assert!(results.iter().any(|(_, wdl)| *wdl == Wdl::Win) && results.iter().any(|(_, wdl)| *wdl == Wdl::Draw));
    for (line, (_, wdl)) in lines.iter().zip(results) {
        match wdl {
            Wdl::Win => assert!(line.score >= Score::SURE_WIN, "{line:?}"),
            _ => assert_eq!(line.score, Score::DRAW, "{line:?}"),
        }
    }
}

#[test]
fn whoever_plays_weaker_does_without() {
    let game = Game::new("6k1/8/6K1/8/8/8/8/R7 w - - 0 1".parse::<Position<Chess>>().unwrap());
    let limits = Limits { depth: Some(1), weakness: Some(Weakness { error: 0, seed: 1 }), ..Limits::default() };
    let report = knowing_player().think(&game, &limits, &Control::default(), |_| {}).unwrap();
    assert_eq!(report.tablebase_hits, 0);
}
