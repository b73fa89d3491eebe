//! Networks as files. Nothing is believed of bytes from a file: sizes, numbers and checksum are checked.
//!
//! All numbers are little-endian.
//!
//! ```text
//!   0  8  magic, the letters ADOUBENN
//!   8  2  version of the format, 1
//!  10  1  game: 0 chess, 1 fragments
//!  11  1  number of output buckets
//!  12  2  width of one side's hidden layer, a multiple of 32
//!  14  2  what 1 is in the hidden layer, 255
//!  16  2  what 1 is in the output weights
//!  18  2  how many centipawns an output of 1 is
//!  20  2  length d of the description
//!  22  2  0 if a side whose king stands right of the middle sees the board mirrored, 1 if nobody ever does
//!  24 64  king bucket of each square, a1 first, as the king's own side sees the board
//!  88  d  how the network was made: text in UTF-8
//!         weights of the hidden layer, 2 bytes each, input by input; an input is a king bucket, ours or theirs, a kind
//!         of the game, and a square by rank and file
//!         biases of the hidden layer, 2 bytes each
//!         output weights, a byte each, bucket by bucket; of each the side to move's first
//!         output biases, 4 bytes each, in units of 255 * 255 * what 1 is in the output weights
//!         checksum of all the above (FNV-1a, 64 bits), 8 bytes
//! ```

use rules::{Chess, Fragments, Rules};

use super::features::{KingBuckets, inputs};
use super::{HIDDEN_SCALE, HIDDEN_UNIT, MAX_HIDDEN, MAX_HIDDEN_WEIGHT, MAX_OUTPUT_BUCKETS};

const MAGIC: [u8; 8] = *b"ADOUBENN";
const VERSION: u16 = 1;
const HEADER: usize = 88;
const CHECKSUM: usize = 8;
const GAMES: [&str; 2] = [Chess::NAME, Fragments::NAME];

/// The numbers of a network, as a trainer makes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Which weights the king's square chooses.
    pub king_buckets: KingBuckets,
    /// How many neurons one side's hidden layer has.
    pub hidden: usize,
    /// The hidden layer's weights, input by input, in units of [`HIDDEN_SCALE`].
    pub weights: Vec<i16>,
    /// The hidden layer's biases.
    pub biases: Vec<i16>,
    /// The output layers' weights, bucket by bucket, the side to move's first, in units of `output_scale`.
    pub output_weights: Vec<i8>,
    /// The output layers' biases, in units of the hidden scale squared times `output_scale`.
    pub output_biases: Vec<i32>,
    /// What 1 is in the output weights.
    pub output_scale: u16,
    /// How many centipawns an output of 1 is.
    pub centipawns: u16,
    /// How the network was made.
    pub description: String,
}

/// A file or set of numbers that is no network for this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// It is another kind of file.
    #[error("is no network of Adoube's; expected it to begin with \"ADOUBENN\"")]
    Foreign,
    /// It was written by a later version of this program.
    #[error("has version {0} of the format; expected version {VERSION}")]
    Version(u16),
    /// It is for the other game.
    #[error("is a network for {found}; expected one for {expected}")]
    OtherGame {
        /// What it is for.
        found: &'static str,
        /// What was wanted.
        expected: &'static str,
    },
    /// It has another length than its header says.
    #[error("has {found} bytes; expected {expected}")]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Some of its bytes have changed.
    #[error("is corrupt: its checksum is {found:016x}; expected {expected:016x}")]
    Checksum {
        /// What the file says.
        found: u64,
        /// What its bytes give.
        expected: u64,
    },
    /// Its numbers make no sense.
    #[error("is damaged: {0}")]
    Damaged(String),
}

impl Parts {
    /// The bytes of a file.
    pub fn to_bytes<R: Rules>(&self) -> Vec<u8> {
        let game = GAMES.iter().position(|name| *name == R::NAME).unwrap_or_default();
        let mut length = self.description.len().min(usize::from(u16::MAX));
        while !self.description.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&[game as u8, self.output_biases.len() as u8]);
        let plain = u16::from(!self.king_buckets.mirrors());
        for word in [self.hidden as u16, HIDDEN_SCALE as u16, self.output_scale, self.centipawns, length as u16, plain]
        {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend_from_slice(self.king_buckets.table());
        bytes.extend_from_slice(&self.description.as_bytes()[..length]);
        let hidden = self.weights.iter().chain(&self.biases);
        bytes.extend(hidden.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.output_weights.iter().map(|weight| *weight as u8));
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The checksum that a file of these numbers ends with.
    pub(super) fn checksum<R: Rules>(&self) -> u64 {
        let bytes = self.to_bytes::<R>();
        checksum(&bytes[..bytes.len() - CHECKSUM])
    }

    /// The game that a file is for, by its header alone.
    pub(super) fn game(bytes: &[u8]) -> Result<&'static str, NetworkError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(NetworkError::Length { found: bytes.len(), expected: HEADER });
        };
        let version = u16::from_le_bytes([header[8], header[9]]);
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        match GAMES.get(usize::from(header[10])) {
            Some(game) => Ok(game),
            None => Err(NetworkError::Damaged(format!("game number {}; expected 0 or 1", header[10]))),
        }
    }

    /// The numbers of a file, if it is a sound one for this game.
    pub fn from_bytes<R: Rules>(bytes: &[u8]) -> Result<Self, NetworkError> {
        let game = Self::game(bytes)?;
        if game != R::NAME {
            return Err(NetworkError::OtherGame { found: game, expected: R::NAME });
        }
        let (Some(header), found) = (bytes.first_chunk::<HEADER>(), bytes.len()) else {
            return Err(NetworkError::Length { found: bytes.len(), expected: HEADER });
        };
        let word = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        if word(14) != HIDDEN_SCALE as u16 {
            return Err(NetworkError::Damaged(format!("hidden scale {}; expected {HIDDEN_SCALE}", word(14))));
        }
        let mut table = [0; 64];
        table.copy_from_slice(&header[24..]);
        if word(22) > 1 {
            return Err(NetworkError::Damaged(format!("mirroring {}; expected 0 or 1", word(22))));
        }
        let king_buckets = KingBuckets::from_table(table).mirroring(word(22) == 0);
        let (hidden, buckets) = (usize::from(word(12)), usize::from(header[11]));
        let (length, weights) = (usize::from(word(20)), king_buckets.count() * inputs::<R>() * hidden);

        let sizes = [length, 2 * weights, 2 * hidden, 2 * hidden * buckets, 4 * buckets, CHECKSUM];
        let expected = HEADER + sizes.iter().sum::<usize>();
        if found != expected {
            return Err(NetworkError::Length { found, expected });
        }
        let mut rest = &bytes[HEADER..];
        let [description, weights, biases, output_weights, output_biases, sum] = sizes.map(|size| {
            let (part, after) = rest.split_at(size);
            rest = after;
            part
        });
        let (found, expected) =
            (u64::from_le_bytes(sum.try_into().unwrap_or_default()), checksum(&bytes[..found - CHECKSUM]));
        if found != expected {
            return Err(NetworkError::Checksum { found, expected });
        }
        let words = |bytes: &[u8]| bytes.as_chunks().0.iter().map(|word| i16::from_le_bytes(*word)).collect();
        let parts = Self {
            king_buckets,
            hidden,
            weights: words(weights),
            biases: words(biases),
            output_weights: output_weights.iter().map(|byte| *byte as i8).collect(),
            output_biases: output_biases.as_chunks().0.iter().map(|bias| i32::from_le_bytes(*bias)).collect(),
            output_scale: word(16),
            centipawns: word(18),
            description: String::from_utf8(description.to_vec())
                .map_err(|_| NetworkError::Damaged("a description that is no text; expected UTF-8".to_owned()))?,
        };
        parts.check::<R>()?;
        Ok(parts)
    }

    /// Whether the numbers fit together and cannot overflow.
    pub(super) fn check<R: Rules>(&self) -> Result<(), NetworkError> {
        let damaged = |what: String| Err(NetworkError::Damaged(what));
        let (hidden, buckets) = (self.hidden, self.output_biases.len());
        if hidden == 0 || !hidden.is_multiple_of(HIDDEN_UNIT) || hidden > MAX_HIDDEN {
            return damaged(format!(
                "a hidden layer of {hidden}; expected a multiple of {HIDDEN_UNIT} up to {MAX_HIDDEN}"
            ));
        }
        if !(1..=MAX_OUTPUT_BUCKETS).contains(&buckets) {
            return damaged(format!("{buckets} output buckets; expected 1 to {MAX_OUTPUT_BUCKETS}"));
        }
        if self.output_scale == 0 || self.centipawns == 0 {
            return damaged("a scale of 0; expected one above".to_owned());
        }
        let sizes = [
            ("weights", self.weights.len(), self.king_buckets.count() * inputs::<R>() * hidden),
            ("biases", self.biases.len(), hidden),
            ("output weights", self.output_weights.len(), 2 * hidden * buckets),
        ];
        if let Some((what, found, expected)) = sizes.into_iter().find(|(_, found, expected)| found != expected) {
            return damaged(format!("{found} {what}; expected {expected}"));
        }
        let limit = MAX_HIDDEN_WEIGHT;
        match self.weights.iter().chain(&self.biases).find(|weight| !(-limit..=limit).contains(*weight)) {
            Some(weight) => damaged(format!("a hidden weight of {weight}; expected at most {limit} either way")),
            None => Ok(()),
        }
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
