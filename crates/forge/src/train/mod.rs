//! The trainer: networks (`engine::network`) learned from files of games, on the processor.
//!
//! The hidden layer is cut into tiles of 16 neurons, whose weights stay in the processor's cache. A tile owns its weights, gradients and
//! moments, and tiles are worked on in parallel: no two threads add to the same number, so that the result is the
//! same, bit by bit, whatever the number of threads. Everything else that could differ comes from the seed.
//!
//! | question | file |
//! | --- | --- |
//! | which positions are learned from? | `dataset.rs`, kept as in `sample.rs` |
//! | what can be chosen? | `settings.rs` |
//! | forward, backward | `tile.rs`; all tiles and the loss: `model.rs` |
//! | how do weights move? | `adam.rs`, how fast: `schedule.rs` |
//! | epochs, files, going on after a break | `run.rs`, `checkpoint.rs` |
//! | how do floats become integers? | `quantise.rs` |
//! | loss over time as a picture | `plot.rs` |
//! | how fast is it? | `bench.rs` |

mod adam;
mod bench;
mod checkpoint;
mod dataset;
mod model;
mod plot;
mod quantise;
mod run;
mod sample;
mod schedule;
mod settings;
#[cfg(test)]
mod tests;
mod tile;

pub use bench::{Speed, bench};
pub use checkpoint::CheckpointError;
pub use dataset::{DataError, Dataset};
pub use model::{Model, Shape, Target};
pub use quantise::{Quantisation, compare, quantise, settle};
pub use run::{EpochLoss, Progress, Summary, TrainError, checkpoint_path, plot_path, train};
pub use sample::Sample;
pub use schedule::Schedule;
pub use settings::{Settings, SettingsError};
