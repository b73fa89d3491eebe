//! Any bytes as PGN: games come out or errors do, the same ones wherever reading was interrupted, and a game that comes out
//! can be written and read again.
#![no_main]

use std::io::Read;

use adoube_rules::text::pgn::{PgnGame, PgnReader};
use adoube_rules::{Chess, Fragments, Rules};
use libfuzzer_sys::fuzz_target;

/// Hands out a few bytes at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(3);
        self.0.read(&mut buffer[..length])
    }
}

fn read<R: Rules>(input: impl Read) -> Vec<Result<PgnGame<R>, String>> {
    PgnReader::new(input).take(20).map(|game| game.map_err(|error| error.to_string())).collect()
}

fn check<R: Rules>(data: &[u8]) {
    let games = read::<R>(data);
    assert_eq!(read(Trickle(data)), games);
    for game in games.into_iter().flatten() {
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
