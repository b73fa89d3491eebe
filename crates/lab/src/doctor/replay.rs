//! A finding in a file, and its conversation played again: the same words to a fresh engine, each after the answers that
//! it followed the first time.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use uci::client::{Engine, EngineError, SearchInfo, Timeouts};

use super::session::Record;
use super::verdict::{Examined, Finding, Said, Speaker};
use crate::engines::EngineEntry;

/// What a file holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The law's name.
    pub law: String,
    /// What it says.
    pub says: String,
    /// The engine.
    pub engine: EngineEntry,
    /// The finding, with the conversation.
    pub finding: Finding,
}

impl Replay {
    /// What is needed to see a finding again; `None` if it is none, or was not seen in a conversation.
    pub fn of(examined: &Examined, engine: &EngineEntry) -> Option<Self> {
        let finding = examined.verdict.finding().filter(|finding| !finding.evidence.transcript.is_empty())?;
        Some(Self {
            law: examined.law.id(),
            says: examined.law.says.to_owned(),
            engine: engine.clone(),
            finding: finding.clone(),
        })
    }

    /// Plays the conversation again, and tells every line.
    pub fn again(&self, tell: &mut dyn FnMut(&Said)) -> Result<Vec<Said>, EngineError> {
        let lines = &self.finding.evidence.transcript;
        let mut processes: Vec<u32> = lines.iter().map(|said| said.process).collect();
        processes.dedup();
        let mut all = Vec::new();
        for process in processes {
            let own: Vec<&Said> = lines.iter().filter(|said| said.process == process).collect();
            let said = converse(&self.engine, process, &own)?;
            said.iter().for_each(&mut *tell);
            all.extend(said);
        }
        Ok(all)
    }
}

/// Whether the doctor waits for a line like this.
fn is_answer(text: &str) -> bool {
    text == "readyok" || text.starts_with("bestmove")
}

fn converse(entry: &EngineEntry, process: u32, lines: &[&Said]) -> Result<Vec<Said>, EngineError> {
    let record = Record::default();
    let mut launch = entry.launch();
    launch.transcript = Some(record.listener(process));
    let mut engine = Engine::start(&launch, Timeouts::default())?;
    let (mut due, mut seen) = (0, 0);
    let mut before = 0.0;
    for said in lines.iter().filter(|said| said.text != "uci") {
        match said.by {
            Speaker::Engine if is_answer(&said.text) => due += 1,
            Speaker::Doctor => {
                // The doctor was not waiting for an answer, but for time to pass.
                let gap = Duration::from_secs_f64(((said.ms - before) / 1000.0).clamp(0.0, 10.0));
                wait(&mut engine, &mut seen, due, gap + Duration::from_secs(10))?;
                if seen >= due && gap > Duration::from_millis(40) {
                    std::thread::sleep(gap.min(Duration::from_secs(3)));
                }
                if engine.send(&said.text).is_err() {
                    return Ok(record.lines());
                }
            }
            _ => {}
        }
        before = said.ms;
    }
    wait(&mut engine, &mut seen, due, Duration::from_secs(10))?;
    Ok(record.lines())
}

/// Waits until so many answers have come, but not for ever. An engine that has ended says no more.
fn wait(engine: &mut Engine, seen: &mut usize, due: usize, patience: Duration) -> Result<(), EngineError> {
    let until = Instant::now() + patience;
    while *seen < due {
        match engine.next_line(Some(until)) {
            Ok(Some(line)) => *seen += usize::from(is_answer(&line.text)),
            Ok(None) => break,
            Err(EngineError::Failed { .. }) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The answers of a conversation, each with the last score before it: what two conversations are compared by.
pub fn answers(lines: &[Said]) -> Vec<String> {
    let mut answers = Vec::new();
    let mut score = String::new();
    for said in lines.iter().filter(|said| said.by == Speaker::Engine) {
        if let Some(told) = SearchInfo::parse(&said.text).and_then(|info| info.score) {
            score = format!("{told} ");
        } else if said.text.starts_with("bestmove") {
            let best = said.text.split(" ponder").next().unwrap_or_default();
            answers.push(format!("{score}{best}"));
            score.clear();
        }
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_the_last_score_and_the_move() {
        let line = |text: &str| Said { process: 1, ms: 0.0, by: Speaker::Engine, text: text.to_owned() };
        let lines = [
            line("info depth 1 score cp 5 pv e2e4"),
            line("info depth 2 score cp -7 pv e2e4"),
            line("bestmove e2e4 ponder e7e5"),
            line("bestmove d2d4"),
        ];
        assert_eq!(answers(&lines), ["-0.07 bestmove e2e4", "bestmove d2d4"]);
    }
}
