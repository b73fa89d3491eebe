//! The doctor: experiments that show which law an engine breaks, on which position, and how sure that is.
//!
//! A [`Check`] tries one [`Law`] on a [`Patient`], an engine of which it may start as many processes as it likes, and
//! gives a [`Verdict`]. Audits of our own engine from inside make the same [`Examined`] without a patient. A
//! [`Checkup`] is all of them, worst first.
//!
//! | question | file |
//! | --- | --- |
//! | what is a law? | `law.rs` |
//! | what can be said of it, and what is evidence? | `verdict.rs` |
//! | how is the engine started and spoken to? | `patient.rs`, `session.rs` |
//! | which laws are tried, and how? | `checks/` |
//! | does it live, and what are its habits? | `vital_signs.rs` |
//! | how does an examination go? | `run.rs` |
//! | what is told of an engine that dies? | `autopsy.rs` |
//! | what does our own engine look like from inside? | `whitebox/` |
//! | how is it told? | `report/` |
//! | how is a finding seen again? | `replay.rs` |
//! | where do positions come from, and how do they get smaller? | `positions.rs`, `mates.rs`, `shrink.rs`, `proof.rs` |
//! | do differences lean to one side? | `significance.rs` |

mod autopsy;
pub mod checks;
mod law;
pub mod mates;
mod patient;
pub mod positions;
pub mod proof;
mod replay;
mod report;
mod run;
mod session;
pub mod shrink;
pub mod significance;
mod verdict;
pub mod views;
mod vital_signs;
pub mod whitebox;

pub use law::{Group, Law};
pub use patient::{Death, Patient, Traits, View};
pub use replay::{Replay, Trial, TryAgainError, Whom};
pub use report::{Checkup, Tally, replay_file};
pub use run::{Check, NoPatient, Only, OnlyError, Pace, STAYS_ALIVE, Settings, Watcher, examine};
pub use session::{Heard, Session};
pub use verdict::{Certainty, Evidence, Examined, Finding, Said, Speaker, Verdict};
