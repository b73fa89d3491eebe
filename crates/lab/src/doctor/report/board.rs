//! A board as a picture (SVG) for the page.

use std::fmt::Write as _;

use rules::{Color, Move, PieceKind, Position, Rules, Square};

/// The side of one square in the picture's own units.
const SIDE: u32 = 40;

/// The board with White below, the squares of a move marked.
pub(super) fn picture<R: Rules>(position: &Position<R>, marked: Option<Move>) -> String {
    let (files, ranks) = (R::WIDTH, R::HEIGHT);
    let (width, height) = (u32::from(files) * SIDE + 20, u32::from(ranks) * SIDE + 20);
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{}\" role=\"img\" aria-label=\"{position}\">\n",
        width * 300 / 340
    );
    for rank in 0..ranks {
        for file in 0..files {
            let square = Square::at(file, rank);
            let (x, y) = (20 + u32::from(file) * SIDE, u32::from(ranks - 1 - rank) * SIDE);
            let is_marked = marked.is_some_and(|mv| square == mv.from() || square == mv.to());
            let fill = match (is_marked, square.is_light()) {
                (true, true) => "#dfe08a",
                (true, false) => "#b9ba5a",
                (false, true) => "#f0d9b5",
                (false, false) => "#b58863",
            };
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
            if let Some(piece) = position.piece_at(square) {
                let (ink, rim) = if piece.color == Color::White { ("#fff", "#333") } else { ("#111", "#eee") };
                let figure = figure(piece.kind);
                let (x, y) = (x + SIDE / 2, y + 33);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" font-size=\"36\" fill=\"{ink}\" stroke=\"{rim}\" \
                     stroke-width=\"0.7\">{figure}</text>"
                );
            }
        }
        let y = u32::from(ranks - 1 - rank) * SIDE + 26;
        let _ = writeln!(svg, "<text x=\"5\" y=\"{y}\" font-size=\"13\" fill=\"currentColor\">{}</text>", rank + 1);
    }
    for file in 0..files {
        let (x, y) = (20 + u32::from(file) * SIDE + 16, height - 5);
        let letter = Square::at(file, 0).file_letter();
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"13\" fill=\"currentColor\">{letter}</text>");
    }
    svg + "</svg>\n"
}

/// The filled figure, drawn as a letter and not as a coloured symbol.
fn figure(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "♟\u{fe0e}",
        PieceKind::Knight => "♞\u{fe0e}",
        PieceKind::Bishop => "♝\u{fe0e}",
        PieceKind::Rook | PieceKind::Right => "♜\u{fe0e}",
        PieceKind::Queen => "♛\u{fe0e}",
        PieceKind::King => "♚\u{fe0e}",
    }
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    #[test]
    fn every_piece_is_drawn_on_its_square() {
        let start = Position::<Chess>::start();
        let picture = picture(&start, start.uci_move("e2e4").ok());
        assert_eq!(picture.matches('♟').count(), 16);
        assert_eq!(picture.matches("<rect").count(), 64);
        assert_eq!(picture.matches("#dfe08a").count() + picture.matches("#b9ba5a").count(), 2);
        let small = super::picture(&Position::<Fragments>::start(), None);
        assert_eq!(small.matches("<rect").count(), 25);
    }
}
