//! The first look: does the engine start, speak UCI and find a move, and what are its habits?

use uci::client::{EngineError, Failure};

use super::patient::Patient;
use super::run::NoPatient;

/// Looks. The outer error means that there is nobody to examine, the inner one that the patient died at once.
pub(super) fn look(patient: &mut Patient) -> Result<Result<(), EngineError>, NoPatient> {
    let mut session = match patient.start() {
        Ok(session) => session,
        Err(error) => return Err(nobody(&error)),
    };
    patient.traits.identity = session.engine().identity().clone();
    patient.traits.options = session.engine().options().to_vec();
    let first = (|| {
        session.new_game()?;
        session.place(&rules::Position::start())?;
        session.depth(1).map(drop)
    })();
    Ok(first)
}

/// Why an engine cannot be examined, and what to try.
fn nobody(error: &EngineError) -> NoPatient {
    let advice = match error {
        EngineError::Start { .. } => "Is the path right, and may the file be run? Try it by hand.".to_owned(),
        EngineError::UnknownOption { .. } | EngineError::OptionValue { .. } => {
            "Options are given as --option NAME=VALUE, as the engine announces them after \"uci\".".to_owned()
        }
        EngineError::Failed { failure, stderr, .. } => match failure {
            Failure::Exited(_) if stderr.contains("error while loading shared libraries") => {
                "A library is missing; its name is in the last words above.".to_owned()
            }
            Failure::Exited(_) => {
                "The program ended before it said \"uciok\". Type its command and then \"uci\" to see why.".to_owned()
            }
            Failure::Silent(_) => {
                "The program runs, but never said \"uciok\" in answer to \"uci\". Is it a UCI engine, and does it flush \
                 its output after each line?"
                    .to_owned()
            }
            Failure::Flood(_) => "The program writes without end. Is it a UCI engine?".to_owned(),
            Failure::Protocol(_) => "The program says moves that nobody asked for.".to_owned(),
        },
    };
    NoPatient { summary: error.to_string(), advice }
}
