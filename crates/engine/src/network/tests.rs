//! The laws of networks: symmetry, following moves, and what is read from files.

use rules::{Chess, Color, Fragments, Game, Move, PieceKind, Position, Rules, Setup, Square};

use super::*;

/// Numbers that look random and are always the same.
pub(super) struct Noise(pub(super) u64);

impl Noise {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % bound
    }

    pub(super) fn around_zero(&mut self, most: i64) -> i64 {
        self.below(2 * most as u64 + 1) as i64 - most
    }
}

/// A network of random numbers, small ones that a trainer might find.
fn parts<R: Rules>(king_buckets: u8, output_buckets: usize) -> Parts {
    wide_parts::<R>(king_buckets, output_buckets, 2 * HIDDEN_UNIT)
}

fn wide_parts<R: Rules>(king_buckets: u8, output_buckets: usize, hidden: usize) -> Parts {
    let mut noise = Noise(7);
    let king_buckets = KingBuckets::layout(king_buckets).unwrap();
    let mut numbers = |count: usize, most: i64| -> Vec<i64> { (0..count).map(|_| noise.around_zero(most)).collect() };
    Parts {
        king_buckets,
        hidden,
        weights: numbers(king_buckets.count() * inputs::<R>() * hidden, 60).into_iter().map(|n| n as i16).collect(),
        biases: numbers(hidden, 100).into_iter().map(|n| n as i16).collect(),
        output_weights: numbers(2 * hidden * output_buckets, 127).into_iter().map(|n| n as i8).collect(),
        output_biases: numbers(output_buckets, 1_000_000).into_iter().map(|n| n as i32).collect(),
        output_scale: 64,
        centipawns: 400,
        description: "random numbers, for tests".to_owned(),
    }
}

/// Random games: every position with the move played in it.
fn walk<R: Rules>(starts: &[&str], games: usize, mut visit: impl FnMut(&Position<R>, Move, &Position<R>, bool)) {
    let mut noise = Noise(3);
    for game in 0..games {
        let mut position: Position<R> = starts[game % starts.len()].parse().unwrap();
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.king(Color::White).is_none() || position.king(Color::Black).is_none() {
                break;
            }
            let mv = moves[noise.below(moves.len() as u64) as usize];
            let next = position.after(mv);
            visit(&position, mv, &next, ply == 0);
            position = next;
        }
    }
}

const CHESS: [&str; 5] = [
    Chess::START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "1r1k2r1/8/8/8/8/8/8/R2K3R b AHbg - 4 20",
    "qbrnkrnb/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w CAfc - 0 1",
    "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
];
const FRAGMENTS: [&str; 3] =
    [Fragments::START, "nqkbr/ppppp/5/PPPPP/RBKQN w a2a4b2b4c2c4d2d4e2e4 -", "k4/4p/K3P/3P1/5 w d2e3e4 -"];

/// A walk through the tree as a search does it: forth by moves and null moves, back by several plies at once, an evaluation here
/// and there. Returns how often there was one.
fn follows<R: Rules>(starts: &[&str]) -> usize {
    let (mut noise, mut evaluated) = (Noise(5), 0);
    for (king_buckets, hidden, mirrors) in [(1, 64, true), (8, 32, true), (4, 32, false)] {
        let mut parts = wide_parts::<R>(king_buckets, 4, hidden);
        parts.king_buckets = parts.king_buckets.mirroring(mirrors);
        let network = Network::<R>::new(&parts).unwrap();
        let mut evaluator = Evaluator::new(&network);
        for game in 0..60 {
            let mut line = vec![starts[game % starts.len()].parse::<Position<R>>().unwrap()];
            evaluator.start(&line[0]);
            for _ in 0..200 {
                let (ply, here) = (line.len() - 1, line[line.len() - 1]);
                let moves = here.legal_moves();
                let has_kings = Color::ALL.iter().all(|color| here.king(*color).is_some());
                match noise.below(10) {
                    0..5 if ply < 100 && has_kings && !moves.is_empty() => {
                        let mv = moves[noise.below(moves.len() as u64) as usize];
                        let next = here.after(mv);
                        evaluator.step(&here, mv, &next, ply);
                        line.push(next);
                    }
                    5 if ply < 100 && has_kings && !here.in_check() => {
                        evaluator.pass(ply);
                        line.push(here.after_null_move());
                    }
                    6 => line.truncate(ply.saturating_sub(noise.below(6) as usize) + 1),
                    _ => {
                        evaluated += 1;
                        assert_eq!(evaluator.evaluate(&here, ply), network.evaluate(&here), "{here}");
                        assert!(evaluator.is_up_to_date(&here, ply), "{here}");
                    }
                }
            }
        }
    }
    evaluated
}

#[test]
fn an_evaluator_that_follows_a_search_equals_the_network_from_scratch() {
    // Castling, Chess960 and promotions included; kings wander over the middle of the board and over the buckets.
    assert!(follows::<Chess>(&CHESS) > 5000);
    assert!(follows::<Fragments>(&FRAGMENTS) > 5000);
}

fn special(start: &str, moves: &str) {
    let mut game = Game::new(start.parse::<Position<Chess>>().unwrap());
    for text in moves.split_whitespace() {
        game.play(game.position().uci_move(text).unwrap());
    }
    for king_buckets in [1, 4] {
        let network = Network::new(&parts::<Chess>(king_buckets, 4)).unwrap();
        assert_eq!(audit(&network, &game), Ok(game.moves().len() + 1), "{start} {moves}");
    }
}

#[test]
fn special_moves_are_followed() {
    special("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8 f1d1 d8d1 g1g2");
    special("1r1k2r1/p5p1/8/8/8/8/P5P1/R2K3R w AHbg - 4 20", "d1h1 d8b8 a1d1 d8d1 f1d1");
    special("4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1", "c7c5 d5c6 e8d8 c6c7 d8c8");
    special("3nk3/2P5/8/8/8/8/5p2/3K2N1 w - - 0 1", "c7d8q e8d8 d1d2 f2g1n d2d3 d8e8 d3e4 g1h3");
    special("4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1 e8d8 e1d1 d8e8 d1d2 e8e7 d2e3 e7d6");
}

fn changes_are_all<R: Rules>(starts: &[&str]) {
    walk::<R>(starts, 60, |before, mv, after, _| {
        let mut setup = before.to_setup();
        for change in Change::of_move(before, mv) {
            let here = &mut setup.board[change.square.index()];
            assert_eq!(here.is_none(), change.comes, "{mv:?} in {before}: {change:?}");
            *here = change.comes.then_some(change.piece);
        }
        assert_eq!(setup.board, after.to_setup().board, "{mv:?} in {before}");
    });
}

#[test]
fn the_changes_of_a_move_turn_the_board_before_it_into_the_one_after_it() {
    changes_are_all::<Chess>(&CHESS);
    changes_are_all::<Fragments>(&FRAGMENTS);
}

/// Left and right exchanged; rights and en passant forgotten.
fn mirrored(position: &Position<Chess>) -> Option<Position<Chess>> {
    let setup = position.to_setup();
    let mut other = Setup { side_to_move: setup.side_to_move, ..Setup::EMPTY };
    for (square, piece) in position.pieces() {
        other.board[Square::at(7 - square.file(), square.rank()).index()] = Some(piece);
    }
    Position::try_from(&other).ok()
}

#[test]
fn the_value_is_the_same_with_colours_exchanged_and_in_the_mirror() {
    let network = Network::<Chess>::new(&parts::<Chess>(4, 8)).unwrap();
    let (mut seen, mut differ) = (0, 0);
    walk::<Chess>(&CHESS, 40, |position, _, _, _| {
        let value = network.evaluate(position);
        assert_eq!(value, network.evaluate(&position.flipped()), "{position}");
        if let Some(mirrored) = mirrored(position) {
            assert_eq!(value, network.evaluate(&mirrored), "{position}");
            seen += 1;
        }
        differ += usize::from(value != network.evaluate(&position.after_null_or_same()));
    });
    assert!(seen > 1000 && differ > 1000, "{seen} mirrored, {differ} depend on the side to move");
    let network = Network::<Fragments>::new(&parts::<Fragments>(2, 4)).unwrap();
    walk::<Fragments>(&FRAGMENTS, 40, |position, _, _, _| {
        assert_eq!(network.evaluate(position), network.evaluate(&position.flipped()), "{position}");
    });
}

trait NullOrSame {
    fn after_null_or_same(&self) -> Self;
}

impl NullOrSame for Position<Chess> {
    fn after_null_or_same(&self) -> Self {
        if self.in_check() { *self } else { self.after_null_move() }
    }
}

#[test]
fn the_value_is_what_the_formula_says() {
    let mut parts = parts::<Chess>(1, 1);
    parts.weights.fill(0);
    parts.biases.fill(0);
    parts.output_weights.fill(0);
    parts.output_biases.fill(0);
    // One neuron counts our queens, half of 1 each, and is worth 1.5; the other side's view counts against us.
    let position: Position<Chess> = "3qk3/8/8/8/8/8/8/QQ2K3 w - - 0 1".parse().unwrap();
    for square in 0..64 {
        let queen = PieceKind::Queen;
        let place = Chess::KINDS.iter().position(|kind| *kind == queen).unwrap();
        parts.weights[(place * 64 + square) * parts.hidden] = 127;
    }
    parts.output_weights[0] = 96;
    parts.output_weights[parts.hidden] = -96;
    let value = |parts: &Parts| Network::<Chess>::new(parts).unwrap().evaluate(&position).value();
    // (254^2 - 127^2) * 96 / (255^2 * 64) * 400
    assert_eq!(value(&parts), 446);
    parts.output_biases[0] = -255 * 255 * 64;
    assert_eq!(value(&parts), 46);
    // Beyond 255 the neuron is full.
    parts.biases[0] = 200;
    assert_eq!(value(&parts), -400);
}

#[test]
fn a_file_comes_back_as_it_was() {
    let mut parts = parts::<Fragments>(2, 4);
    for mirrors in [true, false] {
        parts.king_buckets = parts.king_buckets.mirroring(mirrors);
        assert_eq!(Parts::from_bytes::<Fragments>(&parts.to_bytes::<Fragments>()), Ok(parts.clone()));
    }
    let network = Network::<Fragments>::from_bytes(&parts.to_bytes::<Fragments>()).unwrap();
    assert_eq!((network.hidden(), network.output_buckets()), (64, 4));
    assert_eq!((network.description(), network.king_buckets().count()), ("random numbers, for tests", 2));
}

#[test]
fn wrong_truncated_foreign_and_corrupt_files_are_refused_with_a_reason() {
    let bytes = parts::<Fragments>(1, 4).to_bytes::<Fragments>();
    let refused = |bytes: &[u8]| Network::<Fragments>::from_bytes(bytes).unwrap_err();
    for length in (0..bytes.len()).step_by(97).chain([8, 87, 88, bytes.len() - 1]) {
        let error = refused(&bytes[..length]);
        let expected = if length < 8 { "begin with" } else { "bytes; expected" };
        assert!(error.to_string().contains(expected), "{length}: {error}");
    }
    for index in (0..bytes.len()).step_by(31).chain(0..88) {
        let mut corrupt = bytes.clone();
        corrupt[index] ^= 64;
        refused(&corrupt);
    }
    let mut corrupt = bytes.clone();
    corrupt[1000] ^= 1;
    assert!(refused(&corrupt).to_string().contains("is corrupt: its checksum is"));
    let error = Network::<Chess>::from_bytes(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "is a network for fragments; expected one for chess");
    assert!(refused(&[bytes.as_slice(), &[0]].concat()).to_string().contains("bytes; expected"));
    let mut later = bytes.clone();
    later[8] = 9;
    assert_eq!(refused(&later), NetworkError::Version(9));
    assert_eq!(refused(b"GIF89a, a picture"), NetworkError::Foreign);
}

#[test]
fn numbers_that_do_not_fit_together_are_refused() {
    let parts = parts::<Fragments>(1, 4);
    let refused = |change: fn(&mut Parts), expected: &str| {
        let mut parts = parts.clone();
        change(&mut parts);
        for error in [
            Network::<Fragments>::new(&parts).unwrap_err(),
            Network::<Fragments>::from_bytes(&parts.to_bytes::<Fragments>()).unwrap_err(),
        ] {
            assert!(error.to_string().contains(expected), "{error}");
        }
    };
    refused(|parts| parts.weights[5] = 961, "a hidden weight of 961; expected at most 960");
    refused(|parts| parts.centipawns = 0, "a scale of 0");
    refused(|parts| parts.output_scale = 0, "a scale of 0");
    let mut narrow = parts.clone();
    narrow.hidden = 33;
    let error = Network::<Fragments>::new(&narrow).unwrap_err();
    assert!(error.to_string().contains("a hidden layer of 33; expected a multiple of 32"), "{error}");
    let mut short = parts.clone();
    short.biases.pop();
    let error = Network::<Fragments>::new(&short).unwrap_err();
    assert!(error.to_string().contains("63 biases; expected 64"), "{error}");
}
