//! For those who want to see it proved: whether a network that follows a game says what it says from scratch.

use rules::{Game, Position, Rules};

use super::{Evaluator, Network};

/// How many plies are followed before anything is evaluated.
const STRIDE: usize = 100;

/// Follows a game as a search would, with the instructions that play, and compares layers and values with those from scratch in the
/// plainest way. Returns how many positions it has compared, or the first that differs.
pub fn audit<R: Rules>(network: &Network<R>, game: &Game<R>) -> Result<usize, Box<Position<R>>> {
    let mut evaluator = Evaluator::new(network);
    let (mut here, mut compared) = (*game.start(), 0);
    for moves in game.moves().chunks(STRIDE) {
        let mut line = vec![here];
        evaluator.start(&here);
        for (ply, mv) in moves.iter().enumerate() {
            let next = here.after(*mv);
            evaluator.step(&here, *mv, &next, ply);
            line.push(next);
            here = next;
        }
        // From the end, so that most layers are made from others that nobody has asked for.
        for (ply, position) in line.iter().enumerate().rev() {
            let value = evaluator.evaluate(position, ply);
            if value != network.evaluate(position) || !evaluator.is_up_to_date(position, ply) {
                return Err(Box::new(*position));
            }
            compared += 1;
        }
    }
    Ok(compared)
}
