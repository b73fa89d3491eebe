//! `adoube fragments`: tools for those who write agents for Chess Fragments.

mod log;
mod review;

use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

/// Tools for agents of Chess Fragments
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(clap::Subcommand)]
enum Tool {
    Review(review::Arguments),
    /// Compare the legal moves of an agent or a generator with the rules (runs in Python)
    Check(InPython),
    /// Play agents against each other in the real framework (runs in Python)
    Arena(InPython),
}

/// What the Python package reads itself, `--help` too.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
struct InPython {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

const EXAMPLES: &str = "Examples:
  adoube fragments check my_agent.py                      its legal moves against the rules
  adoube fragments review game_log.txt                    where a game was lost, and by what
  adoube fragments arena my_agent.py old.py --games 20    who is better

check and arena run programs of Python: they need the Python package (pip install ./python).";

/// Runs a tool.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.tool {
        Tool::Review(arguments) => review::run(arguments),
        Tool::Check(given) => hand_over("check", &given.arguments),
        Tool::Arena(given) => hand_over("arena", &given.arguments),
    }
}

/// Lets the Python package do it.
fn hand_over(tool: &str, arguments: &[String]) -> anyhow::Result<ExitCode> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_package = Command::new(&python).args(["-c", "import adoube.fragments"]).output();
    if !has_package.is_ok_and(|output| output.status.success()) {
        if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
            println!("All options of fragments {tool} are shown once {python} has the package adoube.\n\n{EXAMPLES}");
            return Ok(ExitCode::SUCCESS);
        }
        bail!(
            "fragments {tool}: runs programs of Python, and {python} has no package adoube; \
             expected pip install ./python first, or PYTHON to name the interpreter that has it"
        );
    }
    let status = Command::new(&python).args(["-m", "adoube.fragments", tool]).args(arguments).status();
    let status = status.with_context(|| format!("fragments {tool}: {python}"))?;
    Ok(ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)))
}
