//! Ctrl-C: what runs is finished first, and nothing that was done is lost.

use std::sync::Arc;

use anyhow::Context;
use lab::matches::Stop;

/// Ctrl-C finishes what runs (`running` says what that is), a second one ends it at once, a third waits for nobody.
pub fn stop_on_interrupt(running: &'static str) -> anyhow::Result<Arc<Stop>> {
    let stop = Arc::new(Stop::default());
    let theirs = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if theirs.is_abandoned() {
            // What is finished is on the disk; only an engine that does not answer is waited for.
            std::process::exit(3);
        }
        theirs.press();
        if theirs.is_abandoned() {
            eprintln!("\nstopping at once; again to wait for nothing");
        } else {
            eprintln!("\nfinishing {running}; again to stop at once");
        }
    })
    .context("Ctrl-C")?;
    Ok(stop)
}
