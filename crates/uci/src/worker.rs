//! The thread that searches or counts while the session goes on listening.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use engine::{Control, Player};
use rules::{Game, Rules, fault};

use crate::bench::{bench, bench_total};
use crate::board::Board;
use crate::count::perft;
use crate::genfens::{GenFens, genfens};
use crate::go::Limits;
use crate::options::Options;
use crate::think::think;

/// The answers' way out, shared by the session and its worker. Every answer is written whole.
pub(crate) struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self(Mutex::new(writer))
    }

    pub(crate) fn write(&self, text: &str) -> io::Result<()> {
        self.write_after(text, || {})
    }

    /// Does something before the text can be seen by anybody.
    fn write_after(&self, text: &str, action: impl FnOnce()) -> io::Result<()> {
        let mut writer = lock(&self.0);
        action();
        writer.write_all(text.as_bytes())?;
        writer.flush()
    }
}

/// What session and worker tell each other.
#[derive(Default)]
struct Signals {
    /// End the work at once; whether the clock runs.
    control: Control,
    /// The last word has been said; set before it can be read.
    done: AtomicBool,
    /// Whether the answer may be given as soon as it is known.
    may_answer: Mutex<bool>,
    answer_allowed: Condvar,
}

impl Signals {
    fn allow_answer(&self) {
        *lock(&self.may_answer) = true;
        self.answer_allowed.notify_all();
    }

    fn wait_until_answer_allowed(&self) {
        let guard = lock(&self.may_answer);
        let waited = self.answer_allowed.wait_while(guard, |may_answer| !*may_answer);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What takes long enough for somebody to lose patience.
#[derive(Debug)]
pub(crate) enum Work {
    Search(Box<Limits>),
    Perft(u32),
    Bench(i32),
    GenFens(GenFens),
}

/// Work, and what is needed to do it.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) work: Work,
    pub(crate) board: Board,
    pub(crate) options: Options,
    pub(crate) is_debugging: bool,
}

/// Work under way.
pub(crate) struct Worker<'scope> {
    signals: Arc<Signals>,
    thread: ScopedJoinHandle<'scope, ()>,
    is_search: bool,
    /// Whether only `stop` ends it.
    is_infinite: bool,
}

impl<'scope> Worker<'scope> {
    /// Starts the work.
    pub(crate) fn start<'env, W: Write + Send>(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Output<W>,
        player: Arc<Mutex<Player>>,
        task: Task,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals::default());
        let is_search = matches!(task.work, Work::Search(_));
        let theirs = Arc::clone(&signals);
        let pondering = matches!(&task.work, Work::Search(limits) if limits.ponder);
        let is_infinite = matches!(&task.work, Work::Search(limits) if limits.infinite);
        signals.control.pondering.store(pondering, Ordering::Relaxed);
        let work = move || {
            // Nobody is left to be told if writing fails: the session meets the same error at its next answer.
            let say = |text: &str| drop(output.write(text));
            let text = match &task.board {
                Board::Chess(game) => answer(game, &task, &player, &theirs, &say),
                Board::Fragments(game) => answer(game, &task, &player, &theirs, &say),
            };
            let _ = output.write_after(&text, || theirs.done.store(true, Ordering::Release));
        };
        let thread = std::thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, work)?;
        Ok(Self { signals, thread, is_search, is_infinite })
    }

    /// Whether the answer has been given.
    pub(crate) fn is_done(&self) -> bool {
        self.signals.done.load(Ordering::Acquire)
    }

    /// Whether it searches the position on the board, instead of counting something.
    pub(crate) fn is_search(&self) -> bool {
        self.is_search
    }

    /// Tells it to answer now.
    pub(crate) fn stop(&self) {
        self.signals.control.stop.store(true, Ordering::Relaxed);
        self.signals.allow_answer();
    }

    /// Tells it to answer when it is ready.
    pub(crate) fn ponder_hit(&self) {
        if fault!(PonderhitIgnored) {
            return;
        }
        // Whoever does not ponder has nothing to be told.
        if self.signals.control.pondering.swap(false, Ordering::Relaxed) && !self.is_infinite {
            self.signals.allow_answer();
        }
    }

    /// Waits for the answer.
    pub(crate) fn wait(self) {
        if let Err(panic) = self.thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Does the work. Returns the last words; what is known before goes to `say`.
fn answer<R: Rules>(
    game: &Game<R>,
    task: &Task,
    player: &Mutex<Player>,
    signals: &Signals,
    say: &dyn Fn(&str),
) -> String {
    let control = &signals.control;
    match &task.work {
        Work::Search(limits) => think(game, limits, task, &mut lock(player), control, say, || {
            if (limits.infinite || limits.ponder) && !fault!(InfiniteEndsAlone) {
                signals.wait_until_answer_allowed();
            }
        }),
        Work::Perft(depth) => perft(game.position(), *depth, &task.options, &control.stop, say),
        Work::Bench(depth) => {
            let mut number = 0;
            let networks = lock(player).networks().clone();
            let result = bench(*depth, &networks, control, |benched| {
                number += 1;
                say(&format!("{number:>2}: {:>10} nodes  {}\n", benched.nodes, benched.fen));
            });
            match result {
                Ok(Some(all)) => format!("\n{}\n", bench_total(&all)),
                Ok(None) => "info string bench stopped\n".to_owned(),
                Err(error) => format!("info string error: {error}\n"),
            }
        }
        Work::GenFens(wanted) => {
            match genfens(wanted, &control.stop, &|fen| say(&format!("info string genfens {fen}\n"))) {
                Ok(()) => String::new(),
                Err(error) => format!("info string error: {error}\n"),
            }
        }
    }
}
