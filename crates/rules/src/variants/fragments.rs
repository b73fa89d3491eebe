//! Chess Fragments: five files, five ranks, the Right instead of the rook, and no draw by stalemate.

use crate::bitboard::Bitboard;
use crate::game::cuckoo::Cuckoo;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::{Field, Position, Setup, SetupError};
use crate::rules::Rules;
use crate::square::Square;
use crate::text::CastlingText;
use crate::text::fen::{read_counter, read_square};

/// Chess Fragments, as the Python framework `chessmaker` plays it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Fragments;

static CUCKOO: Cuckoo =
    Cuckoo::new(&[PieceKind::Knight, PieceKind::Bishop, PieceKind::Right, PieceKind::Queen, PieceKind::King], 5, 5);

impl Fragments {
    /// The set-ups known by name. Every pawn of a set-up starts as unmoved, wherever it stands.
    pub const SETUPS: &'static [(&'static str, &'static str)] = &[
        ("sample0", "nqkbr/ppppp/5/PPPPP/RBKQN w a2a4b2b4c2c4d2d4e2e4 -"),
        ("sample1", Self::START),
        ("brief", "rbkqn/ppppp/5/PPPPP/NQKBR w a2a4b2b4c2c4d2d4e2e4 -"),
        ("sample2", "k4/5/5/3P1/2K2 w d2 -"),
        ("sample3", "1k3/5/5/5/2KR1 w - -"),
        ("sample4", "1k3/q4/5/5/2K2 w - -"),
        ("sample5", "k4/4p/K3P/3P1/5 w d2e3e4 -"),
        ("sample6", "kb3/4p/K3P/1P1P1/5 w b2d2e3e4 -"),
        ("sample7", "k4/p3p/P4/2KP1/5 w a3a4d2e4 -"),
    ];

    /// The text of a set-up known by name.
    pub fn setup(name: &str) -> Option<&'static str> {
        Self::SETUPS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

impl Rules for Fragments {
    const NAME: &'static str = "fragments";
    // sample1, which is also where Fairy-Stockfish starts.
    const START: &'static str = "rqknb/ppppp/5/PPPPP/BNKQR w a2a4b2b4c2c4d2d4e2e4 -";
    const WIDTH: u8 = 5;
    const HEIGHT: u8 = 5;
    const KINDS: &'static [PieceKind] =
        &[PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Right, PieceKind::Queen, PieceKind::King];
    const ROOK: PieceKind = PieceKind::Right;
    const PROMOTIONS: &'static [PieceKind] = &[PieceKind::Queen];
    const EXCHANGE_VALUES: [i32; PieceKind::COUNT] = [100, 300, 300, 0, 700, 800, 20_000];
    const CASTLING: bool = false;
    const PAWNS_REMEMBER: bool = true;
    const EN_PASSANT_ONLY_IF_LEGAL: bool = false;
    const KING_CAPTURE: bool = true;
    const STALEMATE_LOSES: bool = true;
    const REPETITIONS: usize = 5;
    const START_COUNTS_AS_REPETITION: bool = false;
    const PLY_LIMIT: Option<u16> = None;
    const MAX_HALFMOVE_CLOCK: u16 = u16::MAX;
    const CUCKOO: &'static Cuckoo = &CUCKOO;

    #[inline]
    fn double_steppers(pawns: Bitboard, unmoved: Bitboard, _: Color) -> Bitboard {
        pawns & unmoved
    }

    /// Only bare kings draw: any single piece can win, if need be by stalemate. A set-up may leave even one of these
    /// kings to be taken.
    fn is_dead(position: &Position<Self>) -> bool {
        let bare = position.occupied() == position.of_kind(PieceKind::King);
        bare && !position.is_attacked_king(!position.side_to_move())
    }

    fn check(setup: &Setup) -> Result<(), SetupError> {
        let is_pawn = |square: Square| matches!(setup.board[square.index()], Some(p) if p.kind == PieceKind::Pawn);
        if let Some(square) = setup.unmoved.into_iter().find(|square| !is_pawn(*square)) {
            return Err(SetupError::new(Field::UnmovedPawns, square, "squares on which pawns stand"));
        }
        let start = setup.en_passant.map(|square| square.behind(!setup.side_to_move));
        match (setup.en_passant, start) {
            (Some(square), Some(start)) if !Self::WINDOW.has(square) || !Self::WINDOW.has(start) => {
                Err(SetupError::new(Field::EnPassant, square, "a square passed over by a double step on the board"))
            }
            _ => Ok(()),
        }
    }

    /// Two notations are read: `unmoved ep` of our own, and Fairy-Stockfish's `castling ep halfmove fullmove`, in which
    /// pawns on their home rank count as unmoved.
    fn read_fields(fields: &[&str], setup: &mut Setup) -> Result<(), SetupError> {
        match fields {
            [unmoved, en_passant] => {
                setup.unmoved = read_unmoved(unmoved)?;
                setup.en_passant = read_square(en_passant, Field::EnPassant)?;
            }
            [castling, en_passant, halfmove_clock, fullmove_number] => {
                if *castling != "-" {
                    return Err(SetupError::new(Field::Castling, castling, "-, for this game has no castling"));
                }
                setup.unmoved = Color::ALL.into_iter().fold(Bitboard::EMPTY, |all, color| {
                    let pawns = setup.squares_of(Piece { color, kind: PieceKind::Pawn });
                    let home = if color == Color::White { 1 } else { Self::HEIGHT - 2 };
                    all | (pawns & Bitboard::rank(home))
                });
                setup.en_passant = read_square(en_passant, Field::EnPassant)?;
                // The counters must be numbers, but this game has no use for them and its own notation no place.
                read_counter(Some(halfmove_clock), Field::HalfmoveClock, 0)?;
                read_counter(Some(fullmove_number), Field::FullmoveNumber, 1)?;
            }
            _ => {
                return Err(SetupError::new(
                    Field::Fields,
                    format!("{} fields", fields.len() + 2),
                    "4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
                ));
            }
        }
        Ok(())
    }

    fn write_fields(position: &Position<Self>, _: CastlingText) -> String {
        let mut unmoved: Vec<String> = position.unmoved().into_iter().map(|square| square.to_string()).collect();
        unmoved.sort();
        let unmoved = if unmoved.is_empty() { "-".to_owned() } else { unmoved.concat() };
        format!("{unmoved} {}", position.en_passant().map_or("-".to_owned(), |square| square.to_string()))
    }
}

fn read_unmoved(text: &str) -> Result<Bitboard, SetupError> {
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    let wrong = |value: &str| SetupError::new(Field::UnmovedPawns, value, "squares such as a2b2, or -");
    let mut unmoved = Bitboard::EMPTY;
    for pair in text.as_bytes().chunks(2) {
        let square: Square =
            std::str::from_utf8(pair).ok().and_then(|pair| pair.parse().ok()).ok_or_else(|| wrong(text))?;
        unmoved |= Bitboard::of(square);
    }
    Ok(unmoved)
}
