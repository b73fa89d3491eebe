//! A board drawn in the terminal: letters for pipes, figures and colours for people.

use rules::{Color, Move, Piece, PieceKind, Position, Rules, Square};

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Chess figures instead of letters.
    pub figures: bool,
    /// Coloured squares.
    pub colors: bool,
}

/// The board with White's or Black's side below, and the squares of the last move marked.
pub fn diagram<R: Rules>(position: &Position<R>, below: Color, last: Option<Move>, style: Style) -> String {
    let order = |count: u8, up: bool| (0..count).map(move |n| if up { n } else { count - 1 - n });
    let mut text = String::new();
    for rank in order(R::HEIGHT, below == Color::Black) {
        text += &format!(" {} ", rank + 1);
        for file in order(R::WIDTH, below == Color::White) {
            let square = Square::at(file, rank);
            let is_marked = last.is_some_and(|mv| square == mv.from() || square == mv.to());
            text += &cell(position.piece_at(square), square, is_marked, style);
        }
        text.push('\n');
    }
    let files: String =
        order(R::WIDTH, below == Color::White).map(|file| format!(" {} ", Square::at(file, 0).file_letter())).collect();
    text + "   " + files.trim_end() + "\n"
}

/// One square, three characters wide.
fn cell(piece: Option<Piece>, square: Square, is_marked: bool, style: Style) -> String {
    let is_light = (square.file() + square.rank()) % 2 == 1;
    let symbol = match piece {
        Some(piece) if style.figures => figure(piece, style.colors),
        Some(piece) => piece.letter(),
        None if style.colors => ' ',
        None => '.',
    };
    if style.colors {
        let ground = match (is_marked, is_light) {
            (true, true) => 186,
            (true, false) => 143,
            (false, true) => 180,
            (false, false) => 137,
        };
        let ink = if piece.is_some_and(|piece| piece.color == Color::White) { 231 } else { 16 };
        return format!("\x1b[48;5;{ground};38;5;{ink}m {symbol} \x1b[0m");
    }
    if is_marked { format!("({symbol})") } else { format!(" {symbol} ") }
}

/// The figure of a piece. On coloured squares the colour is in the ink, and the filled figures are seen better. The
/// Right of Fragments wears the rook's: there is no rook beside it.
fn figure(piece: Piece, is_inked: bool) -> char {
    let filled = is_inked || piece.color == Color::Black;
    let (outlined_figure, filled_figure) = match piece.kind {
        PieceKind::Pawn => ('♙', '♟'),
        PieceKind::Knight => ('♘', '♞'),
        PieceKind::Bishop => ('♗', '♝'),
        PieceKind::Rook | PieceKind::Right => ('♖', '♜'),
        PieceKind::Queen => ('♕', '♛'),
        PieceKind::King => ('♔', '♚'),
    };
    if filled { filled_figure } else { outlined_figure }
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    const LETTERS: Style = Style { figures: false, colors: false };

    #[test]
    fn the_board_turns_round() {
        let start = Position::<Chess>::start();
        let white = diagram(&start, Color::White, None, LETTERS);
        assert!(white.starts_with(" 8  r  n  b  q  k  b  n  r \n"), "{white}");
        assert!(white.ends_with("\n    a  b  c  d  e  f  g  h\n"), "{white}");
        let black = diagram(&start, Color::Black, None, LETTERS);
        assert!(black.starts_with(" 1  R  N  B  K  Q  B  N  R \n"), "{black}");
    }

    #[test]
    fn the_last_move_is_marked_and_small_boards_are_small() {
        let start = Position::<Fragments>::start();
        let mv = start.uci_move("a2a3").unwrap();
        let board = diagram(&start.after(mv), Color::White, Some(mv), LETTERS);
        assert!(board.contains("\n 3 (P) .  .  .  . \n 2 (.) P  P  P  P \n"), "{board}");
        assert_eq!(board.lines().count(), 6);
    }

    #[test]
    fn figures_and_colours_are_for_people() {
        let start = Position::<Chess>::start();
        let plain = diagram(&start, Color::White, None, Style { figures: true, colors: false });
        assert!(plain.contains('♙') && plain.contains('♟') && !plain.contains('\x1b'));
        let inked = diagram(&start, Color::White, None, Style { figures: true, colors: true });
        assert!(!inked.contains('♙') && inked.contains("\x1b[48;5;"));
    }
}
