//! Syzygy endgame tables of chess: won, drawn or lost for every position of few pieces.
//!
//! The tables are decoded by the crate `shakmaty-syzygy`; here positions are handed to it and its answers put into our
//! terms. A table that cannot be read gives no answer and is remembered as a [fault](Tablebases::fault).

mod files;
mod root;
mod wdl;

use std::any::TypeId;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::{fmt, io};

use rules::{Chess, Color, PieceKind, Position, Rules};
use shakmaty::{Bitboard, Board, ByColor, ByRole, CastlingMode, FromSetup, PositionError, Setup, Square};
use shakmaty_syzygy::{Dtz, MaybeRounded, Metric, ProbeError, SyzygyError, Tablebase};

pub use root::RootRank;
pub use wdl::Wdl;

/// Why tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// A folder that is not there, or that may not be read.
    #[error("tablebases: cannot read {}: {source}; expected folders of Syzygy tables, separated by ;", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder without tables.
    #[error("tablebases: no table in {}; expected files such as KQvK.rtbw and KQvK.rtbz", folder.display())]
    NoTables {
        /// The folder.
        folder: PathBuf,
    },
    /// A file that has the name of a table and is none, or is not whole.
    #[error("tablebases: {} is {found}; expected a whole Syzygy table", file.display())]
    NotATable {
        /// The file.
        file: PathBuf,
        /// What it is instead.
        found: String,
    },
    /// A table that turned out to be damaged when it was needed.
    #[error("tablebases: {table} is damaged; expected a whole Syzygy table; none is used until all are opened again")]
    Damaged {
        /// The name of the table.
        table: String,
    },
    /// A table that could not be read when it was needed.
    #[error("tablebases: {table} cannot be read: {source}; no table is used until all are opened again")]
    Unreadable {
        /// The name of the table.
        table: String,
        /// What the system says.
        source: io::Error,
    },
}

/// The tables of one or more folders. Any number of threads may probe them at once.
pub struct Tablebases {
    tables: Tablebase<shakmaty::Chess>,
    max_pieces: usize,
    fault: OnceLock<TablebaseError>,
}

impl Tablebases {
    /// Finds the tables in folders separated by `;` (or by `:`, but on Windows). Nothing, or `<empty>`, is no tables.
    ///
    /// Files are checked to be tables by their first bytes and their length; they are read when they are needed.
    pub fn open(paths: &str) -> Result<Self, TablebaseError> {
        let mut tables = Tablebase::with_filesystem(files::CachedFiles::new());
        let mut max_pieces = 0;
        for folder in files::folders(paths) {
            max_pieces = max_pieces.max(files::add_folder(&mut tables, folder)?);
        }
        Ok(Self { tables, max_pieces, fault: OnceLock::new() })
    }

    /// The most pieces, kings and pawns included, that a position can have to be known.
    #[inline]
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// What was wrong with a table that was needed, if one was: from then on nothing is known any more.
    pub fn fault(&self) -> Option<&TablebaseError> {
        self.fault.get()
    }

    /// The result of a position that a capture or a pawn move has just led to, for the side to move.
    ///
    /// `None` for any other position: how many plies of the fifty moves are used up matters, and this table does not
    /// know. `None` as well with castling rights (of Chess960 too), and for any game but chess.
    #[inline]
    pub fn probe_wdl<R: Rules>(&self, position: &Position<R>) -> Option<Wdl> {
        if position.halfmove_clock() != 0 || !self.may_know(position) {
            return None;
        }
        self.result(&converted(position)?)
    }

    /// Whether there can be a table for a position.
    #[inline]
    fn may_know<R: Rules>(&self, position: &Position<R>) -> bool {
        TypeId::of::<R>() == TypeId::of::<Chess>()
            && position.occupied().len() as usize <= self.max_pieces
            && position.unmoved().is_empty()
            && self.fault.get().is_none()
    }

    /// The result if the fifty moves are counted from here.
    fn result(&self, position: &shakmaty::Chess) -> Option<Wdl> {
        self.known(self.tables.probe_wdl_after_zeroing(position)).map(Wdl::from)
    }

    /// Plies to the next capture, pawn move or mate, positive for the winner.
    fn distance(&self, position: &shakmaty::Chess) -> Option<MaybeRounded<Dtz>> {
        self.known(self.tables.probe_dtz(position))
    }

    /// What a probe says. That a table is missing is nothing special; that one is damaged is remembered.
    fn known<T>(&self, probed: Result<T, SyzygyError>) -> Option<T> {
        if let Err(SyzygyError::ProbeFailed { metric, material, error }) = &probed {
            let table = format!("{material}.{}", if *metric == Metric::Wdl { "rtbw" } else { "rtbz" });
            // A second fault is no news.
            let _ = self.fault.set(match &**error {
                ProbeError::Read { error } => TablebaseError::Unreadable { table, source: error.kind().into() },
                _ => TablebaseError::Damaged { table },
            });
        }
        probed.ok()
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebases").field("max_pieces", &self.max_pieces).field("fault", &self.fault).finish()
    }
}

/// A position of chess without castling rights as the tables' crate has it, counters aside.
fn converted<R: Rules>(position: &Position<R>) -> Option<shakmaty::Chess> {
    let of_kind = |kind| Bitboard(position.of_kind(kind).0);
    let by_role = ByRole {
        pawn: of_kind(PieceKind::Pawn),
        knight: of_kind(PieceKind::Knight),
        bishop: of_kind(PieceKind::Bishop),
        rook: of_kind(PieceKind::Rook),
        queen: of_kind(PieceKind::Queen),
        king: of_kind(PieceKind::King),
    };
    let by_color = ByColor {
        black: Bitboard(position.of_color(Color::Black).0),
        white: Bitboard(position.of_color(Color::White).0),
    };
    let setup = Setup {
        board: Board::try_from_bitboards(by_role, by_color).ok()?,
        turn: shakmaty::Color::from_white(position.side_to_move() == Color::White),
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        ..Setup::empty()
    };
    // Checks that no game can lead to are in the tables all the same.
    shakmaty::Chess::from_setup(setup, CastlingMode::Chess960).or_else(PositionError::ignore_impossible_check).ok()
}
