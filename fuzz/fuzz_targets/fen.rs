//! Any text: the parsers of both games refuse it with one line, or make a position that is sound all the way through.
#![no_main]

use adoube_rules::text::epd::Epd;
use adoube_rules::{CastlingText, Chess, Fragments, KeyHistory, Position, Rules};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(text: &str) {
    let _ = text.parse::<Epd<R>>();
    let position: Position<R> = match text.parse() {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "an error is one line");
            return;
        }
    };
    for style in [CastlingText::XFen, CastlingText::Shredder] {
        let written = position.fen(style);
        let again: Position<R> = written.parse().expect("what we write we can read");
        assert_eq!(again.fen(style), written);
    }
    assert_eq!(position.flipped().flipped(), position);
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_legal_moves());
    assert_eq!(moves.len(), position.flipped().count_legal_moves());
    for &mv in &moves {
        assert!(position.is_legal(mv));
        let mut made = position;
        let undo = made.make(mv);
        if !position.is_attacked_king(!position.side_to_move()) {
            assert_eq!(made.in_check(), position.gives_check(mv));
        }
        made.unmake(mv, undo);
        assert_eq!(made, position);
        position.exchange_gains(mv, 0);
    }
    position.outcome(&KeyHistory::default());
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    check::<Chess>(&text);
    check::<Fragments>(&text);
});
