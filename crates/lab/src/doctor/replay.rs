//! A finding in a file, and how it is seen again: its conversation is played once more, the same words to a fresh engine, each
//! after the answers that it followed the first time. Where there was no conversation the law is tried again as it was then.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use uci::client::{Engine, EngineError, SearchInfo, Timeouts};

use super::law::Group;
use super::report::Checkup;
use super::run::{NoPatient, Only, Pace, STAYS_ALIVE, Settings, Watcher, examine};
use super::session::Record;
use super::verdict::{Examined, Finding, Said, Speaker};
use super::whitebox;
use crate::engines::EngineEntry;
use crate::matches::GameKind;

/// What a file holds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Replay {
    /// The law's name.
    pub law: String,
    /// What it says.
    pub says: String,
    /// Who breaks it.
    #[serde(flatten)]
    pub whom: Whom,
    /// How it was tried.
    pub trial: Trial,
    /// The finding, with the conversation if there was one.
    pub finding: Finding,
}

/// Who is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// An engine, from outside.
    Engine(Box<EngineEntry>),
    /// Our own engine, from inside.
    Inside {
        /// The fault that was in force, in a build for trials.
        fault: Option<String>,
    },
}

/// All that decides what a law is tried on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Trial {
    /// How thorough the examination was.
    pub pace: Pace,
    /// Which game; from inside it is both.
    pub game: Option<GameKind>,
    /// Where random choices began.
    pub seed: u64,
}

impl Trial {
    /// From outside, as a user has chosen.
    pub fn from_outside(settings: &Settings) -> Self {
        Self { pace: settings.pace, game: Some(settings.variant), seed: settings.seed }
    }

    /// From inside.
    pub fn from_inside(settings: &Settings) -> Self {
        Self { game: None, ..Self::from_outside(settings) }
    }
}

impl Replay {
    /// What is needed to see a finding again; `None` if it is none.
    pub fn of(examined: &Examined, checkup: &Checkup) -> Option<Self> {
        let finding = examined.verdict.finding()?.clone();
        let whom = match &checkup.entry {
            // Wherever the file is replayed from, it is the same engine.
            Some(entry) => {
                let command = std::path::absolute(&entry.command).unwrap_or_else(|_| entry.command.clone());
                Whom::Engine(Box::new(EngineEntry { command, ..entry.clone() }))
            }
            None => Whom::Inside { fault: whitebox::fault_in_force() },
        };
        let (law, says) = (examined.law.id(), examined.law.says.to_owned());
        Some(Self { law, says, whom, trial: checkup.trial, finding })
    }

    /// The engine to have the conversation with once more; `None` if there was none, so that the law has to be tried again.
    pub fn partner(&self) -> Option<&EngineEntry> {
        match &self.whom {
            Whom::Engine(entry) if !self.finding.evidence.transcript.is_empty() => Some(entry),
            _ => None,
        }
    }

    /// Whether a conversation of now shows what that of then did, where words alone can tell: who died then may answer
    /// now, and the same moves and scores are the same evidence. Time, silence and chance are told by trying the law again.
    pub fn is_same(&self, now: &[Said]) -> Option<bool> {
        let then = &self.finding.evidence.transcript;
        let told =
            |lines: &[Said]| lines.iter().filter(|said| said.by == Speaker::Engine && is_answer(&said.text)).count();
        if self.law == STAYS_ALIVE.id() {
            return Some(told(now) <= told(then));
        }
        let group = self.law.split('/').next().and_then(|group| group.parse().ok());
        let by_words = matches!(group, Some(Group::Rules | Group::Scores | Group::Search | Group::Draws));
        let answers = answers(then);
        (by_words && !answers.is_empty() && answers == self::answers(now)).then_some(true)
    }

    /// Tries the law again as it was tried then, beside the same [companion](Settings::companion).
    pub fn try_again(&self, companion: Option<EngineEntry>, watcher: &dyn Watcher) -> Result<Examined, TryAgainError> {
        let only: Only = self.law.parse().map_err(|_| TryAgainError::UnknownLaw(self.law.clone()))?;
        let Trial { pace, game, seed } = self.trial;
        let variant = game.unwrap_or_default();
        let settings = Settings { pace, variant, seed, only: vec![only], budget: None, companion };
        let checkup = match &self.whom {
            Whom::Engine(entry) => examine(entry, &settings, watcher)?,
            Whom::Inside { fault } => {
                whitebox::put_in_force(fault.as_deref()).map_err(TryAgainError::Fault)?;
                whitebox::examine_self(&settings, watcher)
            }
        };
        let same = checkup.examined.into_iter().find(|one| one.law.id() == self.law);
        same.ok_or_else(|| TryAgainError::UnknownLaw(self.law.clone()))
    }

    /// Plays the conversation again with an engine, and tells every line.
    pub fn again(&self, engine: &EngineEntry, tell: &mut dyn FnMut(&Said)) -> Result<Vec<Said>, EngineError> {
        let lines = &self.finding.evidence.transcript;
        let mut processes: Vec<u32> = lines.iter().map(|said| said.process).collect();
        processes.dedup();
        let mut all = Vec::new();
        for process in processes {
            let own: Vec<&Said> = lines.iter().filter(|said| said.process == process).collect();
            let said = converse(engine, process, &own, self.law == STAYS_ALIVE.id())?;
            said.iter().for_each(&mut *tell);
            all.extend(said);
        }
        Ok(all)
    }
}

/// Why a law cannot be tried again.
#[derive(Debug, thiserror::Error)]
pub enum TryAgainError {
    /// The file is older or newer than this program.
    #[error("\"{0}\" is no law that this build knows")]
    UnknownLaw(String),
    /// The fault that was in force then is not there.
    #[error("{0}")]
    Fault(String),
    /// The engine cannot be examined.
    #[error(transparent)]
    NoPatient(#[from] NoPatient),
}

/// Whether the doctor waits for a line like this.
fn is_answer(text: &str) -> bool {
    text == "readyok" || text.starts_with("bestmove") || is_count(text)
}

/// Whether it is what `go perft` ends with.
fn is_count(text: &str) -> bool {
    text.get(..14).is_some_and(|start| start.eq_ignore_ascii_case("nodes searched"))
}

/// One process's part of the conversation. `waits_for_more` than was said then: the answer that never came.
fn converse(
    entry: &EngineEntry,
    process: u32,
    lines: &[&Said],
    waits_for_more: bool,
) -> Result<Vec<Said>, EngineError> {
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
    wait(&mut engine, &mut seen, due + usize::from(waits_for_more), Duration::from_secs(10))?;
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
fn answers(lines: &[Said]) -> Vec<String> {
    let mut answers = Vec::new();
    let mut score = String::new();
    for said in lines.iter().filter(|said| said.by == Speaker::Engine) {
        if let Some(told) = SearchInfo::parse(&said.text).and_then(|info| info.score) {
            score = format!("{told} ");
        } else if said.text.starts_with("bestmove") {
            let best = said.text.split(" ponder").next().unwrap_or_default();
            answers.push(format!("{score}{best}"));
            score.clear();
        } else if is_count(&said.text) {
            answers.push(said.text.clone());
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
            line("Nodes searched: 20"),
        ];
        assert_eq!(answers(&lines), ["-0.07 bestmove e2e4", "bestmove d2d4", "Nodes searched: 20"]);
    }
}
