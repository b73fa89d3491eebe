//! Laws that hold in every position of every game, tried on random walks and random set-ups.

use std::collections::{BTreeSet, HashMap};

use adoube_rules::{
    Bitboard, CastlingText, Chess, Color, Fragments, Key, KeyHistory, Keys, Move, MoveList, Piece, PieceKind, Position,
    Rules, Setup, Square, UciStyle, naive,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// How many random walks each law is tried on, in each game, from start positions and again from random set-ups.
const WALKS: u32 = 120;
const LONGEST_WALK: usize = 120;

fn chess_starts() -> impl Strategy<Value = Position<Chess>> {
    let start = |white, black| Chess::double_chess960(white, black).expect("numbers below 960");
    prop_oneof![
        Just(Position::start()),
        (0..960u16).prop_map(move |number| start(number, number)),
        (0..960u16, 0..960u16).prop_map(move |(white, black)| start(white, black)),
    ]
}

fn fragments_starts() -> impl Strategy<Value = Position<Fragments>> {
    (0..Fragments::SETUPS.len()).prop_map(|index| Fragments::SETUPS[index].1.parse().expect("a known set-up is valid"))
}

/// Kings and a handful of pieces thrown on the board, with every right that fits; in Fragments kings may be left to be
/// taken.
fn random_setups<R: Rules>() -> impl Strategy<Value = Position<R>> {
    let pieces = vec((0..64u8, 0..R::KINDS.len() - 1, any::<bool>()), 0..14);
    (pieces, 0..64u8, 0..64u8, any::<bool>(), any::<u64>(), 0..64u8).prop_filter_map(
        "not a possible position",
        |(pieces, white_king, black_king, white_to_move, unmoved, passed)| {
            let color = |white| if white { Color::White } else { Color::Black };
            let fold = |square: u8| Square::at(square % 8 % R::WIDTH, square / 8 % R::HEIGHT);
            let mut setup = Setup { side_to_move: color(white_to_move), ..Setup::EMPTY };
            for (square, kind, white) in pieces {
                setup.board[fold(square).index()] = Some(Piece { color: color(white), kind: R::KINDS[kind] });
            }
            for (square, color) in [(white_king, Color::White), (black_king, Color::Black)] {
                setup.board[fold(square).index()] = Some(Piece { color, kind: PieceKind::King });
            }
            let bearers = if R::PAWNS_REMEMBER { PieceKind::Pawn } else { PieceKind::Rook };
            setup.unmoved = Bitboard(unmoved) & squares_of_kind(&setup, bearers);
            setup.en_passant = Some(fold(passed));
            // The rights are dropped one after the other until the rest is possible.
            let full = Position::try_from(&setup);
            setup.en_passant = None;
            let without_passing = Position::try_from(&setup);
            setup.unmoved = Bitboard::EMPTY;
            full.or(without_passing).or_else(|_| Position::try_from(&setup)).ok()
        },
    )
}

fn squares_of_kind(setup: &Setup, kind: PieceKind) -> Bitboard {
    Color::ALL.into_iter().map(|color| setup.squares_of(Piece { color, kind })).fold(Bitboard::EMPTY, |a, b| a | b)
}

/// A game played by numbers: each chooses among the legal moves, or, one time in four, takes the mover's last move back
/// if that is legal, so that positions repeat.
fn walk<R: Rules>(start: &Position<R>, choices: &[u16]) -> (Vec<Position<R>>, Vec<Move>) {
    let (mut positions, mut moves): (Vec<Position<R>>, Vec<Move>) = (vec![*start], vec![]);
    for choice in choices {
        let position = positions.last().expect("never empty");
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let back = moves.iter().rev().nth(1).and_then(|last: &Move| {
            legal.iter().copied().find(|mv| !mv.is_noisy() && (mv.from(), mv.to()) == (last.to(), last.from()))
        });
        let mv = back.filter(|_| choice % 4 == 0).unwrap_or(legal[*choice as usize / 4 % legal.len()]);
        positions.push(position.after(mv));
        moves.push(mv);
    }
    (positions, moves)
}

fn run<T: std::fmt::Debug>(cases: u32, strategy: &impl Strategy<Value = T>, law: impl Fn(T)) {
    let config = Config { cases, failure_persistence: None, max_global_rejects: 100 * cases, ..Config::default() };
    let verdict = TestRunner::new(config).run(strategy, |value| {
        law(value);
        Ok(())
    });
    verdict.unwrap_or_else(|failure| panic!("{failure}"));
}

/// Tries a law on the positions of random walks from these starts.
fn on_walks<R: Rules>(cases: u32, starts: impl Strategy<Value = Position<R>>, law: impl Fn(&Position<R>)) {
    run(cases, &(starts, vec(any::<u16>(), 0..LONGEST_WALK)), |(start, choices)| {
        walk(&start, &choices).0.iter().for_each(&law);
    });
}

/// Tries a law of all games on walks in all of them.
macro_rules! on_all_walks {
    ($cases:expr, $law:ident) => {
        on_walks($cases, chess_starts(), $law::<Chess>);
        on_walks($cases, random_setups(), $law::<Chess>);
        on_walks($cases, fragments_starts(), $law::<Fragments>);
        on_walks($cases, random_setups(), $law::<Fragments>);
    };
}

fn texts(moves: &[Move]) -> BTreeSet<String> {
    moves.iter().map(|mv| mv.uci(UciStyle::Chess960)).collect()
}

#[test]
fn legal_moves_are_those_of_the_naive_generator() {
    fn law<R: Rules>(position: &Position<R>) {
        let moves = position.legal_moves();
        let naive = naive::legal_moves::<R>(&position.to_setup());
        assert_eq!(texts(&moves), naive, "{position}");
        assert_eq!(moves.len(), naive.len(), "duplicates in {position}");
        assert_eq!(position.count_legal_moves(), naive.len(), "{position}");
        assert_eq!(
            position.in_check(),
            naive::in_check::<R>(&position.to_setup(), position.side_to_move()),
            "{position}"
        );
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn unmake_restores_everything_that_make_changed() {
    fn law<R: Rules>(position: &Position<R>) {
        let mut board = *position;
        for mv in position.legal_moves() {
            let undo = board.make(mv);
            assert_eq!(board, position.after(mv), "make and after, {mv:?} in {position}");
            board.unmake(mv, undo);
            assert_eq!(board, *position, "make and unmake {mv:?} in {position}");
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn what_a_move_updates_equals_what_is_computed_from_scratch() {
    fn law<R: Rules>(position: &Position<R>) {
        assert_eq!(*position.keys(), Keys::from_scratch(position), "keys of {position}");
        let rebuilt = Position::<R>::try_from(&position.to_setup()).expect("a position of a game can be set up");
        assert_eq!(*position, rebuilt, "{position}");
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn keys_are_equal_exactly_when_the_positions_are() {
    fn law<R: Rules>(starts: impl Strategy<Value = Position<R>>) {
        let strategy = vec((starts, vec(any::<u16>(), 0..LONGEST_WALK)), 20);
        run(20, &strategy, |walks| {
            let (mut by_text, mut by_key) = (HashMap::new(), HashMap::new());
            for position in walks.iter().flat_map(|(start, choices)| walk(start, choices).0) {
                // Placement, side to move, rights, en passant: all but the counters.
                let fen = position.fen(CastlingText::Shredder);
                let text: Vec<String> = fen.split(' ').take(4).map(str::to_owned).collect();
                assert_eq!(*by_text.entry(text.clone()).or_insert(position.key()), position.key(), "{text:?}");
                assert_eq!(*by_key.entry(position.key()).or_insert(text.clone()), text, "keys collide");
            }
        });
    }
    law(chess_starts());
    law(fragments_starts());
}

#[test]
fn chess_positions_survive_being_written_and_read() {
    fn law(position: &Position<Chess>) {
        for castling in [CastlingText::XFen, CastlingText::Shredder] {
            let text = position.fen(castling);
            assert_eq!(text.parse::<Position<Chess>>().as_ref(), Ok(position), "{text}");
        }
    }
    on_walks(WALKS, chess_starts(), law);
    on_walks(WALKS, random_setups(), law);
}

#[test]
fn fragments_positions_survive_being_written_and_read() {
    // The framework's notation has no counters.
    fn law(position: &Position<Fragments>) {
        let uncounted = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.to_setup() };
        let text = position.to_string();
        assert_eq!(text.parse::<Position<Fragments>>(), Position::try_from(&uncounted), "{text}");
    }
    on_walks(WALKS, fragments_starts(), law);
    on_walks(WALKS, random_setups(), law);
}

#[test]
fn moves_survive_being_written_and_read() {
    fn law<R: Rules>(position: &Position<R>) {
        for mv in position.legal_moves() {
            for style in [UciStyle::Standard, UciStyle::Chess960] {
                assert_eq!(position.uci_move(&mv.uci(style)), Ok(mv), "{} in {position}", mv.uci(style));
            }
        }
    }
    on_all_walks!(WALKS / 4, law);
}

#[test]
fn colours_are_alike() {
    fn law<R: Rules>(position: &Position<R>) {
        let mirror = |square: Square| Square::at(square.file(), R::HEIGHT - 1 - square.rank());
        let bits = |moves: &mut dyn Iterator<Item = Move>| moves.map(Move::bits).collect::<BTreeSet<u16>>();
        let flipped = position.flipped();
        assert_eq!(flipped.flipped(), *position);
        assert_eq!(flipped.in_check(), position.in_check(), "{position}");
        let mirrored =
            &mut position.legal_moves().into_iter().map(|mv| Move::new(mirror(mv.from()), mirror(mv.to()), mv.flag()));
        assert_eq!(bits(&mut flipped.legal_moves().into_iter()), bits(mirrored), "{position}");
        let history = KeyHistory::default();
        let winner = position.outcome(&history).map(|outcome| outcome.winner());
        let flipped_winner = flipped.outcome(&history).map(|outcome| outcome.winner());
        assert_eq!(winner.map(|winner| winner.map(|color| !color)), flipped_winner, "{position}");
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn noisy_and_quiet_moves_together_are_all_moves_once() {
    fn law<R: Rules>(position: &Position<R>) {
        let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
        position.noisy_moves(&mut noisy);
        position.quiet_moves(&mut quiet);
        assert!(noisy.iter().all(|mv| mv.is_noisy()), "{position}");
        assert!(!quiet.iter().any(|mv| mv.is_noisy()), "{position}");
        let sorted = |moves: &[Move]| {
            let mut bits: Vec<u16> = moves.iter().map(|mv| mv.bits()).collect();
            bits.sort_unstable();
            bits
        };
        let all = sorted(&position.legal_moves());
        assert_eq!(sorted(&[noisy.as_slice(), &quiet].concat()), all, "{position}");
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "duplicates in {position}");
        if position.in_check() {
            let mut evasions = MoveList::new();
            position.evasions(&mut evasions);
            assert_eq!(sorted(&evasions), all, "{position}");
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn flags_say_what_a_move_does() {
    fn law<R: Rules>(position: &Position<R>) {
        for mv in position.legal_moves() {
            let before = position.of_color(!position.side_to_move()).len();
            let after = position.after(mv).of_color(!position.side_to_move()).len();
            assert_eq!(mv.is_capture(), after < before, "{mv:?} in {position}");
            let is_pawn = position.kind_at(mv.from()) == Some(PieceKind::Pawn);
            assert_eq!(mv.is_promotion(), is_pawn && R::last_rank(position.side_to_move()).has(mv.to()), "{position}");
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn any_sixteen_bits_are_legal_exactly_if_listed() {
    fn law<R: Rules>(position: &Position<R>) {
        let legal: BTreeSet<u16> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
        let accepted = (0..=u16::MAX).filter(|bits| position.is_legal(Move::from_bits(*bits)));
        assert_eq!(accepted.collect::<BTreeSet<u16>>(), legal, "{position}");
    }
    fn on_ends_of_walks<R: Rules>(starts: impl Strategy<Value = Position<R>>) {
        run(10 * WALKS, &(starts, vec(any::<u16>(), 0..LONGEST_WALK)), |(start, choices)| {
            let positions = walk(&start, &choices).0;
            law(&positions[positions.len() / 2]);
            law(&positions[positions.len() - 1]);
        });
    }
    on_ends_of_walks(chess_starts());
    on_ends_of_walks::<Chess>(random_setups());
    on_ends_of_walks(fragments_starts());
    on_ends_of_walks::<Fragments>(random_setups());
}

#[test]
fn a_move_gives_check_exactly_if_the_enemy_is_then_in_check() {
    fn law<R: Rules>(position: &Position<R>) {
        // A king that is left to be taken is attacked before the move, and no move gives him check.
        if position.is_attacked_king(!position.side_to_move()) {
            return;
        }
        for mv in position.legal_moves() {
            assert_eq!(position.gives_check(mv), position.after(mv).in_check(), "{mv:?} in {position}");
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn blockers_of_the_side_to_move_that_are_its_own_are_its_pins() {
    fn law<R: Rules>(position: &Position<R>) {
        let us = position.side_to_move();
        assert_eq!(position.blockers(us) & position.of_color(us), position.pinned(), "{position}");
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn exchanges_gain_what_the_naive_exchange_gains() {
    fn law<R: Rules>(position: &Position<R>) {
        let setup = position.to_setup();
        for mv in position.legal_moves() {
            let gain = if mv.is_castle() {
                0
            } else {
                let exchange = naive::exchange::<R>(&setup, mv.from(), mv.to(), mv.promotion());
                assert!(
                    !exchange.is_orderly || exchange.best == exchange.cheapest,
                    "{exchange:?} of {mv:?} in {position}"
                );
                exchange.cheapest
            };
            let near = [gain - 1, gain, gain + 1];
            for threshold in near.into_iter().chain((-1000..=1000).step_by(100)).chain([-30_000, 30_000]) {
                let gains = position.exchange_gains(mv, threshold);
                assert_eq!(gains, gain >= threshold, "{mv:?} gains {gain}, not {threshold}, in {position}");
            }
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn a_null_move_passes_the_turn_and_starts_the_clock_anew() {
    fn law<R: Rules>(position: &Position<R>) {
        // A side in check must move, one that could take the king has won, and one without a king has lost.
        let (us, them) = (position.side_to_move(), !position.side_to_move());
        if position.in_check() || position.is_attacked_king(them) || position.king(us).is_none() {
            return;
        }
        let passed = position.after_null_move();
        let expected = Setup {
            side_to_move: !position.side_to_move(),
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: position.fullmove_number() + u16::from(position.side_to_move() == Color::Black),
            ..position.to_setup()
        };
        assert_eq!(passed.to_setup(), expected, "{position}");
        assert_eq!(Position::try_from(&expected).as_ref(), Ok(&passed), "{position}");
        assert_ne!(passed.key(), position.key(), "{position}");
        if !passed.in_check() && position.en_passant().is_none() {
            assert_eq!(passed.after_null_move().keys(), position.keys(), "{position}");
        }
    }
    on_all_walks!(WALKS, law);
}

#[test]
fn a_repetition_is_seen_coming_exactly_if_a_legal_move_repeats() {
    fn law<R: Rules>(starts: impl Strategy<Value = Position<R>>) {
        let seen = std::cell::Cell::new(0);
        run(4 * WALKS, &(starts, vec(any::<u16>(), 0..LONGEST_WALK)), |(start, choices)| {
            let mut history = KeyHistory::default();
            let mut keys: Vec<Key> = vec![];
            for position in walk(&start, &choices).0 {
                let distance = |mv: &Move| {
                    let key = position.after(*mv).repetition_key();
                    keys.iter().rev().position(|earlier| *earlier == key).map(|index| index + 1)
                };
                let nearest = position.legal_moves().iter().filter_map(distance).min();
                seen.set(seen.get() + usize::from(nearest.is_some()));
                for within in (0..8).chain([20, 1000]) {
                    let expected = nearest.is_some_and(|distance| distance < within);
                    assert_eq!(history.can_repeat(&position, within), expected, "{within} plies back of {position}");
                }
                history.push(position.repetition_key());
                keys.push(position.repetition_key());
            }
        });
        assert!(seen.get() > 1000, "only {} repetitions were tried", seen.get());
    }
    law(chess_starts());
    law(fragments_starts());
}

#[test]
fn occurrences_of_a_position_are_those_in_its_history() {
    fn law<R: Rules>(starts: impl Strategy<Value = Position<R>>) {
        run(4 * WALKS, &(starts, vec(any::<u16>(), 0..LONGEST_WALK)), |(start, choices)| {
            let mut history = KeyHistory::default();
            let mut earlier: Vec<Position<R>> = vec![];
            for position in walk(&start, &choices).0 {
                let is_same = |other: &Position<R>| {
                    let same_board = other.to_setup().board == position.to_setup().board;
                    let same_rights =
                        (other.unmoved(), other.en_passant()) == (position.unmoved(), position.en_passant());
                    same_board && other.side_to_move() == position.side_to_move() && (R::PAWNS_REMEMBER || same_rights)
                };
                let distances = earlier.iter().rev().enumerate().filter(|(_, other)| is_same(other));
                let expected: Vec<usize> = distances.map(|(index, _)| index + 1).collect();
                assert_eq!(history.occurrences(&position).collect::<Vec<_>>(), expected, "{position}");
                history.push(position.repetition_key());
                earlier.push(position);
            }
        });
    }
    law(chess_starts());
    law(fragments_starts());
}
