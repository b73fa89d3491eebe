//! A conversation with one driver, from the first line to `quit` or the end of the input.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::thread::Scope;

use engine::Player;

use crate::board::Board;
use crate::command::{COMMANDS, Command, printable};
use crate::go::Go;
use crate::lines::{Line, read_line};
use crate::options::Options;
use crate::worker::{Output, Worker, lock};

/// Serves the engine over a reader and a writer until `quit` or the end of the input.
///
/// Searches and counts run on a thread of their own, so that `stop`, `isready` and `quit` are answered meanwhile.
/// Every `go` that can be read gets exactly one `bestmove`; a `go` during a search is refused, a `position` that cannot be
/// set up leaves the old one on the board, and whatever changes the position or an
/// option ends the search first, as do `quit` and the end of the input.
///
/// A perft is another matter: whoever pipes `go perft 6` and `quit` wants the number. So only `stop` breaks it off, and
/// all commands that would end a search wait for it.
///
/// The error is that of the reader or the writer.
pub fn serve(mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output::new(output);
    std::thread::scope(|scope| {
        let mut session = Session {
            scope,
            output: &output,
            options: Options::default(),
            board: Board::start(Options::default().variant),
            player: Arc::new(Mutex::new(Player::new(Options::default().hash_mib).map_err(io::Error::other)?)),
            worker: None,
        };
        let result = session.run(&mut input);
        // Whatever still runs has nobody to answer to.
        session.stop();
        result
    })
}

struct Session<'scope, 'env, W> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    options: Options,
    board: Board,
    /// Locked by the worker while it thinks; the session touches it only when there is none.
    player: Arc<Mutex<Player>>,
    worker: Option<Worker<'scope>>,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn run(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        loop {
            match read_line(input)? {
                Line::End => {
                    self.settle();
                    return Ok(());
                }
                Line::TooLong => self.complain("line: too long; expected at most a megabyte")?,
                Line::Text(line) => match Command::parse(&line) {
                    Ok(Command::Quit) => {
                        self.settle();
                        return Ok(());
                    }
                    Ok(command) => self.obey(command)?,
                    Err(error) => self.complain(&error.to_string())?,
                },
            }
        }
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Blank | Command::Debug(_) | Command::Register | Command::Quit => Ok(()),
            Command::Uci => self.output.write(&format!(
                "id name Adoube {}\nid author the Adoube developers\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                Options::announcement()
            )),
            Command::IsReady => self.output.write("readyok\n"),
            Command::Display => self.output.write(&self.board.description(&self.options)),
            Command::Help => self.output.write(&help()),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::PonderHit => {
                if let Some(worker) = &self.worker {
                    worker.ponder_hit();
                }
                Ok(())
            }
            Command::Go(go) => self.go(go),
            Command::NewGame => {
                self.settle();
                self.board = Board::start(self.options.variant);
                lock(&self.player).forget();
                Ok(())
            }
            Command::Flip => {
                self.settle();
                self.board = self.board.flipped();
                Ok(())
            }
            Command::Position { start, moves } => {
                self.settle();
                match Board::new(self.options.variant, &start, &moves) {
                    Ok(board) => self.board = board,
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

    fn go(&mut self, go: Go) -> io::Result<()> {
        if self.worker.as_ref().is_some_and(|worker| !worker.is_done() && !worker.is_perft()) {
            return self.complain("go: still at the last one; expected stop first");
        }
        self.settle();
        let player = Arc::clone(&self.player);
        let worker = Worker::start(self.scope, self.output, player, self.board.clone(), go, self.options.clone())?;
        self.worker = Some(worker);
        Ok(())
    }

    /// Another game needs another board and an empty memory, another size another table.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let before = self.options.clone();
        if let Err(error) = self.options.set(name, value) {
            return self.complain(&error.to_string());
        }
        if self.options.variant != before.variant {
            self.board = Board::start(self.options.variant);
            lock(&self.player).forget();
        }
        lock(&self.player).set_threads(self.options.threads);
        if self.options.hash_mib != before.hash_mib {
            let resized = lock(&self.player).resize(self.options.hash_mib);
            if let Err(error) = resized {
                self.options.hash_mib = before.hash_mib;
                self.complain(&error.to_string())?;
            }
        }
        Ok(())
    }

    /// Ends what runs and waits for its answer: a search is stopped, a perft may finish.
    fn settle(&mut self) {
        match self.worker.take_if(|worker| worker.is_perft()) {
            Some(perft) => perft.wait(),
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

    fn complain(&self, text: &str) -> io::Result<()> {
        debug_assert!(!text.contains('\n'), "an answer of one line: {}", printable(text));
        self.output.write(&format!("info string error: {text}\n"))
    }
}

fn help() -> String {
    let calls: Vec<String> = COMMANDS.iter().map(|(word, rest, _)| format!("{word} {rest}")).collect();
    let width = calls.iter().map(String::len).max().unwrap_or_default();
    calls.iter().zip(COMMANDS).map(|(call, (.., meaning))| format!("{call:width$}  {meaning}\n")).collect()
}
