//! What is known of endings from elsewhere.

use std::sync::Arc;

use adoube_engine::{Score, Tablebases, Wdl};
use rules::text::epd::Epd;
use rules::{Chess, Fragments, Game, Outcome, PieceKind, Position, Rules};

use crate::{Random, folder, open, position, shared};

#[test]
fn a_pawn_wins_or_draws_by_the_rules_of_opposition_and_key_squares() {
    let tables = open(&folder());
    for (fen, expected) in [
        // The king on the sixth rank before his pawn wins whoever is to move.
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", Wdl::Win),
        ("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", Wdl::Loss),
        // One rank below, the opposition decides.
        ("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", Wdl::Draw),
        ("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1", Wdl::Loss),
        // A rook's pawn does not win against a king in its corner.
        ("k7/8/1K6/P7/8/8/8/8 w - - 0 1", Wdl::Draw),
        // Inside and outside of the square of the pawn.
        ("8/8/8/P4k2/8/8/8/7K b - - 0 1", Wdl::Loss),
        ("8/8/8/P3k3/8/8/8/7K b - - 0 1", Wdl::Draw),
        ("8/8/8/P3k3/8/8/8/7K w - - 0 1", Wdl::Win),
        // A minor piece alone never wins.
        ("8/8/8/8/8/1B6/2K5/k7 w - - 0 1", Wdl::Draw),
        ("8/8/8/8/8/1N6/2K5/k7 b - - 0 1", Wdl::Draw),
        ("8/8/8/8/8/8/2K5/k7 b - - 0 1", Wdl::Draw),
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), Some(expected), "{fen}");
        assert_eq!(tables.probe_wdl(&position(fen).flipped()), Some(expected), "{fen} with colours swapped");
    }
}

/// The result of a position by the results of the positions after it.
fn result_by_moves(tables: &Tablebases, position: &Position<Chess>) -> Option<Wdl> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(if position.in_check() { Wdl::Loss } else { Wdl::Draw });
    }
    let after = |mv| {
        let mut setup = position.after(mv).to_setup();
        setup.halfmove_clock = 0;
        tables.probe_wdl(&Position::<Chess>::try_from(&setup).unwrap()).map(|wdl| -wdl)
    };
    moves.into_iter().map(after).collect::<Option<Vec<_>>>()?.into_iter().max()
}

#[test]
fn a_position_is_worth_its_best_move() {
    let tables = open(&folder());
    let mut random = Random(5);
    let mut wins = 0;
    for kind in [PieceKind::Pawn, PieceKind::Pawn, PieceKind::Queen].repeat(3000) {
        let position = random.position(&[kind]);
        let known = tables.probe_wdl(&position);
        assert_eq!(known, result_by_moves(&tables, &position), "{position}");
        wins += usize::from(known == Some(Wdl::Win));
    }
    assert!(wins > 3_000, "{wins} wins are too few to have tested anything");
}

#[test]
fn nothing_is_known_of_castling_rights_running_clocks_many_pieces_or_other_games() {
    let tables = open(&folder());
    assert_eq!(tables.max_pieces(), 3);
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/1R3K2 w B - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 1 1",
        "4k3/7p/8/8/8/8/8/4K2R w - - 0 1",
        Chess::START,
    ] {
        assert_eq!(tables.probe_wdl(&position(fen)), None, "{fen}");
    }
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/7p/8/8/8/8/8/4K2R w - - 0 1", Chess::START] {
        assert_eq!(tables.rank_root_moves(&Game::new(position(fen))), None, "{fen}");
    }
    let fragments = Position::<Fragments>::start();
    assert_eq!(tables.probe_wdl(&fragments), None);
    assert_eq!(tables.rank_root_moves(&Game::new(fragments)), None);
}

#[test]
fn no_path_means_no_tables() {
    for path in ["", "<empty>", " ", ";"] {
        let tables = Tablebases::open(path).unwrap();
        assert_eq!(tables.max_pieces(), 0, "{path:?}");
        assert_eq!(tables.probe_wdl(&position("8/8/8/8/8/8/2K5/k7 b - - 0 1")), None);
    }
}

#[test]
fn several_folders_are_one_set_of_tables() {
    let folder = folder();
    let twice = format!("{0};{0}", folder.display());
    assert_eq!(Tablebases::open(&twice).unwrap().max_pieces(), 3);
}

#[test]
fn threads_share_tables_and_agree() {
    let tables = Arc::new(open(&folder()));
    let answers = |tables: Arc<Tablebases>| {
        let mut random = Random(7);
        let positions = (0..2000).map(move |_| random.position(&[PieceKind::Pawn]));
        positions.map(|position| tables.probe_wdl(&position).unwrap()).collect::<Vec<_>>()
    };
    let threads: Vec<_> = (0..4).map(|_| tables.clone()).map(|t| std::thread::spawn(move || answers(t))).collect();
    let expected = answers(tables);
    for thread in threads {
        assert_eq!(thread.join().unwrap(), expected);
    }
}

#[test]
fn a_tablebase_win_is_less_than_a_mate_and_the_nearer_the_better() {
    assert!(Wdl::Win.score(200).is_decided() && !Wdl::Win.score(0).is_mate());
    assert!(Wdl::Win.score(3) > Wdl::Win.score(4));
    for wdl in [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win] {
        assert_eq!((-wdl).score(9), -wdl.score(9));
    }
    assert!(Wdl::BlessedLoss.score(0) < Score::DRAW && Score::DRAW < Wdl::CursedWin.score(0));
}

#[test]
fn results_and_distances_are_those_of_the_suite() {
    let (Some(folder), Some(suite)) = (shared("syzygy"), shared("suites/positions/endgame-wdl-dtz.epd")) else {
        return;
    };
    let tables = open(&folder);
    assert_eq!(tables.max_pieces(), 4);
    let suite = std::fs::read_to_string(suite).unwrap();
    assert_eq!(suite.lines().count(), 200);
    for line in suite.lines() {
        let epd: Epd<Chess> = line.parse().unwrap();
        let number = |code| epd.operands(code).unwrap()[0].parse::<i32>().unwrap();
        let wdl = [Wdl::Loss, Wdl::BlessedLoss, Wdl::Draw, Wdl::CursedWin, Wdl::Win][(number("wdl") + 2) as usize];
        assert_eq!(tables.probe_wdl(&epd.position), Some(wdl), "{line}");
        let Some(ranked) = tables.rank_root_moves(&Game::new(epd.position)) else {
            assert_eq!(epd.position.count_legal_moves(), 0, "{line}");
            continue;
        };
        // A game that is over has no distance left; a suite gives one all the same.
        if matches!(Game::new(epd.position).outcome(), Some(Outcome::Draw(_))) {
            continue;
        }
        assert_eq!(ranked[0].1.wdl, wdl, "{line}");
        assert!((ranked[0].1.dtz.unwrap() - number("dtz")).abs() <= 1, "{line}: {:?}", ranked[0]);
    }
}
