//! The option `FragmentsTables`: what is said of good and bad files, and that play goes on.

mod conversation;

use std::path::PathBuf;

use conversation::talk;
use engine::endgames::build;

const PLAY: &str = "setoption name UCI_Variant value fragments\nposition fen 5/5/5/2kB1/K4 w - -\ngo depth 2\n";

fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn set(value: &str) -> String {
    format!("setoption name FragmentsTables value {value}\n")
}

#[test]
fn the_tables_of_the_binary_are_asked_unless_others_are_named() {
    assert!(talk(PLAY).contains("score mate 14 "), "27 plies are 14 moves");
    let none = talk(format!("{}{PLAY}", set("none")));
    assert!(none.contains("of up to 0 men") && !none.contains("score mate"), "{none}");
    let three = file("three.tables", &build(3, 1, &|_| {}).to_bytes());
    let output = talk(format!("{}{PLAY}", set(&three)));
    assert!(output.contains("of up to 3 men") && output.contains("score mate 14 "), "{output}");
    let back = talk(format!("{}{}{PLAY}", set("none"), set("<empty>")));
    assert!(back.contains("of up to 4 men") && back.contains("score mate 14 "), "{back}");
}

#[test]
fn a_damaged_file_is_named_and_play_goes_on() {
    let mut bytes = build(3, 1, &|_| {}).to_bytes();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    for path in [file("damaged.tables", &bytes), "/no/such/file".to_owned()] {
        let output = talk(format!("{}{PLAY}", set(&path)));
        assert!(output.starts_with(&format!("info string error: FragmentsTables: {path}: ")), "{output}");
        assert!(output.contains("\nbestmove "), "{output}");
    }
}
