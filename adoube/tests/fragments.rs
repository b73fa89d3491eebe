//! `adoube fragments` as a user runs it.

mod binary;

use binary::{adoube, stderr, stdout};
use serde_json::Value;

#[test]
fn a_review_names_what_was_missed() {
    let arguments = ["fragments", "review", "-", "--setup", "4k/1Pp2/5/5/K4 b c4 b3", "--time", "0.2"];
    let output = adoube(&arguments, b"Ke4 Kb2");
    let text = stdout(&output);
    assert!(output.status.success() && text.contains("missed en passant") && text.contains("1... cxb3"), "{text}");

    let output = adoube(&[&arguments[..], &["--json"]].concat(), b"from (4,0) to (4,1)");
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["moves"][0]["played"], "Ke4");
    assert_eq!(report["moves"][0]["remarks"][0], "missed en passant");
}

#[test]
fn what_cannot_be_reviewed_says_so() {
    for (input, expected) in [("", "expected a log"), ("e2e4 nonsense", "from sample0: move"), ("\u{0}", "move 1")] {
        let output = adoube(&["fragments", "review", "-"], input.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    assert_eq!(adoube(&["fragments", "review", "/no/such/file"], b"").status.code(), Some(2));
}

#[test]
fn tools_in_python_say_what_they_need() {
    let program = std::process::Command::new(env!("CARGO_BIN_EXE_adoube"))
        .args(["fragments", "check", "agent.py"])
        .env("PYTHON", "/no/such/python")
        .output()
        .unwrap();
    assert_eq!(program.status.code(), Some(2));
    assert!(stderr(&program).contains("pip install ./python"), "{}", stderr(&program));
}
