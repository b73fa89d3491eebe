//! The thread that searches or counts while the session goes on listening.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};
use std::time::Instant;

use engine::best_move_among;
use rules::{Game, Move, PerftOptions, Position, Rules, UciStyle, divide};

use crate::board::Board;
use crate::go::{Go, Limits};
use crate::options::Options;
use crate::score::score_text;

/// How deep the reference player looks if nothing else is said, and how deep at most.
const USUAL_DEPTH: u32 = 3;
const DEEPEST: u32 = 4;

/// Perft looks at the stop flag between subtrees of at most about so many leaves: some tenths of a second each.
const PERFT_UNIT: u64 = 50_000_000;

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
    /// End the work at once.
    stop: AtomicBool,
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

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search or count under way.
pub(crate) struct Worker<'scope> {
    signals: Arc<Signals>,
    thread: ScopedJoinHandle<'scope, ()>,
    is_perft: bool,
}

impl<'scope> Worker<'scope> {
    /// Starts the work.
    pub(crate) fn start<'env, W: Write + Send>(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env Output<W>,
        board: Board,
        go: Go,
        options: Options,
    ) -> io::Result<Self> {
        let signals = Arc::new(Signals::default());
        let is_perft = matches!(go, Go::Perft(_));
        let theirs = Arc::clone(&signals);
        let work = move || {
            // Nobody is left to be told if writing fails: the session meets the same error at its next answer.
            let say = |text: &str| drop(output.write(text));
            let text = match &board {
                Board::Chess(game) => answer(game, &go, &options, &theirs, &say),
                Board::Fragments(game) => answer(game, &go, &options, &theirs, &say),
            };
            let _ = output.write_after(&text, || theirs.done.store(true, Ordering::Release));
        };
        let thread = std::thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, work)?;
        Ok(Self { signals, thread, is_perft })
    }

    /// Whether the answer has been given.
    pub(crate) fn is_done(&self) -> bool {
        self.signals.done.load(Ordering::Acquire)
    }

    /// Whether it counts instead of searching.
    pub(crate) fn is_perft(&self) -> bool {
        self.is_perft
    }

    /// Tells it to answer now.
    pub(crate) fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.signals.allow_answer();
    }

    /// Tells it to answer when it is ready.
    pub(crate) fn ponder_hit(&self) {
        self.signals.allow_answer();
    }

    /// Waits for the answer.
    pub(crate) fn wait(self) {
        if let Err(panic) = self.thread.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Does what `go` asks for. Returns the last words; what is known before goes to `say`.
fn answer<R: Rules>(game: &Game<R>, go: &Go, options: &Options, signals: &Signals, say: &dyn Fn(&str)) -> String {
    match go {
        Go::Perft(depth) => perft(game.position(), *depth, options, &signals.stop, say),
        Go::Search(limits) => search(game, limits, options.move_style(), signals),
    }
}

/// Searches deeper and deeper, so that a stop finds an answer. The clock is not looked at: so shallow a search
/// takes milliseconds.
fn search<R: Rules>(game: &Game<R>, limits: &Limits, style: UciStyle, signals: &Signals) -> String {
    let started = Instant::now();
    let (moves, mut text) = root_moves(game.position(), &limits.search_moves);
    let deepest = limits.depth.unwrap_or(USUAL_DEPTH).clamp(1, DEEPEST);
    let mut best = None;
    for depth in 1..=deepest {
        let found = best_move_among(game, &moves, depth, &signals.stop);
        let stopped = signals.stop.load(Ordering::Relaxed);
        if !stopped || best.is_none() {
            best = found.map(|(mv, score)| (depth, mv, score));
        }
        if stopped || best.is_none() {
            break;
        }
    }
    if limits.infinite || limits.ponder {
        signals.wait_until_answer_allowed();
    }
    match best {
        Some((depth, mv, score)) => {
            let (score, mv, time) = (score_text(score), mv.uci(style), started.elapsed().as_millis());
            text += &format!("info depth {depth} score {score} time {time} pv {mv}\nbestmove {mv}\n");
        }
        None => {
            let score = match game.outcome().and_then(|outcome| outcome.winner()) {
                Some(_) => "mate 0",
                None => "cp 0",
            };
            text += &format!("info depth 0 score {score}\nbestmove 0000\n");
        }
    }
    text
}

/// The moves to choose from, and complaints about those that are not legal. If none is left, all moves will do: an
/// answer is owed in any case.
fn root_moves<R: Rules>(position: &Position<R>, wanted: &[String]) -> (Vec<Move>, String) {
    let mut complaints = String::new();
    let mut moves = Vec::new();
    for text in wanted {
        match position.uci_move(text) {
            Ok(mv) => moves.push(mv),
            Err(error) => complaints += &format!("info string error: searchmoves: {error}\n"),
        }
    }
    if moves.is_empty() {
        moves.extend(position.legal_moves());
    }
    (moves, complaints)
}

/// Counts behind each move and in all. More threads than processors would only wait for each other.
fn perft<R: Rules>(
    position: &Position<R>,
    depth: u32,
    options: &Options,
    stop: &AtomicBool,
    say: &dyn Fn(&str),
) -> String {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let counting = PerftOptions { threads: options.threads.min(processors), hash_mib: 0 };
    let mut total = u64::from(depth == 0);
    for mv in position.legal_moves().into_iter().take_while(|_| depth > 0) {
        let Some(nodes) = count(&position.after(mv), depth - 1, counting, stop) else {
            return "info string perft stopped\n".to_owned();
        };
        say(&format!("{}: {nodes}\n", mv.uci(options.move_style())));
        total += nodes;
    }
    format!("\nNodes searched: {total}\n")
}

/// The leaves at a depth, or nothing if it was stopped.
fn count<R: Rules>(position: &Position<R>, depth: u32, counting: PerftOptions, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(rules::perft(position, depth));
    }
    let guess = (position.count_legal_moves() as u64).saturating_pow(depth);
    if guess <= PERFT_UNIT {
        return Some(divide(position, depth, counting, &|_| {}).into_iter().map(|(_, nodes)| nodes).sum());
    }
    position.legal_moves().into_iter().map(|mv| count(&position.after(mv), depth - 1, counting, stop)).sum()
}
