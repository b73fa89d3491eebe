//! A second solver that shares nothing with the first: naive rules on a mailbox, and plain passes over all positions until
//! nothing changes; for four men a plain minimax on a sample.

use std::collections::HashMap;

use adoube_engine::endgames::Verdict;
use rules::naive;
use rules::{Bitboard, Color, Fragments, Piece, PieceKind, Position, Setup, Square};

use super::{Random, embedded, pieces};

type Placed = ([Option<Piece>; 64], bool, u64, Option<Square>);

fn key(setup: &Setup) -> Placed {
    (setup.board, setup.side_to_move == Color::White, setup.unmoved.0, setup.en_passant)
}

/// Plays a move by hand.
fn after(setup: &Setup, text: &str) -> Setup {
    let (from, to): (Square, Square) = (text[..2].parse().unwrap(), text[2..4].parse().unwrap());
    let mut next = setup.clone();
    let mut piece = next.board[from.index()].take().unwrap();
    let is_pawn = piece.kind == PieceKind::Pawn;
    if is_pawn && Some(to) == setup.en_passant {
        next.board[Square::at(to.file(), from.rank()).index()] = None;
    }
    next.en_passant = None;
    if text.len() == 5 {
        piece.kind = PieceKind::Queen;
    } else if is_pawn && from.rank().abs_diff(to.rank()) == 2 {
        next.en_passant = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
    }
    next.board[to.index()] = Some(piece);
    next.unmoved = Bitboard(setup.unmoved.0 & !Bitboard::of(from).0 & !Bitboard::of(to).0);
    next.side_to_move = !setup.side_to_move;
    next
}

fn children(setup: &Setup) -> Vec<Setup> {
    naive::legal_moves::<Fragments>(setup).iter().map(|text| after(setup, text)).collect()
}

fn men(setup: &Setup) -> usize {
    setup.board.iter().flatten().count()
}

/// Every set-up of a king and a piece against a king, pawns moved and unmoved.
fn all_setups(kind: PieceKind) -> Vec<Setup> {
    let squares = || (0..25).map(|number| Square::at(number % 5, number / 5));
    let mut all = Vec::new();
    for (king, enemy, third) in squares().flat_map(|a| squares().flat_map(move |b| squares().map(move |c| (a, b, c)))) {
        for (color, unmoved) in
            [(Color::White, false), (Color::Black, false), (Color::White, true), (Color::Black, true)]
        {
            let mut setup = Setup::EMPTY;
            setup.board[king.index()] = Some(Piece { color: Color::White, kind: PieceKind::King });
            setup.board[enemy.index()] = Some(Piece { color: Color::Black, kind: PieceKind::King });
            setup.board[third.index()] = Some(Piece { color: Color::White, kind });
            setup.side_to_move = color;
            if unmoved {
                setup.unmoved = Bitboard::of(third);
            }
            let wanted = men(&setup) == 3 && (kind == PieceKind::Pawn || !unmoved);
            let allowed = kind != PieceKind::Pawn || third.rank() < 4;
            if wanted && allowed && !naive::in_check::<Fragments>(&setup, !color) {
                all.push(setup);
            }
        }
    }
    all
}

/// All set-ups of some materials: odd plies to the end for wins, even ones for losses, none for draws.
#[derive(Default)]
struct Slow {
    numbers: HashMap<Placed, usize>,
    values: Vec<Option<u32>>,
}

impl Slow {
    /// Solves more set-ups by plain passes, ply by ply.
    fn solve(&mut self, setups: &[Setup]) {
        let first = self.values.len();
        self.numbers.extend(setups.iter().enumerate().map(|(place, setup)| (key(setup), first + place)));
        self.values.resize(first + setups.len(), None);
        // Bare kings have no number: nobody wins.
        let number = |setup: Setup| self.numbers.get(&without_passing(&setup)).copied();
        let successors: Vec<Vec<Option<usize>>> =
            setups.iter().map(|setup| children(setup).into_iter().map(number).collect()).collect();
        for plies in 0..60 {
            let value = |child: &Option<usize>| child.and_then(|child| self.values[child]);
            let is_new = |place: &usize| {
                let after = &successors[*place];
                self.values[first + place].is_none()
                    && match plies % 2 {
                        1 => after.iter().any(|child| value(child) == Some(plies - 1)),
                        _ => after.iter().all(|child| value(child).is_some_and(|plies| plies % 2 == 1)),
                    }
            };
            for place in (0..setups.len()).filter(is_new).collect::<Vec<_>>() {
                self.values[first + place] = Some(plies);
            }
        }
    }
}

/// A single pawn can be taken by no pawn.
fn without_passing(setup: &Setup) -> Placed {
    let (board, side, unmoved, _) = key(setup);
    (board, side, unmoved, None)
}

fn verdict_in_plies(verdict: Verdict) -> Option<u32> {
    match verdict {
        Verdict::Draw => None,
        Verdict::Win { plies } | Verdict::Loss { plies } => Some(plies),
    }
}

#[test]
fn every_position_of_three_men_is_as_a_slow_solver_says() {
    let endgames = embedded();
    let mut slow = Slow::default();
    // A pawn may become a queen.
    for kind in [PieceKind::Queen, PieceKind::Knight, PieceKind::Pawn] {
        let setups = all_setups(kind);
        slow.solve(&setups);
        for setup in &setups {
            let position = Position::<Fragments>::try_from(setup).unwrap();
            let told = endgames.probe(&position).map(verdict_in_plies);
            assert_eq!(told, Some(slow.values[slow.numbers[&key(setup)]]), "{position}");
        }
    }
}

/// Plain minimax: the plies in which the side to move wins or loses, if within so many.
fn minimax(setup: &Setup, depth: u32) -> Option<u32> {
    let after = children(setup);
    if after.is_empty() {
        return Some(0);
    }
    if depth == 0 || men(setup) == 2 {
        return None;
    }
    let values: Vec<Option<u32>> = after.iter().map(|child| minimax(child, depth - 1)).collect();
    let win = values.iter().flatten().filter(|plies| *plies % 2 == 0).min();
    match win {
        Some(plies) => Some(plies + 1),
        None if values.iter().all(|value| value.is_some_and(|plies| plies % 2 == 1)) => {
            values.iter().flatten().max().map(|plies| plies + 1)
        }
        None => None,
    }
}

#[test]
fn samples_of_four_men_are_as_a_plain_minimax_says() {
    const DEPTH: u32 = 3;
    let endgames = embedded();
    let mut random = Random(7);
    let mut decided = 0;
    for men in ["KQkr", "KRkb", "KPkp", "Kkqp", "KBNk", "KNkp", "KRPk", "KPkb", "Kkrn"] {
        for _ in 0..25 {
            let setup = random.setup(&pieces(men));
            let position = Position::<Fragments>::try_from(&setup).unwrap();
            let told = endgames.probe(&position).and_then(verdict_in_plies);
            let seen = minimax(&setup, DEPTH);
            assert_eq!(told.filter(|plies| *plies <= DEPTH), seen, "{position}");
            decided += usize::from(seen.is_some());
        }
    }
    assert!(decided > 30, "{decided}");
}
