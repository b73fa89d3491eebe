//! What makes one game differ from another.

use std::fmt::Debug;
use std::hash::Hash;

use crate::bitboard::Bitboard;
use crate::game::cuckoo::Cuckoo;
use crate::piece::{Color, PieceKind};
use crate::position::{Position, Setup, SetupError};
use crate::text::CastlingText;

/// A game: its window on the board, its pieces, and its laws, all known at compile time.
///
/// The games are [`Chess`](crate::Chess) (with Chess960 and double Chess960, which differ from it only in where they
/// start) and [`Fragments`](crate::Fragments). A new game is a new file in `variants/`: the trait is not meant to be
/// implemented outside this crate.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The game's name, as `UCI_Variant` and command lines give it.
    const NAME: &'static str;
    /// Where a game starts, in the game's own notation.
    const START: &'static str;

    /// How many files the board has.
    const WIDTH: u8;
    /// How many ranks the board has.
    const HEIGHT: u8;
    /// The squares of the board.
    const WINDOW: Bitboard = Bitboard::window(Self::WIDTH, Self::HEIGHT);

    /// The kinds of pieces the game has.
    const KINDS: &'static [PieceKind];
    /// The piece other than the queen that slides like a rook: the rook itself, or the Right.
    const ROOK: PieceKind;
    /// What a pawn can promote to, best first.
    const PROMOTIONS: &'static [PieceKind];
    /// What pieces are worth in a static exchange, by [`PieceKind::index`].
    const EXCHANGE_VALUES: [i32; PieceKind::COUNT];

    /// Whether kings can castle. If so, [`Position::unmoved`] holds the rooks they can castle with.
    const CASTLING: bool;
    /// Whether a pawn's double step depends on its never having moved instead of on its rank. If so,
    /// [`Position::unmoved`] holds these pawns.
    const PAWNS_REMEMBER: bool;
    /// Whether the square passed over by a double step is recorded only if a legal capture follows from it.
    const EN_PASSANT_ONLY_IF_LEGAL: bool;
    /// Whether a set-up may leave a king to be captured, which wins.
    const KING_CAPTURE: bool;

    /// Whether the side to move loses if it has no legal move and is not in check.
    const STALEMATE_LOSES: bool;
    /// How often a position must occur for a draw.
    const REPETITIONS: usize;
    /// Whether the position before the first move counts as an occurrence.
    const START_COUNTS_AS_REPETITION: bool;
    /// After how many plies without capture or pawn move the game is drawn.
    const PLY_LIMIT: Option<u16>;
    /// The largest halfmove clock a set-up may have.
    const MAX_HALFMOVE_CLOCK: u16;

    /// The key differences of the game's reversible moves.
    const CUCKOO: &'static Cuckoo;

    /// The pawns among `pawns` that may step twice as far as their rank and past go.
    fn double_steppers(pawns: Bitboard, unmoved: Bitboard, color: Color) -> Bitboard;

    /// Whether neither side can win whatever happens, by the material alone.
    fn is_dead(position: &Position<Self>) -> bool;

    /// Checks what only this game demands of a set-up.
    fn check(setup: &Setup) -> Result<(), SetupError>;

    /// Reads the notation's fields after placement and side to move.
    fn read_fields(fields: &[&str], setup: &mut Setup) -> Result<(), SetupError>;

    /// Writes the notation's fields after placement and side to move.
    fn write_fields(position: &Position<Self>, castling: CastlingText) -> String;

    /// The rank on which a colour's pawns promote.
    #[inline]
    fn last_rank(color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::rank(Self::HEIGHT - 1),
            Color::Black => Bitboard::rank(0),
        }
    }
}
