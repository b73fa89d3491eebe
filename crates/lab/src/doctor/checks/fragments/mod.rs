//! The laws that an engine for Chess Fragments is tried by: moves, determinism and scores, on random games of that game.
//! Everything else of the black box rests on positions of chess.

mod best_moves;
mod repeat;
mod scores;

use rules::{Fragments, Game, Position};
use uci::genfens::Random;

use crate::doctor::run::Check;
use crate::doctor::verdict::Finding;

/// The trials of this game.
pub static CHECKS: &[Check] = &[best_moves::CHECK, repeat::CHECK, scores::PATH, scores::SYMMETRY];

/// A random game that is not over, of at most so many plies.
fn game(random: &mut Random) -> Game<Fragments> {
    let plies = 2 + random.below(40) as usize;
    let mut game = Game::new(Position::start());
    while game.moves().len() < plies {
        let moves = game.position().legal_moves();
        let mv = moves[random.below(moves.len() as u64) as usize];
        let mut next = game.clone();
        next.play(mv);
        if next.outcome().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// A game's position without its past.
fn bare(game: &Game<Fragments>) -> Game<Fragments> {
    Game::new(*game.position())
}

/// A finding with the game that shows it.
fn shown_by(mut finding: Finding, game: &Game<Fragments>) -> Finding {
    finding.evidence.fen = Some(game.start().to_string());
    finding.evidence.moves = game.moves().iter().map(|mv| mv.uci(Default::default())).collect();
    finding
}
