//! Checking a certificate: every line is played out by the rules alone, to the end of the game. In the solved endings the
//! tables only say which move the winner plays; that it wins, the rules must say there as well.

use std::collections::HashMap;

use rules::{Fragments, Move, Position, Rules};

use super::certificate::{Certificate, CertificateError};
use super::exact;
use crate::endgames::Endgames;

/// No line may be longer: nobody needs that many plies, and following it must not exhaust the stack.
const LONGEST_LINE: u32 = 5_000;

/// What a certificate has been seen to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// How many plies the longest line has.
    pub plies: u32,
    /// How many different positions were gone through.
    pub positions: u64,
    /// Those of them that are among the solved endings.
    pub solved: u64,
    /// Those in which the loser has no move.
    pub ends: u64,
}

/// The legal moves by their squares, so that everybody goes through them in the same order.
pub(super) fn in_order(position: &Position<Fragments>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().to_vec();
    moves.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
    moves
}

/// Checks a certificate, every line to its end.
pub fn check(certificate: &Certificate, endgames: &Endgames) -> Result<Proven, CertificateError> {
    if endgames.men() < certificate.men {
        return Err(CertificateError::Endings { needed: certificate.men, known: endgames.men() });
    }
    let texts = certificate.texts();
    let proven = Proven { plies: 0, positions: 0, solved: 0, ends: 0 };
    let mut reader = Reader { certificate, endgames, texts: &texts, next: 0, line: 0, seen: HashMap::new(), proven };
    let plies = reader.follow(&certificate.start)?;
    match texts.len() - reader.next {
        0 => Ok(Proven { plies, ..reader.proven }),
        number => Err(CertificateError::LeftOver { number }),
    }
}

struct Reader<'a> {
    certificate: &'a Certificate,
    endgames: &'a Endgames,
    texts: &'a [String],
    next: usize,
    /// How many plies the line that is followed has.
    line: u32,
    /// The plies to the end of each position gone through; none of those on the line that is followed.
    seen: HashMap<u128, Option<u32>>,
    proven: Proven,
}

impl Reader<'_> {
    /// Follows all lines from a position: the most plies to the end.
    fn follow(&mut self, position: &Position<Fragments>) -> Result<u32, CertificateError> {
        let number = exact(position);
        match self.seen.get(&number) {
            Some(Some(plies)) => return Ok(*plies),
            Some(None) => return Err(CertificateError::Repeats { fen: position.to_string() }),
            None => {}
        }
        if self.line == LONGEST_LINE {
            return Err(CertificateError::TooLong { plies: LONGEST_LINE });
        }
        self.line += 1;
        self.seen.insert(number, None);
        self.proven.positions += 1;
        let is_few = position.occupied().len() as usize <= self.certificate.men;
        let is_solved = is_few && self.endgames.probe(position).is_some();
        self.proven.solved += u64::from(is_solved);
        let is_winners = position.side_to_move() == self.certificate.winner;
        let moves = in_order(position);
        let plies = if moves.is_empty() {
            if is_winners {
                return Err(self.escapes(position, "the winner has no move"));
            }
            self.proven.ends += 1;
            0
        } else if Fragments::is_dead(position) {
            return Err(self.escapes(position, "bare kings"));
        } else if is_winners {
            let mv = if is_solved { self.endgames.best_move(position) } else { Some(self.read(position)?) };
            let Some(mv) = mv else { return Err(self.escapes(position, "no move is known to win")) };
            1 + self.follow(&position.after(mv))?
        } else {
            let mut most = 0;
            for mv in moves {
                most = most.max(1 + self.follow(&position.after(mv))?);
            }
            most
        };
        self.seen.insert(number, Some(plies));
        self.line -= 1;
        Ok(plies)
    }

    /// The winner's next move.
    fn read(&mut self, position: &Position<Fragments>) -> Result<Move, CertificateError> {
        let Some(text) = self.texts.get(self.next) else {
            return Err(CertificateError::Missing { fen: position.to_string() });
        };
        self.next += 1;
        position.uci_move(text).map_err(|_| CertificateError::Illegal {
            number: self.next,
            text: text.chars().take(20).collect(),
            fen: position.to_string(),
        })
    }

    fn escapes(&self, position: &Position<Fragments>, found: &str) -> CertificateError {
        let (fen, found) = (position.to_string(), found.to_owned());
        CertificateError::Escapes { fen, found, winner: self.certificate.winner }
    }
}
