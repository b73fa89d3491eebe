//! An engine's process: started, written to, and buried.
//!
//! It leads a process group of its own, so that what it starts dies with it and an interrupt from the keyboard does
//! not reach it.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::error::EngineError;
use super::launch::{Direction, Launch, Transcript};
use super::output::Output;

/// So many of the last bytes of stderr are kept.
const STDERR_BYTES: usize = 8 << 10;

/// How a process went when it was told to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// By itself.
    Went,
    /// It crashed on its way, and how.
    Crashed(String),
    /// It stayed until it was ended.
    Stayed,
}

/// A process with its pipes.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_reader: Option<JoinHandle<()>>,
    pub(super) output: Arc<Output>,
    status: Option<ExitStatus>,
}

/// Gives a program a group of its own, so that it can be ended with all that it starts.
pub fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Ends a program that nobody has waited for yet, and whatever it has started, at once.
pub fn kill_group(child: &mut Child) -> Option<ExitStatus> {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        // It fails only where nobody is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    child.wait().ok()
}

impl Process {
    pub(super) fn start(launch: &Launch) -> Result<Self, EngineError> {
        let mut command = Command::new(&launch.command);
        command.args(&launch.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &launch.dir {
            command.current_dir(dir);
        }
        own_group(&mut command);
        let spawned = spawn_on(&mut command, &launch.cores);
        let mut child = spawned.map_err(|source| EngineError::Start { command: launch.command.clone(), source })?;
        let stdin = child.stdin.take();
        let stderr = Arc::default();
        let pipe = child.stderr.take();
        let stderr_reader = pipe.map(|pipe| keep_tail(pipe, Arc::clone(&stderr), launch.transcript.clone()));
        let output = match child.stdout.take() {
            Some(pipe) => Output::read(pipe, launch.transcript.clone()),
            None => Output::read(io::empty(), None),
        };
        Ok(Self { child, stdin, stderr, stderr_reader, output, status: None })
    }

    /// Writes and does not wait for an answer.
    pub(super) fn write(&mut self, text: &[u8]) -> io::Result<()> {
        match &mut self.stdin {
            Some(stdin) => stdin.write_all(text),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// The number by which the system knows it.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The end of what it wrote to stderr.
    pub(super) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// Closes its input and waits for it to end by itself; if it does not, ends it.
    pub(super) fn end(&mut self, patience: Duration) -> Departure {
        self.stdin = None;
        self.output.abandon();
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(100);
        let mut has_ended = self.has_ended();
        while !has_ended && Instant::now() < deadline {
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
            has_ended = self.has_ended();
        }
        self.kill();
        match self.status.filter(has_crashed) {
            _ if !has_ended => Departure::Stayed,
            Some(status) => Departure::Crashed(status.to_string()),
            None => Departure::Went,
        }
    }

    /// Whether the process itself has ended. On Unix it is not buried yet: its number still stands for its group.
    pub(super) fn has_ended(&mut self) -> bool {
        #[cfg(unix)]
        if self.status.is_none() {
            use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            return !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), options), Ok(None));
        }
        if let Ok(Some(status)) = self.child.try_wait() {
            self.status = Some(status);
        }
        self.status.is_some()
    }

    /// Ends it and whatever it started, at once.
    pub(super) fn kill(&mut self) {
        self.output.abandon();
        self.stdin = None;
        if self.status.is_some() {
            return;
        }
        self.status = kill_group(&mut self.child);
    }

    /// How it ended; it is made to end if it has not.
    pub(super) fn epitaph(&mut self) -> String {
        self.end(Duration::from_millis(200));
        // Its last words may still be on their way.
        for _ in 0..100 {
            if self.stderr_reader.as_ref().is_none_or(JoinHandle::is_finished) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.status.map_or_else(|| "nobody knows how".to_owned(), |status| status.to_string())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Whether a signal ended it that stands for a fault of its own. Others may come from anywhere.
fn has_crashed(status: &ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use rustix::process::Signal;
        let faults = [Signal::ILL, Signal::TRAP, Signal::ABORT, Signal::BUS, Signal::FPE, Signal::SEGV, Signal::SYS];
        let signal = std::os::unix::process::ExitStatusExt::signal(status);
        faults.into_iter().any(|fault| signal == Some(fault.as_raw()))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

/// Starts a process on some processors. It inherits them from this thread, which gets its own back: nothing else
/// would catch threads that the process starts at once.
fn spawn_on(command: &mut Command, cores: &[usize]) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    if !cores.is_empty() {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let ours = sched_getaffinity(None)?;
        let mut theirs = CpuSet::new();
        cores.iter().filter(|core| **core < CpuSet::MAX_CPU).for_each(|core| theirs.set(*core));
        sched_setaffinity(None, &theirs)?;
        let child = command.spawn();
        sched_setaffinity(None, &ours)?;
        return child;
    }
    let _ = cores;
    command.spawn()
}

/// The processors that this program may use, and so may give to engines; empty if nobody knows.
pub fn available_cores() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect();
    }
    Vec::new()
}

/// How long a line of an engine takes to reach us: from its being written to the moment that is noted for it. The times
/// of some lines, shortest first.
pub fn own_latency(lines: usize) -> io::Result<Vec<Duration>> {
    let (reader, mut writer) = io::pipe()?;
    let output = Output::read(reader, None);
    let mut times = Vec::new();
    for _ in 0..lines {
        // A thread that has just been running is awake sooner than one that sleeps.
        std::thread::sleep(Duration::from_millis(1));
        let begun = Instant::now();
        writer.write_all(b"readyok\n")?;
        if let Ok(line) = output.next(Some(begun + Duration::from_secs(1))) {
            times.push(line.at.saturating_duration_since(begun));
        }
    }
    times.sort_unstable();
    Ok(times)
}

/// Keeps the end of what comes from a pipe, on a thread of its own.
fn keep_tail(
    mut pipe: impl Read + Send + 'static,
    tail: Arc<Mutex<Vec<u8>>>,
    transcript: Option<Transcript>,
) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = pipe.read(&mut buffer) {
            if let Some(transcript) = &transcript {
                let now = Instant::now();
                String::from_utf8_lossy(&buffer[..read])
                    .lines()
                    .for_each(|line| transcript.note(Direction::Stderr, line, now));
            }
            let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            tail.extend_from_slice(&buffer[..read]);
            let surplus = tail.len().saturating_sub(STDERR_BYTES);
            tail.drain(..surplus);
        }
    })
}
