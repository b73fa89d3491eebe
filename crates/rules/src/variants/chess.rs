//! Orthodox chess, Chess960 and double Chess960: one game that starts from different arrays.

use crate::bitboard::Bitboard;
use crate::fault;
use crate::game::cuckoo::Cuckoo;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::{Field, Position, Setup, SetupError};
use crate::rules::Rules;
use crate::square::Square;
use crate::text::CastlingText;
use crate::text::fen::{read_counter, read_square};

/// Chess, by the laws of FIDE; castling by the laws of Chess960, of which chess is a case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Chess;

static CUCKOO: Cuckoo =
    Cuckoo::new(&[PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King], 8, 8);

impl Rules for Chess {
    const NAME: &'static str = "chess";
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const WIDTH: u8 = 8;
    const HEIGHT: u8 = 8;
    const KINDS: &'static [PieceKind] =
        &[PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King];
    const ROOK: PieceKind = PieceKind::Rook;
    const PROMOTIONS: &'static [PieceKind] = &[PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    const EXCHANGE_VALUES: [i32; PieceKind::COUNT] = [100, 300, 300, 500, 0, 900, 20_000];
    const CASTLING: bool = true;
    const PAWNS_REMEMBER: bool = false;
    const EN_PASSANT_ONLY_IF_LEGAL: bool = true;
    const KING_CAPTURE: bool = false;
    const STALEMATE_LOSES: bool = false;
    const REPETITIONS: usize = 3;
    const START_COUNTS_AS_REPETITION: bool = true;
    const PLY_LIMIT: Option<u16> = Some(100);
    // Nobody need claim the draw after 100 plies; after 150 the arbiter does.
    const MAX_HALFMOVE_CLOCK: u16 = 150;
    const CUCKOO: &'static Cuckoo = &CUCKOO;

    #[inline]
    fn double_steppers(pawns: Bitboard, _: Bitboard, color: Color) -> Bitboard {
        pawns & Bitboard::rank(home_rank(color))
    }

    /// Bare kings, one minor piece, or bishops that all stand on squares of one colour.
    fn is_dead(position: &Position<Self>) -> bool {
        let of_kind = |kind| position.of_kind(kind);
        let pawns = if fault!(PawnsAreNoMaterial) { Bitboard::EMPTY } else { of_kind(PieceKind::Pawn) };
        let mighty = pawns | of_kind(PieceKind::Rook) | of_kind(PieceKind::Queen);
        if !mighty.is_empty() {
            return false;
        }
        let (knights, bishops) = (of_kind(PieceKind::Knight), of_kind(PieceKind::Bishop));
        if knights.is_empty() {
            bishops.is_within(Bitboard::LIGHT) || (bishops & Bitboard::LIGHT).is_empty()
        } else {
            !(knights | bishops).has_many()
        }
    }

    fn check(setup: &Setup) -> Result<(), SetupError> {
        for color in Color::ALL {
            check_material(setup, color)?;
            check_castling(setup, color)?;
        }
        let edges = Bitboard::rank(0) | Bitboard::rank(7);
        let is_pawn = |square: &Square| setup.board[square.index()].is_some_and(|p| p.kind == PieceKind::Pawn);
        if let Some(square) = edges.into_iter().find(is_pawn) {
            return Err(SetupError::new(Field::Pawns, format!("a pawn on {square}"), "pawns on ranks 2 to 7"));
        }
        let passed_rank = if setup.side_to_move == Color::White { 5 } else { 2 };
        match setup.en_passant {
            Some(square) if square.rank() != passed_rank => Err(SetupError::new(
                Field::EnPassant,
                square,
                format!("a square on rank {} with {} to move", passed_rank + 1, setup.side_to_move),
            )),
            _ => Ok(()),
        }
    }

    fn read_fields(fields: &[&str], setup: &mut Setup) -> Result<(), SetupError> {
        if fields.len() < 2 || fields.len() > 4 {
            return Err(SetupError::new(
                Field::Fields,
                format!("{} fields", fields.len() + 2),
                "4 to 6: placement, side, castling, en passant, halfmove clock, fullmove number",
            ));
        }
        setup.unmoved = read_castling(fields[0], setup)?;
        setup.en_passant = read_square(fields[1], Field::EnPassant)?;
        setup.halfmove_clock = read_counter(fields.get(2), Field::HalfmoveClock, 0)?;
        setup.fullmove_number = read_counter(fields.get(3), Field::FullmoveNumber, 1)?;
        Ok(())
    }

    fn write_fields(position: &Position<Self>, castling: CastlingText) -> String {
        let en_passant = position.en_passant().map_or("-".to_owned(), |square| square.to_string());
        format!(
            "{} {en_passant} {} {}",
            write_castling(position, castling),
            position.halfmove_clock(),
            position.fullmove_number()
        )
    }
}

/// The rank on which a side's pawns start.
const fn home_rank(color: Color) -> u8 {
    match color {
        Color::White => 1,
        Color::Black => 6,
    }
}

/// The rank on which a side's pieces start.
const fn back_rank(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// Sixteen pieces; a pawn less for every promoted one.
fn check_material(setup: &Setup, color: Color) -> Result<(), SetupError> {
    let count = |kind| setup.squares_of(Piece { color, kind }).len();
    let all = setup.squares_of_color(color).len();
    if all > 16 {
        return Err(SetupError::new(Field::Material, format!("{all} pieces for {color}"), "at most 16"));
    }
    let pawns = count(PieceKind::Pawn);
    if pawns > 8 {
        return Err(SetupError::new(Field::Material, format!("{pawns} pawns for {color}"), "at most 8"));
    }
    let promoted: u32 = [(PieceKind::Knight, 2), (PieceKind::Bishop, 2), (PieceKind::Rook, 2), (PieceKind::Queen, 1)]
        .into_iter()
        .map(|(kind, at_start)| count(kind).saturating_sub(at_start))
        .sum();
    if pawns + promoted > 8 {
        return Err(SetupError::new(
            Field::Material,
            format!("{promoted} promoted pieces besides {pawns} pawns for {color}"),
            "at most 8 together",
        ));
    }
    Ok(())
}

/// Every rook that can castle stands on the back rank with its king, at most one on each side of him.
fn check_castling(setup: &Setup, color: Color) -> Result<(), SetupError> {
    let back = Bitboard::rank(back_rank(color));
    let rooks = setup.unmoved & setup.squares_of_color(color);
    let wrong = |expected: String| {
        Err(SetupError::new(
            Field::Castling,
            format!("{:?} for {color}", rooks.into_iter().collect::<Vec<_>>()),
            expected,
        ))
    };
    if !setup.unmoved.is_within(setup.squares_of_color(Color::White) | setup.squares_of_color(Color::Black)) {
        return wrong("rooks on the squares that can castle".to_owned());
    }
    if rooks.is_empty() {
        return Ok(());
    }
    let king = setup.squares_of(Piece { color, kind: PieceKind::King }) & back;
    let Some(king) = king.first() else {
        return wrong(format!("no castling right, for the {color} king is off rank {}", back_rank(color) + 1));
    };
    if !rooks.is_within(setup.squares_of(Piece { color, kind: PieceKind::Rook }) & back) {
        return wrong(format!("{color} rooks on rank {}", back_rank(color) + 1));
    }
    let left = rooks.into_iter().filter(|rook| rook.file() < king.file()).count();
    if left > 1 || rooks.len() as usize - left > 1 {
        return wrong("at most one rook on each side of the king".to_owned());
    }
    Ok(())
}

/// Reads castling rights in any of the three notations: `KQkq` (the outermost rook on that side, as X-FEN has it) or
/// the rooks' file letters (Shredder-FEN), upper case for White, `-` for none.
fn read_castling(text: &str, setup: &Setup) -> Result<Bitboard, SetupError> {
    let mut unmoved = Bitboard::EMPTY;
    if text == "-" {
        return Ok(unmoved);
    }
    let wrong = |expected: String| SetupError::new(Field::Castling, text, expected);
    for letter in text.chars() {
        if !matches!(letter.to_ascii_lowercase(), 'k' | 'q' | 'a'..='h') {
            return Err(wrong("letters of KQkq, of rooks' files A-H and a-h, or -".to_owned()));
        }
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = back_rank(color);
        let rooks = setup.squares_of(Piece { color, kind: PieceKind::Rook }) & Bitboard::rank(rank);
        let king = (setup.squares_of(Piece { color, kind: PieceKind::King }) & Bitboard::rank(rank)).first();
        let Some(king) = king else {
            return Err(wrong(format!("no '{letter}', for the {color} king is off rank {}", rank + 1)));
        };
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().filter(|rook| rook.file() > king.file()).last(),
            'q' => rooks.into_iter().find(|rook| rook.file() < king.file()),
            file => Some(Square::at(file as u8 - b'a', rank)).filter(|square| rooks.has(*square)),
        };
        let Some(rook) = rook else {
            return Err(wrong(format!("no '{letter}', for no {color} rook stands there on rank {}", rank + 1)));
        };
        if unmoved.has(rook) {
            return Err(wrong(format!("each right once, but '{letter}' repeats the rook on {rook}")));
        }
        unmoved |= Bitboard::of(rook);
    }
    if unmoved.is_empty() { Err(wrong("rights, or -".to_owned())) } else { Ok(unmoved) }
}

fn write_castling(position: &Position<Chess>, style: CastlingText) -> String {
    let mut text = String::new();
    for color in Color::ALL {
        for kings_side in [true, false] {
            let Some(rook) = position.castling_rook(color, kings_side) else { continue };
            let rooks = position.of(color, PieceKind::Rook) & Bitboard::rank(back_rank(color));
            let further_out = |other: Square| if kings_side { other > rook } else { other < rook };
            let letter = match style {
                CastlingText::XFen if !rooks.into_iter().any(further_out) => {
                    if kings_side {
                        'K'
                    } else {
                        'Q'
                    }
                }
                _ => rook.file_letter().to_ascii_uppercase(),
            };
            text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

impl Chess {
    /// The Chess960 starting position with a Scharnagl number, 0 to 959; 518 is the orthodox one.
    ///
    /// ```
    /// use adoube_rules::{Chess, Position};
    /// assert_eq!(Chess::chess960(518), Some(Position::<Chess>::start()));
    /// assert_eq!(Chess::chess960(960), None);
    /// ```
    pub fn chess960(number: u16) -> Option<Position<Self>> {
        Self::double_chess960(number, number)
    }

    /// The double Chess960 starting position in which each side has its own Scharnagl number.
    pub fn double_chess960(white: u16, black: u16) -> Option<Position<Self>> {
        let mut setup = Setup::EMPTY;
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (file, kind) in scharnagl_array(number)?.into_iter().enumerate() {
                let home = Square::at(file as u8, back_rank(color));
                setup.board[home.index()] = Some(Piece { color, kind });
                let pawn = Piece { color, kind: PieceKind::Pawn };
                setup.board[Square::at(file as u8, home_rank(color)).index()] = Some(pawn);
                if kind == PieceKind::Rook {
                    setup.unmoved |= Bitboard::of(home);
                }
            }
        }
        Position::try_from(&setup).ok()
    }
}

/// The back rank with a Scharnagl number: bishops, queen and knights are placed by it on the free squares, and king
/// between rooks fill the rest.
fn scharnagl_array(number: u16) -> Option<[PieceKind; 8]> {
    if number >= 960 {
        return None;
    }
    let mut array = [None; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    array[2 * light as usize + 1] = Some(PieceKind::Bishop);
    array[2 * dark as usize] = Some(PieceKind::Bishop);
    let nth_free = |array: &[Option<PieceKind>; 8], n: usize| (0..8).filter(|&file| array[file].is_none()).nth(n);
    let queen = nth_free(&array, queen as usize)?;
    array[queen] = Some(PieceKind::Queen);
    // The pairs of five free squares in order: 01 02 03 04 12 13 14 23 24 34.
    let (first, second) = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).nth(knights as usize)?;
    let (first, second) = (nth_free(&array, first)?, nth_free(&array, second)?);
    array[first] = Some(PieceKind::Knight);
    array[second] = Some(PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        let free = nth_free(&array, 0)?;
        array[free] = Some(kind);
    }
    let mut full = [PieceKind::Rook; 8];
    for (place, kind) in full.iter_mut().zip(array) {
        *place = kind?;
    }
    Some(full)
}
