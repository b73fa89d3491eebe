//! Positions that cannot be: every one is refused with the field that is wrong and what would have been right.

use std::fmt::Write;

use adoube_rules::text::epd::Epd;
use adoube_rules::{CastlingText, Chess, Field, Fragments, Position, Rules, SetupError};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data");

fn read(path: &str) -> String {
    let path = format!("{DATA}/{path}");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check<R: Rules>(rows: &[(&str, Field, &str)]) {
    let mut wrong = String::new();
    for (text, field, message) in rows {
        match text.parse::<Position<R>>() {
            Ok(position) => writeln!(wrong, "{text}: taken as {position}"),
            Err(error) if (error.field, error.to_string().as_str()) != (*field, *message) => {
                writeln!(wrong, "{text}: {:?}\n  {error}\n  {message}", error.field)
            }
            Err(_) => Ok(()),
        }
        .expect("a string takes any text");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn chess_texts_that_are_no_position_are_refused_by_field() {
    check::<Chess>(&[
        (
            "",
            Field::Fields,
            "fields: 0 fields; expected a position such as \
             \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
        ),
        (
            "8",
            Field::Fields,
            "fields: 1 fields; expected a position such as \
             \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            Field::Fields,
            "fields: 2 fields; expected 4 to 6: placement, side, castling, en passant, halfmove clock, fullmove number",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
            Field::Fields,
            "fields: 3 fields; expected 4 to 6: placement, side, castling, en passant, halfmove clock, fullmove number",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 2",
            Field::Fields,
            "fields: 7 fields; expected 4 to 6: placement, side, castling, en passant, halfmove clock, fullmove number",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR; expected 8 ranks separated by /, not 7",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR; expected 8 ranks separated by /, not 9",
        ),
        (
            "rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: 7; expected 8 squares on rank 5",
        ),
        (
            "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: '9' in 9; expected pieces PNBRQK in either case, or digits 1 to 8",
        ),
        (
            "rnbqkbnr/pppppppp/8/44p/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: 44p; expected 8 squares on rank 5",
        ),
        (
            "rnbqkbnr/pppppppp/8/7pp/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: 7pp; expected 8 squares on rank 5",
        ),
        (
            "rnbqkbnr/pppppppp/8/0p7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: '0' in 0p7; expected pieces PNBRQK in either case, or digits 1 to 8",
        ),
        (
            "rnbqkbnr/ppppippp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: 'i' in ppppippp; expected pieces PNBRQK in either case, or digits 1 to 8",
        ),
        (
            "rnbqkbnr/pppp♟ppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Placement,
            "placement: '♟' in pppp♟ppp; expected pieces PNBRQK in either case, or digits 1 to 8",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1",
            Field::SideToMove,
            "side to move: W; expected w or b",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1",
            Field::SideToMove,
            "side to move: white; expected w or b",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1",
            Field::Castling,
            "castling: KQxq; expected letters of KQkq, of rooks' files A-H and a-h, or -",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkqK - 0 1",
            Field::Castling,
            "castling: KQkqK; expected each right once, but 'K' repeats the rook on h1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KH - 0 1",
            Field::Castling,
            "castling: KH; expected each right once, but 'H' repeats the rook on h1",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w D - 0 1",
            Field::Castling,
            "castling: D; expected no 'D', for no White rook stands there on rank 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
            Field::Castling,
            "castling: Q; expected no 'Q', for no White rook stands there on rank 1",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
            Field::Castling,
            "castling: K; expected no 'K', for the White king is off rank 1",
        ),
        (
            "4k2r/8/8/8/8/8/8/RR2K3 w AB - 0 1",
            Field::Castling,
            "castling: [a1, b1] for White; expected at most one rook on each side of the king",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", Field::EnPassant, "en passant: e9; expected a square such as e3, or -"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
            Field::EnPassant,
            "en passant: e3; expected a square on rank 6 with White to move",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
            Field::EnPassant,
            "en passant: e6; expected a square that a Black pawn has just passed over: pawn on e5, e6 and e7 empty",
        ),
        (
            "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1",
            Field::EnPassant,
            "en passant: e6; expected a square that a Black pawn has just passed over: pawn on e5, e6 and e7 empty",
        ),
        (
            "4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1",
            Field::EnPassant,
            "en passant: e6; expected a square that a Black pawn has just passed over: pawn on e5, e6 and e7 empty",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1",
            Field::EnPassant,
            "en passant: e6; expected a square that a Black pawn has just passed over: pawn on e5, e6 and e7 empty",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            Field::HalfmoveClock,
            "halfmove clock: x; expected a whole number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            Field::HalfmoveClock,
            "halfmove clock: -1; expected a whole number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            Field::HalfmoveClock,
            "halfmove clock: +1; expected a whole number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            Field::HalfmoveClock,
            "halfmove clock: 65536; expected a whole number from 0 to 65535",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", Field::HalfmoveClock, "halfmove clock: 151; expected 0 to 150"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 one",
            Field::FullmoveNumber,
            "fullmove number: one; expected a whole number from 0 to 65535",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999999999",
            Field::FullmoveNumber,
            "fullmove number: 99999999999999999999; expected a whole number from 0 to 65535",
        ),
    ]);
}

#[test]
fn chess_positions_that_break_a_law_are_refused_by_the_law() {
    check::<Chess>(&[
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", Field::Kings, "kings: 0 for Black; expected exactly one for each side"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Field::Kings, "kings: 0 for White; expected exactly one for each side"),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", Field::Kings, "kings: 2 for White; expected exactly one for each side"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", Field::Pawns, "pawns: a pawn on a1; expected pawns on ranks 2 to 7"),
        (
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            Field::Pawns,
            "pawns: White pawn on a8; expected no pawn on the rank where it promotes",
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            Field::Pawns,
            "pawns: Black pawn on a1; expected no pawn on the rank where it promotes",
        ),
        ("p3k3/8/8/8/8/8/8/4K3 w - - 0 1", Field::Pawns, "pawns: a pawn on a8; expected pawns on ranks 2 to 7"),
        (
            "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Field::Material,
            "material: 17 pieces for White; expected at most 16",
        ),
        ("4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1", Field::Material, "material: 9 pawns for Black; expected at most 8"),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/2QQK3 w - - 0 1",
            Field::Material,
            "material: 1 promoted pieces besides 8 pawns for White; expected at most 8 together",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2r b - - 0 1",
            Field::SideToMove,
            "side to move: Black to move while White is in check; expected the side not to move to be out of check",
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
            Field::SideToMove,
            "side to move: White to move while Black is in check; expected the side not to move to be out of check",
        ),
        (
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            Field::SideToMove,
            "side to move: White to move while Black is in check; expected the side not to move to be out of check",
        ),
    ]);
}

#[test]
fn fragments_texts_and_positions_that_cannot_be_are_refused_by_field() {
    check::<Fragments>(&[
        (
            "",
            Field::Fields,
            "fields: 0 fields; expected a position such as \"rqknb/ppppp/5/PPPPP/BNKQR w a2a4b2b4c2c4d2d4e2e4 -\"",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w",
            Field::Fields,
            "fields: 2 fields; expected 4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w -",
            Field::Fields,
            "fields: 3 fields; expected 4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w - - 0",
            Field::Fields,
            "fields: 5 fields; expected 4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1 1",
            Field::Fields,
            "fields: 7 fields; expected 4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
        ),
        (
            Chess::START,
            Field::Placement,
            "placement: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR; expected 5 ranks separated by /, not 8",
        ),
        ("rqknb/ppppp/6/PPPPP/BNKQR w - -", Field::Placement, "placement: 6; expected 5 squares on rank 3"),
        ("rqknb/ppppp/4/PPPPP/BNKQR w - -", Field::Placement, "placement: 4; expected 5 squares on rank 3"),
        (
            "rqknb/ppppp/5/PPPPP/BNKQC w - -",
            Field::Placement,
            "placement: 'C' in BNKQC; expected pieces PNBRQK in either case, or digits 1 to 5",
        ),
        ("rqknb/ppppp/5/PPPPP/BNKQR x - -", Field::SideToMove, "side to move: x; expected w or b"),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w a2b - -",
            Field::Fields,
            "fields: 5 fields; expected 4 (placement, side, unmoved pawns, en passant) or Fairy-Stockfish's 6",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w a2b -",
            Field::UnmovedPawns,
            "unmoved pawns: a2b; expected squares such as a2b2, or -",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w a3 -",
            Field::UnmovedPawns,
            "unmoved pawns: a3; expected squares on which pawns stand",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w h8 -",
            Field::UnmovedPawns,
            "unmoved pawns: h8; expected squares on which pawns stand",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w äö -",
            Field::UnmovedPawns,
            "unmoved pawns: äö; expected squares such as a2b2, or -",
        ),
        (
            "rqknb/ppppp/5/PPPPP/BNKQR w KQkq - 0 1",
            Field::Castling,
            "castling: KQkq; expected -, for this game has no castling",
        ),
        ("k4/5/4p/3P1/4K b - d9", Field::EnPassant, "en passant: d9; expected a square such as e3, or -"),
        (
            "k4/5/4p/3P1/4K b - d1",
            Field::EnPassant,
            "en passant: d1; expected a square passed over by a double step on the board",
        ),
        (
            "k4/5/4p/3P1/4K b - h8",
            Field::EnPassant,
            "en passant: h8; expected a square passed over by a double step on the board",
        ),
        (
            "k4/5/3Pp/5/4K b d3 d2",
            Field::EnPassant,
            "en passant: d2; expected a square that a White pawn has just passed over: pawn on d3, d2 and d1 empty",
        ),
        (
            "k4/5/4p/3P1/4K b - c1",
            Field::EnPassant,
            "en passant: c1; expected a square passed over by a double step on the board",
        ),
        ("k4/5/5/5/4K w - - x 1", Field::HalfmoveClock, "halfmove clock: x; expected a whole number from 0 to 65535"),
        ("k4/5/5/5/4K w - - 0 x", Field::FullmoveNumber, "fullmove number: x; expected a whole number from 0 to 65535"),
        ("5/5/5/5/4K w - -", Field::Kings, "kings: 0 for Black; expected exactly one for each side"),
        ("k4/5/5/5/5 b - -", Field::Kings, "kings: 0 for White; expected exactly one for each side"),
        ("kk3/5/5/5/4K w - -", Field::Kings, "kings: 2 for Black; expected exactly one for each side"),
        ("k3P/5/5/5/4K w - -", Field::Pawns, "pawns: White pawn on e5; expected no pawn on the rank where it promotes"),
        ("k4/5/5/5/p3K w - -", Field::Pawns, "pawns: Black pawn on a1; expected no pawn on the rank where it promotes"),
    ]);
}

#[test]
fn set_ups_that_only_these_games_allow_are_taken() {
    // The lost king, a king left to be taken, and pawns on their own back rank.
    for text in ["5/5/5/5/4K b - -", "1k3/5/5/5/KR3 w - -", "k3p/5/5/5/P3K w a1e5 -"] {
        let position: Position<Fragments> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), text);
    }
    // Four fields, and a missing space before the halfmove clock.
    for text in ["4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K -0 1", " 4k3/8/8/8/8/8/8/4K2R  w  K  -  0 "] {
        let position: Position<Chess> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    }
}

#[test]
fn castling_rights_are_read_in_every_notation_and_written_without_doubt() {
    let rows = [
        // X-FEN names the outermost rook by KQkq, and an inner one by its file.
        ("rn2k1r1/8/8/8/8/8/8/RN2K1R1 w KQkq - 0 1", "KQkq", "GAga"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "GB", "GB"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1", "KQ", "HA"),
        ("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "KQ", "HA"),
        ("rr2k1rr/8/8/8/8/8/8/4K3 w hb - 0 1", "kb", "hb"),
        // In any order.
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "KQkq", "HAha"),
    ];
    for (text, x_fen, shredder) in rows {
        let position: Position<Chess> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let castling = |style| position.fen(style).split(' ').nth(2).map(str::to_owned);
        assert_eq!(castling(CastlingText::XFen).as_deref(), Some(x_fen), "{text}");
        assert_eq!(castling(CastlingText::Shredder).as_deref(), Some(shredder), "{text}");
    }
}

#[test]
fn en_passant_squares_are_kept_in_chess_only_if_a_capture_is_legal() {
    let rows = [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"),
        // Pinned on the file, on the rank together with its victim, and on a diagonal.
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "-"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "-"),
        ("8/8/5k2/8/3pP3/8/1B6/4K3 b - e3 0 1", "-"),
        // Pinned, but the capture stays on the line.
        ("8/8/1k6/8/3pP3/8/5B2/4K3 b - e3 0 1", "e3"),
        // The capture answers the pawn's own check.
        ("8/8/8/5k2/3pP3/8/8/4K3 b - e3 0 1", "e3"),
    ];
    for (text, expected) in rows {
        let position: Position<Chess> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(position.to_string().split(' ').nth(3), Some(expected), "{text}");
    }
    // In Fragments it is kept whether or not it can be used, as the framework writes it.
    let text = "k4/5/3P1/5/4K b - d2";
    assert_eq!(text.parse::<Position<Fragments>>().map(|position| position.to_string()).as_deref(), Ok(text));
}

fn complain<R: Rules>(text: &str) -> Option<SetupError> {
    let error = text.parse::<Position<R>>().err()?;
    let message = error.to_string();
    assert!(message.contains("expected"), "{text}: {message}");
    assert_eq!(message.lines().count(), 1, "{text}: {message}");
    assert!(message.chars().count() < 400, "{text}: {message}");
    assert!(message.starts_with(&format!("{}: ", error.field)), "{text}: {message}");
    Some(error)
}

#[test]
fn hostile_texts_are_taken_or_refused_as_their_remarks_say() {
    for line in read("hostile-fen.txt").lines() {
        let (text, remark) = line.split_once(';').unwrap_or((line, ""));
        let remark = remark.trim();
        let (fen, best_move) = text.split_once(" bm ").unwrap_or((text, ""));
        let complaint = complain::<Chess>(fen);
        assert!(complain::<Fragments>(fen).is_some(), "{fen} is no Fragments position");

        let _ = line.parse::<Epd<Fragments>>();
        let epd = text.parse::<Epd<Chess>>();
        if !best_move.is_empty() {
            let epd = epd.unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(epd.operands("bm"), Some(&[best_move.to_owned()][..]), "{line}");
            assert!(epd.position.uci_move(best_move).is_ok(), "{line}");
            assert_eq!(fen.parse(), Ok(epd.position), "{line}");
        }

        let is_taken = complaint.is_none();
        if remark.contains("should be OK") || remark.contains("should be not a problem") {
            assert!(is_taken, "{line}: {complaint:?}");
        }
        let is_wrong = remark.contains("garbage") || remark.ends_with("cull") && !remark.contains("ok");
        if is_wrong || text.contains(" moves ") {
            assert!(!is_taken, "{line}");
        }
        // These positions have the side not to move in check.
        if remark.contains("Dann Corbitt") {
            assert!(complaint.is_some_and(|error| error.field == Field::SideToMove), "{line}");
        }
    }
}

#[test]
fn noise_is_refused_in_one_line() {
    let long = "k".repeat(100_000);
    let noise = [
        "\0",
        "\n",
        "\u{202e}",
        "////////",
        "-------",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "🙂 🙂 🙂 🙂 🙂 🙂",
        " w - -",
        &long,
    ];
    for text in noise {
        assert!(complain::<Chess>(text).is_some(), "{text}");
        assert!(complain::<Fragments>(text).is_some(), "{text}");
    }
    // Every prefix, and every single wrong byte, of a good text.
    for good in [Chess::START, Fragments::START, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1"] {
        for end in 0..=good.len() {
            complain::<Chess>(&good[..end]);
            complain::<Fragments>(&good[..end]);
        }
        for place in 0..good.len() {
            for byte in 0..128u8 {
                let text = format!("{}{}{}", &good[..place], byte as char, &good[place + 1..]);
                complain::<Chess>(&text);
                complain::<Fragments>(&text);
            }
        }
    }
}

#[test]
fn chess960_arrays_have_their_scharnagl_numbers() {
    let mut count = 0;
    for line in read("chess960-start.tsv").lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [number, x_fen, shredder] = columns[..] else { panic!("three columns, not {line}") };
        let position = Chess::chess960(number.parse().expect("a number")).expect("a number below 960");
        assert_eq!(position.fen(CastlingText::XFen), x_fen, "{number}");
        assert_eq!(position.fen(CastlingText::Shredder), shredder, "{number}");
        assert_eq!(x_fen.parse(), Ok(position), "{number}");
        assert_eq!(shredder.parse(), Ok(position), "{number}");
        count += 1;
    }
    assert_eq!(count, 960);
    assert_eq!(Chess::chess960(960), None);
    assert_eq!(Chess::double_chess960(0, 960), None);
}
