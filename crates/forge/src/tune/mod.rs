//! The tuner: fits the weights of the evaluation to the results of self-play games by gradient descent (Texel's way).
//!
//! Each quiet position is asked how well a logistic curve of its evaluation foretells the points its game brought, and
//! every weight is moved to where it foretells them better. The evaluation is taken from [`engine::eval::coefficients`],
//! which is the code that plays, and differentiated through the blend of middle game and endgame, the square of danger and the
//! initiative.
//!
//! | question | file |
//! | --- | --- |
//! | which positions, and what should they be worth? | `labels.rs` |
//! | what is the evaluation and its slope? | `samples.rs` |
//! | how are the weights found? | `descent.rs` |
//! | how do they get into the source? | `table.rs` |

mod descent;
mod labels;
mod samples;
mod table;
#[cfg(test)]
mod tests;

pub use descent::{Descent, Epoch, Fitted, fit, mean_error};
pub use labels::{Labelled, Selection, Source, fitted_spread, labelled};
pub use samples::{Sample, Samples, Value, Weight, mirrored};
pub use table::table;

/// The points, 0 to 1, that a score promises if it is measured in this spread: 0.73 at a score of one spread.
#[inline]
pub fn promise(score: f64, spread: f64) -> f64 {
    1.0 / (1.0 + (-score / spread).exp())
}
