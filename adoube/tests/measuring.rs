//! `adoube elo` and `adoube suite`, as a user runs them.

mod binary;

use binary::{adoube, file, stderr, stdout};
use serde_json::Value;

/// Pairs of games with these half points of the first player, each as two results with White and with Black.
fn games(pairs: &[(u8, u8)]) -> String {
    let game = |white: &str, black: &str, round: usize, half_points: u8| {
        let result = ["0-1", "1/2-1/2", "1-0"][usize::from(half_points)];
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    };
    let pair = |(round, (first, second)): (usize, &(u8, u8))| {
        game("A", "B", round, *first) + &game("B", "A", round, 2 - second)
    };
    pairs.iter().enumerate().map(pair).collect()
}

fn json(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn elo_tells_pairs_games_and_a_test_apart() {
    let pgn = games(&[(2, 2), (2, 1), (1, 1), (2, 0), (0, 1), (2, 1), (1, 1), (2, 2)]);
    let output = adoube(&["elo", "-", "--sprt", "0,10", "--json"], pgn.as_bytes());
    assert!(output.status.success(), "{output:?}");
    let duel = &json(&output)["duel"];
    assert_eq!(duel["pairs"], serde_json::json!([0, 1, 3, 2, 2]));
    assert_eq!(
        (&duel["games"]["wins"], &duel["games"]["draws"], &duel["split_pairs"]),
        (&7.into(), &7.into(), &1.into())
    );
    assert!(duel["test"]["llr"].as_f64().unwrap() > 0.0);
    let text = stdout(&adoube(&["elo", "-", "--first", "B"], pgn.as_bytes()));
    assert!(text.starts_with("B v A: 16 games, 8 pairs\n") && text.contains("[2, 2, 3, 1, 0]"), "{text}");
}

#[test]
fn elo_prints_neither_nan_nor_infinity() {
    for pairs in [&[(2, 2); 9][..], &[(0, 0)], &[(1, 1); 4], &[(2, 0); 3]] {
        let pgn = games(pairs);
        let page = file("measuring-finite.html", "");
        let text = stdout(&adoube(&["elo", "-", "--sprt", "-5,5", "--html", &page], pgn.as_bytes()));
        let all = (text + &std::fs::read_to_string(&page).unwrap()).to_lowercase();
        assert!(all.contains("elo") && !all.contains("nan") && !all.contains("inf "), "{pairs:?}: {all}");
    }
}

#[test]
fn elo_rates_many_players_and_anchors_one() {
    let beats = |winner: &str, loser: &str| {
        format!("[White \"{winner}\"]\n[Black \"{loser}\"]\n[Result \"1-0\"]\n\n1-0\n\n").repeat(3)
    };
    let pgn = beats("A", "B") + &beats("B", "C") + &beats("A", "C") + "[Result \"*\"]\n\n*\n";
    let report = json(&adoube(&["elo", "-", "--anchor", "B=2000", "--json"], pgn.as_bytes()));
    assert_eq!(report["unfinished"], 1);
    let players = report["standings"]["ratings"]["players"].as_array().unwrap();
    let elos: Vec<f64> = players.iter().map(|player| player["elo"]["value"].as_f64().unwrap()).collect();
    assert!(elos[0] > 2000.0 && elos[1] == 2000.0 && elos[2] < 2000.0 && elos[0] < 4000.0, "{elos:?}");
}

#[test]
fn elo_says_what_it_expected() {
    let pgn = games(&[(2, 2)]);
    let cases: [(&[&str], &str); 4] = [
        (&["elo", "-", "--first", "C"], "error: --first: no player \"C\"; expected one of A, B\n"),
        (&["elo", "-", "--sprt", "5,0"], "error: --sprt: elo0 is 5, elo1 is 0; expected elo0 to be less than elo1\n"),
        (&["elo", "/no/such.pgn"], "error: /no/such.pgn: cannot be read: No such file or directory (os error 2)\n"),
        (&["elo", "/dev/null"], "error: /dev/null: no game with a result; expected games in PGN\n"),
    ];
    for (arguments, expected) in cases {
        let output = adoube(arguments, pgn.as_bytes());
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(2), expected), "{arguments:?}");
    }
}

const SUITE: &str = "\
8/8/8/8/8/5k2/8/r5K1 w - - am Kf1; id \"none.1\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"mate.1\";
k7/8/2K5/8/8/8/8/1R6 w - - bm #2; id \"mate.2\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; c8 \"10 1\"; c9 \"a1a8 a1a2\"; id \"points.1\";
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D3 8902
";

#[test]
fn a_suite_of_every_kind_is_solved_by_our_own_engine() {
    let suite = file("measuring-suite.epd", &SUITE[SUITE.find("6k1").unwrap()..]);
    let output = adoube(&["suite", &suite, "--depth", "6", "--concurrency", "2", "--json"], b"");
    assert!(output.status.success(), "{output:?}");
    let result = &json(&output)["result"];
    let total = &result["total"]["scores"][0];
    assert_eq!(
        (&total["solved"], &total["points"], &total["faults"]),
        (&4.into(), &13.into(), &0.into()),
        "{result:#}"
    );
    let themes: Vec<&str> =
        result["themes"].as_array().unwrap().iter().map(|row| row["theme"].as_str().unwrap()).collect();
    assert_eq!(themes, ["mate", "points", "perft 3"]);
}

#[test]
fn two_engines_are_put_side_by_side_and_a_miscount_is_an_error() {
    let wrong = file("measuring-count.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D3 8903\n");
    let output = adoube(&["suite", &wrong, "--engine", "one=adoube", "--engine", "two=adoube"], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = stdout(&output);
    assert!(text.contains("one") && text.contains("two") && text.contains("0   0.0 %"), "{text}");
}

#[test]
fn a_suite_that_cannot_be_used_is_refused() {
    let illegal = file("measuring-illegal.epd", SUITE.lines().next().unwrap());
    let output = adoube(&["suite", &illegal, "--depth", "1"], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(stderr(&output).contains("line 1: am: "), "{output:?}");
    let fine = file("measuring-fine.epd", SUITE.lines().nth(1).unwrap());
    let output = adoube(&["suite", &fine, "--option", "Nonsense=1"], b"");
    assert!(stderr(&output).contains("option \"Nonsense\"; expected one of Threads, Hash"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn a_suite_that_is_broken_off_tells_what_was_finished() {
    use std::process::{Command, Stdio};

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4 c4 Nf3;\n";
    let suite = file("measuring-long.epd", &start.repeat(500));
    let child = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .args(["suite", &suite, "--movetime", "300", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let report = json(&output);
    let positions = report["result"]["total"]["positions"].as_u64().unwrap();
    assert!((1..500).contains(&positions) && report["asked"] == 500, "{report:#}");
}
