//! How cases are written down: all are counted, and of those in which a law was broken the smallest is kept.

use rules::{Bitboard, Move, PieceKind, Position, Rules, UciStyle};

use super::{Audited, Law, Verdict};

/// A case in which a law was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// Which game.
    pub game: &'static str,
    /// The position, in the game's notation; empty if no position matters.
    pub fen: String,
    /// Moves from there, as Chess960 writes them.
    pub moves: Vec<String>,
    /// What the law demands.
    pub expected: String,
    /// What was seen.
    pub seen: String,
    /// How large the case is.
    size: u32,
}

/// The cases of one audit.
#[derive(Clone, Debug, Default)]
pub struct Docket {
    cases: usize,
    failed: usize,
    smallest: Option<Broken>,
}

impl Docket {
    /// A case: a position, moves from there, what is expected and what is seen. If they differ, the law is broken.
    pub(super) fn compare<R: Rules, T: PartialEq + ToString>(
        &mut self,
        position: &Position<R>,
        moves: &[Move],
        expected: &T,
        seen: &T,
    ) {
        self.case(position, moves, expected == seen, || (expected.to_string(), seen.to_string()));
    }

    /// A case, and whether the law holds in it; if not, what was expected and what was seen.
    pub(super) fn case<R: Rules>(
        &mut self,
        position: &Position<R>,
        moves: &[Move],
        holds: bool,
        words: impl FnOnce() -> (String, String),
    ) {
        self.cases += 1;
        if holds {
            return;
        }
        self.failed += 1;
        let size = position.occupied().len() + 10 * moves.len() as u32;
        if self.smallest.as_ref().is_none_or(|known| size < known.size) {
            let (expected, seen) = words();
            let moves = moves.iter().map(|mv| mv.uci(UciStyle::Chess960).to_string()).collect();
            self.smallest = Some(Broken { game: R::NAME, fen: position.to_string(), moves, expected, seen, size });
        }
    }

    /// A case without a position.
    pub(super) fn note(&mut self, holds: bool, words: impl FnOnce() -> (String, String)) {
        self.cases += 1;
        if !holds {
            self.failed += 1;
            if self.smallest.is_none() {
                let (expected, seen) = words();
                let (fen, moves) = (String::new(), Vec::new());
                self.smallest = Some(Broken { game: "", fen, moves, expected, seen, size: 0 });
            }
        }
    }

    pub(super) fn close(self, law: &'static Law) -> Audited {
        let verdict = match self.smallest {
            Some(broken) => Verdict::Broken(Box::new(broken)),
            None if self.cases == 0 => Verdict::CannotTell,
            None => Verdict::Holds,
        };
        Audited { law, cases: self.cases, failed: self.failed, verdict }
    }
}

/// The smallest position to be had by taking pieces off the board in which the law is still broken.
pub(super) fn shrunk<R: Rules>(position: &Position<R>, is_broken: impl Fn(&Position<R>) -> bool) -> Position<R> {
    let mut smallest = *position;
    let without = |from: &Position<R>, square| {
        let mut setup = from.to_setup();
        setup.board[rules::Square::index(square)] = None;
        setup.unmoved -= Bitboard::of(square);
        Position::<R>::try_from(&setup).ok().filter(|position| is_broken(position))
    };
    loop {
        let pieces: Vec<_> = smallest.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).collect();
        match pieces.iter().find_map(|(square, _)| without(&smallest, *square)) {
            Some(smaller) => smallest = smaller,
            None => return smallest,
        }
    }
}
