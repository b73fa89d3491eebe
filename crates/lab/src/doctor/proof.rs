//! What was seen once is shown again: alone, in a fresh process, and on the smallest position for which there is time.

use std::time::Duration;

use rules::{Chess, Position};
use uci::client::EngineError;

use super::patient::Patient;
use super::session::Session;
use super::shrink::smallest;
use super::verdict::Said;

/// A position that shows it, what is seen there, and all that was said until then in a process that knew nothing before.
pub struct Proof<T> {
    /// The smallest position found.
    pub position: Position<Chess>,
    /// What is seen there.
    pub seen: T,
    /// The conversation.
    pub transcript: Vec<Said>,
}

/// An experiment that can be made with any position: what it shows there, if it shows anything. It begins with an empty
/// table.
pub type Experiment<'a, T> = &'a mut dyn FnMut(&mut Session, &Position<Chess>) -> Result<Option<T>, EngineError>;

/// Positions that are tried at most on the way to a smaller one.
const MOST: usize = 400;

/// Shows it again in a fresh process, as small as the time allows; `None` if a fresh process does not show it.
pub fn prove<T>(
    patient: &mut Patient,
    start: &Position<Chess>,
    experiment: Experiment<'_, T>,
) -> Result<Option<Proof<T>>, EngineError> {
    patient.grant(Duration::from_secs(patient.pace().pick(4, 10, 30)));
    let Some(whole) = alone(patient, start, experiment)? else { return Ok(None) };
    let mut session = patient.start()?;
    let mut small = *start;
    let hunt = smallest(start, MOST, &mut |position| {
        if session.time_is_up() || position.legal_moves().is_empty() {
            return Ok(false);
        }
        let is_shown = experiment(&mut session, position)?.is_some();
        if is_shown {
            small = *position;
        }
        Ok::<_, EngineError>(is_shown)
    });
    // Who dies on the way has still shown what was found before, and has broken another law.
    if let Err(error) = hunt {
        patient.note_death(error, session.transcript());
    }
    if small == *start {
        return Ok(Some(whole));
    }
    let shown = alone(patient, &small, experiment).unwrap_or_else(|error| {
        patient.note_death(error, patient.last_transcript());
        None
    });
    Ok(Some(shown.unwrap_or(whole)))
}

/// The experiment in a process of its own.
fn alone<T>(
    patient: &mut Patient,
    position: &Position<Chess>,
    experiment: Experiment<'_, T>,
) -> Result<Option<Proof<T>>, EngineError> {
    let mut session = patient.start()?;
    let seen = experiment(&mut session, position)?;
    Ok(seen.map(|seen| Proof { position: *position, seen, transcript: session.transcript() }))
}
