//! What can be chosen about training.

use std::path::PathBuf;

use engine::network::{HIDDEN_UNIT, KingBuckets, MAX_HIDDEN, MAX_OUTPUT_BUCKETS};
use rules::Rules;

use super::schedule::Schedule;
use crate::records::Filter;

/// How a network is trained. Equal settings and data make equal networks.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// How many neurons the hidden layer of each side has.
    pub hidden: usize,
    /// Among how many sets of weights the king's square chooses.
    pub king_buckets: u8,
    /// Whether a side whose king stands right of the middle sees the board mirrored.
    pub mirror: bool,
    /// Whether king buckets share a factor.
    pub factor: bool,
    /// Among how many output layers the number of pieces chooses.
    pub output_buckets: usize,
    /// How often every position is learned from.
    pub epochs: usize,
    /// How many positions make one step.
    pub batch: usize,
    /// How the learning rate falls.
    pub schedule: Schedule,
    /// The learning rate after warming up.
    pub rate: f32,
    /// The learning rate of the last steps.
    pub final_rate: f32,
    /// How much weights shrink in each step, times the learning rate.
    pub decay: f32,
    /// The part of the game's result in what is learned; the rest is the search's score.
    pub wdl: f32,
    /// The score in centipawns at which expected points are 1 / (1 + 1/e), and an output of 1.
    pub scale: u16,
    /// How many games of a thousand are kept apart to measure on.
    pub validation_permille: u16,
    /// What the random numbers start from.
    pub seed: u64,
    /// Which positions are learned from.
    pub filter: Filter,
    /// Whether a position that occurs more than once counts only once.
    pub unique: bool,
    /// The checkpoint of an earlier training whose weights are the first ones; without it chance chooses them.
    pub from: Option<PathBuf>,
}

/// A setting out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {found}; expected {expected}")]
pub struct SettingsError {
    /// Which setting it is.
    pub name: &'static str,
    /// What it is.
    pub found: String,
    /// What it may be.
    pub expected: String,
}

impl Settings {
    /// What is usual for a game.
    pub fn usual<R: Rules>() -> Self {
        let (hidden, output_buckets) = if R::WIDTH == 8 { (256, 8) } else { (64, 4) };
        Self {
            hidden,
            king_buckets: 1,
            mirror: true,
            factor: true,
            output_buckets,
            epochs: 30,
            batch: 16_384,
            schedule: Schedule::Cosine,
            rate: 0.001,
            final_rate: 0.000_01,
            decay: 0.01,
            wdl: 0.0,
            scale: 400,
            validation_permille: 20,
            seed: 1,
            filter: Filter::default(),
            unique: false,
            from: None,
        }
    }

    /// Whether a network can be trained with them.
    pub fn check(&self) -> Result<(), SettingsError> {
        let wrong = |name, found: String, expected: String| Err(SettingsError { name, found, expected });
        if self.hidden == 0 || !self.hidden.is_multiple_of(HIDDEN_UNIT) || self.hidden > MAX_HIDDEN {
            let expected = format!("a multiple of {HIDDEN_UNIT} up to {MAX_HIDDEN}");
            return wrong("hidden", self.hidden.to_string(), expected);
        }
        if !KingBuckets::LAYOUTS.contains(&self.king_buckets) {
            return wrong("king buckets", self.king_buckets.to_string(), format!("one of {:?}", KingBuckets::LAYOUTS));
        }
        if !(1..=MAX_OUTPUT_BUCKETS).contains(&self.output_buckets) {
            return wrong("output buckets", self.output_buckets.to_string(), format!("1 to {MAX_OUTPUT_BUCKETS}"));
        }
        for (name, count) in [("epochs", self.epochs), ("batch", self.batch), ("scale", self.scale.into())] {
            if count == 0 {
                return wrong(name, "0".to_owned(), "at least 1".to_owned());
            }
        }
        for (name, rate) in [("rate", self.rate), ("final rate", self.final_rate)] {
            if !(rate > 0.0 && rate <= 1.0) {
                return wrong(name, rate.to_string(), "more than 0, at most 1".to_owned());
            }
        }
        for (name, share) in [("wdl", self.wdl), ("decay", self.decay)] {
            if !(0.0..=1.0).contains(&share) {
                return wrong(name, share.to_string(), "0 to 1".to_owned());
            }
        }
        Ok(())
    }

    /// The king buckets' layout.
    pub fn king_layout(&self) -> KingBuckets {
        KingBuckets::layout(self.king_buckets).unwrap_or(KingBuckets::ONE).mirroring(self.mirror)
    }

    /// The settings by name, for descriptions and to tell what differs.
    pub fn named(&self) -> Vec<(&'static str, String)> {
        let filter = &self.filter;
        let mut named = self.named_shape();
        named.extend([
            ("epochs", self.epochs.to_string()),
            ("batch", self.batch.to_string()),
            ("schedule", self.schedule.name().to_owned()),
            ("rate", self.rate.to_string()),
            ("final rate", self.final_rate.to_string()),
            ("decay", self.decay.to_string()),
            ("wdl", self.wdl.to_string()),
            ("scale", self.scale.to_string()),
            ("validation permille", self.validation_permille.to_string()),
            ("seed", self.seed.to_string()),
            ("checks", filter.keeps_checks.to_string()),
            ("captures", filter.keeps_captures.to_string()),
            ("score below", filter.score_below.to_string()),
            ("first ply", filter.first_ply.to_string()),
            ("unique", self.unique.to_string()),
        ]);
        named.extend(self.from.iter().map(|from| ("from", from.display().to_string())));
        named
    }

    /// Those that weights must agree in to fit.
    pub(super) fn named_shape(&self) -> Vec<(&'static str, String)> {
        vec![
            ("hidden", self.hidden.to_string()),
            ("king buckets", self.king_buckets.to_string()),
            ("mirror", self.mirror.to_string()),
            ("factor", self.factor.to_string()),
            ("output buckets", self.output_buckets.to_string()),
        ]
    }
}
