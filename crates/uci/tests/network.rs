//! The options `Eval` and `EvalFile`: what is said of good and bad files, and what judges after that.

mod conversation;

use std::path::PathBuf;

use conversation::talk;
use engine::network::{KingBuckets, Parts, inputs};
use rules::{Chess, Fragments, Rules};
use serde_json::Value;

/// A network whose neurons count queens and rooks.
fn bytes<R: Rules>() -> Vec<u8> {
    let (hidden, squares) = (32, usize::from(R::WIDTH) * usize::from(R::HEIGHT));
    let mut parts = Parts {
        king_buckets: KingBuckets::ONE,
        hidden,
        weights: vec![0; inputs::<R>() * hidden],
        biases: vec![0; hidden],
        output_weights: vec![0; 2 * hidden * 8],
        output_biases: vec![0; 8],
        output_scale: 64,
        centipawns: 400,
        description: "for tests".to_owned(),
    };
    for place in [3, 4] {
        for square in 0..squares {
            parts.weights[(place * squares + square) * hidden + place] = 100;
        }
    }
    for bucket in 0..8 {
        for place in [3, 4] {
            parts.output_weights[2 * bucket * hidden + place] = 100;
            parts.output_weights[(2 * bucket + 1) * hidden + place] = -100;
        }
    }
    parts.to_bytes::<R>()
}

fn file(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

fn evaluation(commands: &str) -> Value {
    let output = talk(format!("{commands}eval --json\n"));
    serde_json::from_str(output.lines().last().unwrap()).unwrap()
}

#[test]
fn a_network_is_loaded_judges_and_is_left_again() {
    let load = format!("setoption name EvalFile value {}\n", file("good chess.net", &bytes::<Chess>()));
    let output = talk(format!("{load}go depth 6\n"));
    assert!(output.starts_with("info string chess is judged by network "), "{output}");
    assert!(output.contains(", 768 -> 2 x 32 -> 8, with ") && output.contains("\nbestmove "), "{output}");

    let queen_up = "position fen 4k3/p7/8/8/8/8/8/3QK3 w - - 0 1\n";
    let report = evaluation(&format!("{load}{queen_up}"));
    assert_eq!(report["judge"], "network");
    // 100 * 100 * 100 / (255 * 255 * 64) * 400
    assert_eq!(report["network"]["total"], 96);
    let black = evaluation(&format!("{load}{queen_up}flip\n"));
    assert_eq!(black["network"]["total"], -96);
    let bare = evaluation(&format!("{load}position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n"));
    assert_eq!((&bare["judge"], &bare["network"]), (&"classical".into(), &Value::Null), "a bare king");
    let back = evaluation(&format!("{load}setoption name Eval value classical\n{queen_up}"));
    assert_eq!((&back["judge"], &back["network"]), (&"classical".into(), &Value::Null));
    let forth = "setoption name Eval value classical\nsetoption name Eval value network\n";
    assert_eq!(evaluation(&format!("{load}{forth}{queen_up}"))["network"], report["network"]);
    let before = evaluation(queen_up);
    assert_eq!(evaluation(&format!("{load}setoption name EvalFile value <empty>\n{queen_up}")), before);
}

#[test]
fn a_file_that_is_no_network_is_refused_and_the_old_one_stays() {
    let good = bytes::<Chess>();
    let mut corrupt = good.clone();
    corrupt[5000] ^= 1;
    let load = format!("setoption name EvalFile value {}\n", file("old.net", &good));
    let old = evaluation(&load);
    let cases = [
        (file("short.net", &good[..good.len() - 7]), "bytes; expected"),
        (file("corrupt.net", &corrupt), "is corrupt: its checksum is"),
        (file("foreign.net", b"GIF89a"), "is no network of Adoube's; expected it to begin with"),
        (file("empty.net", b""), "is no network of Adoube's"),
        ("/nowhere/at all.net".to_owned(), "cannot be read"),
    ];
    for (path, expected) in cases {
        let commands = format!("{load}setoption name EvalFile value {path}\n");
        let output = talk(&commands);
        let error = output.lines().last().unwrap();
        assert!(error.starts_with(&format!("info string error: EvalFile: {path} ")), "{error}");
        assert!(error.contains(expected), "{error}");
        assert_eq!(evaluation(&commands), old, "{path}");
    }
}

#[test]
fn each_game_has_its_network_whatever_the_order_of_the_options() {
    let load = format!(
        "setoption name EvalFile value {}\nsetoption name EvalFile value {}\n",
        file("order chess.net", &bytes::<Chess>()),
        file("order fragments.net", &bytes::<Fragments>())
    );
    let output = talk(&load);
    assert!(output.contains("EvalFile: a network for fragments, which is not the game on the board\n"), "{output}");
    let variant = "setoption name UCI_Variant value fragments\n";
    for commands in [format!("{load}{variant}"), format!("{variant}{load}")] {
        let report = evaluation(&commands);
        assert_eq!((&report["game"], &report["judge"]), (&"fragments".into(), &"network".into()));
        assert_eq!(report["network"]["shape"], "300 -> 2 x 32 -> 8");
    }
    assert_eq!(evaluation(&load)["network"]["shape"], "768 -> 2 x 32 -> 8");
}

#[test]
fn eval_shows_what_each_piece_is_worth_and_why_the_score_has_moved() {
    let load = format!("setoption name EvalFile value {}\n", file("explained.net", &bytes::<Chess>()));
    let game = "position fen 3rk3/p7/8/8/8/8/8/3QK3 w - - 0 1 moves d1d8\n";
    let report = evaluation(&format!("{load}{game}"));
    let network = &report["network"];
    let piece =
        |square: &str| network["pieces"].as_array().unwrap().iter().find(|one| one["square"] == square).cloned();
    assert_eq!(piece("d8").unwrap()["value"], network["total"], "without the queen there is nothing");
    assert_eq!(piece("e1").unwrap()["value"], Value::Null, "a king cannot be taken away");
    let moved = &network["last_move"];
    assert_eq!((&moved["move"], &moved["total_before"]), (&"Qxd8+".into(), &0.into()));
    assert_eq!(moved["gain"], network["total"]);
    assert_eq!(moved["pieces"].as_array().unwrap().len(), 3, "the queen left, came, and took a rook: {moved}");

    let text = talk(format!("{load}{game}eval\n"));
    assert!(text.contains("\n 8       .      .      .      Q      k"), "{text}");
    assert!(text.contains("\nQxd8+ changed the total from 0 to +96, by +96."), "{text}");
    assert!(text.contains("\nThe classical evaluation, for comparison:\n"), "{text}");
    assert!(text.contains("output layer 1 of 8"), "{text}");
}
