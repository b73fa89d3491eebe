//! The program `adoube`: its commands are in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    command_line::run(std::env::args().skip(1).collect())
}
