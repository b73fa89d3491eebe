//! Self-play files on the command line: `datagen` and `data`.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn adoube(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_adoube")).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn new_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

fn generate(file: &str, more: &[&str]) -> Output {
    adoube(&[&["datagen", "--out", file, "--nodes", "50", "--hash", "1"], more].concat())
}

#[test]
fn datagen_goes_on_where_it_stopped_and_reports_what_there_is() {
    let file = new_file("resumed.games");
    assert!(generate(&file, &["--games", "3"]).status.success());
    let output = generate(&file, &["--games", "5", "--json", "--threads", "2"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["games"], &report["new_games"], &report["game"]), (&5.into(), &2.into(), &"chess".into()));
    let sum: u64 = ["white_wins", "draws", "black_wins"].iter().map(|name| report[name].as_u64().unwrap()).sum();
    assert_eq!(sum, 5);
    assert_eq!(report["file"], file.as_str());

    let seen: Value = serde_json::from_slice(&adoube(&["data", "inspect", &file, "--json"]).stdout).unwrap();
    assert_eq!((&seen["games"], &seen["positions"], &seen["broken"]), (&5.into(), &report["positions"], &0.into()));
    let seen = text(&adoube(&["data", "inspect", &file]).stdout);
    assert!(seen.starts_with("game        chess\nmade by     adoube "), "{seen}");
}

#[test]
fn datagen_refuses_what_it_cannot_use() {
    let file = new_file("refused.games");
    assert!(generate(&file, &["--games", "1", "--game", "fragments"]).status.success());
    let cases = [
        (vec!["--games", "2", "--game", "fragments", "--seed", "2"], "was begun with seed 1 instead of 2"),
        (vec!["--games", "2"], "holds games of fragments; expected chess"),
        (vec![], "--games <N>|--positions <N>"),
        (vec!["--games", "2", "--shuffled", "1.5"], "expected a share from 0 to 1"),
    ];
    for (arguments, expected) in cases {
        let output = generate(&file, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}

#[test]
fn data_refuses_foreign_files_and_never_overwrites() {
    let output = adoube(&["data", "inspect", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("is no file of Adoube's games"));

    let (games, bullet) = (new_file("kept.games"), new_file("kept.bullet"));
    generate(&games, &["--games", "2"]);
    let convert = |out: &str| adoube(&["data", "convert", &games, "--out", out]);
    let output = convert(&bullet);
    assert!(output.status.success() && text(&output.stdout).contains("positions of 2 games written to"));
    let length = std::fs::metadata(&bullet).unwrap().len();
    assert!(length > 0 && length.is_multiple_of(32));
    assert_eq!(convert(&bullet).status.code(), Some(2));
    assert_eq!(convert(&games).status.code(), Some(2));
    assert_eq!(std::fs::metadata(&bullet).unwrap().len(), length);

    let fragments = new_file("text.games");
    generate(&fragments, &["--games", "1", "--game", "fragments"]);
    let output = adoube(&["data", "convert", &fragments, "--out", &new_file("never.bullet")]);
    assert!(text(&output.stderr).contains("expected --format text"), "{output:?}");
}

#[test]
fn tune_wdl_fits_files_of_one_game() {
    let (first, second) = (new_file("wdl1.games"), new_file("wdl2.games"));
    assert!(generate(&first, &["--games", "12", "--game", "fragments"]).status.success());
    assert!(generate(&second, &["--games", "2", "--game", "fragments", "--seed", "2"]).status.success());
    let output = adoube(&["tune", "wdl", &first, &second, "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["game"], &report["games"]), (&"fragments".into(), &14.into()));
    let number = |name: &str| report[name].as_f64().unwrap();
    assert!(number("log_likelihood") >= number("log_likelihood_before"));
    assert!(text(&adoube(&["tune", "wdl", &first]).stdout).contains("\nconst FRAGMENTS_NETWORK: Model = Model { a: ["));

    let chess = new_file("wdl3.games");
    generate(&chess, &["--games", "1"]);
    let output = adoube(&["tune", "wdl", &first, &chess]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("holds games of chess; expected fragments"));
}
