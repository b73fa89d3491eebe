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

#[test]
fn the_binary_holds_no_name_of_a_fault() {
    let names = names();
    assert!(names.len() >= 40, "{names:?}");
    let bytes = std::fs::read(env!("CARGO_BIN_EXE_adoube")).unwrap();
    // A binary is large: it is read once, and only what looks like such a name is looked at.
    let runs = bytes.split(|byte| !byte.is_ascii_lowercase() && *byte != b'-').filter(|run| run.contains(&b'-'));
    let texts: Vec<&str> = runs.filter_map(|run| str::from_utf8(run).ok()).collect();
    assert!(texts.iter().any(|text| text.contains("max-nodes")), "what is there is found");
    let found: Vec<_> = names.into_iter().filter(|name| texts.iter().any(|text| text.contains(name))).collect();
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
