//! A suite put to several engines at once. Every engine gets every position with an empty table.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use uci::Limits;
use uci::client::{Engine, EngineError, Timeouts};

use super::attempt::{self, Attempt};
use super::case::Case;
use crate::engines::EngineEntry;
use crate::matches::Stop;

/// How a suite is run.
#[derive(Clone, Debug, Default)]
pub struct SuiteOptions {
    /// How long each position may be thought about.
    pub limits: Limits,
    /// How many positions are thought about at once.
    pub concurrency: usize,
    /// How patient we are with the engines.
    pub timeouts: Timeouts,
}

/// Puts every case to every engine. The answer is a list for each engine, in the order of the cases; if `stop` ends it
/// early, the lists are shorter, all by as much. `progress` is told how many answers of how many there are, and how many are
/// right. `Err` is an engine that cannot be started or set up; one that fails later has that written into its attempt,
/// and is started anew.
pub fn run(
    cases: &[Case],
    engines: &[EngineEntry],
    options: &SuiteOptions,
    stop: &Stop,
    progress: &(dyn Fn(usize, usize, usize) + Sync),
) -> Result<Vec<Vec<Attempt>>, EngineError> {
    // Whoever cannot begin at all is told of before anything is done.
    for entry in engines {
        start(entry, options)?.quit();
    }
    let total = cases.len() * engines.len();
    let attempts: Vec<Mutex<Option<Attempt>>> = (0..total).map(|_| Mutex::new(None)).collect();
    let (next, done, right) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut running: BTreeMap<usize, Engine> = BTreeMap::new();
        while !stop.is_finishing() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= total {
                break;
            }
            // One position after the other, each put to all engines: what slows one down slows down all.
            let (case, engine) = (index / engines.len(), index % engines.len());
            let attempt = attempt(&mut running, engine, &engines[engine], &cases[case], options);
            right.fetch_add(usize::from(attempt.solved), Ordering::Relaxed);
            *attempts[engine * cases.len() + case].lock().unwrap_or_else(PoisonError::into_inner) = Some(attempt);
            progress(done.fetch_add(1, Ordering::Relaxed) + 1, total, right.load(Ordering::Relaxed));
        }
        running.into_values().for_each(|engine| {
            engine.quit();
        });
    };
    std::thread::scope(|scope| {
        for _ in 1..options.concurrency.clamp(1, total.max(1)) {
            scope.spawn(work);
        }
        work();
    });
    // Cases are taken in order, and whatever was taken was finished.
    let finished = next.into_inner().min(total) / engines.len().max(1);
    let answered = attempts.into_iter().map(|attempt| attempt.into_inner().unwrap_or_else(PoisonError::into_inner));
    let answered: Vec<Attempt> = answered.map(Option::unwrap_or_default).collect();
    Ok(answered.chunks(cases.len().max(1)).map(|of_one| of_one[..finished].to_vec()).collect())
}

/// One attempt by the engine of this number, which is started if it does not run.
fn attempt(
    running: &mut BTreeMap<usize, Engine>,
    number: usize,
    entry: &EngineEntry,
    case: &Case,
    options: &SuiteOptions,
) -> Attempt {
    let engine = match running.remove(&number) {
        Some(engine) => Ok(engine),
        None => start(entry, options),
    };
    let asked = engine.and_then(|mut engine| {
        let attempt = attempt::ask(&mut engine, case, &options.limits)?;
        Ok((engine, attempt))
    });
    match asked {
        Ok((engine, attempt)) => {
            // A wrong answer is one thing, none at all another: such an engine gets a fresh start.
            if attempt.fault.is_none() && !entry.restart {
                running.insert(number, engine);
            }
            attempt
        }
        Err(error) => Attempt { most: attempt::most(case), fault: Some(error.to_string()), ..Attempt::default() },
    }
}

fn start(entry: &EngineEntry, options: &SuiteOptions) -> Result<Engine, EngineError> {
    let mut engine = Engine::start(&entry.launch(), options.timeouts)?;
    // As the protocol wants it where no game is played.
    if engine.option("UCI_AnalyseMode").is_some() {
        engine.set_option("UCI_AnalyseMode", "true")?;
    }
    for (name, value) in &entry.options {
        engine.set_option(name, &value.to_string())?;
    }
    engine.ready()?;
    Ok(engine)
}
