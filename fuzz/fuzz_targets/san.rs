//! Words as moves, played one after the other as far as they are legal: SAN and UCI text are read without panic, and
//! what is written is read back as the same move.
#![no_main]

use adoube_rules::{Chess, Fragments, Game, Position, Rules, UciStyle};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(text: &str) {
    let mut game = Game::new(Position::<R>::start());
    for word in text.split_whitespace().take(60) {
        let position = *game.position();
        let Ok(mv) = position.san_move(word).or_else(|_| position.uci_move(word)) else { continue };
        assert!(position.is_legal(mv));
        assert_eq!(position.san_move(&position.san(mv)), Ok(mv));
        for style in [UciStyle::Standard, UciStyle::Chess960] {
            assert_eq!(position.uci_move(&mv.uci(style)), Ok(mv));
        }
        game.play(mv);
        game.outcome();
    }
}

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    check::<Chess>(&text);
    check::<Fragments>(&text);
});
