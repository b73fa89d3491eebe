//! `adoube`, `adoube uci`: the engine on stdin and stdout.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;

/// Speak UCI on stdin and stdout, as without any command
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {}

const EXAMPLES: &str = "Examples:
  adoube uci
  printf 'position startpos moves e2e4\\ngo depth 3\\n' | adoube uci
  printf 'setoption name UCI_Variant value fragments\\nposition sample0\\nd\\n' | adoube uci";

/// Serves until `quit` or the end of stdin. A person at a terminal is greeted.
pub fn run() -> anyhow::Result<ExitCode> {
    if io::stdin().is_terminal() {
        writeln!(
            io::stdout(),
            "Adoube {} speaks UCI. Type for example: position startpos moves e2e4, d, go, go perft 5, quit.\n\
             Type help for all that can be typed here; adoube --help lists the other commands.",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    uci::serve(io::stdin().lock(), io::stdout()).context("talking UCI")?;
    Ok(ExitCode::SUCCESS)
}

/// Obeys lines of UCI from the command line, each when the one before is done, and ends.
pub fn obey(lines: &[String]) -> anyhow::Result<ExitCode> {
    uci::execute(lines, io::stdout()).context("talking UCI")?;
    Ok(ExitCode::SUCCESS)
}
