//! Moves as people write them: `Nf3`, `exd5`, `O-O`, `e8=Q#`.

use super::MoveTextError;
use crate::bitboard::Bitboard;
use crate::moves::Move;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

const FORM: &str = "algebraic notation such as e4, Nbd7, exd8=Q+ or O-O";

/// What a text says of a move.
struct Described {
    kind: PieceKind,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    takes: bool,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Described {
    fn fits<R: Rules>(&self, position: &Position<R>, mv: Move) -> bool {
        // Where pawns promote to one kind only, it need not be named.
        let implied = self.promotion.is_none() && R::PROMOTIONS.len() == 1;
        let same_letter = mv.promotion().map(PieceKind::letter) == self.promotion.map(PieceKind::letter);
        // A pawn that is not said to come from another file steps straight on.
        let straight = self.kind != PieceKind::Pawn || self.from_file.is_some() || mv.from().file() == self.to.file();
        !mv.is_castle()
            && straight
            && (mv.is_capture() || !self.takes)
            && mv.to() == self.to
            && position.kind_at(mv.from()) == Some(self.kind)
            && self.from_file.is_none_or(|file| mv.from().file() == file)
            && self.from_rank.is_none_or(|rank| mv.from().rank() == rank)
            && (same_letter || implied)
    }
}

impl<R: Rules> Position<R> {
    /// The text of a legal move, with the least that tells it from the others, and `+` or `#`.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// let position: Position<Chess> = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1".parse().unwrap();
    /// let san = |text| position.san(position.uci_move(text).unwrap());
    /// assert_eq!(san("a1a8"), "Ra8#");
    /// assert_eq!(san("h1f1"), "Rf1");
    /// assert_eq!(san("e1c1"), "O-O-O");
    /// ```
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_suffix(mv);
        let next = self.after(mv);
        if next.in_check() {
            text.push(if !next.has_legal_move() { '#' } else { '+' });
        }
        text
    }

    fn san_without_suffix(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.is_castle() {
            return if to.file() > from.file() { "O-O" } else { "O-O-O" }.to_owned();
        }
        let kind = self.kind_at(from).unwrap_or(PieceKind::Pawn);
        let mut text = String::new();
        if kind == PieceKind::Pawn {
            if mv.is_capture() {
                text.push(from.file_letter());
            }
        } else {
            text.push(kind.letter());
            text += &self.disambiguation(mv, kind);
        }
        if mv.is_capture() {
            text.push('x');
        }
        text += &to.to_string();
        if let Some(promoted) = mv.promotion() {
            text.push('=');
            text.push(promoted.letter());
        }
        text
    }

    /// The file, the rank or both, as far as another piece of the kind could go to the same square.
    fn disambiguation(&self, mv: Move, kind: PieceKind) -> String {
        let from = mv.from();
        let rivals: Bitboard = self
            .legal_moves()
            .iter()
            .filter(|other| {
                other.to() == mv.to()
                    && other.from() != from
                    && !other.is_castle()
                    && self.kind_at(other.from()) == Some(kind)
            })
            .map(|other| other.from())
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if (rivals & Bitboard::file(from.file())).is_empty() {
            from.file_letter().to_string()
        } else if (rivals & Bitboard::rank(from.rank())).is_empty() {
            (from.rank() + 1).to_string()
        } else {
            from.to_string()
        }
    }

    /// The legal move that a text names. Marks such as `+`, `#`, `!` and `?` are ignored; more than the least that
    /// tells moves apart is welcome, up to long notation (`Ng1-f3`). The `x` of a capture may be missing, not wrong.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// let start = Position::<Chess>::start();
    /// assert_eq!(start.san_move("Nf3").unwrap(), start.uci_move("g1f3").unwrap());
    /// assert!(start.san_move("Nf4").is_err());
    /// ```
    pub fn san_move(&self, text: &str) -> Result<Move, MoveTextError> {
        let moves = self.legal_moves();
        let text = text.trim();
        let bare = text.trim_end_matches(['+', '#', '!', '?']);
        let meant: Vec<Move> = match bare {
            "O-O" | "0-0" | "o-o" => moves.iter().filter(|mv| is_castle(**mv, true)).copied().collect(),
            "O-O-O" | "0-0-0" | "o-o-o" => moves.iter().filter(|mv| is_castle(**mv, false)).copied().collect(),
            _ => {
                let described = describe::<R>(bare).ok_or_else(|| MoveTextError::form(text, FORM))?;
                moves.iter().filter(|mv| described.fits(self, **mv)).copied().collect()
            }
        };
        match meant[..] {
            [mv] => Ok(mv),
            [] => Err(MoveTextError::illegal(text, self)),
            [..] => {
                let choices: Vec<String> = meant.iter().map(|mv| self.san(*mv)).collect();
                Err(MoveTextError::ambiguous(text, self, choices.join(" or ")))
            }
        }
    }
}

fn is_castle(mv: Move, kings_side: bool) -> bool {
    mv.is_castle() && (mv.to().file() > mv.from().file()) == kings_side
}

/// Reads piece, origin, destination and promotion from a text without marks.
fn describe<R: Rules>(text: &str) -> Option<Described> {
    let kind_of = |letter: u8| R::KINDS.iter().copied().find(|kind| kind.letter() as u8 == letter);
    let mut rest = text.as_bytes();

    let mut kind = PieceKind::Pawn;
    if let [letter @ b'A'..=b'Z', tail @ ..] = rest {
        kind = kind_of(*letter)?;
        rest = tail;
    }
    let mut promotion = None;
    if let [head @ .., letter @ b'A'..=b'Z'] = rest {
        promotion = Some(kind_of(*letter)?);
        rest = head.strip_suffix(b"=").unwrap_or(head);
    }
    let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
    let to = std::str::from_utf8(to).ok()?.parse().ok()?;
    let takes = origin.ends_with(b"x");
    let origin = origin.strip_suffix(b"x").or_else(|| origin.strip_suffix(b"-")).unwrap_or(origin);
    let (from_file, from_rank) = match *origin {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return None,
    };
    Some(Described { kind, from_file, from_rank, takes, to, promotion })
}
