//! A search of some of the root's moves.

use adoube_engine::{Control, Limits, Player, Score};
use rules::{Chess, Game, Move, Position};

#[test]
fn what_some_moves_are_worth_says_nothing_of_the_position() {
    let mut player = Player::new(1).unwrap();
    let mut think = |fen: &str, depth: i32, only: Option<&str>| {
        let game = Game::new(fen.parse::<Position<Chess>>().unwrap());
        let root_moves: Vec<Move> = only.into_iter().map(|mv| game.position().uci_move(mv).unwrap()).collect();
        let limits = Limits { depth: Some(depth), root_moves, ..Limits::default() };
        player.think(&game, &limits, &Control::default(), |_| {}).unwrap().score
    };
    // Two rooks mate in two. After the first move of each the second would mate, but only moves are looked at that do not.
    think("6k1/1R6/8/8/8/8/R7/4K3 w - - 2 2", 9, Some("b7g7"));
    think("6k1/R7/8/8/8/8/8/1R2K3 w - - 2 2", 9, Some("a7g7"));
    assert_eq!(think("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 8, None), Score::mate_in(3));
}
