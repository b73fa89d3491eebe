//! The laboratory: matches, SPRT, tournaments, suites, and the doctor that finds the one wrong line in an engine.
//!
//! It sees every engine as a black box that speaks UCI, our own included. Only the doctor's white-box audits look
//! inside our search, through a public audit API of `engine`.
//!
//! | question | folder |
//! | --- | --- |
//! | which engines, and how long may they think? | [`engines`] |
//! | how are games played? | [`mod@matches`] |
//! | which numbers of an engine win more games? | [`spsa`] |
//! | which law does an engine break, and where? | [`doctor`] |
//! | how many known answers does an engine find? | [`suite`] |
//! | what do results say? | [`statistics`] |
//! | what is told of them, and how? | [`report`] |
//! | which games were played, and how did they end? | [`results`] |

#![deny(unsafe_code)]

pub mod doctor;
pub mod engines;
pub mod matches;
pub mod report;
pub mod results;
pub mod spsa;
pub mod statistics;
pub mod suite;
