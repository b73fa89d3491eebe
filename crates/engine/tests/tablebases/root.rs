//! Ranking the moves of a game: what is won is won, before the fifty moves are over.

use adoube_engine::{RootRank, Tablebases, Wdl};
use rules::{Chess, Color, Game, Move, Outcome, PieceKind, WinReason};

use crate::{Random, folder, open, position, shared};

fn rank_of(ranked: &[(Move, RootRank)], game: &Game<Chess>, text: &str) -> RootRank {
    let mv = game.position().uci_move(text).unwrap();
    ranked.iter().find(|(ranked, _)| *ranked == mv).unwrap().1
}

/// How White goes about winning.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// He always plays the first move.
    First,
    /// He plays any of the moves that share the highest rank.
    Any,
}

/// Plays a won ending against the longest resistance.
fn play_out(tables: &Tablebases, white: &[PieceKind], random: &mut Random, manner: Manner) {
    let start = loop {
        let start = random.position(white);
        if start.side_to_move() == Color::White && tables.probe_wdl(&start) == Some(Wdl::Win) {
            break start;
        }
    };
    let mut game = Game::new(start);
    while game.outcome().is_none() {
        let ranked = tables.rank_root_moves(&game).unwrap();
        let is_white = game.position().side_to_move() == Color::White;
        assert_eq!(ranked[0].1.wdl, if is_white { Wdl::Win } else { Wdl::Loss }, "{start} {:?}", game.moves());
        let best = ranked.iter().take_while(|(_, rank)| rank.rank == ranked[0].1.rank).count();
        let choice = if is_white && manner == Manner::Any { random.below(best) } else { 0 };
        game.play(ranked[choice].0);
    }
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)), "{start} {:?}", game.moves());
}

#[test]
fn three_pieces_are_won_by_playing_the_first_move_and_by_playing_any_of_the_best() {
    let tables = open(&folder());
    let mut random = Random(1);
    for manner in [Manner::First, Manner::Any] {
        for kind in [PieceKind::Rook, PieceKind::Queen, PieceKind::Pawn] {
            for _ in 0..8 {
                play_out(&tables, &[kind], &mut random, manner);
            }
        }
    }
}

#[test]
fn bishop_and_knight_mate_within_fifty_moves() {
    let Some(folder) = shared("syzygy") else { return };
    let tables = open(&folder);
    let mut random = Random(2);
    for manner in [Manner::First, Manner::Any] {
        for _ in 0..12 {
            play_out(&tables, &[PieceKind::Bishop, PieceKind::Knight], &mut random, manner);
        }
    }
}

#[test]
fn a_win_that_comes_after_the_fifty_moves_is_cursed() {
    let tables = open(&folder());
    // Mate on ply 100 is in time, after it is too late; what a rounding table leaves open is left open here.
    let wdl = |clock| {
        let game = Game::new(position(&format!("8/8/8/8/4k3/8/8/R3K3 w - - {clock} 80")));
        let ranked = tables.rank_root_moves(&game).unwrap();
        (ranked[0].1.wdl, ranked[0].1.dtz.unwrap())
    };
    let (fresh, plies) = wdl(0);
    assert_eq!(fresh, Wdl::Win);
    let last = 100 - plies;
    assert_eq!(wdl(last - 1).0, Wdl::Win);
    assert_eq!(wdl(last + 1).0, Wdl::CursedWin);
}

#[test]
fn the_shortest_way_is_the_only_one_when_the_clock_runs_out() {
    let tables = open(&folder());
    let count_best = |clock| {
        let game = Game::new(position(&format!("8/8/8/8/4k3/8/8/R3K3 w - - {clock} 80")));
        let ranked = tables.rank_root_moves(&game).unwrap();
        let shortest = ranked.iter().filter(|(_, rank)| rank.dtz == ranked[0].1.dtz).count();
        (ranked.iter().filter(|(_, rank)| rank.rank == ranked[0].1.rank).count(), shortest)
    };
    let (free, shortest) = count_best(0);
    assert!(free > shortest, "{free} moves to choose from, of them {shortest} shortest");
    let (forced, shortest) = count_best(100 - 28);
    assert_eq!(forced, shortest);
}

#[test]
fn moves_are_played_in_order_once_a_position_has_repeated_and_the_third_time_is_a_draw() {
    let tables = open(&folder());
    let mut game = Game::new(position("8/8/8/8/4k3/8/8/R3K3 w - - 0 1"));
    let free = tables.rank_root_moves(&game).unwrap();
    let choice = |ranked: &[(Move, RootRank)]| ranked.iter().filter(|r| r.1.rank == ranked[0].1.rank).count();
    assert!(choice(&free) > 3);
    let shuffle = ["a1b1", "e4e5", "b1a1", "e5e4"];
    for text in shuffle {
        game.play(game.position().uci_move(text).unwrap());
    }
    let ordered = tables.rank_root_moves(&game).unwrap();
    assert!(choice(&ordered) < choice(&free));
    assert_eq!(ordered[0].1.wdl, Wdl::Win);

    for text in &shuffle[..3] {
        game.play(game.position().uci_move(text).unwrap());
    }
    // Black draws at once: the position after ...Ke4 has then been there three times.
    let black = tables.rank_root_moves(&game).unwrap();
    assert_eq!(rank_of(&black, &game, "e5e4").wdl, Wdl::Draw);
    assert_eq!(black[0].0, game.position().uci_move("e5e4").unwrap());
}

#[test]
fn a_move_after_which_the_opponent_can_repeat_for_the_third_time_does_not_win() {
    let tables = open(&folder());
    let mut game = Game::new(position("8/8/8/8/4k3/8/8/R3K3 w - - 0 1"));
    // The position at the start came back after the first round; after Ra1 Black could bring it about a third time.
    for text in ["a1b1", "e4e5", "b1a1", "e5e4", "a1b1", "e4e5"] {
        game.play(game.position().uci_move(text).unwrap());
    }
    let ranked = tables.rank_root_moves(&game).unwrap();
    assert_eq!(rank_of(&ranked, &game, "b1a1"), RootRank { rank: 0, wdl: Wdl::Draw, dtz: Some(0) });
    assert_eq!(ranked[0].1.wdl, Wdl::Win);
}

#[test]
fn stalemating_and_hanging_the_queen_are_draws_and_mate_ranks_first() {
    let tables = open(&folder());
    let game = Game::new(position("k7/2K5/8/1Q6/8/8/8/8 w - - 0 1"));
    let ranked = tables.rank_root_moves(&game).unwrap();
    assert_eq!(rank_of(&ranked, &game, "b5b6").wdl, Wdl::Draw);
    let (best, rank) = ranked[0];
    let mut mated = game.clone();
    mated.play(best);
    assert_eq!(mated.outcome(), Some(Outcome::Win(Color::White, WinReason::Checkmate)));
    assert!(ranked.iter().filter(|(_, other)| other.rank == rank.rank).count() < ranked.len());
}

#[test]
fn tables_of_results_alone_rank_by_results() {
    let results = std::env::temp_dir().join(format!("adoube-results-{}", std::process::id()));
    std::fs::create_dir_all(&results).unwrap();
    for table in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
        let name = format!("{table}.rtbw");
        std::fs::copy(folder().join(&name), results.join(&name)).unwrap();
    }
    let tables = open(&results);
    let game = Game::new(position("k7/2K5/8/1Q6/8/8/8/8 w - - 0 1"));
    let ranked = tables.rank_root_moves(&game).unwrap();
    assert_eq!(ranked[0].1.wdl, Wdl::Win);
    assert_eq!(rank_of(&ranked, &game, "b5b6").wdl, Wdl::Draw);
    assert!(rank_of(&ranked, &game, "b5b6").rank < rank_of(&ranked, &game, "b5b4").rank);
    assert_eq!(rank_of(&ranked, &game, "b5b4").dtz, None);
    std::fs::remove_dir_all(&results).unwrap();
}
