//! Training on the command line: files appear, a second run has nothing left to do, and wrong input is refused with a reason.

mod binary;

use std::path::{Path, PathBuf};

use binary::{adoube, stderr};
use serde_json::Value;

/// A folder of one test, with a file of games in it.
fn folder(name: &str, game: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let games = path(&folder, "a.games");
    let arguments = ["datagen", "--out", &games, "--game", game, "--games", "8", "--nodes", "50", "--hash", "1"];
    assert!(adoube(&arguments, b"").status.success());
    folder
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn train_leaves_network_plot_and_checkpoint_behind_and_goes_on_from_there() {
    let folder = folder("train", "fragments");
    let (games, net) = (path(&folder, "a.games"), path(&folder, "new/a.net"));
    let train = |more: &[&str]| {
        let arguments =
            ["train", &games, "--game", "fragments", "--out", &net, "--hidden", "32", "--validation", "0.3"];
        adoube(&[&arguments, more].concat(), b"")
    };
    let output = train(&["--epochs", "3", "--batch", "64", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    assert_eq!((&report["game"], &report["games"], &report["epochs"]), (&"fragments".into(), &8.into(), &3.into()));
    assert_eq!(report["history"].as_array().unwrap().len(), 3);
    assert!(report["validation_loss"].as_f64().unwrap() > 0.0 && report["positions"].as_u64().unwrap() > 0);
    for name in ["a.net", "a.svg", "a.checkpoint"] {
        assert!(folder.join("new").join(name).exists(), "{name}");
    }
    assert!(stderr(&output).contains("positions to learn from") && stderr(&output).contains("epoch 3/3: loss 0."));
    let bytes = std::fs::read(&net).unwrap();
    assert!(bytes.starts_with(b"ADOUBENN"));

    let output = train(&["--epochs", "3", "--batch", "64"]);
    assert!(binary::stdout(&output).contains("epochs     3 (3 of them before)"), "{}", binary::stdout(&output));
    assert_eq!(std::fs::read(&net).unwrap(), bytes);
    let output = train(&["--epochs", "4", "--batch", "64"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("a.checkpoint: was begun with epochs 3 instead of 4; expected"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn a_trained_network_plays_the_next_games() {
    let folder = folder("generations", "fragments");
    let (games, net, next) = (path(&folder, "a.games"), path(&folder, "a.net"), path(&folder, "b.games"));
    let arguments = ["train", &games, "--game", "fragments", "--out", &net, "--hidden", "32", "--epochs", "2"];
    assert!(adoube(&arguments, b"").status.success());
    let play = |more: &[&str]| {
        let arguments = ["datagen", "--out", &next, "--games", "2", "--nodes", "50", "--hash", "1"];
        adoube(&[&arguments, more].concat(), b"")
    };
    let output = play(&["--game", "fragments", "--eval-file", &net]);
    assert!(output.status.success(), "{}", stderr(&output));
    let seen = binary::stdout(&adoube(&["data", "inspect", &next], b""));
    assert!(seen.contains(" net "), "the file says whose games they are: {seen}");
    for (more, expected) in [
        (vec!["--game", "fragments", "--eval", "classical"], "instead of adoube"),
        (vec!["--eval-file", &net], "is a network for fragments; expected one for chess"),
        (vec!["--eval-file", &games], "is no network of Adoube's; expected"),
        (vec!["--eval-file", &net, "--eval", "classical"], "expected none with --eval classical"),
    ] {
        let output = play(&more);
        assert_eq!(output.status.code(), Some(2), "{more:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    }
    let bench = |more: &[&str]| binary::stdout(&adoube(&[&["bench", "4"], more].concat(), b""));
    assert_ne!(bench(&["--eval-file", &net]).lines().last(), bench(&["--eval", "classical"]).lines().last());
    let shown = adoube(&["analyse", "--game", "fragments", "sample0", "--depth", "4", "--eval-file", &net], b"");
    assert!(binary::stdout(&shown).contains("300 -> 2 x 32 -> 4"), "{}", binary::stdout(&shown));
}

#[test]
fn train_refuses_what_it_cannot_use() {
    let folder = folder("untrained", "fragments");
    let (games, net) = (path(&folder, "a.games"), path(&folder, "a.net"));
    let cases: [(&[&str], &str); 6] = [
        (&[&games, "--out", &net], "holds games of fragments; expected chess"),
        (&["/nowhere.games", "--out", &net], "/nowhere.games: cannot be read"),
        (&[&games, "--out", &net, "--game", "fragments", "--hidden", "50"], "hidden: 50; expected a multiple of 32"),
        (&[&games, "--out", &net, "--game", "fragments", "--first-ply", "999"], "no positions to learn from"),
        (&[&games], "--out <FILE>"),
        (&["--out", &net], "<DATA>..."),
    ];
    for (arguments, expected) in cases {
        let output = adoube(&[&["train"], arguments].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(!Path::new(&net).exists());
    }
}
