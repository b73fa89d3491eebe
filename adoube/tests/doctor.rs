//! The doctor as a user calls it: our own engine passes, and in a build for trials a handful of faults is found by its law.
//! This is the short form of `bench/doctor-trials`: only laws that no busy machine can blur.

mod binary;

use binary::{adoube, stderr, stdout};
use serde_json::Value;

/// Laws without a clock in them, tried in some seconds.
const FAST: &str = "rules,determinism/repeat,scores/point-of-view,scores/mate-point-of-view,scores/mate-units,\
    scores/path-against-position,scores/colour-symmetry,scores/mate-distance,draws,search/transpositions,search/horizon";

/// An examination of our own engine, as JSON, and its exit code.
fn examined(only: &str, options: &[&str]) -> (Value, Option<i32>) {
    let mut arguments = vec!["doctor", "adoube", "--quick", "--json", "--only", only];
    options.iter().for_each(|option| arguments.extend(["--option", option]));
    let output = adoube(&arguments, b"");
    let told = serde_json::from_str(&stdout(&output));
    (told.unwrap_or_else(|error| panic!("{error}: {}", stderr(&output))), output.status.code())
}

/// The law that a verdict is about.
fn law(examined: &Value) -> String {
    let part = |name: &str| examined["law"][name].as_str().unwrap_or_default().to_owned();
    format!("{}/{}", part("group"), part("name"))
}

#[test]
fn our_own_engine_passes() {
    let (told, code) = examined(FAST, &[]);
    assert_eq!((code, &told["healthy"]), (Some(0), &Value::Bool(true)), "{told:#}");
    let laws: Vec<String> = told["examined"].as_array().unwrap().iter().map(law).collect();
    assert!(laws.len() >= 20 && laws.contains(&"draws/stalemate".to_owned()), "{laws:?}");
}

#[test]
fn a_program_that_is_no_engine_is_refused_with_a_reason() {
    let output = adoube(&["doctor", "/nowhere/engine", "--quick"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("is no program that can be found"), "{}", stderr(&output));
    let output = adoube(&["doctor", "adoube", "--only", "nonsense"], b"");
    assert!(stderr(&output).contains("expected a group"), "{}", stderr(&output));
}

#[test]
#[cfg(feature = "faults")]
fn a_handful_of_faults_is_found_by_the_law_that_each_breaks() {
    let faults = [
        ("castling-through-check", "rules/forbidden-moves"),
        ("key-forgets-castling", "draws/rights"),
        ("key-forgets-en-passant", "draws/rights"),
        ("accumulator-keeps-en-passant", "scores/path-against-position"),
        ("mate-not-ply-adjusted", "scores/mate-distance"),
        ("stand-pat-in-check", "search/horizon"),
        ("repetition-never", "draws/threefold"),
        ("stalemate-is-mate", "draws/stalemate"),
        ("white-view-scores", "scores/point-of-view"),
    ];
    for (fault, wanted) in faults {
        let (told, code) = examined(FAST, &[&format!("Fault={fault}")]);
        assert_eq!((code, law(&told["examined"][0]).as_str()), (Some(1), wanted), "{fault}: {:#}", told["examined"][0]);
    }
}

#[test]
#[cfg(feature = "faults")]
fn blocked_endings_show_wrong_bounds_and_null_moves() {
    const DEEP: &str = "search/zugzwang,search/table";
    for (fault, wanted) in [("upper-on-beta-cut", "search/table"), ("null-move-in-pawn-endings", "search/zugzwang")] {
        let (told, code) = examined(DEEP, &[&format!("Fault={fault}")]);
        assert_eq!((code, law(&told["examined"][0]).as_str()), (Some(1), wanted), "{fault}: {:#}", told["examined"][0]);
    }
    let (told, code) = examined(DEEP, &["Fault=healthy-hard-bounds"]);
    assert_eq!(code, Some(0), "{:#}", told["examined"][0]);
}

#[test]
#[cfg(feature = "faults")]
fn healthy_peculiarities_are_left_alone() {
    // Rounding is in the classical evaluation, and only these laws compare evaluations.
    const EVALUATION: &str =
        "scores/path-against-position,scores/colour-symmetry,scores/eval-symmetry,scores/colour-bias";
    let (told, code) = examined(EVALUATION, &["Fault=healthy-rounding", "Eval=classical"]);
    assert_eq!(code, Some(0), "healthy-rounding: {:#}", told["examined"][0]);
    for peculiarity in ["healthy-hard-bounds", "healthy-other-tie-break", "healthy-redundant-research"] {
        let (told, code) = examined(FAST, &[&format!("Fault={peculiarity}")]);
        assert_eq!(code, Some(0), "{peculiarity}: {:#}", told["examined"][0]);
    }
}
