//! Law: two positions that differ in the side to move, in castling or en passant rights, or in what a pawn became are two
//! positions. A key that forgets one of these gives one the other's score.

use rules::{Chess, Color, Position};
use uci::Limits;
use uci::client::EngineError;

use super::move_orders;
use crate::doctor::checks::cases::flipped_text;
use crate::doctor::checks::draws::rights;
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Search,
        name: "transpositions",
        says: "What is known of one position is not believed of another that differs only in the side to move, in rights, or \
            in what a pawn became; the same position by another order of moves is the same.",
        experiment: "A question with one good answer, with an empty table and once more after a search of the position that \
            the answer would lead to, but for one thing that a key may have forgotten. The answer must stay the same, unless \
            it also changes after a search of that very position: then it is not the key. Then middle games with two orders of the same \
            moves, one after the other: no illegal move, and no score that is three pawns away from all that was said after the \
            first order and that a fresh process says up to four plies deeper.",
    },
    from: Pace::Quick,
    share: 3,
    run,
};

struct Trap {
    forgotten: String,
    fills: Position<Chess>,
    asks: Position<Chess>,
    answer: String,
}

impl Trap {
    fn flipped(&self) -> Self {
        Self {
            forgotten: self.forgotten.clone(),
            fills: self.fills.flipped(),
            asks: self.asks.flipped(),
            answer: flipped_text(&self.answer),
        }
    }

    /// The position that the answer leads to.
    fn truth(&self) -> Option<Position<Chess>> {
        self.asks.uci_move(&self.answer).ok().map(|mv| self.asks.after(mv))
    }
}

fn traps() -> Vec<Trap> {
    let parse = |line: &str| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [forgotten, fills, asks, answer] = fields[..] else { return None };
        let (forgotten, answer) = (forgotten.to_owned(), answer.to_owned());
        Some(Trap { forgotten, fills: fills.parse().ok()?, asks: asks.parse().ok()?, answer })
    };
    let lines = include_str!("transpositions.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(parse).flat_map(|trap| [trap.flipped(), trap]).collect()
}

/// A loss of so much is no refinement.
const LOSS: i32 = 60;
const DEPTHS: [u32; 3] = [2, 3, 4];

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let (mut tried, mut misled, mut fallen) = (0, 0, Vec::new());
    for trap in traps() {
        for depth in DEPTHS {
            if patient.time_is_up() {
                break;
            }
            let mut spring = |fills| spring(&mut session, &patient.traits, &trap, depth, fills);
            let Some((cold, _, _)) = spring(None)? else { continue };
            tried += 1;
            let is_fall = |heard: &(i32, String, String)| heard.1 != trap.answer && cold - heard.0 >= LOSS;
            let Some((_, best, said)) = spring(Some(&trap.fills))?.filter(is_fall) else { continue };
            // Who is misled by the very position as well has a table, but not a key, that is wrong.
            if spring(trap.truth().as_ref())?.as_ref().is_some_and(is_fall) {
                misled += 1;
            } else {
                fallen.push((trap, depth, cold, best, said));
            }
            break;
        }
    }
    if tried == 0 {
        return Ok(Verdict::CannotTell("none of the questions was answered rightly with an empty table".to_owned()));
    }
    let Some((trap, depth, cold, best, said)) = fallen.first() else {
        if let Some(finding) = promotions(patient)? {
            return Ok(finding);
        }
        let orders = match move_orders::look(patient)? {
            Ok(tried) => tried,
            Err(finding) => return Ok(finding),
        };
        let but = if misled > 0 { format!(", but {misled} change for other reasons") } else { String::new() };
        return Ok(Verdict::Pass(format!(
            "{tried} answers stay the same with a table that was filled on purpose{but}; {orders} positions are no others by \
             another order of moves"
        )));
    };
    // Repetitions may show that the key is sound: then the table lies in another way, which other laws tell.
    let only_en_passant = fallen.iter().all(|(trap, ..)| trap.forgotten == "the en passant square");
    let is_refuted = only_en_passant && rights::key_knows_en_passant(patient)?;
    let mut alone = patient.start()?;
    let again = spring(&mut alone, &patient.traits, trap, *depth, Some(&trap.fills))?;
    let is_again = again.is_some_and(|(_, again, _)| again == *best);
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: match fallen.len() {
            _ if is_refuted => Certainty::Hint,
            2.. if is_again => Certainty::Sure,
            2.. => Certainty::Likely,
            // Of one answer a healthy engine may think better with a full table.
            _ => Certainty::Hint,
        },
        summary: format!(
            "the key of a position forgets {}: {} of {tried} answers change",
            trap.forgotten,
            fallen.len()
        ),
        failed: fallen.len(),
        tried,
        evidence: Evidence {
            fen: Some(trap.asks.to_string()),
            moves: Vec::new(),
            expected: format!("{} with about {cold} cp at depth {depth}, as with an empty table", trap.answer),
            seen: format!("{best} with {said} after a search of {}", trap.fills),
            transcript: alone.transcript(),
        },
        culprits: vec![
            format!("{} is not in the hash key, or not updated when a move is made", trap.forgotten),
            "the key that a move makes is not the key that a set-up computes".to_owned(),
            "entries of the table are used without comparing the whole key".to_owned(),
        ],
        breaks: "play: scores of one position are believed of another".to_owned(),
    })))
}

/// A pawn that may become a queen, or less.
const PROMOTION: (&str, &str) = ("8/8/1k6/p1p5/8/2K5/6p1/8 b - - 0 1", "g2g1q");
/// What else it may become, with the depth of the search of the queen and of the question.
const LESS: [(&str, u32, u32); 4] = [("g2g1b", 9, 5), ("g2g1n", 9, 5), ("g2g1b", 12, 4), ("g2g1n", 12, 4)];

/// Whether what is known of a queen is believed of a lesser piece on the same square.
fn promotions(patient: &mut Patient) -> Result<Option<Verdict>, EngineError> {
    if !patient.traits.obeys_searchmoves {
        return Ok(None);
    }
    for less in LESS {
        if let Some(finding) = promotion(patient, less)? {
            return Ok(Some(finding));
        }
    }
    Ok(None)
}

fn promotion(
    patient: &mut Patient,
    (less, fill_depth, depth): (&str, u32, u32),
) -> Result<Option<Verdict>, EngineError> {
    let (fen, queen) = PROMOTION;
    let Ok(position) = fen.parse::<Position<Chess>>() else { return Ok(None) };
    let mut scores = Vec::new();
    let mut session = patient.start()?;
    for (position, turn) in [(position, false), (position.flipped(), true)] {
        let text = |mv: &str| if turn { flipped_text(mv) } else { mv.to_owned() };
        let only = |mv: &str, depth| Limits { depth: Some(depth), search_moves: vec![text(mv)], ..Limits::default() };
        for is_warm in [false, true] {
            session.new_game()?;
            session.place(&position)?;
            if is_warm {
                session.search(&only(queen, fill_depth))?;
            }
            let heard = session.search(&only(less, depth))?;
            let Some(score) = heard.score() else { return Ok(None) };
            scores.push(patient.traits.normal(score, !turn).value());
        }
    }
    let [cold, warm, flipped_cold, flipped_warm] = scores[..] else { return Ok(None) };
    if warm - cold < 200 || flipped_warm - flipped_cold < 200 {
        return Ok(None);
    }
    Ok(Some(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: "the key of a position forgets what a pawn became".to_owned(),
        failed: 2,
        tried: 2,
        evidence: Evidence {
            fen: Some(fen.to_owned()),
            moves: Vec::new(),
            expected: format!("about {cold} cp for {less}, as with an empty table"),
            seen: format!("{warm} cp after a search of {queen}"),
            transcript: session.transcript(),
        },
        culprits: vec!["a promotion leaves the pawn in the hash key instead of the new piece".to_owned()],
        breaks: "play: a queen's score is believed of a lesser piece".to_owned(),
    }))))
}

/// Asks the question, perhaps after a search of another position. `None` if an empty table does not get the answer.
fn spring(
    session: &mut Session,
    traits: &Traits,
    trap: &Trap,
    depth: u32,
    fills: Option<&Position<Chess>>,
) -> Result<Option<(i32, String, String)>, EngineError> {
    session.new_game()?;
    if let Some(fills) = fills {
        session.place(fills)?;
        session.search(&Limits { depth: Some(8), nodes: Some(200_000), ..Limits::default() })?;
    }
    session.place(&trap.asks)?;
    let heard = session.depth(depth)?;
    let is_black = trap.asks.side_to_move() == Color::Black;
    let Some(score) = heard.score().map(|score| traits.normal(score, is_black)) else { return Ok(None) };
    let is_answered = fills.is_some() || heard.best == trap.answer;
    Ok(is_answered.then(|| (score.value(), heard.best, score.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trap_is_read_and_its_answer_is_legal() {
        let traps = traps();
        assert!(traps.len() >= 8);
        for trap in traps {
            let legal = trap.asks.legal_moves();
            let is_legal = legal.iter().any(|mv| mv.uci(Default::default()) == trap.answer);
            assert!(is_legal, "{} {}", trap.asks, trap.answer);
        }
    }
}
