//! Both sides of a conversation with the engine.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::JoinHandle;

use adoube_uci::serve;

/// The answers to some lines, at whose end the input ends.
pub fn talk(input: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    serve(input.as_ref(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

pub fn bestmoves(output: &str) -> Vec<&str> {
    let moves = output.lines().filter_map(|line| line.strip_prefix("bestmove "));
    moves.filter_map(|line| line.split(' ').next()).collect()
}

/// A conversation in which each line waits for the answer to the last.
pub struct Driver {
    pub input: PipeWriter,
    output: BufReader<PipeReader>,
    pub session: JoinHandle<()>,
}

impl Driver {
    pub fn new() -> Self {
        let (theirs, input) = pipe().unwrap();
        let (output, ours) = pipe().unwrap();
        let session = std::thread::spawn(move || serve(BufReader::new(theirs), ours).unwrap());
        Self { input, output: BufReader::new(output), session }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    pub fn hear(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// The lines up to one that begins so.
    pub fn hear_until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.hear()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.hear());
        }
        lines
    }
}

impl Driver {
    /// Says goodbye, and waits until the session has ended.
    pub fn quit(mut self) {
        self.say("quit");
        self.session.join().unwrap();
    }
}
