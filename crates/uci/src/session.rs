//! A conversation with one driver, from the first line to `quit` or the end of the input.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread::Scope;

use engine::Player;
use rules::{Chess, Fragments, faulty};

use crate::board::Board;
use crate::command::{COMMANDS, Command, printable};
use crate::go::Go;
use crate::lines::{Line, read_line};
use crate::options::{Options, Variant};
use crate::settings::Settings;
use crate::statistics::{statistics_json, statistics_table};
use crate::worker::{Output, Task, Work, Worker, lock};

/// Serves the engine over a reader and a writer until `quit` or the end of the input.
///
/// Searches and counts run on a thread of their own, so that `stop`, `isready` and `quit` are answered meanwhile.
/// Every `go` that can be read gets exactly one `bestmove`; a `go` during a search is refused, a `position` that cannot
/// be set up leaves the old one on the board, and whatever changes the position ends the search first, as do `quit` and
/// the end of the input. An option set during a search is checked at once and counts from the search's end on.
///
/// Counting (`perft`, `bench`, `genfens`) is another matter: whoever pipes `go perft 6` and `quit` wants the number. So
/// only `stop` breaks it off, and all commands that would end a search wait for it.
///
/// The error is that of the reader or the writer.
pub fn serve(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    with_session(output, |session| {
        loop {
            match read_line(&mut input)? {
                Line::End => return Ok(()),
                Line::TooLong => session.complain("line: too long; expected at most a megabyte")?,
                Line::Text(line) => {
                    if session.hear(&line)? == Next::Quit {
                        return Ok(());
                    }
                }
            }
        }
    })
}

/// Obeys some commands one after the other, each after the one before is done, until `quit` or their end.
pub fn execute<T: AsRef<str>>(commands: impl IntoIterator<Item = T>, output: impl Write + Send) -> io::Result<()> {
    with_session(output, |session| {
        for command in commands {
            if session.hear(command.as_ref())? == Next::Quit {
                break;
            }
            session.finish();
        }
        Ok(())
    })
}

fn with_session<W: Write + Send>(
    output: W,
    talk: impl FnOnce(&mut Session<'_, '_, W>) -> io::Result<()>,
) -> io::Result<()> {
    let output = Output::new(output);
    std::thread::scope(|scope| {
        let mut session = Session {
            scope,
            output: &output,
            settings: Settings::default(),
            waiting: Vec::new(),
            is_debugging: false,
            board: Board::start(Options::default().variant),
            player: Arc::new(Mutex::new(Player::new(Options::default().hash_mib).map_err(io::Error::other)?)),
            worker: None,
        };
        if faulty!() {
            // Which evaluation can show the fault.
            lock(&session.player).set_networks(session.settings.networks_in_use());
        }
        let result = talk(&mut session);
        match result {
            Ok(()) => session.settle(),
            // Whatever still runs has nobody to answer to.
            Err(_) => session.stop(),
        }
        result
    })
}

/// Whether to go on listening.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

struct Session<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    settings: Settings,
    /// Options set during a search, to be obeyed behind it.
    waiting: Vec<(String, Option<String>)>,
    is_debugging: bool,
    board: Board,
    /// Locked by the worker while it thinks; the session touches it only when there is none.
    player: Arc<Mutex<Player>>,
    worker: Option<Worker<'scope>>,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn hear(&mut self, line: &str) -> io::Result<Next> {
        match Command::parse(line) {
            Ok(Command::Quit) => return Ok(Next::Quit),
            Ok(command) => self.obey(command)?,
            Err(error) => self.complain(&error.to_string())?,
        }
        Ok(Next::Listen)
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        if !self.is_searching() {
            self.set_what_waits()?;
        }
        match command {
            Command::Blank | Command::Register | Command::Quit => Ok(()),
            Command::Uci => self.output.write(&format!(
                "id name Adoube {}\nid author the Adoube developers\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                Options::announcement()
            )),
            Command::Debug(on) => {
                self.is_debugging = on;
                Ok(())
            }
            Command::IsReady => {
                self.prepare();
                self.output.write("readyok\n")
            }
            Command::Display => self.output.write(&self.board.description(self.options())),
            Command::Eval { json } => self.output.write(&self.board.evaluation(&self.settings.networks_in_use(), json)),
            Command::Help => self.output.write(&help()),
            Command::Stop => {
                self.stop();
                self.set_what_waits()
            }
            Command::PonderHit => {
                if let Some(worker) = &self.worker {
                    worker.ponder_hit();
                }
                Ok(())
            }
            Command::Go(Go::Search(limits)) => self.start("go", Work::Search(limits)),
            Command::Go(Go::Perft(depth)) => self.start("go", Work::Perft(depth)),
            Command::Bench(depth) => self.start("bench", Work::Bench(depth)),
            Command::GenFens(wanted) => self.start("genfens", Work::GenFens(wanted)),
            Command::Stats { .. } if self.is_searching() => {
                self.complain("stats: the search is still on; expected stop first")
            }
            Command::Stats { json } => {
                self.settle();
                let player = lock(&self.player);
                let statistics = player.statistics();
                let text = if json { statistics_json(statistics) } else { statistics_table(statistics) };
                self.output.write(&text)
            }
            Command::NewGame => {
                self.settle();
                self.set_what_waits()?;
                self.board = Board::start(self.options().variant);
                self.forget();
                Ok(())
            }
            Command::Flip => {
                self.settle();
                self.set_what_waits()?;
                self.board = self.board.flipped();
                Ok(())
            }
            Command::Position { start, moves } => {
                self.settle();
                self.set_what_waits()?;
                match Board::new(self.options().variant, &start, &moves) {
                    Ok(board) => self.board = board,
                    Err(error) => self.complain(&error.to_string())?,
                }
                Ok(())
            }
            Command::SetOption { name, value } if self.is_searching() => {
                match self.options().clone().set(&name, value.as_deref()) {
                    Ok(_) => {
                        self.remark(&format!("{} is set when the search is over", printable(&name)))?;
                        self.waiting.push((name, value));
                    }
                    Err(error) => self.complain(&error.to_string())?,
                }
                Ok(())
            }
            Command::SetOption { name, value } => {
                self.settle();
                self.set_option(&name, value.as_deref())
            }
        }
    }

    /// Gets ready for the clock, unless something runs already.
    fn prepare(&self) {
        if self.worker.as_ref().is_none_or(Worker::is_done) {
            let player = lock(&self.player);
            match self.options().variant {
                Variant::Chess => player.prepare::<Chess>(),
                Variant::Fragments => player.prepare::<Fragments>(),
            }
        }
    }

    fn is_searching(&self) -> bool {
        self.worker.as_ref().is_some_and(|worker| !worker.is_done() && worker.is_search())
    }

    fn start(&mut self, command: &str, work: Work) -> io::Result<()> {
        if self.is_searching() {
            return self.complain(&format!("{command}: still at the last go; expected stop first"));
        }
        self.settle();
        let task =
            Task { work, board: self.board.clone(), options: self.options().clone(), is_debugging: self.is_debugging };
        self.worker = Some(Worker::start(self.scope, self.output, Arc::clone(&self.player), task)?);
        Ok(())
    }

    fn set_what_waits(&mut self) -> io::Result<()> {
        for (name, value) in std::mem::take(&mut self.waiting) {
            self.settle();
            self.set_option(&name, value.as_deref())?;
        }
        Ok(())
    }

    /// Another game needs another board.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let variant = self.options().variant;
        let set = self.settings.set(name, value, &mut lock(&self.player));
        let remarks = match set {
            Ok(remarks) => remarks,
            Err(error) => return self.complain(&error.to_string()),
        };
        if self.options().variant != variant {
            self.board = Board::start(self.options().variant);
        }
        if self.is_debugging {
            self.remark(&format!("{} is set", printable(name)))?;
        }
        remarks.iter().try_for_each(|remark| self.remark(remark))
    }

    fn options(&self) -> &Options {
        self.settings.options()
    }

    fn forget(&mut self) {
        lock(&self.player).forget();
    }

    /// Ends what runs and waits for its answer: a search is stopped, a count may finish.
    fn settle(&mut self) {
        match self.worker.take_if(|worker| !worker.is_search()) {
            Some(counting) => counting.wait(),
            None => self.stop(),
        }
    }

    /// Stops whatever runs, and waits for its answer.
    fn stop(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.stop();
            worker.wait();
        }
    }

    /// Waits for whatever runs.
    fn finish(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.wait();
        }
    }

    fn complain(&self, text: &str) -> io::Result<()> {
        self.remark(&format!("error: {text}"))
    }

    fn remark(&self, text: &str) -> io::Result<()> {
        debug_assert!(!text.contains('\n'), "an answer of one line: {}", printable(text));
        self.output.write(&format!("info string {text}\n"))
    }
}

fn help() -> String {
    let calls: Vec<String> = COMMANDS.iter().map(|(word, rest, _)| format!("{word} {rest}")).collect();
    let width = calls.iter().map(String::len).max().unwrap_or_default();
    calls.iter().zip(COMMANDS).map(|(call, (.., meaning))| format!("{call:width$}  {meaning}\n")).collect()
}
