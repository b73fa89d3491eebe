//! A normal build contains no trace of the faults.
#![cfg(not(feature = "faults"))]

mod binary;

use binary::{adoube, stderr};

/// The names in the list of faults.
fn names() -> Vec<&'static str> {
    let list = include_str!("../../crates/rules/src/faults/list.rs");
    let entry =
        |line: &'static str| line.strip_prefix("    ")?.split_once(" \"")?.1.split_once("\" \"").map(|(name, _)| name);
    list.lines().filter_map(entry).filter(|name| name.contains('-')).collect()
}

/// Whether some bytes hold others. A binary is large, so only places with the right first byte are looked at.
fn find(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == wanted[0]).any(|(at, _)| bytes[at..].starts_with(wanted))
}

#[test]
fn the_binary_holds_no_name_of_a_fault() {
    let names = names();
    assert!(names.len() >= 40, "{names:?}");
    let bytes = std::fs::read(env!("CARGO_BIN_EXE_adoube")).unwrap();
    let holds = |text: &str| find(&bytes, text.as_bytes());
    assert!(holds("setoption"), "what is there is found");
    let found: Vec<_> = names.into_iter().filter(|name| holds(name)).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_build_without_faults_says_how_to_make_one_with_them() {
    let output = adoube(&["faults"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("error: this build has no faults; expected one of: cargo build "),
        "{output:?}"
    );
}

#[test]
fn a_build_without_faults_has_no_option_for_them() {
    let output = adoube(&["uci"], b"uci\n");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("option name Fault"));
}
