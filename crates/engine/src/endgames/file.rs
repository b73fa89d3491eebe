//! Tables as files. Nothing is believed of bytes from a file: magic, version, lengths and checksum are checked.
//!
//! All numbers are little-endian.
//!
//! ```text
//!   0  8  magic, the letters ADOUBEFT
//!   8  2  version of the format, 2
//!  10  2  the most men, 3 to 5; there is a table for every material of 3 men, then 4, ..., in the order of `Material::all`
//!  12     length of each table, 4 bytes each
//!         tables, each as `coder.rs` writes it
//!         checksum of all the above (FNV-1a, 64 bits), 8 bytes
//! ```

use std::borrow::Cow;
use std::io;
use std::path::{Path, PathBuf};

use super::material::{MOST_MEN, Material};
use super::{Endgames, Table, coder};

const MAGIC: [u8; 8] = *b"ADOUBEFT";
const VERSION: u16 = 2;
const HEADER: usize = 12;
const CHECKSUM: usize = 8;

/// Why a file gives no tables.
#[derive(Debug, thiserror::Error)]
pub enum EndgamesError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}; expected a file of adoube tables", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is no whole file of tables.
    #[error("{}: {found}; expected {expected}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        found: String,
        /// What would be right.
        expected: String,
    },
}

impl Endgames {
    /// The tables of a file that `adoube tables` has written.
    pub fn open(file: &Path) -> Result<Self, EndgamesError> {
        let unreadable = |source| EndgamesError::Unreadable { file: file.to_owned(), source };
        let bytes = std::fs::read(file).map_err(unreadable)?;
        let damaged = |(found, expected)| EndgamesError::Damaged { file: file.to_owned(), found, expected };
        Self::from_bytes(bytes.into()).map_err(damaged)
    }

    /// The tables of a file's bytes; if there are none, what was found and what was expected.
    pub(super) fn from_bytes(bytes: Cow<'static, [u8]>) -> Result<Self, (String, String)> {
        let wrong = |found: String, expected: &str| Err((found, expected.to_owned()));
        let number = |at: usize, length: usize| -> usize {
            bytes[at..at + length].iter().rev().fold(0, |number, byte| number << 8 | *byte as usize)
        };
        if bytes.len() < HEADER + CHECKSUM || bytes[..8] != MAGIC {
            return wrong("no file of tables".to_owned(), "it to begin with \"ADOUBEFT\"");
        }
        let (version, men) = (number(8, 2), number(10, 2));
        if version != usize::from(VERSION) {
            return wrong(format!("version {version} of the format"), "version 2");
        }
        if !(3..=MOST_MEN).contains(&men) {
            return wrong(format!("tables of {men} men"), "3 to 5");
        }
        let end = bytes.len() - CHECKSUM;
        let sum = u64::from_le_bytes(std::array::from_fn(|place| bytes[end + place]));
        if checksum(&bytes[..end]) != sum {
            return wrong("damaged".to_owned(), "a checksum that agrees; adoube tables --out writes a new file");
        }
        let materials: Vec<Material> = (3..=men).flat_map(Material::all).collect();
        let mut at = HEADER + 4 * materials.len();
        let mut endgames = Self::none();
        endgames.men = men;
        for (place, material) in materials.iter().enumerate() {
            let length = if at <= end { number(HEADER + 4 * place, 4) } else { 0 };
            if length == 0 || at + length > end {
                return wrong("not whole".to_owned(), "the tables of all materials");
            }
            endgames.tables[material.number()] = Some(Table::packed(material, at..at + length));
            at += length;
        }
        endgames.bytes = bytes;
        Ok(endgames)
    }

    /// The tables as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.men as u16).to_le_bytes());
        let mut packed = Vec::new();
        for material in (3..=self.men).flat_map(Material::all) {
            let written = match &self.tables[material.number()] {
                Some(table) => coder::write(&table.layout, self.values(table)),
                None => Vec::new(),
            };
            bytes.extend((written.len() as u32).to_le_bytes());
            packed.extend(written);
        }
        bytes.extend(packed);
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
