//! Ends of games inside the search: each is asked about the one move that leads there, in a search of one ply with no ideas, and
//! compared with what the rules say.

use rules::naive;
use rules::{Color, Game, Move, Outcome, Piece, PieceKind, Position, Rules, Setup};

use super::tree::{searched, words};
use super::walks::{Numbers, fresh, games, starts, unfinished};
use super::{Docket, Effort};
use crate::eval::evaluate;
use crate::score::Score;
use crate::search::Switches;

/// The score of one move by the rules and the evaluation, told whether the position behind it has occurred too often.
fn lawful<R: Rules>(game: &Game<R>, mv: Move, is_repetition: bool) -> Score {
    let mut next = game.clone();
    next.play(mv);
    match next.position().outcome(&rules::KeyHistory::default()) {
        Some(Outcome::Win(..)) => Score::mate_in(1),
        Some(Outcome::Draw(_)) => Score::DRAW,
        None if is_repetition => Score::DRAW,
        None => -evaluate(next.position()),
    }
}

fn ask<R: Rules>(docket: &mut Docket, game: &Game<R>, mv: Move, is_repetition: bool) {
    let expected = lawful(game, mv, is_repetition);
    let Some(seen) = searched(game, 1, Switches::NONE, &[mv]) else { return };
    let moves: Vec<Move> = game.moves().iter().copied().chain([mv]).collect();
    docket.case(game.start(), &moves, expected == seen, || {
        (format!("{} for the last move", words(expected)), words(seen))
    });
}

/// What makes two positions the same one, as the game counts it.
fn identity<R: Rules>(position: &Position<R>) -> String {
    // Chess Fragments counts pieces and side to move alone.
    let fields = if R::PAWNS_REMEMBER { 2 } else { 4 };
    position.to_string().split(' ').take(fields).collect::<Vec<_>>().join(" ")
}

pub(super) fn repetition<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut numbers = Numbers(0x2e9e);
    for game in unfinished::<R>(effort.times(12), 32) {
        let Some(mut game) = fresh(game.position()) else { continue };
        let mut met = vec![identity(game.position())];
        if !R::START_COUNTS_AS_REPETITION {
            met.clear();
        }
        // Both sides go to and fro, with the same pieces.
        for _ in 0..4 * R::REPETITIONS {
            let last = game.moves().iter().rev().nth(1);
            let moves = game.position().legal_moves();
            let back = last.and_then(|last| moves.iter().find(|mv| (mv.from(), mv.to()) == (last.to(), last.from())));
            let is_quiet = |mv: &&Move| {
                !mv.is_noisy() && !mv.is_castle() && game.position().kind_at(mv.from()) != Some(PieceKind::Pawn)
            };
            let quiet: Vec<Move> = moves.iter().filter(is_quiet).copied().collect();
            let Some(mv) = back.copied().or_else(|| quiet.get(numbers.below(quiet.len())).copied()) else { break };
            let identity_after = identity(&game.position().after(mv));
            let times = 1 + met.iter().filter(|known| **known == identity_after).count();
            ask(docket, &game, mv, times >= R::REPETITIONS);
            met.push(identity_after);
            game.play(mv);
            if game.outcome().is_some() {
                break;
            }
        }
    }
}

pub(super) fn fifty_moves<R: Rules>(effort: Effort, docket: &mut Docket) {
    // The counter, along games.
    for game in games::<R>(effort.times(20), 60) {
        let (mut position, mut setup) = (*game.start(), game.start().to_setup());
        for mv in game.moves() {
            let before = position;
            position.play(*mv);
            setup = naive::after::<R>(&setup, mv.from(), mv.to(), mv.promotion());
            let (expected, seen) = (setup.halfmove_clock, position.halfmove_clock());
            docket.case(&before, &[*mv], expected == seen, || {
                (format!("{expected} plies since a capture or pawn move"), format!("{seen}"))
            });
        }
    }
    let Some(limit) = R::PLY_LIMIT else { return };
    // Near its end, in the search.
    for game in unfinished::<R>(effort.times(25), 32) {
        for clock in [limit - 2, limit - 1] {
            let setup = Setup { halfmove_clock: clock, en_passant: None, ..game.position().to_setup() };
            let Ok(position) = Position::<R>::try_from(&setup) else { continue };
            for mv in position.legal_moves().iter().take(6) {
                ask(docket, &Game::new(position), *mv, false);
            }
        }
    }
    // Mate with the last ply is mate.
    for fen in LAST_PLY_MATES {
        let Ok(position) = fen.parse::<Position<R>>() else { continue };
        for mv in position.legal_moves() {
            ask(docket, &Game::new(position), mv, false);
        }
    }
}

/// Chess positions in which the last ply can mate.
const LAST_PLY_MATES: [&str; 3] =
    ["k7/8/1K6/8/8/8/8/7R w - - 99 80", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", "8/8/8/8/8/5k2/5q2/7K b - - 99 90"];

#[test]
fn the_last_ply_mates() {
    for fen in LAST_PLY_MATES {
        let position: Position<rules::Chess> = fen.parse().expect(fen);
        let mates = |mv: &Move| position.after(*mv).in_check() && position.after(*mv).legal_moves().is_empty();
        assert!(position.legal_moves().iter().any(mates), "{fen}");
    }
}

pub(super) fn stalemate<R: Rules>(effort: Effort, docket: &mut Docket) {
    // A queen or a pawn against a king: stalemate is always near.
    let mut numbers = Numbers(0x57a1);
    let squares: Vec<_> = R::WINDOW.into_iter().collect();
    let mut asked = 0;
    for _ in 0..effort.times(20_000) {
        let mut setup = Setup { side_to_move: Color::White, fullmove_number: 1, ..Setup::EMPTY };
        let kinds = [(Color::White, PieceKind::King), (Color::Black, PieceKind::King)];
        let third = [PieceKind::Queen, PieceKind::Pawn][numbers.below(2)];
        for (color, kind) in kinds.into_iter().chain([(Color::White, third)]) {
            setup.board[squares[numbers.below(squares.len())].index()] = Some(Piece { color, kind });
        }
        let Ok(position) = Position::<R>::try_from(&setup) else { continue };
        let ends = |mv: &&Move| {
            let after = position.after(**mv);
            !after.has_legal_move() && !after.in_check() && after.king(after.side_to_move()).is_some()
        };
        for mv in position.legal_moves().iter().filter(ends) {
            ask(docket, &Game::new(position), *mv, false);
            asked += 1;
        }
        if asked >= effort.times(50) {
            break;
        }
    }
}

/// Whether neither side can ever win: bare kings, one minor piece, or bishops that all stand on one colour.
fn is_dead<R: Rules>(position: &Position<R>) -> bool {
    let pieces: Vec<_> = position.pieces().filter(|(_, piece)| piece.kind != PieceKind::King).collect();
    if R::NAME != "chess" {
        return pieces.is_empty();
    }
    let all = |kind: PieceKind| pieces.iter().all(|(_, piece)| piece.kind == kind);
    let is_light = |index: usize| pieces[index].0.is_light();
    match pieces.len() {
        0 => true,
        1 => all(PieceKind::Knight) || all(PieceKind::Bishop),
        count => all(PieceKind::Bishop) && (1..count).all(|index| is_light(index) == is_light(0)),
    }
}

pub(super) fn dead_positions<R: Rules>(effort: Effort, docket: &mut Docket) {
    let mut ask = |position: Position<R>| {
        let said = |dead: bool| if dead { "a dead draw" } else { "a game that can be won" };
        let (expected, seen) = (is_dead(&position), R::is_dead(&position));
        docket.case(&position, &[], expected == seen, || (said(expected).to_owned(), said(seen).to_owned()));
    };
    starts::<R>().into_iter().for_each(&mut ask);
    let mut numbers = Numbers(0xdead);
    let squares: Vec<_> = R::WINDOW.into_iter().collect();
    for _ in 0..effort.times(4_000) {
        let mut pieces = vec![(Color::White, PieceKind::King), (Color::Black, PieceKind::King)];
        for _ in 0..numbers.below(4) {
            pieces.push((Color::ALL[numbers.below(2)], R::KINDS[numbers.below(R::KINDS.len() - 1)]));
        }
        let mut setup = Setup { side_to_move: Color::White, fullmove_number: 1, ..Setup::EMPTY };
        // Later ones first, so that no piece stands where a king should.
        for (color, kind) in pieces.into_iter().rev() {
            setup.board[squares[numbers.below(squares.len())].index()] = Some(Piece { color, kind });
        }
        let kings = setup.board.iter().flatten().filter(|piece| piece.kind == PieceKind::King).count();
        let position = Position::<R>::try_from(&setup).ok().filter(|_| kings == 2);
        position.filter(|at| !at.is_attacked_king(!at.side_to_move())).into_iter().for_each(&mut ask);
    }
}
