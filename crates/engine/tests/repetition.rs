//! Draws by repetition that reach back into the game before the search.

use adoube_engine::{Control, Limits, Player, Report, Score};
use rules::{Chess, Fragments, Game, Position, Rules};

fn game<R: Rules>(start: Position<R>, moves: &str) -> Game<R> {
    let mut game = Game::new(start);
    for text in moves.split_whitespace() {
        let mv = game.position().uci_move(text).unwrap();
        game.play(mv);
    }
    game
}

/// The search's verdict if it must begin with this move.
fn forced<R: Rules>(game: &Game<R>, mv: &str, depth: i32) -> Report {
    let root_moves = vec![game.position().uci_move(mv).unwrap()];
    let limits = Limits { depth: Some(depth), root_moves, ..Limits::default() };
    Player::new(1).unwrap().think(game, &limits, &Control::default(), |_| {}).unwrap()
}

/// White, a queen ahead, has let both sides go back and forth.
fn queen_up(moves: &str) -> Game<Chess> {
    game("6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1".parse().unwrap(), moves)
}

#[test]
fn a_third_occurrence_is_a_draw_even_if_the_first_two_lie_before_the_root() {
    let game = queen_up("d1d2 g8f8 d2d1 f8g8 d1d2 g8f8 d2d1");
    for depth in 1..=6 {
        let report = forced(&game, "f8g8", depth);
        assert_eq!(report.score, Score::DRAW, "depth {depth}");
        assert_eq!(report.line.len(), 1, "nothing follows the end of the game: {:?}", report.line);
        assert!(forced(&game, "f8e7", depth).score < Score::centipawns(-300));
    }
}

#[test]
fn a_second_occurrence_of_a_position_before_the_root_is_no_draw_yet() {
    let game = queen_up("d1d2 g8f8 d2d1");
    assert!(forced(&game, "f8g8", 1).score < Score::centipawns(-300));
}

#[test]
fn who_is_ahead_avoids_the_third_occurrence() {
    let game = queen_up("d1d2 g8f8 d2d1 f8g8 d1d2 g8f8 d2d1 f8e8 d1d2 e8f8");
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let report = Player::new(1).unwrap().think(&game, &limits, &Control::default(), |_| {}).unwrap();
    assert_ne!(report.line[0], game.position().uci_move("d2d1").unwrap());
    assert!(report.score > Score::centipawns(300));
}

#[test]
fn fragments_draws_at_the_fifth_occurrence_only() {
    // The position after the first move is counted from there on; every four plies bring it back.
    let start: Position<Fragments> = "k4/5/5/5/1K2R w - -".parse().unwrap();
    let round = " a5b5 d1e1 b5a5 e1d1";
    let after_rounds = |rounds: usize| {
        let moves = format!("e1d1{} a5b5 d1e1 b5a5", round.repeat(rounds));
        forced(&game(start, &moves), "e1d1", 1).score
    };
    assert!(after_rounds(2) > Score::centipawns(300));
    assert_eq!(after_rounds(3), Score::DRAW);
}
