//! A search under way: a thread that thinks without the interpreter's lock, and the object by which Python follows it.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

use ::engine::{Control, Event, Limits, Player};
use pyo3::prelude::*;
use rules::{Game, Rules};
use uci::Board;

use crate::errors;
use crate::info::{Info, SearchResult};
use crate::numbers::{Seconds, duration};
use crate::position::with_game;

/// How often somebody who waits looks for Ctrl-C.
const GLANCE: Duration = Duration::from_millis(20);
/// How long a search that was told to stop is waited for.
const PATIENCE: Duration = Duration::from_secs(1);
/// The stack of the thread: the search has its own for the tree, this one only talks.
const STACK: usize = 32 << 20;

/// What a search tells.
enum Message {
    Line(Info),
    Done(SearchResult),
}

/// A search under way: an iterator of `Info`, one for each line it finds, until it ends. `stop()` ends it, from any
/// thread; so do leaving a `with` block and forgetting the object.
///
/// >>> from adoube import Engine, Position
/// >>> with Engine().start(Position(), depth=6) as search:
/// ...     depths = [info.depth for info in search]
/// >>> depths[-1], search.result().best_move in Position().legal_moves
/// (6, True)
#[pyclass(module = "adoube", frozen)]
pub(crate) struct Search {
    messages: Mutex<Receiver<Message>>,
    control: Arc<Control>,
    result: Mutex<Option<SearchResult>>,
    /// The last lines told, by rank.
    latest: Mutex<Vec<Info>>,
}

impl Search {
    /// Starts to think, unless the player thinks already. It is locked until the search ends.
    pub(crate) fn start(
        player: Arc<Mutex<Player>>,
        board: Board,
        limits: Limits,
        control: Arc<Control>,
    ) -> PyResult<Self> {
        let (sender, messages) = mpsc::channel();
        let (begin, has_begun) = mpsc::channel();
        let theirs = Arc::clone(&control);
        let work = move || {
            let Some(mut player) = take(&player) else { return };
            let _ = begin.send(());
            let tell = |message| drop(sender.send(message));
            let result = with_game!(&board, game => think(game, &mut player, &limits, &theirs, tell));
            drop(player);
            let _ = sender.send(Message::Done(result));
        };
        std::thread::Builder::new()
            .name("adoube".to_owned())
            .stack_size(STACK)
            .spawn(work)
            .map_err(|error| errors::engine(format!("search: no thread to think with ({error})")))?;
        // Who does not get the player goes away without a word.
        has_begun.recv().map_err(|_| errors::busy("search"))?;
        Ok(Self { messages: Mutex::new(messages), control, result: Mutex::default(), latest: Mutex::default() })
    }

    /// The next line; `None` at the end or after the deadline.
    fn next(&self, py: Python<'_>, deadline: Option<Instant>) -> PyResult<Option<Info>> {
        loop {
            if lock(&self.result).is_some() {
                return Ok(None);
            }
            let left = deadline.map_or(GLANCE, |deadline| deadline.saturating_duration_since(Instant::now()));
            match py.detach(|| self.receive(left)) {
                Ok(found) => return Ok(found),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(errors::engine("search: it broke off without an answer; please report this"));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(interrupt) = py.check_signals() {
                self.stop();
                py.detach(|| self.let_end());
                return Err(interrupt);
            }
        }
    }

    /// Takes the next line and writes it down; `None` at the end. Nobody waits longer than a glance.
    ///
    /// All under one lock: whoever takes the end off the channel has written it down before another looks there and finds
    /// nothing but a thread that is gone.
    fn receive(&self, patience: Duration) -> Result<Option<Info>, RecvTimeoutError> {
        let patience = patience.min(GLANCE);
        let Some(messages) = take(&self.messages) else {
            // Another thread waits there already. In a queue behind it nobody would look for Ctrl-C.
            std::thread::sleep(patience);
            return Err(RecvTimeoutError::Timeout);
        };
        if lock(&self.result).is_some() {
            return Ok(None);
        }
        match messages.recv_timeout(patience)? {
            Message::Line(info) => {
                let mut latest = lock(&self.latest);
                if info.is_exact() || latest.is_empty() {
                    latest.retain(|earlier| earlier.rank() < info.rank());
                    latest.push(info.clone());
                }
                Ok(Some(info))
            }
            Message::Done(result) => {
                *lock(&self.result) = Some(result);
                Ok(None)
            }
        }
    }

    /// Waits a moment for a search that was told to stop, so that the engine can be asked again at once.
    fn let_end(&self) {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end && !matches!(self.receive(GLANCE), Ok(None) | Err(RecvTimeoutError::Disconnected)) {}
    }
}

#[pymethods]
impl Search {
    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Info>> {
        self.next(py, None)
    }

    /// Tells the search to end. Returns at once; `result()` waits for the end.
    fn stop(&self) {
        self.control.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has ended, as far as the iterator has come.
    #[getter]
    fn is_done(&self) -> bool {
        lock(&self.result).is_some()
    }

    /// The best lines told so far, best first.
    #[getter]
    fn lines(&self) -> Vec<Info> {
        lock(&self.latest).clone()
    }

    /// Waits for the end, at most so many seconds, and returns what was found; None if it has not ended yet.
    #[pyo3(signature = (timeout=None))]
    pub(crate) fn wait(&self, py: Python<'_>, timeout: Option<Seconds>) -> PyResult<Option<SearchResult>> {
        let timeout = timeout.map(|seconds| duration("timeout", seconds)).transpose()?;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        while self.next(py, deadline)?.is_some() {}
        Ok(lock(&self.result).clone())
    }

    /// Waits for the end and returns what was found.
    pub(crate) fn result(&self, py: Python<'_>) -> PyResult<SearchResult> {
        loop {
            if let Some(result) = self.wait(py, None)? {
                return Ok(result);
            }
        }
    }

    fn __enter__(this: Py<Self>) -> Py<Self> {
        this
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.stop();
        self.result(py).map(drop)
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop();
    }
}

fn think<R: Rules>(
    game: &Game<R>,
    player: &mut Player,
    limits: &Limits,
    control: &Control,
    tell: impl Fn(Message),
) -> SearchResult {
    let mut lines: Vec<Info> = Vec::new();
    let best = player.think(game, limits, control, |event| {
        let Event::Line(report) = event else { return };
        let info = Info::new(report, game);
        if info.is_exact() {
            lines.truncate(report.rank);
            lines.push(info.clone());
        }
        tell(Message::Line(info));
    });
    // Stopped in the middle of an iteration, it may have found something better.
    if let Some(best) = best.map(|report| Info::new(&report, game)) {
        match lines.first_mut() {
            Some(first) if limits.multi_pv <= 1 => *first = best,
            Some(_) => {}
            None => lines.push(best),
        }
    }
    SearchResult { lines }
}

/// A lock that is free now.
pub(crate) fn take<T>(mutex: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match mutex.try_lock() {
        Ok(guard) => Some(guard),
        Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

/// A panic elsewhere does not make what a lock guards wrong.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
