//! The same position entered by two moves: what a search of one ply keeps up to date on its way into a position at rest
//! must come to the same, whether the way was a capture, a promotion, castling or a king's move, or a plain move.

use rules::{Bitboard, Chess, Game, Move, PieceKind, Position, Square};
use uci::client::EngineError;
use uci::genfens::Random;

use super::move_kinds::{by_what, culprits, rarity};
use super::probe::{Given, confirm, pawns, read};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::{game, is_at_rest, is_quiet};
use crate::doctor::session::Session;
use crate::doctor::shrink::smallest;
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// Rounding, and what engines take off for each ply without a capture.
const TOLERANCE: i32 = 4;

/// A step that is looked at, and a plain one into the same position.
#[derive(Clone)]
struct Steps {
    start: Position<Chess>,
    step: Move,
    plain_start: Position<Chess>,
    plain: Move,
}

/// Tries it on random games, after what was tried before has passed with a note.
pub(super) fn run(patient: &mut Patient, note: &str) -> Result<Verdict, EngineError> {
    if !patient.traits.obeys_searchmoves {
        return Ok(Verdict::Pass(note.to_owned()));
    }
    let mut session = patient.start()?;
    let mut random = Random::new(patient.seed() ^ 0x57e9);
    let wanted = patient.pace().pick(80, 400, 3000);
    let (mut tried, mut differing) = (0, Vec::new());
    while tried < wanted && differing.len() < 8 && !patient.time_is_up() {
        let plies = 30 + random.below(150) as usize;
        for steps in rarest(&game(&mut random, plies)) {
            let Some(difference) = difference(&mut session, &patient.traits, &steps)? else { continue };
            tried += 1;
            if difference > TOLERANCE {
                differing.push((difference, steps));
            }
        }
    }
    let Some((_, largest)) = differing.iter().max_by_key(|(difference, _)| *difference).cloned() else {
        return Ok(Verdict::Pass(format!("{note}; {tried} positions are worth the same by two ways into them")));
    };
    let small = shrink(&mut session, &patient.traits, &largest)?;
    for steps in [small, largest] {
        let ways = [(&Given::bare(&steps.start), Some(steps.step)), (&Given::bare(&steps.plain_start), Some(steps.plain))];
        let Some(sure) = confirm(patient, ways, 1)? else { continue };
        if (sure.first - sure.second).abs() <= TOLERANCE {
            continue;
        }
        let given = Given { start: steps.start, moves: vec![steps.step] };
        let (step, plain) = (steps.step.uci(Default::default()), steps.plain.uci(Default::default()));
        let summary = format!(
            "{} of {tried} positions have another score when a search enters them by another move{}",
            differing.len(),
            by_what(&given)
        );
        let blame = culprits(&given);
        let certainty = if differing.len() >= 3 { Certainty::Sure } else { Certainty::Likely };
        let finding = Finding::new(certainty, summary)
            .counted(differing.len(), tried)
            .at(&steps.start)
            .expected(
                format!("{} for {step}, as for {plain} from {}", pawns(sure.second), steps.plain_start),
                format!("{} for {step} at depth 1, though both lead to the same position", pawns(sure.first)),
            )
            .transcript(sure.transcript)
            .blame(&blame.iter().map(String::as_str).collect::<Vec<_>>())
            .breaks("play: positions in the search are entered by moves, so every evaluation may be wrong");
        return Ok(finding.verdict());
    }
    let seen = format!("{note}; {} of {tried} ways into a position differed, but not again", differing.len());
    Ok(Verdict::Pass(seen))
}

/// How far apart the two ways are.
fn difference(session: &mut Session, traits: &Traits, steps: &Steps) -> Result<Option<i32>, EngineError> {
    let step = read(session, traits, &Given::bare(&steps.start), 1, Some(steps.step))?;
    let plain = read(session, traits, &Given::bare(&steps.plain_start), 1, Some(steps.plain))?;
    Ok(step.zip(plain).map(|(step, plain)| (step - plain).abs()))
}

/// The rarest steps of a game, each of another kind and colour.
fn rarest(game: &Game<Chess>) -> Vec<Steps> {
    let mut position = *game.start();
    let mut found: Vec<(u8, Steps)> = Vec::new();
    for played in game.moves() {
        let side = position.side_to_move();
        for step in &position.legal_moves() {
            let kind = rarity(&position, *step);
            let is_known = |(known, steps): &(u8, Steps)| *known == kind && steps.start.side_to_move() == side;
            if kind > 0
                && !found.iter().any(is_known)
                && let Some(steps) = steps(&position, *step)
            {
                found.push((kind, steps));
            }
        }
        position.play(*played);
    }
    found.into_iter().map(|(_, steps)| steps).collect()
}

/// The two ways, if the position is at rest and has another way into it.
fn steps(start: &Position<Chess>, step: Move) -> Option<Steps> {
    let end = start.after(step);
    if !is_at_rest(&end) || end.en_passant().is_some() {
        return None;
    }
    let us = start.side_to_move();
    let back = |square: Square| {
        let mut setup = end.to_setup();
        let piece = setup.board[square.index()].take();
        (setup.side_to_move, setup.halfmove_clock) = (us, 0);
        setup.fullmove_number = start.fullmove_number();
        (Bitboard::ALL - end.occupied()).into_iter().find_map(move |from| {
            let mut before = setup.clone();
            before.board[from.index()] = piece;
            let plain_start = Position::try_from(&before).ok()?;
            let mut legal = plain_start.legal_moves().into_iter();
            let plain = legal.find(|mv| mv.from() == from && mv.to() == square && is_quiet(&plain_start, *mv))?;
            Some(Steps { start: *start, step, plain_start, plain })
        })
    };
    let pieces = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let movers = pieces.into_iter().fold(Bitboard::EMPTY, |all, kind| all | end.of(us, kind)) - end.unmoved();
    movers.into_iter().find_map(back)
}

/// The same step among fewer pieces.
fn shrink(session: &mut Session, traits: &Traits, largest: &Steps) -> Result<Steps, EngineError> {
    let Steps { start, step, .. } = *largest;
    let again = |position: &Position<Chess>| {
        let is_same = position.is_legal(step) && rarity(position, step) == rarity(&start, step);
        if is_same { steps(position, step) } else { None }
    };
    let small = smallest(&start, 200, &mut |position| match again(position) {
        Some(steps) => Ok(difference(session, traits, &steps)?.is_some_and(|difference| difference > TOLERANCE)),
        None => Ok::<_, EngineError>(false),
    })?;
    Ok(again(&small).unwrap_or_else(|| largest.clone()))
}
