//! `adoube faults`: the classic bugs that a build for trials can be given.

use std::process::ExitCode;

/// List the classic bugs that can be switched on in a build with `--features faults`
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  cargo build --release --features faults --target-dir target/faults
  target/faults/release/adoube faults
  target/faults/release/adoube 'setoption name Fault value NAME' 'go depth 5'
  ADOUBE_FAULT=NAME target/faults/release/adoube doctor --self

Each bug is where people make it, and each breaks a law that the doctor knows. One at a time can be in force, by the option
`Fault` or the environment variable ADOUBE_FAULT. A normal build has none of them, and does not know their names:
docs/doctor/faults.md has the list too.

Exit code: 0 if there is a list, 2 if this build has none.";

/// Prints the list.
#[cfg(feature = "faults")]
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    use std::io::{self, Write};

    use rules::faults::Fault;
    use serde_json::json;

    let mut out = io::stdout();
    if arguments.json {
        let list: Vec<_> = Fault::ALL
            .iter()
            .map(|fault| {
                json!({
                    "name": fault.name(), "what": fault.what(), "laws": fault.laws(), "inside_law": fault.inside_law(),
                    "healthy": fault.is_healthy(), "needs_classical_evaluation": fault.is_in_classical_evaluation(),
                    "needs_network": fault.is_in_network(),
                })
            })
            .collect();
        writeln!(out, "{:#}", json!(list))?;
        return Ok(ExitCode::SUCCESS);
    }
    let name_width = Fault::ALL.iter().map(|fault| fault.name().len()).max().unwrap_or_default();
    let law = |fault: &Fault| fault.laws().first().copied().unwrap_or("(healthy)");
    let law_width = Fault::ALL.iter().map(|fault| law(fault).len()).max().unwrap_or_default();
    for fault in Fault::ALL {
        writeln!(out, "{:name_width$}  {:law_width$}  {}", fault.name(), law(fault), fault.what())?;
    }
    let healthy = Fault::ALL.iter().filter(|fault| fault.is_healthy()).count();
    writeln!(out, "\n{} faults and {healthy} healthy peculiarities", Fault::ALL.len() - healthy)?;
    Ok(ExitCode::SUCCESS)
}

/// Says that there is no list.
#[cfg(not(feature = "faults"))]
pub fn run(_: &Arguments) -> anyhow::Result<ExitCode> {
    anyhow::bail!(
        "this build has no faults; expected one of: cargo build --release --features faults --target-dir target/faults"
    )
}
