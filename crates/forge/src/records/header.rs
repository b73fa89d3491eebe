//! The first 64 bytes of a file of games: what it is, and how it was made.

use engine::wdl::Scale;
use rules::Rules;

const MAGIC: [u8; 8] = *b"ADOUBEGR";
const VERSION: u16 = 1;

/// How long a header is.
pub(super) const LENGTH: usize = 64;
const ENGINE_LENGTH: usize = 32;
/// What stands between an engine's version and the id of its network.
pub(crate) const NETWORK_MARK: &str = " net ";

/// Which game a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Chess and Chess960.
    Chess,
    /// Chess Fragments.
    Fragments,
}

impl Variant {
    const ALL: [Self; 2] = [Self::Chess, Self::Fragments];

    /// The variant that these rules are.
    pub fn of<R: Rules>() -> Self {
        if R::NAME == Self::Chess.name() { Self::Chess } else { Self::Fragments }
    }

    /// Its name, as [`Rules::NAME`] has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => rules::Chess::NAME,
            Self::Fragments => rules::Fragments::NAME,
        }
    }
}

/// How the games of a file were made. Two runs with equal headers make equal games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which game it is.
    pub variant: Variant,
    /// Whether clear games were adjudicated.
    pub adjudicates: bool,
    /// After how many nodes no new iteration began.
    pub soft_nodes: u32,
    /// What the random choices started from.
    pub seed: u64,
    /// How many games of a thousand started from shuffled arrays.
    pub shuffled_permille: u16,
    /// How many games of a thousand were played out to verify adjudication.
    pub verified_permille: u16,
    /// The size of the transposition table in MiB.
    pub table_mib: u16,
    /// Which engine played, in at most 32 bytes.
    pub engine: String,
}

/// A file that does not hold the games that were looked for.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The file cannot be read.
    #[error("cannot be read")]
    Io(#[from] std::io::Error),
    /// It is another kind of file.
    #[error("is no file of Adoube's games; expected it to begin with \"ADOUBEGR\"")]
    Foreign,
    /// It was written by a later version of this program.
    #[error("has version {0} of the format; expected version {VERSION}")]
    Version(u16),
    /// It holds a game that this program does not know, or other nonsense.
    #[error("has a damaged header: {0}")]
    Damaged(String),
    /// It holds the other game.
    #[error("holds games of {found}; expected {expected}")]
    OtherGame {
        /// What was found.
        found: &'static str,
        /// What was wanted.
        expected: &'static str,
    },
}

impl Header {
    /// Whose centipawns the scores are: the name of an engine that judges by a network says so.
    pub fn scale(&self) -> Scale {
        if self.engine.contains(NETWORK_MARK) { Scale::Network } else { Scale::Classical }
    }

    pub(super) fn to_bytes(&self) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[0..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10] = self.variant as u8;
        bytes[11] = u8::from(self.adjudicates);
        bytes[12..16].copy_from_slice(&self.soft_nodes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[24..26].copy_from_slice(&self.shuffled_permille.to_le_bytes());
        bytes[26..28].copy_from_slice(&self.verified_permille.to_le_bytes());
        bytes[28..30].copy_from_slice(&self.table_mib.to_le_bytes());
        for (place, letter) in bytes[32..].iter_mut().zip(self.engine.bytes().take(ENGINE_LENGTH)) {
            *place = letter;
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        if bytes.get(0..8) != Some(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let Ok(bytes) = <&[u8; LENGTH]>::try_from(bytes) else {
            return Err(FormatError::Damaged(format!("{} bytes; expected {LENGTH}", bytes.len())));
        };
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let long = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
        if word(8) != VERSION {
            return Err(FormatError::Version(word(8)));
        }
        let Some(&variant) = Variant::ALL.get(bytes[10] as usize) else {
            return Err(FormatError::Damaged(format!("game number {}; expected 0 or 1", bytes[10])));
        };
        let engine = String::from_utf8_lossy(&bytes[32..]);
        Ok(Self {
            variant,
            adjudicates: bytes[11] != 0,
            soft_nodes: long(12),
            seed: u64::from(long(16)) | u64::from(long(20)) << 32,
            shuffled_permille: word(24),
            verified_permille: word(26),
            table_mib: word(28),
            engine: engine.trim_end_matches('\0').to_owned(),
        })
    }

    /// Reads the header of a file, to learn which game it holds.
    pub fn read(path: &std::path::Path) -> Result<Self, FormatError> {
        use std::io::Read;
        let mut bytes = Vec::new();
        std::fs::File::open(path)?.take(LENGTH as u64).read_to_end(&mut bytes)?;
        Self::from_bytes(&bytes)
    }

    /// What of these settings differs from others, in words: `seed 1 instead of 2`.
    pub fn differences(&self, wanted: &Self) -> Vec<String> {
        let fields = [
            ("game", self.variant.name().to_owned(), wanted.variant.name().to_owned()),
            ("adjudication", self.adjudicates.to_string(), wanted.adjudicates.to_string()),
            ("nodes", self.soft_nodes.to_string(), wanted.soft_nodes.to_string()),
            ("seed", self.seed.to_string(), wanted.seed.to_string()),
            ("shuffled permille", self.shuffled_permille.to_string(), wanted.shuffled_permille.to_string()),
            ("verified permille", self.verified_permille.to_string(), wanted.verified_permille.to_string()),
            ("hash", self.table_mib.to_string(), wanted.table_mib.to_string()),
            ("engine", self.engine.clone(), wanted.engine.clone()),
        ];
        let differ = fields.into_iter().filter(|(_, here, there)| here != there);
        differ.map(|(name, here, there)| format!("{name} {here} instead of {there}")).collect()
    }
}
