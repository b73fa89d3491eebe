//! A position: who stands where, who is to move, and what the past still allows.

mod check;
mod exchange;
mod keys;
mod legality;
mod play;
mod setup;

use std::marker::PhantomData;

use crate::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, PieceKind};
use crate::rules::Rules;
use crate::square::Square;

pub use keys::{Key, Keys};
pub(crate) use keys::{SIDE, const_piece_key, en_passant_key, piece_key, unmoved_key};
pub use play::Undo;
pub use setup::{Field, Setup, SetupError};

/// A position of a game.
///
/// Positions are small and can be copied: [`Position::after`] leaves the old one as it was. Where every nanosecond
/// counts, [`Position::make`] and [`Position::unmake`] work in place.
///
/// ```
/// use adoube_rules::{Chess, Position};
/// let start = Position::<Chess>::start();
/// let after = start.after(start.uci_move("e2e4").unwrap());
/// assert_eq!(after.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_eq!(after.legal_moves().len(), 20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<R: Rules> {
    by_color: [Bitboard; 2],
    by_kind: [Bitboard; PieceKind::COUNT],
    kinds: [Option<PieceKind>; 64],
    side_to_move: Color,
    state: State,
    rules: PhantomData<R>,
}

/// What a move changes beyond recall, so that it must be kept to take the move back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    keys: Keys,
    checkers: Bitboard,
    pinned: Bitboard,
    unmoved: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
    en_passant: Option<Square>,
}

impl<R: Rules> Position<R> {
    /// The position in which a game starts.
    pub fn start() -> Self {
        R::START.parse().expect("the start position of every game is tested to be valid")
    }

    /// The pieces of a checked set-up, with all that follows from them but the en passant square.
    fn from_parts(setup: &Setup) -> Self {
        let mut position = Self {
            by_color: [Bitboard::EMPTY; 2],
            by_kind: [Bitboard::EMPTY; PieceKind::COUNT],
            kinds: [None; 64],
            side_to_move: setup.side_to_move,
            state: State {
                unmoved: setup.unmoved,
                halfmove_clock: setup.halfmove_clock,
                fullmove_number: setup.fullmove_number.max(1),
                ..State::default()
            },
            rules: PhantomData,
        };
        for square in Bitboard::ALL {
            if let Some(piece) = setup.board[square.index()] {
                position.by_color[piece.color.index()] |= Bitboard::of(square);
                position.by_kind[piece.kind.index()] |= Bitboard::of(square);
                position.kinds[square.index()] = Some(piece.kind);
            }
        }
        position.state.keys = Keys::from_scratch(&position);
        position.find_checkers_and_pins();
        position
    }

    /// The position as a set-up, to be changed and checked anew.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup {
            side_to_move: self.side_to_move,
            unmoved: self.state.unmoved,
            en_passant: self.state.en_passant,
            halfmove_clock: self.state.halfmove_clock,
            fullmove_number: self.state.fullmove_number,
            ..Setup::EMPTY
        };
        for (square, piece) in self.pieces() {
            setup.board[square.index()] = Some(piece);
        }
        setup
    }

    /// The same position seen by the other side: colours swapped, board mirrored top to bottom.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// let position: Position<Chess> = "4k3/8/8/8/8/8/P7/4K2R w K - 3 9".parse().unwrap();
    /// assert_eq!(position.flipped().to_string(), "4k2r/p7/8/8/8/8/8/4K3 b k - 3 9");
    /// ```
    pub fn flipped(&self) -> Self {
        let setup = self.to_setup().flipped(R::HEIGHT);
        let mut flipped = Self::from_parts(&setup);
        flipped.record_en_passant(setup.en_passant);
        flipped
    }

    /// Who is to move.
    #[inline]
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// The squares of a colour's pieces.
    #[inline]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// The squares of a kind's pieces, of both colours.
    #[inline]
    pub const fn of_kind(&self, kind: PieceKind) -> Bitboard {
        self.by_kind[kind.index()]
    }

    /// The squares of one colour's pieces of one kind.
    #[inline]
    pub fn of(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.of_color(color) & self.of_kind(kind)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1]
    }

    /// The pieces that move like a knight: knights, and Rights where the game has them.
    #[inline]
    pub(crate) fn jumpers(&self) -> Bitboard {
        match R::ROOK {
            PieceKind::Right => self.of_kind(PieceKind::Knight) | self.of_kind(PieceKind::Right),
            _ => self.of_kind(PieceKind::Knight),
        }
    }

    /// The pieces that slide along ranks and files.
    #[inline]
    pub(crate) fn straight_sliders(&self) -> Bitboard {
        self.of_kind(R::ROOK) | self.of_kind(PieceKind::Queen)
    }

    /// The pieces that slide along diagonals.
    #[inline]
    pub(crate) fn diagonal_sliders(&self) -> Bitboard {
        self.of_kind(PieceKind::Bishop) | self.of_kind(PieceKind::Queen)
    }

    /// The square of a king. A king can be missing only where the rules let it be captured.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.of(color, PieceKind::King).first()
    }

    /// The kind of the piece on a square.
    #[inline]
    pub const fn kind_at(&self, square: Square) -> Option<PieceKind> {
        self.kinds[square.index()]
    }

    /// The piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.by_color[0].has(square) { Color::White } else { Color::Black };
        self.kind_at(square).map(|kind| Piece { color, kind })
    }

    /// Every piece with its square, by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
    }

    /// Pieces whose never having moved still matters: in chess the rooks that can castle (so these are the castling
    /// rights), in Chess Fragments the pawns that can step twice as far.
    #[inline]
    pub const fn unmoved(&self) -> Bitboard {
        self.state.unmoved
    }

    /// The square passed over by the double step just played: in chess only if a legal capture follows from it.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub const fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the move, from 1, as players count.
    #[inline]
    pub const fn fullmove_number(&self) -> u16 {
        self.state.fullmove_number
    }

    /// All keys.
    #[inline]
    pub const fn keys(&self) -> &Keys {
        &self.state.keys
    }

    /// The key of the whole position.
    #[inline]
    pub const fn key(&self) -> Key {
        self.state.keys.position
    }

    /// The key by which the game counts repetitions. Chess counts positions with all their rights; Chess Fragments
    /// counts pieces and side to move alone.
    #[inline]
    pub fn repetition_key(&self) -> Key {
        if R::PAWNS_REMEMBER {
            self.key() ^ unmoved_key(self.state.unmoved) ^ en_passant_key(self.state.en_passant)
        } else {
            self.key()
        }
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub const fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// The pieces of the side to move that are pinned to their king.
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// The squares within the board that a piece of this kind and colour attacks from a square.
    #[inline]
    pub fn attacks(&self, color: Color, kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
        let attacks = match kind {
            PieceKind::Pawn => pawn_attacks(color, from),
            PieceKind::Knight => knight_attacks(from),
            PieceKind::Bishop => bishop_attacks(from, occupied),
            PieceKind::Rook => rook_attacks(from, occupied),
            PieceKind::Right => rook_attacks(from, occupied) | knight_attacks(from),
            PieceKind::Queen => bishop_attacks(from, occupied) | rook_attacks(from, occupied),
            PieceKind::King => king_attacks(from),
        };
        attacks & R::WINDOW
    }

    /// The pieces of both colours that attack a square if these squares are occupied. Pinned pieces attack too.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = (pawn_attacks(Color::Black, square) & self.of(Color::White, PieceKind::Pawn))
            | (pawn_attacks(Color::White, square) & self.of(Color::Black, PieceKind::Pawn));
        pawns
            | (knight_attacks(square) & self.jumpers())
            | (king_attacks(square) & self.of_kind(PieceKind::King))
            | (rook_attacks(square, occupied) & self.straight_sliders())
            | (bishop_attacks(square, occupied) & self.diagonal_sliders())
    }

    /// Whether any piece of a colour attacks a square if these squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let them = self.of_color(by);
        let leapers = (knight_attacks(square) & self.jumpers())
            | (pawn_attacks(!by, square) & self.of_kind(PieceKind::Pawn))
            | (king_attacks(square) & self.of_kind(PieceKind::King));
        !(leapers & them).is_empty()
            || !(rook_attacks(square, occupied) & self.straight_sliders() & them).is_empty()
            || !(bishop_attacks(square, occupied) & self.diagonal_sliders() & them).is_empty()
    }

    /// Whether a side's king is attacked, whoever is to move.
    pub fn is_attacked_king(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.is_attacked(king, !color, self.occupied()))
    }
}
