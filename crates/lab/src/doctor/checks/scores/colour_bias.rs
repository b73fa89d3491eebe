//! Law: a search favours no colour. Searches of a position and of its flip part ways by chance, and that is no fault; but
//! the differences must lean to neither side, in the middle game, in the endgame, or in both together.

use rules::{Chess, Color, Position};
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
            White, must be as often and as far above zero as below: signs and signed ranks are tested, for the middle game, \
            for the endgame and for both.",
    },
    from: Pace::Quick,
    share: 10,
    run,
};

/// The chance below which a lean is no chance.
const CHANCE: f64 = 1e-4;
/// Each phase by itself, and both: who looks three times sees chance three times as often.
const LOOKS: f64 = 3.0;
/// A smaller mean is nobody's loss.
const SMALLEST_MEAN: f64 = 4.0;
/// So many centipawns may be rounding.
const ROUNDING: i32 = 2;
const PHASES: [Phase; 2] = [Phase::Middle, Phase::Ending];

/// A position, and what was said of it and of its flip.
struct Pair {
    position: Position<Chess>,
    own: i32,
    flipped: i32,
    /// How much better the one with White to move is for White than the other is for Black.
    difference: i32,
}

/// Rounding always goes one way: so small a difference leans to nobody, however often it comes.
fn unrounded(difference: i32) -> f64 {
    if difference.abs() <= ROUNDING { 0.0 } else { f64::from(difference) }
}

fn run(patient: &mut Patient) -> Result<Verdict, EngineError> {
    let mut session = patient.start()?;
    let depth = patient.pace().pick(5, 6, 8);
    // For each phase: with less than two dozen, even one-sided differences may be chance.
    let wanted = patient.pace().pick(30, 60, 250);
    let mut pairs: [Vec<Pair>; 2] = Default::default();
    let mut phases = PHASES.map(|phase| Box::new(patient.positions(0xb1a5, phase)));
    while !patient.time_is_up() {
        let place = usize::from(pairs[1].len() < pairs[0].len());
        if pairs[place].len() >= wanted {
            break;
        }
        let Some(position) = phases[place].next() else { break };
        let own = read(&mut session, &patient.traits, &Given::bare(&position), depth, None)?;
        let flipped = read(&mut session, &patient.traits, &Given::bare(&position.flipped()), depth, None)?;
        let (Some(own), Some(flipped)) = (own, flipped) else { continue };
        let difference = if position.side_to_move() == Color::White { own - flipped } else { flipped - own };
        pairs[place].push(Pair { position, own, flipped, difference });
    }
    let differences = |place: usize| pairs[place].iter().map(|pair| unrounded(pair.difference)).collect::<Vec<f64>>();
    let leans = Leans::of(&differences(0), &differences(1));
    let Leans { phases: [middle, ending], both } = leans;
    if both.count < 12 {
        return Ok(Verdict::CannotTell(format!("too few pairs with scores in centipawns: {}", both.count)));
    }
    let found = leans.found();
    // The largest difference to the side, and in the phase, that is told first.
    let worst = found.first().and_then(|(phase, lean)| {
        let of_phase = PHASES.iter().zip(&pairs).filter(|(one, _)| phase.is_none_or(|phase| phase == **one));
        let all = of_phase.flat_map(|(_, pairs)| pairs);
        all.max_by_key(|pair| if lean.mean > 0.0 { pair.difference } else { -pair.difference })
    });
    let Some(Pair { position, own, flipped, .. }) = worst else {
        return Ok(Verdict::Pass(format!(
            "{} pairs at depth {depth} differ by {:.0} cp on average and lean to {} by {:.1} cp (chance {:.2}); {} by {:.1} cp \
             in the middle game, {} by {:.1} cp in the endgame",
            both.count,
            both.mean_size,
            favoured(&both),
            both.mean.abs(),
            both.chance,
            favoured(&middle),
            middle.mean.abs(),
            favoured(&ending),
            ending.mean.abs(),
        )));
    };
    let told: Vec<String> = found.iter().map(|(phase, lean)| in_words(*phase, lean)).collect();
    let chance = found.iter().map(|(_, lean)| lean.chance * LOOKS).fold(1.0, f64::min);
    let mut alone = patient.start()?;
    read(&mut alone, &patient.traits, &Given::bare(position), depth, None)?;
    read(&mut alone, &patient.traits, &Given::bare(&position.flipped()), depth, None)?;
    Ok(Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Likely,
        summary: format!(
            "{} at depth {depth}; by chance that happens once in {:.0}",
            told.join(", "),
            (1.0 / chance.max(1e-12)).min(1e9)
        ),
        failed: both.differing,
        tried: both.count,
        evidence: Evidence {
            fen: Some(position.to_string()),
            moves: Vec::new(),
            expected: format!("about {} as for the flipped position {}", pawns(*flipped), position.flipped()),
            seen: pawns(*own),
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

/// What the differences of each phase say, and those of both together.
#[derive(Clone, Copy)]
struct Leans {
    phases: [Lean; 2],
    both: Lean,
}

impl Leans {
    fn of(middle: &[f64], ending: &[f64]) -> Self {
        Self { phases: [middle, ending].map(Lean::of), both: Lean::of(&[middle, ending].concat()) }
    }

    /// Those that are no chance: phases by themselves; both together only if no phase shows it.
    fn found(&self) -> Vec<(Option<Phase>, Lean)> {
        let is_biased = |lean: &Lean| lean.chance * LOOKS < CHANCE && lean.mean.abs() >= SMALLEST_MEAN;
        let mut found: Vec<(Option<Phase>, Lean)> = PHASES.into_iter().map(Some).zip(self.phases).collect();
        found.retain(|(_, lean)| is_biased(lean));
        if found.is_empty() && is_biased(&self.both) {
            found.push((None, self.both));
        }
        found
    }
}

fn in_words(phase: Option<Phase>, lean: &Lean) -> String {
    let whither = phase.map_or_else(String::new, |phase| format!(" in the {}", phase.name()));
    format!("{} is favoured by {:.0} cp on average{whither}", favoured(lean), lean.mean.abs())
}

/// The colour that differences lean to.
fn favoured(lean: &Lean) -> Color {
    if lean.mean > 0.0 { Color::White } else { Color::Black }
}

#[cfg(test)]
mod tests {
    use uci::genfens::Random;

    use super::*;

    fn noise(random: &mut Random, bias: f64) -> Vec<f64> {
        (0..60).map(|_| random.below(101) as f64 - 50.0 + bias).collect()
    }

    #[test]
    fn a_bias_is_seen_in_the_phase_that_has_it() {
        let mut random = Random::new(3);
        let mut found = |middle, ending| {
            let leans = Leans::of(&noise(&mut random, middle), &noise(&mut random, ending));
            leans.found().into_iter().map(|(phase, lean)| (phase, lean.mean > 0.0)).collect::<Vec<_>>()
        };
        assert!(found(0.0, 0.0).is_empty());
        assert_eq!(found(0.0, 40.0), [(Some(Phase::Ending), true)]);
        assert_eq!(found(-40.0, 0.0), [(Some(Phase::Middle), false)]);
        // Neither is lost because the other leans the other way.
        assert_eq!(found(40.0, -40.0), [(Some(Phase::Middle), true), (Some(Phase::Ending), false)]);
    }

    #[test]
    fn what_neither_phase_shows_alone_may_show_in_both() {
        let one_way: Vec<f64> = (0..16).map(|place| 10.0 + f64::from(place)).collect();
        let found = Leans::of(&one_way, &one_way).found();
        assert!(matches!(found[..], [(None, _)]), "{}", found.len());
    }
}
