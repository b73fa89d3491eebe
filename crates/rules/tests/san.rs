//! Reading SAN: what is accepted, what is refused, and in which words. Writing is compared with shakmaty's.

use adoube_rules::{Chess, Fragments, Position, Rules, UciStyle};

fn read<R: Rules>(fen: &str, text: &str) -> Result<String, String> {
    let position: Position<R> = fen.parse().unwrap();
    position.san_move(text).map(|mv| mv.uci(UciStyle::Standard)).map_err(|error| error.to_string())
}

const PAWNS: &str = "4k3/8/8/3p4/3PP3/8/8/4K3 w - - 0 1";

#[test]
fn more_than_the_least_is_welcome() {
    for text in ["exd5", "ed5", "e4xd5", "e4d5", "Pe4xd5", " exd5!? ", "exd5+"] {
        assert_eq!(read::<Chess>(PAWNS, text), Ok("e4d5".to_owned()), "{text:?}");
    }
    for text in ["Nf3", "Ngf3", "Ng1f3", "Ng1-f3", "N1f3"] {
        assert_eq!(read::<Chess>(Chess::START, text), Ok("g1f3".to_owned()), "{text:?}");
    }
    for text in ["O-O", "0-0", "o-o", "O-O+"] {
        assert_eq!(read::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 0 1", text), Ok("e1g1".to_owned()), "{text:?}");
    }
}

#[test]
fn a_pawn_without_a_file_steps_straight_on() {
    assert!(read::<Chess>(PAWNS, "d5").unwrap_err().contains("d5 is not legal"));
}

#[test]
fn a_capture_must_take_something() {
    assert!(read::<Chess>(PAWNS, "Kxe2").unwrap_err().contains("Kxe2 is not legal"));
    assert!(read::<Chess>(PAWNS, "exe5").unwrap_err().contains("exe5 is not legal"));
}

#[test]
fn chess_must_name_the_promotion_and_fragments_need_not() {
    assert!(read::<Chess>("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8").is_err());
    for text in ["a8=N", "a8N"] {
        assert_eq!(read::<Chess>("7k/P7/8/8/8/8/8/K7 w - - 0 1", text), Ok("a7a8n".to_owned()));
    }
    for text in ["a5", "a5=Q", "a5Q"] {
        assert_eq!(read::<Fragments>("4k/P4/5/5/K4 w - -", text), Ok("a4a5q".to_owned()));
    }
    assert!(read::<Fragments>("4k/P4/5/5/K4 w - -", "a5=N").is_err());
}

#[test]
fn rights_are_written_and_read_as_r() {
    let position: Position<Fragments> = "1k3/5/5/5/2KR1 w - -".parse().unwrap();
    for mv in position.legal_moves() {
        assert_eq!(position.san_move(&position.san(mv)), Ok(mv));
    }
    assert_eq!(position.san(position.uci_move("d1c3").unwrap()), "Rc3+");
}

#[test]
fn errors_are_one_line_and_say_what_was_expected() {
    for (text, message) in [
        ("Nf4\n", "move: Nf4 is not legal in 4k3/8/8/8/8/8/8/N1K1N3 w - - 0 1; expected one of its 11 legal moves"),
        ("Nc2", "move: Nc2 is ambiguous in 4k3/8/8/8/8/8/8/N1K1N3 w - - 0 1; expected Nac2 or Nec2"),
        ("", "move: \"\" is not one; expected algebraic notation such as e4, Nbd7, exd8=Q+ or O-O"),
        ("\u{e9}4", "move: \"\u{e9}4\" is not one; expected algebraic notation such as e4, Nbd7, exd8=Q+ or O-O"),
        ("O-O", "move: O-O is not legal in 4k3/8/8/8/8/8/8/N1K1N3 w - - 0 1; expected one of its 11 legal moves"),
    ] {
        assert_eq!(read::<Chess>("4k3/8/8/8/8/8/8/N1K1N3 w - - 0 1", text).unwrap_err(), message);
    }
}
