//! The same position entered by two moves: what a search of one ply keeps up to date on its way into a position at rest
//! must come to the same, whether the way was en passant, a king's move or a capture, or another piece's move. Both begin
//! with the same material, for some engines scale what they show by it. Castling is left out: some engines look deeper
//! after it.

use rules::{Bitboard, Chess, Game, Move, Piece, PieceKind, Position, Square};
use uci::client::EngineError;
use uci::genfens::Random;

use super::move_kinds::{by_what, culprits, rarity};
use super::probe::{Given, confirm, pawns, read_with_move};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::is_at_rest;
use crate::doctor::session::Session;
use crate::doctor::shrink::{SHRINKING, smallest};
use crate::doctor::verdict::{Certainty, Finding, Verdict};

/// Rounding, and for large scores what engines scale by things of the root.
fn is_different(step: i32, plain: i32) -> bool {
    (step - plain).abs() > 4 + plain.abs() / 50
}

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
    let (mut asked, mut tried, mut differing) = (0, 0, Vec::new());
    let mut next = en_passant();
    // Who never stops at one ply is not asked for ever.
    while tried < wanted && asked < 2 * wanted && differing.len() < 8 && !patient.time_is_up() {
        for steps in next.drain(..) {
            asked += 1;
            let Some((step, plain)) = both(&mut session, &patient.traits, &steps)? else { continue };
            tried += 1;
            if is_different(step, plain) {
                differing.push(((step - plain).abs(), steps));
            }
        }
        let plies = 30 + random.below(150) as usize;
        next = rarest(&patient.game(&mut random, plies));
    }
    let Some((_, largest)) = differing.iter().max_by_key(|(difference, _)| *difference).cloned() else {
        let also = if tried > 0 {
            format!("{tried} positions are worth the same by two ways into them")
        } else {
            "it never looks at one ply alone, so nothing was tried with two ways into a position".to_owned()
        };
        return Ok(Verdict::Pass(format!("{note}; {also}")));
    };
    patient.grant(SHRINKING);
    let small = shrink(&mut patient.start()?, &patient.traits, &largest)?;
    for steps in [small, largest] {
        let ways =
            [(&Given::bare(&steps.start), Some(steps.step)), (&Given::bare(&steps.plain_start), Some(steps.plain))];
        let Some(sure) = confirm(patient, ways, 1)? else { continue };
        if !is_different(sure.first, sure.second) {
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
        let mut finding = Finding::new(certainty, summary)
            .counted(differing.len(), tried)
            .at(&steps.start)
            .expected(
                format!("{} for {step}, as for {plain} from {}", pawns(sure.second), steps.plain_start),
                format!("{} for {step} at depth 1, though both lead to the same position", pawns(sure.first)),
            )
            .transcript(sure.transcript)
            .blame(&blame.iter().map(String::as_str).collect::<Vec<_>>())
            .breaks("play: positions in the search are entered by moves, so every evaluation may be wrong");
        finding.evidence.moves = vec![step];
        return Ok(finding.verdict());
    }
    let seen = format!("{note}; {} of {tried} ways into a position differed, but not again", differing.len());
    Ok(Verdict::Pass(seen))
}

/// The scores of the two ways, if neither was looked at further than one ply.
fn both(session: &mut Session, traits: &Traits, steps: &Steps) -> Result<Option<(i32, i32)>, EngineError> {
    let mut one_ply = |start: &Position<Chess>, mv: Move| {
        let reading = read_with_move(session, traits, &Given::bare(start), 1, Some(mv))?;
        Ok::<_, EngineError>(reading.filter(|reading| reading.is_one_ply).map(|reading| reading.score))
    };
    let step = one_ply(&steps.start, steps.step)?;
    Ok(step.zip(one_ply(&steps.plain_start, steps.plain)?))
}

/// En passant captures: in random games hardly one of them leads to a position at rest.
fn en_passant() -> Vec<Steps> {
    let fens = [
        "r5k1/5ppp/8/3pP3/8/6N1/5PPP/3R2K1 w - d6 0 1",
        "6k1/p4pp1/8/1Pp5/8/6R1/5PP1/4K3 w - c6 0 1",
        "2k5/pp6/8/5Pp1/8/1B6/PP6/6K1 w - g6 0 1",
    ];
    let positions = fens.iter().filter_map(|fen| fen.parse::<Position<Chess>>().ok());
    let both_colours = positions.flat_map(|position| [position, position.flipped()]);
    both_colours
        .filter_map(|position| {
            let step = position.legal_moves().iter().copied().find(|mv| mv.is_en_passant())?;
            steps(&position, step)
        })
        .collect()
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

/// The two ways, if the position is at rest and has another way into it: another piece that takes the same kind of piece, or
/// none. A promotion has no plain counterpart.
fn steps(start: &Position<Chess>, step: Move) -> Option<Steps> {
    let end = start.after(step);
    if step.is_promotion() || step.is_castle() || !is_at_rest(&end) || end.en_passant().is_some() {
        return None;
    }
    let us = start.side_to_move();
    let victim = if step.is_en_passant() { Some(PieceKind::Pawn) } else { start.taken(step) };
    let back = |square: Square| {
        let mut setup = end.to_setup();
        let piece = setup.board[square.index()].take();
        setup.board[square.index()] = victim.map(|kind| Piece { color: !us, kind });
        (setup.side_to_move, setup.fullmove_number) = (us, start.fullmove_number());
        setup.halfmove_clock = end.halfmove_clock().saturating_sub(1);
        (Bitboard::ALL - end.occupied()).into_iter().find_map(move |from| {
            let mut before = setup.clone();
            before.board[from.index()] = piece;
            let plain_start = Position::try_from(&before).ok()?;
            let plain = plain_start.legal_moves().iter().copied().find(|mv| mv.from() == from && mv.to() == square)?;
            Some(Steps { start: *start, step, plain_start, plain })
        })
    };
    let pieces = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let movers = pieces.into_iter().fold(Bitboard::EMPTY, |all, kind| all | end.of(us, kind));
    // The piece that took the step itself would come by much the same way.
    (movers - end.unmoved() - Bitboard::of(step.to())).into_iter().find_map(back)
}

/// The same step among fewer pieces.
fn shrink(session: &mut Session, traits: &Traits, largest: &Steps) -> Result<Steps, EngineError> {
    let Steps { start, step, .. } = *largest;
    let again = |position: &Position<Chess>| {
        let is_same = position.is_legal(step) && rarity(position, step) == rarity(&start, step);
        if is_same { steps(position, step) } else { None }
    };
    let small = smallest(&start, 200, &mut |position| match again(position) {
        Some(steps) if !session.time_is_up() => {
            Ok(both(session, traits, &steps)?.is_some_and(|(step, plain)| is_different(step, plain)))
        }
        _ => Ok::<_, EngineError>(false),
    })?;
    Ok(again(&small).unwrap_or_else(|| largest.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::positions::game;

    #[test]
    fn both_ways_lead_to_the_same_position_from_the_same_material() {
        let mut random = Random::new(7);
        let games = (0..6).map(|_| game(Position::start(), &mut random, 160));
        let all: Vec<Steps> = en_passant().into_iter().chain(games.flat_map(|game| rarest(&game))).collect();
        assert!(all.iter().filter(|steps| steps.step.is_en_passant()).count() >= 6);
        assert!(all.len() >= 8, "{}", all.len());
        for Steps { start, step, plain_start, plain } in all {
            assert_eq!(start.after(step).to_string(), plain_start.after(plain).to_string());
            assert_eq!(start.occupied().len(), plain_start.occupied().len());
        }
    }
}
