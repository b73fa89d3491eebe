//! `adoube tables` and `adoube solve`, as a user runs them.

mod binary;

use binary::{adoube, file, stderr, stdout};
use serde_json::Value;

fn json(arguments: &[&str]) -> (Value, Option<i32>) {
    let output = adoube(arguments, b"");
    let value = serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    (value, output.status.code())
}

#[test]
fn tables_of_three_men_are_built_checked_written_and_read_again() {
    let path = file("three.tables", "");
    let (built, code) = json(&["tables", "--men", "3", "--verify", "--out", &path, "--json"]);
    assert_eq!((code, &built["checked"]["positions"]), (Some(0), &50_337.into()));
    assert_eq!(built["materials"].as_array().unwrap().len(), 10);
    assert_eq!(built["checked"]["wrong"], Value::Array(Vec::new()));
    let (read, _) = json(&["tables", "--from", &path, "--json"]);
    assert_eq!(read["materials"], built["materials"]);
    let text = stdout(&adoube(&["tables", "--from", &path], b""));
    assert!(text.contains("KQvK           2,556 100.00 %   0.00 %   0.00 %        7"), "{text}");
}

#[test]
fn a_position_is_looked_up_with_all_its_moves() {
    let (report, code) = json(&["tables", "sample3", "--json"]);
    assert_eq!((code, &report["verdict"]["result"], &report["verdict"]["plies"]), (Some(0), &"win".into(), &5.into()));
    assert_eq!(report["moves"][0]["verdict"], report["verdict"]);
    let unknown = adoube(&["tables", "sample0"], b"");
    assert_eq!(unknown.status.code(), Some(1));
    assert!(stdout(&unknown).contains("White to move: not known"), "{unknown:?}");
}

#[test]
fn a_win_is_proven_written_and_checked_again() {
    let path = file("seven.proof", "");
    let (solved, code) = json(&["solve", "sample7", "--out", &path, "--json"]);
    assert_eq!((code, &solved["proven"], &solved["winner"]), (Some(0), &true.into(), &"White".into()));
    let (checked, code) = json(&["solve", "--verify", &path, "--json"]);
    assert_eq!((code, &checked["plies"]), (Some(0), &solved["plies"]));
    let spoiled = std::fs::read_to_string(&path).unwrap().replace("White", "Black");
    let refused = adoube(&["solve", "--verify", &file("spoiled.proof", &spoiled)], b"");
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(stdout(&refused).contains(" proves nothing: "), "{refused:?}");
}

#[test]
fn what_is_not_proven_in_time_says_how_far_it_got() {
    let output = adoube(&["solve", "sample0", "--winner", "white", "--nodes", "20000", "--hash", "8"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("White wins: not proven, "), "{output:?}");
}

#[test]
fn what_cannot_be_used_gets_one_line_and_exit_code_2() {
    for (arguments, reason) in [
        (&["solve", "sample99"][..], "error: FEN: fields: 1 fields; expected"),
        (&["solve", "sample0", "--moves", "a1a5"], "error: --moves: "),
        (&["solve", "--verify", "/no/such/file"], "error: --verify: /no/such/file cannot be read"),
        (&["solve", "sample0", "--tables", "/no/such/file"], "error: /no/such/file: cannot be read"),
        (&["tables", "--men", "6"], "error: invalid value '6'"),
        (&["tables", "k4/5 w - -"], "error: FEN: placement: k4/5; expected 5 ranks"),
    ] {
        let output = adoube(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).starts_with(reason), "{output:?}");
    }
}
