//! Matches as a user runs them.

mod binary;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use binary::{adoube, file, stderr, stdout};
use serde_json::Value;

/// A folder that is not there.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What a journal says of each game, but for times: the same match has the same.
fn games(folder: &Path) -> BTreeMap<u64, String> {
    let journal = std::fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let mut games = BTreeMap::new();
    for line in journal.lines().skip(1) {
        let game: Value = serde_json::from_str(line).unwrap();
        let facts = ["opening", "white", "black", "result", "reason", "plies"].map(|key| game[key].to_string());
        let earlier = games.insert(game["game"].as_u64().unwrap(), facts.join(" "));
        assert_eq!(earlier, None, "a game twice: {line}");
    }
    games
}

/// Two players that always play the same game from the same opening.
const DETERMINISTIC: [&str; 11] =
    ["match", "x=adoube", "y=adoube", "--nodes", "x:60", "--nodes", "y:30", "--hash", "1", "--concurrency", "2"];

#[test]
fn a_match_that_is_killed_goes_on_as_if_nothing_had_happened() {
    const GAMES: &str = "200";
    let (whole, killed) = (folder("match-whole"), folder("match-killed"));
    let with = |out: &Path, more: &[&str]| {
        let arguments = [&DETERMINISTIC[..], &["--games", GAMES, "--out", text(out)], more].concat();
        arguments.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let run = |arguments: &[String]| adoube(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), b"");
    let undisturbed = run(&with(&whole, &["--json"]));
    assert!(undisturbed.status.success(), "{}", stderr(&undisturbed));

    for (round, least) in [30, 80].into_iter().enumerate() {
        let resume: &[&str] = if round == 0 { &[] } else { &["--resume"] };
        let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(with(&killed, resume))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let lines = || std::fs::read_to_string(killed.join("games.jsonl")).map_or(0, |text| text.lines().count());
        while lines() < least && begun.elapsed() < Duration::from_secs(300) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // On Unix that is kill -9.
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games_so_far(&killed) < 200, "killed too late to tell");
    }
    let resumed = run(&with(&killed, &["--resume", "--json"]));
    assert!(resumed.status.success(), "{}", stderr(&resumed));

    assert_eq!(games(&killed).len(), 200);
    assert_eq!(games(&killed), games(&whole));
    let pgn = std::fs::read_to_string(killed.join("games.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 200);
    let statistics = |output| {
        let report: Value = serde_json::from_str(&stdout(output)).unwrap();
        [&report["duel"]["games"], &report["duel"]["pairs"], &report["duel"]["by_pairs"]].map(Value::to_string)
    };
    assert_eq!(statistics(&resumed), statistics(&undisturbed));

    let other = with(&killed, &["--resume", "--margin-ms", "7"]);
    let refused = run(&other);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("has other settings; expected the same margin_ms"), "{}", stderr(&refused));
    let overwriting = run(&with(&killed, &[]));
    assert_eq!(overwriting.status.code(), Some(2));
    assert!(stderr(&overwriting).contains("there is a match already"), "{}", stderr(&overwriting));
}

fn games_so_far(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join("games.jsonl")).map_or(0, |text| text.lines().count().saturating_sub(1))
}

#[test]
fn an_engine_against_itself_scores_exactly_half_of_every_pair() {
    let out = folder("match-self");
    let output = adoube(
        &["match", "adoube", "adoube", "--nodes", "100", "--games", "40", "--hash", "1", "--out", text(&out), "--json"],
        b"",
    );
    assert!(output.status.success(), "{}", stderr(&output));
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!(report["duel"]["pairs"].to_string(), "[0,0,20,0,0]");
    let elo = &report["duel"]["by_pairs"]["elo"];
    assert!(elo["low"].as_f64().unwrap() <= 0.0 && elo["high"].as_f64().unwrap() >= 0.0, "{elo}");
    // And not because all games were the same.
    let lengths: std::collections::BTreeSet<String> = games(&out).into_values().collect();
    assert!(lengths.len() > 20, "{lengths:?}");
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_stops_in_the_middle_of_a_game_and_nothing_is_lost() {
    let out = folder("match-interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
        .args([
            "match",
            "x=adoube",
            "y=adoube",
            "--movetime",
            "60",
            "--margin-ms",
            "5000",
            "--games",
            "50",
            "--out",
            text(&out),
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let interrupt = || Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let begun = Instant::now();
    while !std::fs::read(out.join("games.jsonl")).is_ok_and(|text| text.ends_with(b"\n"))
        && begun.elapsed() < Duration::from_secs(20)
    {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1500));
    let pressed = Instant::now();
    interrupt();
    std::thread::sleep(Duration::from_millis(200));
    interrupt();
    let status = child.wait().unwrap();
    // A game of such moves takes ten seconds or more.
    assert!(pressed.elapsed() < Duration::from_secs(5), "{:?}", pressed.elapsed());
    assert_eq!(status.code(), Some(3));
    let resume = ["match", "x=adoube", "y=adoube", "--nodes", "20", "--games", "50", "--resume", "--out", text(&out)];
    let other = adoube(&resume, b"");
    assert!(stderr(&other).contains("expected the same margin_ms, players"), "{}", stderr(&other));
}

#[test]
fn a_test_ends_when_it_is_decided_and_its_exit_code_says_how() {
    // Whoever looks ahead mates with three queens; whoever does not gives stalemate.
    let book = file("book.epd", "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1\n4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 1\n");
    for (first, second, code, ending) in [("2000", "1", 0, "H1 accepted"), ("1", "2000", 1, "H0 accepted")] {
        let out = folder(&format!("sprt-{code}"));
        let (first, second) = (format!("x:{first}"), format!("y:{second}"));
        let arguments = ["sprt", "x=adoube", "y=adoube", "--nodes", &first, "--nodes", &second, "--openings", &book];
        let bounds = ["--elo0", "0", "--elo1", "50", "--model", "logistic", "--hash", "1", "--out", text(&out)];
        let output = adoube(&[&arguments[..], &bounds[..], &["--json"]].concat(), b"");
        assert_eq!(output.status.code(), Some(code), "{} {}", stdout(&output), stderr(&output));
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(report["ending"], ending);
        assert!(report["games"].as_u64().unwrap() < 1000, "{}", report["games"]);
    }
}

#[test]
fn fragments_and_double_chess960_are_played_to_their_ends() {
    for game in ["fragments", "dfrc"] {
        let out = folder(&format!("match-{game}"));
        let arguments = ["match", "adoube", "adoube", "--game", game, "--nodes", "50", "--games", "4", "--hash", "1"];
        let output = adoube(&[&arguments[..], &["--out", text(&out)]].concat(), b"");
        assert!(output.status.success(), "{game}: {}", stderr(&output));
        assert!(stdout(&output).contains("ended by the rules 4:"), "{game}: {}", stdout(&output));
    }
}

#[test]
fn a_tournament_has_a_crosstable() {
    let out = folder("tournament");
    let players = ["a=adoube", "b=adoube", "c=adoube", "--nodes", "20", "--nodes", "a:200", "--hash", "1"];
    let output = adoube(&[&["tournament"], &players[..], &["--games", "2", "--out", text(&out)]].concat(), b"");
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(games(&out).len(), 6);
    let report = stdout(&output);
    assert!(report.contains("rank  player") && report.matches("/2").count() >= 6, "{report}");
}

#[test]
fn engines_are_named_in_a_file_and_wrong_wishes_are_explained() {
    let engine = env!("CARGO_BIN_EXE_adoube");
    let roster = format!(
        "[[engine]]\nname = \"one\"\ncommand = '{engine}'\noptions = {{ Hash = 1 }}\nlimits = {{ nodes = 20 }}\n\
         [[engine]]\nname = \"two\"\ncommand = '{engine}'\nlimits = {{ depth = 1 }}\n"
    );
    let roster = file("engines.toml", &roster);
    let out = folder("match-named");
    let output = adoube(&["match", "one", "two", "--engines", &roster, "--games", "2", "--out", text(&out)], b"");
    assert!(output.status.success(), "{}", stderr(&output));
    let report = stdout(&output);
    assert!(report.contains("20 nodes, Hash=1") && report.contains("depth 1"), "{report}");

    for (arguments, expected) in [
        (
            &["one", "three"][..],
            "is no program that can be found; expected a program's path or name, adoube, or one of",
        ),
        (&["one", "two", "--games", "3"], "expected an even number"),
        (&["one", "two", "--option", "two:Hsah=3"], "option \"Hsah\"; expected one of Threads, Hash,"),
        (&["one", "two", "--hash", "0"], "Hash: \"0\"; expected a whole number from 1"),
        (&["one", "two", "--tc", "fast"], "expected seconds such as 2+0.02"),
        (&["one", "two", "--openings", "/nowhere.epd"], "/nowhere.epd: No such file"),
        (&["one", "two", "--resume", "--out", "/nowhere"], "there is no match to resume"),
    ] {
        let out = folder("match-wrong");
        let mut all = [&["match", "--engines", &roster][..], arguments].concat();
        if !arguments.contains(&"--out") {
            all.extend(["--out", text(&out)]);
        }
        let output = adoube(&all, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains(expected), "{arguments:?}: {}", stderr(&output));
        assert!(!out.exists(), "{arguments:?} leaves a folder behind");
    }
}
