//! What an engine writes, line by line, each with the moment of its arrival.
//!
//! A thread of its own reads, so that the moment does not depend on what we are doing. Memory is bounded: a line that
//! is too long loses its tail, a queue that is full makes the engine wait, and output without end is a fault.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::launch::{Direction, Transcript};

/// Longer lines lose their tail. The longest lines that engines write are variations of some hundred moves.
const LONGEST_LINE: usize = 1 << 16;
/// So many bytes may wait to be read by us.
const QUEUE_BYTES: usize = 1 << 20;
/// So many bytes, in MiB, may come without our having said anything.
pub(super) const FLOOD_MIB: u64 = 64;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When it arrived.
    pub at: Instant,
    /// The line without its end. Bytes that are no UTF-8 have been replaced.
    pub text: String,
}

/// What of an engine's output we want to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listening {
    /// Every line.
    #[default]
    Everything,
    /// Every line that is no `info`; of those the last one with a score is kept aside. Nobody has to wake up for them.
    Answers,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// Not yet.
    Late,
    /// Nor will there ever be.
    Closed,
    /// There were too many.
    Flood,
}

/// The lines that have arrived and were not yet taken.
#[derive(Default)]
pub(super) struct Output {
    state: Mutex<State>,
    arrived: Condvar,
    taken: Condvar,
}

#[derive(Default)]
struct State {
    lines: VecDeque<Line>,
    bytes: usize,
    since_command: u64,
    listening: Listening,
    last_info: String,
    end: Option<NoLine>,
    is_abandoned: bool,
}

impl Output {
    /// Reads on a new thread until there is no more.
    pub(super) fn read(source: impl Read + Send + 'static, transcript: Option<Transcript>) -> Arc<Self> {
        let output = Arc::new(Self::default());
        let theirs = Arc::clone(&output);
        std::thread::spawn(move || theirs.pump(source, transcript));
        output
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next line, or why there is none before the deadline.
    pub(super) fn next(&self, deadline: Option<Instant>) -> Result<Line, NoLine> {
        let mut state = self.lock();
        loop {
            if let Some(line) = state.lines.pop_front() {
                state.bytes -= line.text.len();
                if state.bytes <= QUEUE_BYTES / 2 {
                    self.taken.notify_one();
                }
                return Ok(line);
            }
            if let Some(end) = state.end {
                return Err(end);
            }
            state = match deadline {
                None => self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(NoLine::Late);
                    }
                    self.arrived.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// We are about to say something: the engine may write again as much as it likes.
    pub(super) fn forgive(&self) {
        self.lock().since_command = 0;
    }

    /// How many bytes have come since we said something.
    pub(super) fn since_command(&self) -> u64 {
        self.lock().since_command
    }

    /// Forgets the last `info`, for a new search.
    pub(super) fn begin_search(&self) {
        let mut state = self.lock();
        state.since_command = 0;
        state.last_info.clear();
    }

    /// The last `info` with a score since the search began.
    pub(super) fn last_info(&self) -> String {
        self.lock().last_info.clone()
    }

    pub(super) fn listen(&self, listening: Listening) {
        self.lock().listening = listening;
    }

    /// Nobody will take lines any more: whoever waits for that shall not.
    pub(super) fn abandon(&self) {
        self.lock().is_abandoned = true;
        self.taken.notify_one();
    }

    fn pump(&self, mut source: impl Read, transcript: Option<Transcript>) {
        let mut buffer = vec![0; 1 << 16];
        let mut partial = Vec::new();
        let end = loop {
            let read = match source.read(&mut buffer) {
                Ok(0) => break NoLine::Closed,
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(_) => break NoLine::Closed,
            };
            let at = Instant::now();
            let mut state = self.lock();
            state.since_command += read as u64;
            if state.since_command > FLOOD_MIB << 20 {
                break NoLine::Flood;
            }
            let mut has_news = false;
            let mut rest = &buffer[..read];
            while let Some(length) = rest.iter().position(|byte| *byte == b'\n') {
                let line = &rest[..length];
                rest = &rest[length + 1..];
                has_news |= if partial.is_empty() {
                    state.push(line, at, transcript.as_ref())
                } else {
                    append(&mut partial, line);
                    let is_news = state.push(&partial, at, transcript.as_ref());
                    partial.clear();
                    is_news
                };
            }
            append(&mut partial, rest);
            let is_full = state.bytes > QUEUE_BYTES;
            // Whoever wakes up shall not find the door locked.
            drop(state);
            if has_news {
                self.arrived.notify_one();
            }
            if is_full {
                let mut state = self.lock();
                while state.bytes > QUEUE_BYTES && !state.is_abandoned {
                    state = self.taken.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
            }
        };
        let mut state = self.lock();
        // What has no end may be the last words of somebody who crashed.
        if !partial.is_empty() {
            state.push(&partial, Instant::now(), transcript.as_ref());
        }
        state.end = Some(end);
        self.arrived.notify_one();
    }
}

impl State {
    /// Takes a line in, and says whether somebody should wake up for it.
    fn push(&mut self, line: &[u8], at: Instant, transcript: Option<&Transcript>) -> bool {
        let line = line[..line.len().min(LONGEST_LINE)].trim_ascii();
        if line.is_empty() {
            return false;
        }
        let text = String::from_utf8_lossy(line);
        if let Some(transcript) = transcript {
            transcript.note(Direction::Received, &text, at);
        }
        if text.starts_with("info ") {
            // Lines of other variations than the best do not count, nor do those without a score, nor free text. A bound
            // counts only as long as there is nothing better.
            let is_best = text.find(" multipv ").is_none_or(|at| text[at + 9..].starts_with("1 "));
            let has_score = text.contains(" score ") && !text.starts_with("info string");
            let is_bound = text.contains(" lowerbound") || text.contains(" upperbound");
            if is_best && has_score && (!is_bound || self.last_info.is_empty()) {
                self.last_info.clear();
                self.last_info.push_str(&text);
            }
            if self.listening == Listening::Answers {
                return false;
            }
        }
        self.bytes += text.len();
        self.lines.push_back(Line { at, text: text.into_owned() });
        true
    }
}

/// Adds bytes to an unfinished line, as far as it may grow.
fn append(partial: &mut Vec<u8>, bytes: &[u8]) {
    let room = LONGEST_LINE.saturating_sub(partial.len());
    partial.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn lines(output: &Output) -> Vec<String> {
        let deadline = Some(Instant::now() + Duration::from_secs(20));
        std::iter::from_fn(|| output.next(deadline).ok().map(|line| line.text)).collect()
    }

    #[test]
    fn any_bytes_become_lines() {
        let output = Output::read(&b"uciok\r\n\n\xff\xfe x\nlast"[..], None);
        assert_eq!(lines(&output), ["uciok", "\u{fffd}\u{fffd} x", "last"]);
        assert_eq!(output.next(None), Err(NoLine::Closed));
    }

    #[test]
    fn a_line_without_end_keeps_its_beginning_only() {
        let text = [vec![b'x'; 3 * LONGEST_LINE], b"\nreadyok\n".to_vec()].concat();
        let found = lines(&Output::read(std::io::Cursor::new(text), None));
        assert_eq!((found[0].len(), &*found[1]), (LONGEST_LINE, "readyok"));
    }

    #[test]
    fn output_without_end_is_a_flood_that_takes_no_memory() {
        let output = Output::read(std::io::repeat(b'x'), None);
        assert_eq!(output.next(None).map(|line| line.text.len()), Ok(LONGEST_LINE));
        assert_eq!(output.next(None), Err(NoLine::Flood));
    }

    #[test]
    fn a_writer_of_lines_has_to_wait_for_its_reader() {
        let line = [vec![b'x'; 1000], b"\n".to_vec()].concat();
        let output = Output::read(std::io::Cursor::new(line.repeat(5000)), None);
        std::thread::sleep(Duration::from_millis(100));
        assert!(output.lock().bytes < QUEUE_BYTES + (1 << 17), "{}", output.lock().bytes);
        assert_eq!(lines(&output).len(), 5000);
    }

    #[test]
    fn who_waits_for_answers_gets_only_those_and_the_last_score() {
        let text = b"info depth 1 score cp 5 pv e2e4\ninfo depth 2 multipv 1 score cp 7 pv d2d4\n\
            info depth 2 multipv 2 score cp 1 pv e2e4\ninfo nodes 5\nbestmove d2d4\n";
        let output = Output::default();
        output.listen(Listening::Answers);
        output.pump(&text[..], None);
        assert_eq!(lines(&output), ["bestmove d2d4"]);
        assert_eq!(output.last_info(), "info depth 2 multipv 1 score cp 7 pv d2d4");
    }
}
