//! Moves in the order in which they are worth trying, generated only as far as they are asked for.

use arrayvec::ArrayVec;
use rules::{Move, MoveList, PieceKind, Position, Rules, fault};

use super::history::{Histories, Surroundings};
use super::parameters as tuned;

/// What is to be tried next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    Killer,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    Done,
}

/// Emits every legal move exactly once, the most promising first.
pub(super) struct Picker {
    stage: Stage,
    table_move: Move,
    killer: Move,
    /// What surrounds the quiet moves; nothing if they are not wanted.
    around: Option<Surroundings>,
    /// What a capture must gain to be among the good ones.
    threshold: i32,
    moves: MoveList,
    scores: ArrayVec<i32, 256>,
    next: usize,
    bad: MoveList,
    next_bad: usize,
}

impl Picker {
    /// All moves. Neither the table's move nor the killer need be legal.
    pub(super) fn all(table_move: Move, killer: Move, around: Surroundings) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killer,
            around: Some(around),
            threshold: 0,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
        }
    }

    /// Captures and promotions that gain at least so much, and no others.
    pub(super) fn noisy(table_move: Move, threshold: i32) -> Self {
        Self {
            stage: Stage::TableMove,
            table_move,
            killer: Move::NONE,
            around: None,
            threshold,
            moves: MoveList::new(),
            scores: ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
        }
    }

    /// From here on no quiet move will be emitted.
    pub(super) fn skip_quiets(&mut self) {
        if matches!(self.stage, Stage::Killer | Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::BadNoisy;
        }
    }

    /// The next move, if there is one.
    pub(super) fn next<R: Rules>(&mut self, position: &Position<R>, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateNoisy;
                    let mv = self.table_move;
                    let is_wanted = self.around.is_some()
                        || mv.is_noisy() && (self.threshold <= 0 || position.exchange_gains(mv, self.threshold));
                    if is_wanted && position.is_legal(mv) && !fault!(TableMoveNotFirst) {
                        return Some(self.table_move);
                    }
                    self.table_move = Move::NONE;
                }
                Stage::GenerateNoisy => {
                    position.noisy_moves(&mut self.moves);
                    self.scores.extend(self.moves.iter().map(|mv| noisy_score(position, histories, *mv)));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.pick() {
                    Some(mv) if mv == self.table_move => {}
                    Some(mv) if position.exchange_gains(mv, self.threshold) => return Some(mv),
                    Some(mv) => self.bad.push(mv),
                    None => self.stage = if self.around.is_some() { Stage::Killer } else { Stage::Done },
                },
                Stage::Killer => {
                    self.stage = Stage::GenerateQuiet;
                    let is_new = self.killer != self.table_move && !self.killer.is_noisy();
                    if is_new && position.is_legal(self.killer) {
                        return Some(self.killer);
                    }
                    self.killer = Move::NONE;
                }
                Stage::GenerateQuiet => {
                    let Some(around) = &self.around else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    position.quiet_moves(&mut self.moves);
                    let checks = PieceKind::ALL.map(|kind| position.check_squares(kind));
                    let score = |mv: &Move| {
                        let Some(piece) = position.piece_at(mv.from()) else { return 0 };
                        let checks = checks[piece.kind.index()].has(mv.to())
                            && position.exchange_gains(*mv, -tuned::check_loss::<R>());
                        histories.quiet(around, piece, *mv)
                            + around.escape::<R>(piece.kind, *mv)
                            + if checks { tuned::check_bonus::<R>() } else { 0 }
                    };
                    self.scores.extend(self.moves.iter().map(score));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pick() {
                    Some(mv) if mv == self.table_move || mv == self.killer => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::BadNoisy,
                },
                Stage::BadNoisy => {
                    let Some(mv) = self.bad.get(self.next_bad) else {
                        self.stage = Stage::Done;
                        continue;
                    };
                    self.next_bad += 1;
                    return Some(*mv);
                }
                Stage::Done => return None,
            }
        }
    }

    /// The best of the moves not yet picked: one step of a selection sort, for most nodes need only a few moves.
    fn pick(&mut self) -> Option<Move> {
        let left = self.next..self.moves.len();
        let best = if fault!(OrderingReversed) {
            left.min_by_key(|&index| self.scores[index])?
        } else if fault!(HealthyOtherTieBreak) {
            left.rev().max_by_key(|&index| self.scores[index])?
        } else {
            left.max_by_key(|&index| self.scores[index])?
        };
        self.moves.swap(self.next, best);
        self.scores.swap(self.next, best);
        self.next += 1;
        Some(self.moves[self.next - 1])
    }
}

/// The most valuable victim first; among equals, what has worked before.
fn noisy_score<R: Rules>(position: &Position<R>, histories: &Histories, mv: Move) -> i32 {
    let value = |kind: PieceKind| R::EXCHANGE_VALUES[kind.index()];
    let taken = victim(position, mv);
    let promoted = mv.promotion().map_or(0, value);
    let history = position.piece_at(mv.from()).map_or(0, |piece| histories.capture(piece, mv, taken));
    16 * (if mv.is_capture() { value(taken) } else { 0 } + promoted) + history / 8
}

/// What a noisy move takes; a pawn if nothing, as for a promotion by a mere step.
#[inline]
pub(super) fn victim<R: Rules>(position: &Position<R>, mv: Move) -> PieceKind {
    position.taken(mv).unwrap_or(PieceKind::Pawn)
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;
    use crate::memory::Huge;
    use crate::search::history::Landing;

    fn check<R: Rules>(start: Position<R>) {
        let histories = Huge::<Histories>::zeroes();
        let mut position = start;
        for step in 0..80_usize {
            let mut legal: Vec<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
            if legal.is_empty() {
                break;
            }
            // Any bits may come from the table: legal moves of this position and of others.
            for hint in [
                Move::NONE,
                Move::from_bits(legal[step % legal.len()]),
                Move::from_bits((step as u16).wrapping_mul(977)),
            ] {
                let around = Surroundings::new(&position, [Landing::NONE; 3]);
                let mut picker = Picker::all(hint, Move::from_bits(legal[step / 2 % legal.len()]), around);
                let mut picked = Vec::new();
                while let Some(mv) = picker.next(&position, &histories) {
                    picked.push(mv.bits());
                }
                picked.sort_unstable();
                legal.sort_unstable();
                assert_eq!(picked, legal, "{position}");
            }
            position.play(Move::from_bits(legal[(step * 31 + 7) % legal.len()]));
        }
    }

    #[test]
    fn every_legal_move_is_emitted_exactly_once() {
        check(Position::<Chess>::start());
        check(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse::<Position<Chess>>().unwrap(),
        );
        check(Chess::chess960(300).unwrap());
        check(Position::<Fragments>::start());
    }
}
