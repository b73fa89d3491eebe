//! `genfens`: openings for games that should differ from each other, as OpenBench asks for them. From a start or a book's
//! position some random moves are played; what is left must be a game still, and not one that is already decided.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::str::SplitAsciiWhitespace;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use engine::{Control, Limits, Player, Score};
use rules::text::epd::Epd;
use rules::{CastlingText, Chess, Fragments, Game, Position, Rules};

use crate::command::{CommandError, printable};
use crate::options::Variant;

/// Random moves from a game's start; one more or less, so that both sides are to move.
const PLIES_FROM_START: u64 = 8;
/// Random moves from a book's position.
const PLIES_FROM_BOOK: u64 = 4;
/// A game whose score is further from zero than this, as a short search sees it, is decided.
const DECIDED: i32 = 250;
/// How short a search.
const NODES: u64 = 2_000;
/// So many failures in a row mean that there are no more openings to be found.
const PATIENCE: u32 = 10_000;

/// Where the random moves begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Where chess starts.
    #[default]
    Chess,
    /// One of the 960 starts.
    Chess960,
    /// Any two of the 960 starts, one for each side.
    DoubleChess960,
    /// Where Chess Fragments starts: one of the full set-ups.
    Fragments,
}

/// What `genfens` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenFens {
    /// How many openings.
    pub count: u64,
    /// What decides which; the same seed gives the same openings.
    pub seed: u64,
    /// A file with a position in each line to begin from.
    pub book: Option<PathBuf>,
    /// Where to begin otherwise.
    pub kind: Kind,
}

impl GenFens {
    /// Reads what follows the word `genfens`: `N seed S book FILE|None [chess960|dfrc|fragments]`. The last may be left out.
    pub(crate) fn parse(mut words: SplitAsciiWhitespace<'_>) -> Result<Self, CommandError> {
        let number = |name: &str, value: Option<&str>| {
            let number = value.and_then(|value| value.parse().ok());
            number.ok_or_else(|| CommandError::value(name, value, "a whole number"))
        };
        let mut wanted = Self { count: number("genfens", words.next())?, ..Self::default() };
        while let Some(word) = words.next() {
            match word {
                "seed" => wanted.seed = number(word, words.next())?,
                "book" => match words.next() {
                    None => return Err(CommandError::value(word, None, "a file or None")),
                    Some(name) => wanted.book = (!name.eq_ignore_ascii_case("none")).then(|| name.into()),
                },
                "chess" => wanted.kind = Kind::Chess,
                "chess960" => wanted.kind = Kind::Chess960,
                "dfrc" => wanted.kind = Kind::DoubleChess960,
                "fragments" => wanted.kind = Kind::Fragments,
                _ => {
                    let expected = "seed S, book FILE or None, and chess, chess960, dfrc or fragments";
                    return Err(CommandError::value("genfens", Some(word), expected));
                }
            }
        }
        Ok(wanted)
    }

    /// Which game the openings are of.
    pub fn variant(&self) -> Variant {
        if self.kind == Kind::Fragments { Variant::Fragments } else { Variant::Chess }
    }
}

/// Openings that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum GenFensError {
    /// The book cannot be read.
    #[error("genfens: book {0}: {1}; expected a file of positions")]
    Book(String, String),
    /// There are not that many.
    #[error("genfens: {found} openings found and no more; expected {wanted}")]
    TooFew {
        /// How many there are.
        found: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// The table does not fit.
    #[error(transparent)]
    Memory(#[from] engine::TableSizeError),
}

/// Finds openings and tells of each, until there are enough or `stop` is set. All differ.
pub fn genfens(wanted: &GenFens, stop: &AtomicBool, tell: &dyn Fn(&str)) -> Result<(), GenFensError> {
    match wanted.variant() {
        Variant::Chess => find::<Chess>(wanted, stop, tell, |random| {
            let mut start = || random.below(960) as u16;
            match wanted.kind {
                Kind::Chess960 => Chess::chess960(start()).unwrap_or_else(Position::start),
                Kind::DoubleChess960 => Chess::double_chess960(start(), start()).unwrap_or_else(Position::start),
                Kind::Chess | Kind::Fragments => Position::start(),
            }
        }),
        Variant::Fragments => find::<Fragments>(wanted, stop, tell, |random| {
            let full = ["sample0", "sample1", "brief"];
            let name = full[random.below(full.len() as u64) as usize];
            Fragments::setup(name).and_then(|text| text.parse().ok()).unwrap_or_else(Position::start)
        }),
    }
}

fn find<R: Rules>(
    wanted: &GenFens,
    stop: &AtomicBool,
    tell: &dyn Fn(&str),
    start: impl Fn(&mut Random) -> Position<R>,
) -> Result<(), GenFensError> {
    let mut random = Random::new(wanted.seed);
    let book = wanted.book.as_deref().map(read_book::<R>).transpose()?;
    let mut player = Player::new(1)?;
    let mut seen = HashSet::new();
    let mut failures = 0;
    while (seen.len() as u64) < wanted.count && !stop.load(Relaxed) {
        let (begin, plies) = match &book {
            Some(book) => (book[random.below(book.len() as u64) as usize], PLIES_FROM_BOOK),
            None => (start(&mut random), PLIES_FROM_START),
        };
        let plies = plies + random.below(2);
        match opening(begin, plies, &mut random, &mut player).filter(|position| seen.insert(position.key())) {
            Some(position) => {
                failures = 0;
                tell(&position.fen(CastlingText::XFen));
            }
            None => failures += 1,
        }
        if failures == PATIENCE {
            return Err(GenFensError::TooFew { found: seen.len() as u64, wanted: wanted.count });
        }
    }
    Ok(())
}

/// Plays random moves, and gives the position behind them if it is worth a game.
fn opening<R: Rules>(begin: Position<R>, plies: u64, random: &mut Random, player: &mut Player) -> Option<Position<R>> {
    let mut game = Game::new(begin);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            return None;
        }
        game.play(moves[random.below(moves.len() as u64) as usize]);
    }
    if game.outcome().is_some() {
        return None;
    }
    player.forget();
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let report = player.think(&game, &limits, &Control::default(), |_| {})?;
    let is_open = report.score.max(-report.score) <= Score::centipawns(DECIDED);
    is_open.then(|| *game.position())
}

fn read_book<R: Rules>(file: &Path) -> Result<Vec<Position<R>>, GenFensError> {
    let wrong = |reason: String| GenFensError::Book(printable(&file.display().to_string()), reason);
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let book: Result<Vec<Position<R>>, GenFensError> = lines
        .map(|(index, line)| {
            let epd: Epd<R> = line.parse().map_err(|error| wrong(format!("line {}: {error}", index + 1)))?;
            Ok(epd.position)
        })
        .collect();
    book.and_then(|book| if book.is_empty() { Err(wrong("no position".to_owned())) } else { Ok(book) })
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}
