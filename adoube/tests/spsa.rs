//! `adoube tune spsa` from outside: steps are played, broken off and gone on with, and wrong input is told.

mod binary;

use std::path::{Path, PathBuf};
use std::process::Output;

use binary::{adoube, stderr};
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    // Any option that is a number will do: the table's size is one in every build.
    std::fs::write(
        folder.join("numbers.txt"),
        "Hash, int, 8, 1, 16, 3, 0.02\nMove Overhead, int, 20, 0, 100, 9, 0.02\n",
    )
    .unwrap();
    folder
}

fn spsa(folder: &Path, more: &[&str]) -> Output {
    let (out, numbers) = (folder.join("out"), folder.join("numbers.txt"));
    let files = ["--out", out.to_str().unwrap(), "--parameters", numbers.to_str().unwrap()];
    let usual = ["tune", "spsa", "adoube", "--nodes", "60", "--game", "fragments", "--json"];
    adoube(&[&usual, &files[..], more].concat(), b"")
}

fn values(output: &Output) -> Value {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_tuning_broken_off_goes_on_as_if_nothing_had_happened() {
    let folder = folder("spsa-resume");
    let whole = values(&spsa(&folder, &["--steps", "6"]));
    assert_eq!((&whole["steps"], &whole["of"]), (&6.into(), &6.into()));
    let journal = folder.join("out/spsa.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    assert_eq!(text.lines().count(), 7);

    let refused = spsa(&folder, &["--steps", "6"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("--resume"));

    // As a crash leaves it: in the middle of the fourth step's line.
    let kept: usize = text.split_inclusive('\n').take(4).map(str::len).sum();
    std::fs::write(&journal, &text[..kept + 9]).unwrap();
    assert_eq!(values(&spsa(&folder, &["--steps", "6", "--resume"])), whole);

    let other = spsa(&folder, &["--steps", "7", "--resume"]);
    assert_eq!(other.status.code(), Some(2), "steps decide how fast numbers move");
}

#[test]
fn a_number_that_is_no_option_is_an_error_that_names_it() {
    let folder = folder("spsa-unknown");
    std::fs::write(folder.join("numbers.txt"), "No such thing, int, 8, 1, 16, 3, 0.02\n").unwrap();
    let output = spsa(&folder, &["--steps", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("No such thing"));
}
