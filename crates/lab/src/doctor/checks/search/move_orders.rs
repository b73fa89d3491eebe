//! The same position by another order of moves. What a table has learnt after one order may make the search after the other
//! deeper, but not absurd.

use rules::{Chess, Color, Move, PieceKind, Position};
use uci::Limits;
use uci::client::{EngineError, SearchScore};

use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::Phase;
use crate::doctor::session::{Heard, Session};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

const DEPTH: u32 = 6;
/// A warm table may see so many plies further than an empty one.
const FURTHER: u32 = 4;
/// A score that is further than this from all that an empty table ever says is absurd.
const ABSURD: i32 = 300;

/// Two ways to one position.
struct Pair {
    start: Position<Chess>,
    one: [Move; 3],
    other: [Move; 3],
}

impl Pair {
    /// Two moves of one side, in either order, around a move of the other. Pieces move, not pawns, so that both ways leave the
    /// same counters.
    fn from(start: &Position<Chess>) -> Option<Self> {
        let is_calm = |position: &Position<Chess>, mv: &Move| {
            let is_pawn = position.kind_at(mv.from()) == Some(PieceKind::Pawn);
            !mv.is_noisy() && !mv.is_castle() && !is_pawn && position.exchange_gains(*mv, 0)
        };
        let calm = |position: &Position<Chess>| -> Vec<Move> {
            position.legal_moves().iter().copied().filter(|mv| is_calm(position, mv)).collect()
        };
        let firsts = calm(start);
        for (place, a) in firsts.iter().enumerate() {
            let after = start.after(*a);
            for b in calm(&after) {
                for c in &firsts[place + 1..] {
                    let (one, other) = ([*a, b, *c], [*c, b, *a]);
                    let ends = (walk(start, &one), walk(start, &other));
                    if let (Some(end), Some(same)) = ends
                        && end == same
                        && !end.in_check()
                        && !end.legal_moves().is_empty()
                    {
                        return Some(Self { start: *start, one, other });
                    }
                }
            }
        }
        None
    }

    fn end(&self) -> Option<Position<Chess>> {
        walk(&self.start, &self.one)
    }
}

/// Where these moves lead, if each is legal.
fn walk(start: &Position<Chess>, moves: &[Move]) -> Option<Position<Chess>> {
    moves.iter().try_fold(*start, |position, mv| position.is_legal(*mv).then(|| position.after(*mv)))
}

/// What is wrong with the answer after the second way.
struct Absurd {
    certainty: Certainty,
    expected: String,
    seen: String,
}

/// A finding, if what is known after one order misleads after the other; else how many pairs were tried.
pub(super) fn look(patient: &mut Patient) -> Result<Result<usize, Verdict>, EngineError> {
    let wanted = patient.pace().pick(10, 40, 200);
    let mut session = patient.start()?;
    let (mut tried, mut wrong) = (0, Vec::new());
    for start in patient.positions(0x0de5, Phase::Middle).take(wanted) {
        if patient.time_is_up() {
            break;
        }
        let Some(pair) = Pair::from(&start) else { continue };
        tried += 1;
        session.new_game()?;
        if absurd(patient, &mut session, &pair)?.is_some() {
            // Once more, alone.
            let mut alone = patient.start()?;
            if let Some(absurd) = absurd(patient, &mut alone, &pair)? {
                wrong.push((pair, absurd, alone.transcript()));
            }
        }
    }
    wrong.sort_by_key(|(_, absurd, _)| std::cmp::Reverse(absurd.certainty));
    let failed = wrong.len();
    // One score may be a search that a warm table helps to see far.
    let is_finding = failed > 1 || wrong.iter().any(|(_, absurd, _)| absurd.certainty == Certainty::Sure);
    let Some((pair, absurd, transcript)) = wrong.into_iter().next().filter(|_| is_finding) else {
        return Ok(Ok(tried));
    };
    Ok(Err(Verdict::Finding(Box::new(Finding {
        certainty: absurd.certainty,
        summary: format!("the same position by another order of moves: {}", absurd.seen),
        failed,
        tried,
        evidence: Evidence {
            fen: Some(pair.start.to_string()),
            moves: pair.other.iter().map(|mv| mv.uci(session.style())).collect(),
            expected: absurd.expected,
            seen: absurd.seen,
            transcript,
        },
        culprits: vec![
            "a move of the table that is not checked for legality in this position".to_owned(),
            "the key that moves make depends on their order".to_owned(),
            "entries of the table are used without comparing the whole key".to_owned(),
        ],
        breaks: "play: scores of one position are believed of another".to_owned(),
    }))))
}

/// Searches after one order and then after the other. The second answer should be near to something that was said after the
/// first, or that a process without a past says up to some plies deeper.
fn absurd(patient: &mut Patient, session: &mut Session, pair: &Pair) -> Result<Option<Absurd>, EngineError> {
    let Some(end) = pair.end() else { return Ok(None) };
    let first = ask(session, pair, &pair.one, DEPTH)?;
    let warm = ask(session, pair, &pair.other, DEPTH)?;
    if end.uci_move(&warm.best).is_err() {
        let (expected, seen) = ("a legal move".to_owned(), format!("the illegal move {}", warm.best));
        return Ok(Some(Absurd { certainty: Certainty::Sure, expected, seen }));
    }
    let scores = |heard: &Heard, traits: &Traits| -> Vec<SearchScore> {
        let told = heard.infos().iter().filter_map(|info| info.score);
        told.map(|score| traits.normal(score, end.side_to_move() == Color::Black)).collect()
    };
    let Some(now) = warm.score().map(|score| patient.traits.normal(score, end.side_to_move() == Color::Black)) else {
        return Ok(None);
    };
    let is_near = |score: &SearchScore| (score.value() - now.value()).abs() <= ABSURD;
    if scores(&first, &patient.traits).iter().any(is_near) {
        return Ok(None);
    }
    let cold = ask(&mut patient.start()?, pair, &pair.other, DEPTH + FURTHER)?;
    let said = scores(&cold, &patient.traits);
    let Some(last) = said.last().filter(|_| !said.iter().any(is_near)) else { return Ok(None) };
    let expected = format!("about {last}, as in a fresh process to depth {}", DEPTH + FURTHER);
    let seen = format!("{now} at depth {DEPTH} after a search by the first order");
    Ok(Some(Absurd { certainty: Certainty::Likely, expected, seen }))
}

fn ask(session: &mut Session, pair: &Pair, moves: &[Move], depth: u32) -> Result<Heard, EngineError> {
    session.place_with(&pair.start, moves)?;
    session.search(&Limits { depth: Some(depth), nodes: Some(400_000), ..Limits::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::positions::positions;

    #[test]
    fn two_orders_of_the_same_moves_lead_to_the_same_position() {
        let starts = positions(7, Phase::Middle, |_| Position::start()).take(20);
        let pairs: Vec<Pair> = starts.filter_map(|start| Pair::from(&start)).collect();
        assert!(pairs.len() >= 15, "{}", pairs.len());
        for pair in pairs {
            assert_ne!(pair.one, pair.other);
            assert_eq!(pair.end(), walk(&pair.start, &pair.other));
        }
    }
}
