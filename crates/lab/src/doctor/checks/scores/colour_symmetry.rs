//! Law: a position and its colour flip have the same static evaluation for the side to move. Held to one quiet move at
//! depth 1 an engine has nothing to choose, so that what differs is the evaluation, not the order of moves.

use rules::{Chess, Color, Move, Position};
use uci::client::EngineError;

use super::probe::{Given, confirm, held_to, pawns, read_with_move};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::{Patient, Traits};
use crate::doctor::positions::{Phase, flipped_move};
use crate::doctor::run::{Check, Pace};
use crate::doctor::session::Session;
use crate::doctor::shrink::{SHRINKING, smallest};
use crate::doctor::significance::Lean;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "colour-symmetry",
        says: "A position and the same position with colours swapped have the same static evaluation for the side to move.",
        experiment: "Middle games and endgames and their colour flips, at depth 1 with an empty table; where possible the \
            search is held to one quiet move with no reply but quiet ones, so that no choice of moves can make a \
            difference. One or two centipawns are rounding.",
    },
    from: Pace::Quick,
    share: 10,
    run,
};

/// A pair of readings.
struct Pair {
    position: Position<Chess>,
    only: Option<Move>,
    own: i32,
    flipped: i32,
    phase: Phase,
}

impl Pair {
    /// How much better White's side of the same situation is for the engine.
    fn for_white(&self) -> i32 {
        let difference = self.own - self.flipped;
        if self.position.side_to_move() == Color::White { difference } else { -difference }
    }
}

/// What rounding may do: scores are scaled, tapered and divided in different places.
fn tolerance(score: i32) -> i32 {
    2 + score.abs() / 100
}

/// Whether two evaluations for the side to move differ by more than rounding.
pub(super) fn differ(own: i32, flipped: i32) -> bool {
    (own - flipped).abs() > tolerance(own)
}

/// The scores of a position and of its flip, where both are the static evaluation after the same move: the one that the
/// engine is held to, or the one that it has chosen by itself on both boards.
fn both(
    session: &mut Session,
    traits: &Traits,
    position: &Position<Chess>,
    only: Option<Move>,
) -> Result<Option<(i32, i32)>, EngineError> {
    let own = read_with_move(session, traits, &Given::bare(position), 1, only)?;
    let Some((own, mv)) = own.and_then(|own| Some((own.score, own.settled?))) else { return Ok(None) };
    let flipped = Given::bare(&position.flipped());
    let flipped = read_with_move(session, traits, &flipped, 1, only.map(flipped_move))?;
    Ok(flipped.filter(|flipped| flipped.settled == Some(flipped_move(mv))).map(|flipped| (own, flipped.score)))
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let each = patient.pace().pick(40, 200, 1500);
    let mut pairs = Vec::new();
    for (phase, salt) in [(Phase::Middle, 1), (Phase::Ending, 2)] {
        let (mut count, mut looked) = (0, 0);
        for position in patient.positions(salt, phase) {
            looked += 1;
            if count >= each || looked > 40 * each || patient.time_is_up() {
                break;
            }
            let only = held_to(&patient.traits, &position);
            if only.is_none() && patient.traits.obeys_searchmoves {
                continue;
            }
            if let Some((own, flipped)) = both(&mut session, &patient.traits, &position, only)? {
                count += 1;
                pairs.push(Pair { position, only, own, flipped, phase });
            }
        }
    }
    if pairs.len() < 10 {
        return Ok(Verdict::CannotTell(format!("too few pairs with scores in centipawns: {}", pairs.len())));
    }
    let differing: Vec<&Pair> = pairs.iter().filter(|pair| differ(pair.own, pair.flipped)).collect();
    let largest_equal = pairs.iter().map(|pair| (pair.own - pair.flipped).abs()).max().unwrap_or(0);
    let Some(largest) = differing.iter().max_by_key(|pair| (pair.own - pair.flipped).abs()) else {
        return Ok(Verdict::Pass(format!(
            "{} pairs of static evaluations differ by {largest_equal} cp at most",
            pairs.len()
        )));
    };
    if !patient.traits.repeats_itself {
        return Ok(Verdict::CannotTell("the same question gets different scores in two processes".to_owned()));
    }
    let lean = Lean::of(&pairs.iter().map(|pair| f64::from(pair.for_white())).collect::<Vec<_>>());
    let small = shrink(patient, largest)?;
    let mut shown = None;
    for (position, only) in [small, Some((largest.position, largest.only))].into_iter().flatten() {
        let (own, flipped) = (Given::bare(&position), Given::bare(&position.flipped()));
        if let Some(sure) = confirm(patient, [(&own, only), (&flipped, only.map(flipped_move))], 1)?
            && differ(sure.first, sure.second)
        {
            shown = Some((position, sure));
            break;
        }
    }
    let Some((position, sure)) = shown else {
        return Ok(Verdict::CannotTell("differences were seen, but not again in fresh processes".to_owned()));
    };
    // An engine that chooses its own move may do more at depth 1 than its choice shows.
    let certainty = match (largest.only.is_some(), differing.len()) {
        (true, 3..) => Certainty::Sure,
        (false, 3..) if differing.len() * 10 >= pairs.len() => Certainty::Likely,
        (true, _) => Certainty::Likely,
        (false, _) => Certainty::Hint,
    };
    let in_phase = |phase: Phase| {
        let of_phase = || pairs.iter().filter(|pair| pair.phase == phase);
        let count = of_phase().filter(|pair| differ(pair.own, pair.flipped)).count();
        format!("{count} of {} in the {}", of_phase().count(), phase.name())
    };
    let leaning = match lean.chance {
        chance if chance < 1e-3 && lean.mean > 0.0 => format!("White is favoured by {:.0} cp on average", lean.mean),
        chance if chance < 1e-3 => format!("Black is favoured by {:.0} cp on average", -lean.mean),
        _ => "neither colour is favoured on the whole".to_owned(),
    };
    let flipped = position.flipped();
    Ok(Verdict::Finding(Box::new(Finding {
        certainty,
        summary: format!(
            "static evaluations change when colours are swapped: {}, {}; {leaning}",
            in_phase(Phase::Middle),
            in_phase(Phase::Ending)
        ),
        failed: differing.len(),
        tried: pairs.len(),
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("{} as for the flipped position {flipped}", pawns(sure.second)),
            seen: pawns(sure.first),
            transcript: sure.transcript,
        },
        culprits: blame(&position, lean.chance < 1e-3),
        breaks: "play: one colour's pieces are misjudged, so the engine plays better with the other".to_owned(),
    })))
}

/// A position, and the only move that is looked at in it, if that helps.
type Asked = (Position<Chess>, Option<Move>);

fn shrink(patient: &mut Patient, pair: &Pair) -> Result<Option<Asked>, EngineError> {
    patient.grant(SHRINKING);
    let mut session = patient.start()?;
    let traits = patient.traits.clone();
    let mut shows = |position: &Position<Chess>| -> Result<bool, EngineError> {
        if session.time_is_up() || position.in_check() || position.legal_moves().is_empty() {
            return Ok(false);
        }
        let only = held_to(&traits, position);
        if only.is_none() && pair.only.is_some() {
            return Ok(false);
        }
        Ok(both(&mut session, &traits, position, only)?.is_some_and(|(own, flipped)| differ(own, flipped)))
    };
    let small = smallest(&pair.position, 300, &mut shows)?;
    let only = held_to(&patient.traits, &small);
    Ok(Some((small, only)))
}

/// Where to look when this position shows it.
pub(super) fn blame(position: &Position<Chess>, leans: bool) -> Vec<String> {
    let pieces: Vec<String> = position
        .pieces()
        .filter(|(_, piece)| piece.kind != rules::PieceKind::King)
        .map(|(square, piece)| format!("{} on {square}", piece.letter()))
        .collect();
    let mut culprits = Vec::new();
    if pieces.len() <= 3 {
        let which = if pieces.is_empty() { "the kings alone".to_owned() } else { pieces.join(", ") };
        culprits.push(format!("what the evaluation does with {which}"));
    }
    culprits.push("a piece-square table read without mirroring the square for Black, or mirrored twice".to_owned());
    let sign = "the side-to-move sign in a term that only one colour's pieces feed";
    culprits.push(if leans { format!("{sign}: all errors go one way") } else { sign.to_owned() });
    culprits.push(
        "a direction, rank or file that is written for White only (pawn pushes, passed pawns, king shelter)".to_owned(),
    );
    culprits.push("a loop over one colour's pieces that was copied and still counts another kind".to_owned());
    culprits
}
