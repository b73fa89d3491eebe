//! Adoube for Python: the native half of the package `adoube`, whose other half is in `adoube/`.
//!
//! | question | file |
//! | --- | --- |
//! | positions and games | `position.rs` |
//! | the engine and its options | `engine.rs` |
//! | a search under way | `search.rs` |
//! | what a search finds | `info.rs` |
//! | numbers of any size | `numbers.rs` |
//! | long work, and Ctrl-C | `ctrl_c.rs` |
//! | which exceptions are raised | `errors.rs`, `adoube/errors.py` |

mod ctrl_c;
mod engine;
mod errors;
mod info;
mod numbers;
mod position;
mod search;

use std::path::PathBuf;

use lab::statistics::{Counts, Pentanomial};
use pyo3::prelude::*;

/// Runs the program `adoube` with these arguments and returns its exit code. `program` is the file by which it can be
/// started again, for matches of the engine against others.
#[pyfunction]
#[pyo3(signature = (arguments, program=None))]
fn run(py: Python<'_>, arguments: Vec<String>, program: Option<PathBuf>) -> u8 {
    if let Some(file) = program {
        command_line::set_program(file);
    }
    let code = py.detach(|| command_line::run(arguments));
    // What an ExitCode holds cannot be asked, only compared.
    (0..=u8::MAX).find(|number| std::process::ExitCode::from(*number) == code).unwrap_or(1)
}

/// What pairs of games say of the first player: Elo difference, its 95 % interval, and the chance to be the better one.
/// The five counts are pairs with 0, 1, 2, 3 and 4 half points.
#[pyfunction]
fn elo_of_pairs(pairs: [u64; 5]) -> (f64, f64, f64, f64) {
    let summary = Pentanomial(pairs).summary();
    (summary.elo.value, summary.elo.low, summary.elo.high, summary.los)
}

/// The Elo of a level from 1 to 9; none for 10, which plays as well as it can.
#[pyfunction]
fn elo_of_level(level: usize) -> Option<usize> {
    uci::strength::elo_of_level(level)
}

/// The native half of `adoube`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Outcome>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<info::Info>()?;
    module.add_class::<info::Score>()?;
    module.add_class::<info::SearchResult>()?;
    module.add_function(wrap_pyfunction!(run, module)?)?;
    module.add_function(wrap_pyfunction!(elo_of_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(elo_of_level, module)?)
}
