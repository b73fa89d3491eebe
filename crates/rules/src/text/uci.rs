//! Moves as UCI writes them: from square, to square, promotion letter.

use super::MoveTextError;
use crate::castling;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// How a castling move is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UciStyle {
    /// The king's two steps (`e1g1`), where he castles from the e-file with the a- or h-rook.
    #[default]
    Standard,
    /// The king takes his rook (`e1h1`), as `UCI_Chess960` demands.
    Chess960,
}

const FORM: &str = "two squares and perhaps a promotion letter, such as e2e4 or e7e8q";

impl Move {
    /// The move's text; `0000` for no move.
    pub fn uci(self, style: UciStyle) -> String {
        if self == Self::NONE {
            return "0000".to_owned();
        }
        let (from, mut to) = (self.from(), self.to());
        if self.is_castle() && style == UciStyle::Standard && castling::is_orthodox(from, to) {
            to = castling::destinations(from, to).0;
        }
        let mut text = format!("{from}{to}");
        text.extend(self.promotion().map(|kind| kind.letter().to_ascii_lowercase()));
        text
    }
}

impl<R: Rules> Position<R> {
    /// The legal move that a text names. Castling may be given as the king taking his rook or, where that is no king's
    /// move, as his two steps. A promotion letter may be missing where there is only one kind to promote to.
    pub fn uci_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let form = || MoveTextError::form(text, FORM);
        let square = |range| text.get(range).and_then(|part: &str| part.parse::<Square>().ok()).ok_or_else(form);
        let (from, to) = (square(0..2)?, square(2..4)?);
        let promotion = match text.get(4..).ok_or_else(form)?.as_bytes() {
            [] => None,
            [letter @ (b'n' | b'b' | b'r' | b'q' | b'N' | b'B' | b'R' | b'Q')] => {
                Some(letter.to_ascii_uppercase() as char)
            }
            _ => return Err(form()),
        };
        let moves = self.legal_moves();
        let named = |mv: &&Move| {
            let kind = mv.promotion().map(|kind| kind.letter());
            let implied = promotion.is_none() && R::PROMOTIONS.len() == 1;
            mv.from() == from && mv.to() == to && (kind == promotion || implied)
        };
        let two_steps = |mv: &&Move| {
            mv.is_castle()
                && promotion.is_none()
                && castling::is_orthodox(mv.from(), mv.to())
                && mv.from() == from
                && castling::destinations(mv.from(), mv.to()).0 == to
        };
        let meant = moves.iter().find(named).or_else(|| moves.iter().find(two_steps));
        meant.copied().ok_or_else(|| MoveTextError::illegal(text, self))
    }
}
