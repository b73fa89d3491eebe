//! Games as the positions that other trainers read: bullet's binary records, or lines of text.

use std::io::{self, Write};

use bulletformat::{BulletFormat, ChessBoard};
use rules::{Chess, Color, PieceKind, Position, Rules};

use crate::records::{Filter, GameRecord, Ply, Reader, Variant};

/// A game that a format knows.
pub trait Convert: Rules {
    /// bullet's record of a position of a game; `None` if bullet does not know the game.
    fn bullet_record(position: &Position<Self>, ply: Ply, game: &GameRecord<Self>) -> Option<ChessBoard>;
}

impl Convert for Chess {
    fn bullet_record(position: &Position<Self>, ply: Ply, game: &GameRecord<Self>) -> Option<ChessBoard> {
        let kind = |kind| position.of_kind(kind).0;
        let boards = [
            position.of_color(Color::White).0,
            position.of_color(Color::Black).0,
            kind(PieceKind::Pawn),
            kind(PieceKind::Knight),
            kind(PieceKind::Bishop),
            kind(PieceKind::Rook),
            kind(PieceKind::Queen),
            kind(PieceKind::King),
        ];
        let side = position.side_to_move();
        // They want White's view here and turn it themselves.
        let score = ply.score.from_white(side).value() as i16;
        ChessBoard::from_raw(boards, side.index(), score, game.points(Color::White) as f32).ok()
    }
}

impl Convert for rules::Fragments {
    fn bullet_record(_: &Position<Self>, _: Ply, _: &GameRecord<Self>) -> Option<ChessBoard> {
        None
    }
}

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// bullet's 32-byte records (`ChessBoard` of its crate `bulletformat`), in the view of the side to move. Chess only.
    Bullet,
    /// A line each: `FEN | score | result`, score and result (1.0, 0.5 or 0.0) in White's view. bullet reads it too.
    Text,
}

impl Format {
    /// Whether positions of a game can be written so.
    pub fn suits<R: Rules>(self) -> bool {
        self == Self::Text || Variant::of::<R>() == Variant::Chess
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Converted {
    /// Games read.
    pub games: u64,
    /// Positions read.
    pub positions: u64,
    /// Positions written.
    pub written: u64,
    /// Games that could not be read.
    pub broken: u64,
}

/// Writes the positions that pass a filter, in a format that [suits](Format::suits) the game.
pub fn convert<R: Convert>(
    reader: &mut Reader<R>,
    filter: &Filter,
    format: Format,
    out: &mut impl Write,
) -> io::Result<Converted> {
    let mut done = Converted::default();
    for game in reader.by_ref() {
        let Ok(game) = game else {
            done.broken += 1;
            continue;
        };
        done.games += 1;
        for (position, ply) in game.positions() {
            done.positions += 1;
            if !filter.keeps(&position, ply) {
                continue;
            }
            match format {
                Format::Bullet => {
                    let Some(record) = R::bullet_record(&position, ply, &game) else { continue };
                    out.write_all(BulletFormat::as_bytes_slice(&[record]))?;
                }
                Format::Text => {
                    let score = ply.score.from_white(position.side_to_move()).value();
                    writeln!(out, "{position} | {score} | {:.1}", game.points(Color::White))?;
                }
            }
            done.written += 1;
        }
    }
    Ok(done)
}
