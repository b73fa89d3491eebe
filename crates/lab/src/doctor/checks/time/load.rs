//! A busy machine: a process beside the patient, with a thread for each processor.

use uci::Limits;
use uci::client::{Engine, EngineError, Timeouts};

use crate::engines::EngineEntry;

/// Lets an engine search without end; the process ends when what is given back is dropped, or when the doctor does. If it
/// cannot, why.
pub(super) fn begin(companion: Option<&EngineEntry>) -> Result<Engine, String> {
    let Some(companion) = companion else {
        return Err("there is no other process to share the machine with".to_owned());
    };
    searching(companion).map_err(|error| format!("the process to share the machine with: {error}"))
}

fn searching(companion: &EngineEntry) -> Result<Engine, EngineError> {
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let mut engine = Engine::start(&companion.launch(), Timeouts::default())?;
    engine.set_option("Threads", &processors.to_string())?;
    engine.ready()?;
    engine.position("startpos", "")?;
    engine.go(&Limits { infinite: true, ..Limits::default() })?;
    Ok(engine)
}
