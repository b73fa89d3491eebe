//! What the results of games say: how much better one player is, how sure that is, and when to stop.
//!
//! Games are counted in two ways: one by one ([`Trinomial`]), or in pairs from the same opening with colours reversed
//! ([`Pentanomial`]), which takes the luck of the opening out. Every figure is finite for every count, even for none.
//!
//! | question | file |
//! | --- | --- |
//! | how are games counted? | `counts.rs` |
//! | Elo, normalised Elo, error, likelihood of superiority | `estimate.rs` |
//! | is the test over, and if not, when will it be? | `sprt.rs`, `likelihood.rs` |
//! | does White score more than Black? | `colours.rs` |
//! | ratings of many players | `ratings.rs`, `matrix.rs` |

mod colours;
mod counts;
mod estimate;
mod likelihood;
mod matrix;
mod ratings;
mod sprt;

pub use colours::Colours;
pub(crate) use colours::design_effect;
pub use counts::{Counts, Pentanomial, Trinomial};
pub(crate) use estimate::normal_cdf;
pub use estimate::{Estimate, Summary, elo_of_score, score_of_elo};
pub use ratings::{Encounter, Rating, RatingOptions, Ratings};
pub use sprt::{EloModel, Forecast, Hypothesis, Sprt, SprtError};
