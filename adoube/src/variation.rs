//! A line of moves as people write it: `12. Nf3 d5 13. exd5`.

use rules::{Color, Move, Position, Rules};

/// The line from a position on, with move numbers. What is not legal ends it.
pub fn variation<R: Rules>(start: &Position<R>, line: &[Move]) -> String {
    let mut position = *start;
    let mut words = Vec::new();
    for (ply, mv) in line.iter().enumerate() {
        if !position.is_legal(*mv) {
            break;
        }
        let number = position.fullmove_number();
        match position.side_to_move() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if ply == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(position.san(*mv));
        position.play(*mv);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use rules::Chess;

    use super::*;

    #[test]
    fn lines_are_numbered_from_either_side() {
        let start = Position::<Chess>::start();
        let mut game = rules::Game::new(start);
        for text in ["e2e4", "e7e5", "g1f3"] {
            game.play(game.position().uci_move(text).unwrap());
        }
        assert_eq!(variation(&start, game.moves()), "1. e4 e5 2. Nf3");
        assert_eq!(variation(&start.after(game.moves()[0]), &game.moves()[1..]), "1... e5 2. Nf3");
    }
}
