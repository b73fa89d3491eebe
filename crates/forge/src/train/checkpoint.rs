//! A training that was broken off, in a file: all numbers with their moments, the losses so far, and of what settings and data.
//!
//! All numbers are little-endian: the letters ADOUBECP, version (4 bytes), length of the text (4) and the text (settings and data, a line
//! each), number of epochs (4) and for each its losses, training and validation, and seconds (8 each), number of values
//! (8), the values, their gradients' means and squares (4 each), and a checksum (8).

use std::path::Path;

use engine::network::NetworkError;

use super::model::Model;
use super::run::EpochLoss;

const MAGIC: [u8; 8] = *b"ADOUBECP";
const VERSION: u32 = 1;

/// A checkpoint that cannot be gone on from.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("cannot be read or written")]
    Io(#[from] std::io::Error),
    /// It is another kind of file, or not whole.
    #[error("is no whole checkpoint of version {VERSION}; remove it to begin anew")]
    Damaged,
    /// It belongs to another training.
    #[error("was begun with {0}; expected the same settings and data to go on, or another --out")]
    OtherSettings(String),
    /// It is a network of another size.
    #[error(
        "is a network of another shape or scale; expected the same --output-buckets and --scale, and no more than --hidden neurons"
    )]
    OtherShape,
    /// It is a network that cannot be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The bytes of a checkpoint after some epochs.
pub(super) fn to_bytes(model: &mut Model, named: &[(&str, String)], history: &[EpochLoss]) -> Vec<u8> {
    let text = named.iter().map(|(name, value)| format!("{name}\t{value}\n")).collect::<String>();
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes.extend_from_slice(&(history.len() as u32).to_le_bytes());
    for epoch in history {
        for number in [epoch.training, epoch.validation, epoch.seconds] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
    }
    let values: usize = model.learners().map(|learner| learner.values.len()).sum();
    bytes.extend_from_slice(&(values as u64).to_le_bytes());
    for learner in model.learners() {
        for row in learner.values.iter().chain(&learner.mean).chain(&learner.square) {
            bytes.extend(row.0.iter().flat_map(|value| value.to_le_bytes()));
        }
    }
    bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
    bytes
}

/// Goes on from a checkpoint, if it belongs to this training: sets the model and returns the losses so far.
pub(super) fn from_bytes(
    bytes: &[u8],
    model: &mut Model,
    named: &[(&str, String)],
) -> Result<Vec<EpochLoss>, CheckpointError> {
    let Some((bytes, sum)) = bytes.split_last_chunk() else { return Err(CheckpointError::Damaged) };
    if u64::from_le_bytes(*sum) != checksum(bytes) {
        return Err(CheckpointError::Damaged);
    }
    let mut rest = Rest(bytes);
    if rest.take()? != MAGIC || u32::from_le_bytes(rest.take()?) != VERSION {
        return Err(CheckpointError::Damaged);
    }
    let length = u32::from_le_bytes(rest.take()?) as usize;
    let text = rest.0.get(..length).ok_or(CheckpointError::Damaged)?;
    rest.0 = &rest.0[length..];
    let differences = differences(&String::from_utf8_lossy(text), named);
    if !differences.is_empty() {
        return Err(CheckpointError::OtherSettings(differences.join(", ")));
    }
    let epochs = u32::from_le_bytes(rest.take()?);
    let mut history = Vec::new();
    for _ in 0..epochs {
        let mut number = || rest.take().map(f64::from_le_bytes);
        history.push(EpochLoss { training: number()?, validation: number()?, seconds: number()? });
    }
    let values: usize = model.learners().map(|learner| learner.values.len()).sum();
    if u64::from_le_bytes(rest.take()?) != values as u64 {
        return Err(CheckpointError::Damaged);
    }
    for learner in model.learners() {
        for row in learner.values.iter_mut().chain(&mut learner.mean).chain(&mut learner.square) {
            for value in &mut row.0 {
                *value = f32::from_le_bytes(rest.take()?);
            }
        }
    }
    model.merge();
    Ok(history)
}

/// What is still to be read.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], CheckpointError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(CheckpointError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }
}

/// What of a checkpoint's settings differs from those wanted.
fn differences(text: &str, named: &[(&str, String)]) -> Vec<String> {
    let lines: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once('\t')).collect();
    let found = |name: &str| lines.iter().find(|(known, _)| *known == name).map_or("nothing", |(_, value)| *value);
    let differ = named.iter().filter(|(name, value)| found(name) != value);
    differ.map(|(name, value)| format!("{name} {} instead of {value}", found(name))).collect()
}

/// Writes a file so that a crash leaves either the old one or the new one.
pub(super) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let beside = path.with_file_name(name);
    std::fs::write(&beside, bytes)?;
    std::fs::rename(beside, path)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
