//! Any bytes as PGN: games come out or errors do, and a game that comes out can be written and read again.
#![no_main]

use adoube_rules::text::pgn::PgnReader;
use adoube_rules::{Chess, Fragments, Rules};
use libfuzzer_sys::fuzz_target;

fn check<R: Rules>(data: &[u8]) {
    for game in PgnReader::<R, _>::new(data).take(20).flatten() {
        let written = game.to_string();
        let again = PgnReader::<R, _>::new(written.as_bytes()).next().expect("a game").expect("a readable game");
        assert_eq!(again.game, game.game);
        assert_eq!(again.result, game.result);
    }
}

fuzz_target!(|data: &[u8]| {
    check::<Chess>(data);
    check::<Fragments>(data);
});
