//! A player at the board: an engine, started and set up for a game.

use std::io;
use std::path::{Path, PathBuf};

use rules::{CastlingText, Position, Rules};
use uci::client::{Engine, EngineError, Listening, Timeouts};

use super::settings::GameKind;
use crate::engines::EngineEntry;

/// An engine that is ready to play a game of some kind.
pub(crate) struct Player {
    pub(crate) engine: Engine,
    dialect: Dialect,
}

/// How an engine wants positions of Fragments to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialect {
    Ours,
    FairyStockfish,
}

/// The option by which Fairy-Stockfish is told of games it does not know.
const VARIANT_PATH: &str = "VariantPath";

impl Player {
    /// Starts an engine and sets its options. `variants` is a file that explains Fragments to Fairy-Stockfish.
    pub(crate) fn start(
        entry: &EngineEntry,
        game: GameKind,
        variants: &Path,
        cores: &[usize],
        timeouts: Timeouts,
    ) -> Result<Self, EngineError> {
        let mut launch = entry.launch();
        launch.cores = cores.to_vec();
        let mut engine = Engine::start(&launch, timeouts)?;
        let mut dialect = Dialect::Ours;
        match game {
            GameKind::Chess => {}
            GameKind::Chess960 | GameKind::Dfrc => engine.set_option("UCI_Chess960", "true")?,
            GameKind::Fragments if engine.option(VARIANT_PATH).is_some() => {
                engine.set_option(VARIANT_PATH, &variants.to_string_lossy())?;
                // The choices it announced are from before it read the file.
                engine.send("setoption name UCI_Variant value fragments")?;
                dialect = Dialect::FairyStockfish;
            }
            GameKind::Fragments => engine.set_option("UCI_Variant", "fragments")?,
        }
        if entry.ponder && engine.option("Ponder").is_some() {
            engine.set_option("Ponder", "true")?;
        }
        for (name, value) in &entry.options {
            engine.set_option(name, &value.to_string())?;
        }
        engine.ready()?;
        engine.listen(Listening::Answers);
        Ok(Self { engine, dialect })
    }

    /// A position as `position` takes it.
    pub(crate) fn start_text<R: Rules>(&self, start: &Position<R>, game: GameKind) -> String {
        if R::CASTLING && *start == Position::start() && !game.is_chess960() {
            return "startpos".to_owned();
        }
        let castling = if game.is_chess960() { CastlingText::Shredder } else { CastlingText::XFen };
        let fen = start.fen(castling);
        match (self.dialect, fen.split(' ').collect::<Vec<_>>().as_slice()) {
            // It knows that pawns on their home rank are unmoved, and counts moves.
            (Dialect::FairyStockfish, [placement, side, _, en_passant]) => {
                format!("fen {placement} {side} - {en_passant} 0 1")
            }
            _ => format!("fen {fen}"),
        }
    }
}

/// The file that explains Fragments to Fairy-Stockfish; it is there as long as this is.
pub(crate) struct VariantFile {
    pub(crate) path: PathBuf,
}

impl VariantFile {
    pub(crate) fn new(game: GameKind, folder: &Path) -> io::Result<Self> {
        let path = folder.join("fragments-variants.ini");
        if game == GameKind::Fragments {
            std::fs::write(&path, include_str!("../../../../bench/fragments-variants.ini"))?;
        }
        Ok(Self { path: std::path::absolute(path)? })
    }
}

impl Drop for VariantFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}
