//! One game as bytes and back. Nothing is believed of bytes from a file: position and moves are checked by the rules.

use engine::Score;
use rules::{Bitboard, Color, Move, Piece, PieceKind, Position, Rules, Setup, Square};

use super::{Ending, GameRecord, Ply};

/// The bytes before the plies, and after them.
pub(super) const FRONT: usize = 32;
pub(super) const BACK: usize = 4;

const UNMOVED: u8 = 7;
const NO_SQUARE: u8 = 64;

/// The kind of the pieces whose never having moved matters.
const fn unmoved_kind<R: Rules>() -> PieceKind {
    if R::CASTLING { PieceKind::Rook } else { PieceKind::Pawn }
}

/// The bytes of a game.
pub(super) fn pack<R: Rules>(game: &GameRecord<R>) -> Vec<u8> {
    let start = &game.start;
    let mut bytes = vec![0; FRONT];
    bytes[0..8].copy_from_slice(&start.occupied().0.to_le_bytes());
    for (index, (square, piece)) in start.pieces().take(32).enumerate() {
        let kind = if start.unmoved().has(square) { UNMOVED } else { piece.kind.index() as u8 };
        bytes[8 + index / 2] |= (kind | (piece.color.index() as u8) << 3) << (4 * (index % 2));
    }
    let side = (start.side_to_move().index() as u8) << 7;
    bytes[24] = side | start.en_passant().map_or(NO_SQUARE, |square| square.index() as u8);
    let result = match game.winner {
        Some(Color::Black) => 0,
        None => 1,
        Some(Color::White) => 2,
    };
    bytes[25] = result | (game.ending as u8) << 2 | u8::from(game.is_verification) << 4;
    bytes[26..28].copy_from_slice(&start.halfmove_clock().to_le_bytes());
    bytes[28..30].copy_from_slice(&start.fullmove_number().to_le_bytes());
    bytes[30..32].copy_from_slice(&(game.plies.len() as u16).to_le_bytes());
    for ply in &game.plies {
        bytes.extend_from_slice(&ply.mv.bits().to_le_bytes());
        bytes.extend_from_slice(&(ply.score.value() as i16).to_le_bytes());
    }
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// How many bytes a game has that begins with these.
pub(super) fn length(front: &[u8; FRONT]) -> usize {
    FRONT + 4 * word(front, 30) as usize + BACK
}

/// The game of these bytes, or what is wrong with them.
pub(super) fn unpack<R: Rules>(bytes: &[u8]) -> Result<GameRecord<R>, String> {
    let (body, sum) = bytes.split_at(bytes.len() - BACK);
    let (sum, expected) = (u32::from_le_bytes([sum[0], sum[1], sum[2], sum[3]]), checksum(body));
    if sum != expected {
        return Err(format!("checksum {sum:08x}; expected {expected:08x}"));
    }
    let start = Position::try_from(&unpack_setup::<R>(body)?).map_err(|error| error.to_string())?;
    let flags = body[25];
    let winner = match flags & 3 {
        0 => Some(Color::Black),
        1 => None,
        2 => Some(Color::White),
        _ => return Err("result 3; expected 0, 1 or 2".to_owned()),
    };
    let mut position: Position<R> = start;
    let mut plies = Vec::with_capacity(word(body, 30) as usize);
    for (index, bytes) in body[FRONT..].chunks_exact(4).enumerate() {
        let mv = Move::from_bits(word(bytes, 0));
        if !position.is_legal(mv) {
            return Err(format!("ply {}: {mv:?} in {position}; expected a legal move", index + 1));
        }
        position.play(mv);
        plies.push(Ply { mv, score: score(word(bytes, 2) as i16) });
    }
    let ending = Ending::ALL[usize::from(flags >> 2 & 3)];
    Ok(GameRecord { start, winner, ending, is_verification: flags & 16 != 0, plies })
}

fn unpack_setup<R: Rules>(bytes: &[u8]) -> Result<Setup, String> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[0..8]);
    let occupied = Bitboard(u64::from_le_bytes(occupied));
    if occupied.len() > 32 {
        return Err(format!("{} pieces; expected at most 32", occupied.len()));
    }
    let mut setup = Setup {
        side_to_move: Color::ALL[usize::from(bytes[24] >> 7)],
        en_passant: match bytes[24] & 127 {
            NO_SQUARE => None,
            index @ 0..NO_SQUARE => Some(Square::new(index)),
            index => return Err(format!("en passant square {index}; expected 0 to 64")),
        },
        halfmove_clock: word(bytes, 26),
        fullmove_number: word(bytes, 28),
        ..Setup::EMPTY
    };
    for (index, square) in occupied.into_iter().enumerate() {
        let nibble = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let kind = match nibble & 7 {
            UNMOVED => {
                setup.unmoved |= Bitboard::of(square);
                unmoved_kind::<R>()
            }
            kind => PieceKind::ALL[usize::from(kind)],
        };
        setup.board[square.index()] = Some(Piece { color: Color::ALL[usize::from(nibble >> 3)], kind });
    }
    Ok(setup)
}

/// A score of a file, mates and all.
fn score(value: i16) -> Score {
    Score::DRAW + i32::from(value)
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    fn record<R: Rules>(text: &str) -> GameRecord<R> {
        let start: Position<R> = text.parse().unwrap();
        let mv = start.legal_moves()[0];
        let plies = vec![Ply { mv, score: Score::mated_in(3) }];
        GameRecord { start, winner: Some(Color::White), ending: Ending::TooLong, is_verification: true, plies }
    }

    fn comes_back<R: Rules>(text: &str) {
        let game = record::<R>(text);
        let bytes = pack(&game);
        assert_eq!(bytes.len(), FRONT + 4 + BACK);
        assert_eq!(unpack(&bytes), Ok(game));
    }

    #[test]
    fn every_part_of_a_game_comes_back() {
        comes_back::<Chess>(Chess::START);
        comes_back::<Chess>("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3");
        comes_back::<Chess>("8/5k2/8/8/1r6/8/6K1/R7 b - - 77 123");
        comes_back::<Chess>("1r1k2r1/8/8/8/8/8/8/R2K3R b AHbg - 4 20");
        comes_back::<Fragments>(Fragments::START);
        comes_back::<Fragments>("rqknb/ppp1p/3p1/PP1PP/BNKQR b a2b2d2e2a4b4 -");
        comes_back::<Fragments>("rqknb/p1ppp/5/Pp1PP/BNKQR w a2d2e2a4 b3");
    }

    #[test]
    fn any_damage_is_noticed() {
        let bytes = pack(&record::<Chess>(Chess::START));
        for index in (0..30).chain(32..bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[index] ^= 4;
            assert!(unpack::<Chess>(&damaged).is_err(), "byte {index}");
        }
    }

    #[test]
    fn a_record_with_a_right_checksum_is_still_checked_by_the_rules() {
        let bytes = pack(&record::<Chess>(Chess::START));
        let with = |index: usize, value: u8| {
            let mut bytes = bytes[..bytes.len() - BACK].to_vec();
            bytes[index] = value;
            bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
            unpack::<Chess>(&bytes).unwrap_err()
        };
        assert!(with(FRONT, 77).contains("expected a legal move"));
        assert!(with(25, 3).contains("result 3"));
        assert!(with(24, 100).contains("en passant square 100"));
        assert!(with(8, 0x66).contains("kings"), "{}", with(8, 0x66));
        assert!(with(2, 255).contains("pieces; expected at most 32"));
    }
}
