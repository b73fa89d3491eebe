//! Law: a search favours no colour. Searches of a position and of its flip part ways by chance, and that is no fault; but
//! the differences must lean to neither side.

use rules::Color;
use uci::client::EngineError;

use super::probe::{Given, pawns, read};
use crate::doctor::law::{Group, Law};
use crate::doctor::patient::Patient;
use crate::doctor::positions::Phase;
use crate::doctor::run::{Check, Pace};
use crate::doctor::significance::Lean;
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

/// The trial.
pub const CHECK: Check = Check {
    law: Law {
        group: Group::Scores,
        name: "colour-bias",
        says: "At a fixed depth neither colour's scores are better than the other's in the same situation.",
        experiment: "Positions and their colour flips at a fixed depth with an empty table. The differences, counted for \
            White, must be as often and as far above zero as below: signs and signed ranks are tested.",
    },
    from: Pace::Quick,
    share: 10,
    run,
};

/// The chance below which a lean is no chance.
const CHANCE: f64 = 1e-4;
/// A smaller mean is nobody's loss.
const SMALLEST_MEAN: f64 = 4.0;

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let depth = patient.pace().pick(5, 6, 8);
    let wanted = patient.pace().pick(30, 120, 500);
    let mut differences = Vec::new();
    let mut worst = None;
    let mut phases = [Phase::Middle, Phase::Ending].map(|phase| Box::new(patient.positions(0xb1a5, phase)));
    while differences.len() < wanted && !patient.time_is_up() {
        let place = differences.len() % 2;
        let Some(position) = phases[place].next() else { break };
        let own = read(&mut session, &patient.traits, &Given::bare(&position), depth, None)?;
        let flipped = read(&mut session, &patient.traits, &Given::bare(&position.flipped()), depth, None)?;
        let (Some(own), Some(flipped)) = (own, flipped) else { continue };
        let difference = if position.side_to_move() == Color::White { own - flipped } else { flipped - own };
        differences.push(f64::from(difference));
        if worst.as_ref().is_none_or(|(_, _, _, worst): &(_, _, _, i32)| worst.abs() < difference.abs()) {
            worst = Some((position, own, flipped, difference));
        }
    }
    let lean = Lean::of(&differences);
    if lean.count < 12 {
        return Ok(Verdict::CannotTell(format!("too few pairs with scores in centipawns: {}", lean.count)));
    }
    let is_biased = lean.chance < CHANCE && lean.mean.abs() >= SMALLEST_MEAN;
    let (Some((position, own, flipped, _)), true) = (worst, is_biased) else {
        return Ok(Verdict::Pass(format!(
            "{} pairs at depth {depth} differ by {:.0} cp on average and lean to {} by {:.1} cp (chance {:.2})",
            lean.count,
            lean.mean_size,
            favoured(&lean),
            lean.mean.abs(),
            lean.chance
        )));
    };
    let mut alone = patient.start()?;
    read(&mut alone, &patient.traits, &Given::bare(&position), depth, None)?;
    read(&mut alone, &patient.traits, &Given::bare(&position.flipped()), depth, None)?;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!(
            "{} is favoured by {:.0} cp on average at depth {depth}; by chance that happens once in {:.0}",
            favoured(&lean),
            lean.mean.abs(),
            (1.0 / lean.chance.max(1e-12)).min(1e9)
        ),
        failed: lean.differing,
        tried: lean.count,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("about {} as for the flipped position {}", pawns(flipped), position.flipped()),
            seen: pawns(own),
            transcript: alone.transcript(),
        },
        culprits: vec![
            "a term of the evaluation with the wrong sign for one colour (see scores/colour-symmetry)".to_owned(),
            "negamax that also branches on who is to move".to_owned(),
            "move ordering, history or pruning that treats colours differently".to_owned(),
        ],
        breaks: "play: the engine is weaker with one colour".to_owned(),
    })))
}

/// The colour that differences lean to.
fn favoured(lean: &Lean) -> Color {
    if lean.mean > 0.0 { Color::White } else { Color::Black }
}
