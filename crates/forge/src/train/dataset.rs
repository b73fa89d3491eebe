//! The positions to learn from and those to measure on, read once from files of games and kept in memory.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rules::Rules;

use super::sample::Sample;
use super::settings::Settings;
use crate::random::Random;
use crate::records::{FormatError, GameRecord, Reader};

/// What games were read and what was kept of them.
#[derive(Clone, Debug, Default)]
pub struct Dataset {
    /// The positions to learn from.
    pub training: Vec<Sample>,
    /// The positions to measure on, of other games.
    pub validation: Vec<Sample>,
    /// How many games were read.
    pub games: u64,
    /// How many positions they have.
    pub positions: u64,
    /// How many positions were left out because they had come before.
    pub duplicates: u64,
    /// How many games were left out because they are broken.
    pub broken: u64,
}

/// A file that cannot be learned from.
#[derive(Debug, thiserror::Error)]
#[error("{}", file.display())]
pub struct DataError {
    /// Which file it is.
    pub file: PathBuf,
    /// What is wrong with it.
    pub source: FormatError,
}

/// What the generator of the validation split is a part of.
const SPLIT: u64 = 0x5_0117;

impl Dataset {
    /// Reads files of games. Told now and then how many positions were kept.
    pub fn read<R: Rules>(files: &[PathBuf], settings: &Settings, report: &dyn Fn(u64)) -> Result<Self, DataError> {
        let mut data = Self::default();
        let mut met = HashSet::new();
        for file in files {
            data.read_file::<R>(file, settings, &mut met, report)
                .map_err(|source| DataError { file: file.clone(), source })?;
        }
        Ok(data)
    }

    fn read_file<R: Rules>(
        &mut self,
        file: &Path,
        settings: &Settings,
        met: &mut HashSet<u64>,
        report: &dyn Fn(u64),
    ) -> Result<(), FormatError> {
        for game in Reader::<R>::open(file)? {
            match game {
                Ok(game) => self.add(&game, settings, met),
                Err(_) => self.broken += 1,
            }
            if self.games.is_multiple_of(256) {
                report((self.training.len() + self.validation.len()) as u64);
            }
        }
        Ok(())
    }

    /// Adds what a game teaches.
    fn add<R: Rules>(&mut self, game: &GameRecord<R>, settings: &Settings, met: &mut HashSet<u64>) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        // Positions of one game resemble each other: a game is learned from or measured on, never both.
        let is_validation = Random::new(settings.seed ^ SPLIT, self.games).happens(settings.validation_permille);
        let samples = if is_validation { &mut self.validation } else { &mut self.training };
        for (position, ply) in game.positions() {
            if !settings.filter.keeps(&position, ply) {
                continue;
            }
            if settings.unique && !met.insert(position.key().0) {
                self.duplicates += 1;
                continue;
            }
            samples.push(Sample::new(&position, ply, game.points(position.side_to_move())));
        }
    }

    /// What it holds, in words: two sets with equal words are equal.
    pub fn description(&self) -> String {
        let words = self.training.iter().chain(&self.validation).flat_map(Sample::words);
        let sum = words
            .fold(0xcbf2_9ce4_8422_2325, |sum: u64, word| (sum ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(23));
        let (training, validation) = (self.training.len(), self.validation.len());
        format!("{training} + {validation} positions of {} games, {sum:016x}", self.games)
    }
}
