//! Law: a position has one score, however it was reached. The same position by `moves` and as a bare FEN, at depth 1 with
//! an empty table, counters and repetition made equal: only something that is kept up to date move by move, and wrongly,
//! can differ.

use rules::{Bitboard, Chess, Game, Move, PieceKind, Position, Square};
use uci::client::EngineError;
use uci::genfens::Random;

use super::move_kinds::{CASTLING, by_what, culprits, rarity};
use super::probe::{Given, confirm, held_to, pawns, read};
use super::two_steps;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::shrink::{SHRINKING, smallest};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "path-against-position",
        says: "A position has the same score at depth 1 whether it is reached by moves or given as a FEN.",
        experiment: "Long games with castling, promotions, captures and en passant for both colours, cut off after a quiet \
            pawn move, so that neither repetition nor the fifty-move counter can differ; an empty table each time; where \
            possible the search is held to one quiet move, so that the score is the static evaluation. Then positions at \
            rest that a search of one ply enters by two different moves: by a capture, en passant or a king's move, and by \
            another piece's move; castling is left out there, for some engines look deeper after it.",
    },
    from: Pace::Quick,
    share: 10,
    run,
};

/// Healthy engines do not differ at all; a centipawn or two may be rounding.
const TOLERANCE: i32 = 2;

struct Difference {
    game: Game<Chess>,
    only: Option<Move>,
    by_path: i32,
    by_position: i32,
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x9a7e);
    let wanted = patient.pace().pick(60, 300, 3000);
    let (mut tried, mut held, mut differing) = (0, 0, Vec::new());
    while tried < wanted && !patient.time_is_up() {
        let Some(game) = comparable_game(patient, &mut random) else { continue };
        let only = held_to(&patient.traits, game.position());
        if only.is_none() && patient.traits.obeys_searchmoves {
            continue;
        }
        let [Some(by_path), Some(by_position)] = both(&mut session, patient, &given(&game), only)? else { continue };
        tried += 1;
        held += usize::from(only.is_some());
        if (by_path - by_position).abs() > TOLERANCE {
            differing.push(Difference { game, only, by_path, by_position });
            // The rest of the time is better spent on a small example.
            if differing.len() >= 12 {
                break;
            }
        }
    }
    if tried < 10 {
        return Ok(Verdict::CannotTell(format!("only {tried} positions with a score in centipawns")));
    }
    let Some(largest) = differing.iter().max_by_key(|one| (one.by_path - one.by_position).abs()) else {
        let how = if held == tried { "static evaluations" } else { "scores at depth 1" };
        let note = format!("{tried} games end in the same {how} as their last positions");
        return two_steps::run(patient, &note);
    };
    let whole = given(&largest.game);
    // The largest shows it best, but any of them may have the one move that is enough.
    patient.grant(2 * SHRINKING);
    let mut session = patient.start()?;
    let mut small = None;
    for difference in std::iter::once(largest).chain(&differing) {
        small = one_move(patient, &mut session, difference)?;
        if small.is_some() || patient.time_is_up() {
            break;
        }
    }
    if small.is_none() {
        small = last_moves(patient, &mut session, largest)?;
    }
    let mut shown = None;
    for candidate in [small, Some((whole, largest.only))].into_iter().flatten() {
        let (given, only) = &candidate;
        let bare = Given::bare(&given.end());
        if let Some(sure) = confirm(patient, [(given, *only), (&bare, *only)], 1)?
            && (sure.first - sure.second).abs() > TOLERANCE
        {
            shown = Some((candidate, sure));
            break;
        }
    }
    let Some(((given, only), sure)) = shown else {
        return Ok(Verdict::CannotTell(format!(
            "{} of {tried} scores differed, but not again in fresh processes: something else than the path is remembered",
            differing.len()
        )));
    };
    // Without a move to hold to, the order of a quiescence search may differ in a healthy engine now and then.
    let is_static = only.is_some();
    let often = differing.len() * 5 >= tried;
    let certainty = match (is_static, often) {
        (true, _) => Certainty::Sure,
        (false, true) => Certainty::Likely,
        (false, false) => Certainty::Hint,
    };
    let what = if is_static { "static evaluation" } else { "score at depth 1" };
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: format!(
            "{} of {tried} positions have another {what} when they are reached by moves{}",
            differing.len(),
            by_what(&given)
        ),
        failed: differing.len(),
        tried,
        evidence: Evidence {
            fen: Some(given.start.to_string()),
            moves: given.moves.iter().map(|mv| mv.uci(Default::default())).collect(),
            expected: format!("{} as for the bare FEN {}", pawns(sure.second), given.end()),
            seen: format!(
                "{} after the moves (by the whole game: {} against {})",
                pawns(sure.first),
                pawns(largest.by_path),
                pawns(largest.by_position)
            ),
            transcript: sure.transcript,
        },
        culprits: culprits(&given),
        breaks: "play: every position in the search is reached by moves, so every evaluation may be wrong".to_owned(),
    })))
}

fn given(game: &Game<Chess>) -> Given {
    Given { start: *game.start(), moves: game.moves().to_vec() }
}

/// A game whose last move is a single step of a pawn that takes nothing: nothing before it can be repeated, and engines
/// that extend replies to captures have nothing to reply to.
fn comparable_game(patient: &Patient, random: &mut Random) -> Option<Game<Chess>> {
    let plies = 10 + random.below(150) as usize;
    let mut found = None;
    let whole = patient.game(random, plies);
    let mut replay = Game::new(*whole.start());
    for mv in whole.moves() {
        let is_pawn = replay.position().kind_at(mv.from()) == Some(PieceKind::Pawn);
        let is_plain = !mv.is_noisy() && !mv.is_double_step();
        replay.play(*mv);
        if is_pawn && is_plain && !replay.position().in_check() && replay.outcome().is_none() {
            found = Some(replay.clone());
        }
    }
    found
}

/// The score by the path and by the bare position.
fn both(
    session: &mut Session,
    patient: &Patient,
    given: &Given,
    only: Option<Move>,
) -> Result<[Option<i32>; 2], EngineError> {
    let by_path = read(session, &patient.traits, given, 1, only)?;
    let by_position = read(session, &patient.traits, &Given::bare(&given.end()), 1, only)?;
    Ok([by_path, by_position])
}

/// Whether the path matters here too, and the move that the engine is then held to, if it can be.
fn differs(
    patient: &Patient,
    session: &mut Session,
    given: &Given,
    must_hold: bool,
) -> Result<Option<Option<Move>>, EngineError> {
    let end = given.end();
    if end.in_check() || end.legal_moves().is_empty() {
        return Ok(None);
    }
    let only = held_to(&patient.traits, &end);
    if only.is_none() && must_hold {
        return Ok(None);
    }
    let readings = both(session, patient, given, only)?;
    let [Some(by_path), Some(by_position)] = readings else { return Ok(None) };
    Ok(((by_path - by_position).abs() > TOLERANCE).then_some(only))
}

/// One move from a small position that shows it too, if there is one.
fn one_move(
    patient: &Patient,
    session: &mut Session,
    difference: &Difference,
) -> Result<Option<(Given, Option<Move>)>, EngineError> {
    let mut differs = |given: &Given| differs(patient, session, given, difference.only.is_some());
    // From the position before it: rare kinds are the usual suspects and come first.
    let mut position = *difference.game.start();
    let mut single = Vec::new();
    for mv in difference.game.moves() {
        single.push((rarity(&position, *mv), position, *mv));
        position.play(*mv);
    }
    single.sort_by_key(|(rarity, ..)| std::cmp::Reverse(*rarity));
    for (kind, start, mv) in single.into_iter().take(60) {
        if patient.time_is_up() {
            break;
        }
        // The position itself, or, where too much is going on around a rare move, little more than the move.
        let mut starts = vec![start];
        if kind >= CASTLING {
            starts.extend(thinned(&start, mv));
        }
        let mut shown = None;
        for start in starts {
            if differs(&Given { start, moves: vec![mv] })?.is_some() {
                shown = Some(start);
                break;
            }
        }
        let Some(start) = shown else { continue };
        let small = smallest(&start, 250, &mut |position| {
            // The very same move, and of the same kind.
            let is_same = !patient.time_is_up() && position.is_legal(mv) && rarity(position, mv) == rarity(&start, mv);
            Ok::<_, EngineError>(is_same && differs(&Given { start: *position, moves: vec![mv] })?.is_some())
        })?;
        let given = Given { start: small, moves: vec![mv] };
        return Ok(differs(&given)?.map(|only| (given, only)));
    }
    Ok(None)
}

/// The last moves of a game, as few as show it.
fn last_moves(
    patient: &Patient,
    session: &mut Session,
    difference: &Difference,
) -> Result<Option<(Given, Option<Move>)>, EngineError> {
    let moves = difference.game.moves();
    let mut starts = vec![*difference.game.start()];
    for mv in moves {
        starts.push(starts[starts.len() - 1].after(*mv));
    }
    for count in 2..moves.len().min(40) {
        if patient.time_is_up() {
            break;
        }
        let from = moves.len() - count;
        let given = Given { start: starts[from], moves: moves[from..].to_vec() };
        if let Some(only) = differs(patient, session, &given, difference.only.is_some())? {
            return Ok(Some((given, only)));
        }
    }
    Ok(None)
}

/// Positions with the kings, the pieces of a move, and no pawn, all pawns or one of the side that moves next, in which the
/// move is of the same kind.
fn thinned(position: &Position<Chess>, mv: Move) -> Vec<Position<Chess>> {
    let us = position.side_to_move();
    let passed = Square::at(mv.to().file(), mv.from().rank());
    let mut kept: Bitboard =
        [mv.from(), mv.to(), passed].into_iter().map(Bitboard::of).fold(Bitboard::EMPTY, |all, one| all | one);
    kept |= position.of_kind(PieceKind::King);
    let pawns = position.of(!us, PieceKind::Pawn) - kept;
    let with = |more: Bitboard| {
        let mut setup = position.to_setup();
        for square in position.occupied() - kept - more {
            setup.board[square.index()] = None;
        }
        setup.unmoved &= kept;
        Position::try_from(&setup).ok().filter(|thin| thin.is_legal(mv) && rarity(thin, mv) == rarity(position, mv))
    };
    // All pawns, too: they may be in the way of a check.
    let more = [Bitboard::EMPTY, position.of_kind(PieceKind::Pawn)].into_iter();
    more.chain(pawns.into_iter().map(Bitboard::of)).filter_map(with).collect()
}
