//! The tablebases: true to the facts of endings, to the fifty-move rule, and patient with damaged files.
//!
//! A few tables are in the repository; where the whole set of four pieces is at hand, it is tested too.

mod damage;
mod facts;
mod retrograde;
mod root;

use std::path::{Path, PathBuf};

use adoube_engine::Tablebases;
use rules::{Chess, Color, Piece, PieceKind, Position, Setup};

/// The tables in the repository: queen, rook, pawn, bishop or knight against a bare king.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy")
}

fn open(folder: &Path) -> Tablebases {
    Tablebases::open(folder.to_str().unwrap()).unwrap()
}

/// A file or folder of the collection that may lie beside the repository.
fn shared(path: &str) -> Option<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let found = here.ancestors().map(|folder| folder.join("shared").join(path)).find(|path| path.exists());
    if found.is_none() {
        eprintln!("skipped: no shared/{path} beside the repository");
    }
    found
}

fn position(fen: &str) -> Position<Chess> {
    fen.parse().unwrap()
}

/// Numbers that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// A valid position of these white pieces and two kings; either side is to move.
    fn position(&mut self, white: &[PieceKind]) -> Position<Chess> {
        loop {
            let mut setup = Setup { side_to_move: Color::ALL[self.below(2)], ..Setup::EMPTY };
            let kings = Color::ALL.map(|color| Piece { color, kind: PieceKind::King });
            let pieces = white.iter().map(|&kind| Piece { color: Color::White, kind });
            for piece in kings.into_iter().chain(pieces) {
                setup.board[self.below(64)] = Some(piece);
            }
            let count = setup.board.iter().flatten().count();
            if let Ok(position) = Position::try_from(&setup)
                && count == white.len() + 2
            {
                return position;
            }
        }
    }
}

/// A valid position of the kings and one white piece, if there is one.
fn three_pieces(king: usize, kind: PieceKind, piece: usize, bare: usize, side: Color) -> Option<Position<Chess>> {
    if king == piece || king == bare || piece == bare {
        return None;
    }
    let mut setup = Setup { side_to_move: side, ..Setup::EMPTY };
    setup.board[king] = Some(Piece { color: Color::White, kind: PieceKind::King });
    setup.board[piece] = Some(Piece { color: Color::White, kind });
    setup.board[bare] = Some(Piece { color: Color::Black, kind: PieceKind::King });
    Position::try_from(&setup).ok()
}
