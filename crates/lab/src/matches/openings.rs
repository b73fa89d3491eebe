//! Where games begin: positions of a file, games of a file, or positions after random moves.

use std::cell::Cell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use rules::text::epd::Epd;
use rules::text::pgn::PgnReader;
use rules::{Game, Move, Position, Rules};
use uci::genfens::{GenFens, GenFensError, Kind, Random, genfens};

use super::settings::{GameKind, OpeningSettings, OpeningSource, Order};

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<R: Rules> {
    /// Its number where it comes from, from 0.
    pub number: u64,
    /// Where the game begins.
    pub start: Position<R>,
    /// What has been played from there.
    pub moves: Vec<Move>,
}

/// Openings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("openings: {}: {cause}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        cause: io::Error,
    },
    /// Something in the file is wrong.
    #[error("openings: {}: {reason}", file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// What, and where.
        reason: String,
    },
    /// No opening is left.
    #[error("openings: {} has none; expected lines of EPD or FEN, or games in a .pgn file", .0.display())]
    Empty(PathBuf),
    /// There are not enough random ones.
    #[error(transparent)]
    Random(#[from] GenFensError),
}

/// The openings of a match, in the order of its rounds.
#[derive(Clone, Debug)]
pub struct Book<R: Rules> {
    /// Those of a file; of random ones each is made when it is needed.
    listed: Option<Vec<Opening<R>>>,
    game: GameKind,
    seed: u64,
    first: u64,
}

impl<R: Rules> Book<R> {
    /// Reads the openings, if they are in a file.
    pub fn open(settings: &OpeningSettings, game: GameKind) -> Result<Self, OpeningError> {
        let listed = match &settings.source {
            OpeningSource::Random => None,
            OpeningSource::File { path, .. } => {
                let read = |cause| OpeningError::Read { file: path.clone(), cause };
                let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
                let mut openings = if is_pgn {
                    games(path, fs::File::open(path).map_err(read)?, settings.plies)?
                } else {
                    positions(path, &fs::read(path).map_err(read)?)?
                };
                if openings.is_empty() {
                    return Err(OpeningError::Empty(path.clone()));
                }
                if settings.order == Order::Random {
                    let mut random = Random::new(settings.seed);
                    for last in (1..openings.len()).rev() {
                        openings.swap(last, random.below(last as u64 + 1) as usize);
                    }
                }
                Some(openings)
            }
        };
        Ok(Self { listed, game, seed: settings.seed, first: settings.first })
    }

    /// The opening of a round. When all of a file are used, they are used again.
    pub fn opening(&self, round: u64) -> Result<Opening<R>, OpeningError> {
        let number = self.first.wrapping_add(round);
        match &self.listed {
            Some(openings) => Ok(openings[(number % openings.len() as u64) as usize].clone()),
            None => random(self.seed, number, self.game),
        }
    }

    /// How many there are; `None` if there is no end of them.
    pub fn count(&self) -> Option<u64> {
        self.listed.as_ref().map(|openings| openings.len() as u64)
    }
}

/// What the content of a file hashes to (FNV-1a, eight bytes at a time), to tell another content.
pub fn hash_of_file(path: &Path) -> Result<u64, OpeningError> {
    let content = fs::read(path).map_err(|cause| OpeningError::Read { file: path.to_owned(), cause })?;
    let words = content.chunks(8).map(|bytes| bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    Ok(hash_of(std::iter::once(content.len() as u64).chain(words)))
}

/// What some numbers hash to.
pub(super) fn hash_of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29))
}

/// The positions of lines of EPD or FEN. A line that is empty or begins with `#` is skipped.
fn positions<R: Rules>(path: &Path, content: &[u8]) -> Result<Vec<Opening<R>>, OpeningError> {
    let text = String::from_utf8_lossy(content);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let opening = |(number, (index, line)): (usize, (usize, &str))| {
        let wrong = |reason: String| OpeningError::Form {
            file: path.to_owned(),
            reason: format!("line {}: {reason}", index + 1),
        };
        // Of Fragments there are set-ups with fewer fields than EPD has.
        let start = match line.parse::<Position<R>>() {
            Ok(position) => position,
            Err(_) => line.parse::<Epd<R>>().map_err(|error| wrong(error.to_string()))?.position,
        };
        if Game::new(start).outcome().is_some() {
            return Err(wrong("the game is over; expected a position to play from".to_owned()));
        }
        Ok(Opening { number: number as u64, start, moves: Vec::new() })
    };
    lines.enumerate().map(opening).collect()
}

/// The first plies of games.
fn games<R: Rules>(path: &Path, file: fs::File, plies: Option<usize>) -> Result<Vec<Opening<R>>, OpeningError> {
    let wrong = |reason: String| OpeningError::Form { file: path.to_owned(), reason };
    let mut openings = Vec::new();
    for (number, game) in PgnReader::<R, _>::new(io::BufReader::new(file)).enumerate() {
        let game = game.map_err(|error| wrong(error.to_string()))?.game;
        let plies = plies.unwrap_or(usize::MAX).min(game.moves().len());
        let mut opening = Game::new(*game.start());
        game.moves()[..plies].iter().for_each(|mv| opening.play(*mv));
        if opening.outcome().is_some() {
            return Err(wrong(format!("game {} is over after {plies} plies; expected fewer plies", number + 1)));
        }
        openings.push(Opening { number: number as u64, start: *game.start(), moves: opening.moves().to_vec() });
    }
    Ok(openings)
}

/// The random opening of this number: the first that is made from seed and number.
fn random<R: Rules>(seed: u64, number: u64, game: GameKind) -> Result<Opening<R>, OpeningError> {
    let kind = match game {
        GameKind::Chess => Kind::Chess,
        GameKind::Chess960 => Kind::Chess960,
        GameKind::Dfrc => Kind::DoubleChess960,
        GameKind::Fragments => Kind::Fragments,
    };
    let start = Cell::new(Position::start());
    // Far apart, so that no two numbers of a match share their random moves.
    let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd1b5_4a32_d192_ed03);
    let wanted = GenFens { count: 1, seed, book: None, kind };
    genfens(&wanted, &AtomicBool::new(false), &|fen| {
        if let Ok(position) = fen.parse() {
            start.set(position);
        }
    })?;
    Ok(Opening { number, start: start.get(), moves: Vec::new() })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rules::{Chess, Fragments};

    use super::*;

    fn settings(source: OpeningSource) -> OpeningSettings {
        OpeningSettings { source, order: Order::Random, seed: 7, first: 0, plies: None }
    }

    fn keys<R: Rules>(book: &Book<R>, rounds: u64) -> Vec<u64> {
        (0..rounds).map(|round| book.opening(round).unwrap().start.key().0).collect()
    }

    fn file(name: &str, content: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("adoube-openings-{}-{name}", std::process::id()));
        fs::write(&path, content).unwrap();
        path
    }

    #[test]
    fn random_openings_differ_and_depend_on_seed_and_round_alone() {
        let book = Book::<Fragments>::open(&settings(OpeningSource::Random), GameKind::Fragments).unwrap();
        let found = keys(&book, 30);
        assert_eq!(found, keys(&book, 30));
        assert!(found.iter().collect::<HashSet<_>>().len() > 28);
        let other = OpeningSettings { seed: 8, ..settings(OpeningSource::Random) };
        let other = Book::<Fragments>::open(&other, GameKind::Fragments).unwrap();
        assert!(keys(&other, 30).iter().all(|key| !found.contains(key)));
    }

    #[test]
    fn a_file_is_shuffled_by_the_seed_and_used_again_at_its_end() {
        let content: String = (0..50).map(|n| format!("4k3/8/8/8/8/8/8/R3K2R w - - {n} 60\n")).collect();
        let path = file("shuffled.epd", &content);
        let source = OpeningSource::File { path: path.clone(), hash: hash_of_file(&path).unwrap() };
        let numbers = |settings: &OpeningSettings| -> Vec<u64> {
            let book = Book::<Chess>::open(settings, GameKind::Chess).unwrap();
            assert_eq!(book.count(), Some(50));
            (0..100).map(|round| book.opening(round).unwrap().number).collect()
        };
        let shuffled = numbers(&settings(source.clone()));
        assert_eq!(shuffled, numbers(&settings(source.clone())));
        assert_eq!(shuffled[..50], shuffled[50..]);
        let in_order = OpeningSettings { order: Order::File, first: 3, ..settings(source) };
        assert_eq!(numbers(&in_order)[..3], [3, 4, 5]);
        assert_eq!(shuffled[..50].iter().collect::<HashSet<_>>().len(), 50);
        assert_ne!(shuffled[..50], (0..50).collect::<Vec<_>>());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn games_are_played_as_far_as_asked() {
        let path = file("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 *\n");
        let source = OpeningSource::File { path: path.clone(), hash: 0 };
        let settings = OpeningSettings { plies: Some(3), order: Order::File, ..settings(source) };
        let book = Book::<Chess>::open(&settings, GameKind::Chess).unwrap();
        let plies: Vec<usize> = (0..2).map(|round| book.opening(round).unwrap().moves.len()).collect();
        assert_eq!(plies, [3, 2]);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_bad_opening_is_named_by_its_line() {
        let path = file("bad.epd", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1\n\n4k3/8/8/8/8/8/8/8 w - - 0 1\n");
        let source = OpeningSource::File { path: path.clone(), hash: 0 };
        let error = Book::<Chess>::open(&settings(source), GameKind::Chess).unwrap_err().to_string();
        assert!(error.contains("line 3: kings: 0 for White"), "{error}");
        fs::remove_file(path).unwrap();
    }
}
