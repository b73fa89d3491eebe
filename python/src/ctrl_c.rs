//! Work without the interpreter's lock, during which somebody looks whether Ctrl-C was pressed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::prelude::*;

use crate::errors;

/// The longest time between two looks.
const GLANCE: Duration = Duration::from_millis(50);

/// Waits until something is done; Ctrl-C ends the waiting, not the work.
fn wait(py: Python<'_>, is_done: impl Fn() -> bool) -> PyResult<()> {
    let mut patience = Duration::from_micros(50);
    while !is_done() {
        py.detach(|| std::thread::sleep(patience));
        patience = (patience * 2).min(GLANCE);
        py.check_signals()?;
    }
    Ok(())
}

/// Does work that ends when it is told to stop, as Ctrl-C does.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    what: &str,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let worker = scope.spawn(work);
        wait(py, || worker.is_finished()).inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        worker.join().map_err(|_| broken(what))
    })
}

/// Does work that cannot be stopped: after Ctrl-C it goes on by itself.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    what: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let worker = std::thread::Builder::new()
        .name("adoube".to_owned())
        .spawn(work)
        .map_err(|error| errors::engine(format!("{what}: no thread to work with ({error})")))?;
    wait(py, || worker.is_finished())?;
    worker.join().map_err(|_| broken(what))
}

fn broken(what: &str) -> PyErr {
    errors::engine(format!("{what}: it broke off; please report this"))
}
