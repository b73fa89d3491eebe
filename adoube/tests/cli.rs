//! The real binary, as a user runs it.

mod binary;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use binary::{adoube, file as suite_file, stderr, stdout};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn perft_counts_the_start_of_chess() {
    let output = adoube(&["perft", "4"], b"");
    assert!(stdout(&output).starts_with("perft 4: 197,281 nodes in "), "{output:?}");
    assert!(stdout(&output).ends_with(" Mnodes/s\n"));
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn perft_counts_alike_with_threads_and_hash() {
    let plain = adoube(&["perft", "5", "--json", "--divide"], b"");
    let shared = adoube(&["perft", "5", "--json", "--divide", "--threads", "2", "--hash", "8"], b"");
    let read = |output: &Output| serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap();
    let (plain, shared) = (read(&plain), read(&shared));
    assert_eq!(plain["nodes"], 4_865_609);
    assert_eq!(plain["divide"], shared["divide"]);
    assert_eq!(plain["divide"].as_array().unwrap().len(), 20);
    assert_eq!((&plain["game"], &plain["fen"]), (&"chess".into(), &START.into()));
}

#[test]
fn perft_counts_fragments_from_a_name_or_a_position() {
    let named = adoube(&["perft", "6", "--game", "fragments", "--fen", "sample0"], b"");
    assert!(stdout(&named).starts_with("perft 6: 299,566 nodes"), "{named:?}");
    let start = adoube(&["perft", "4", "--game", "fragments"], b"");
    assert!(stdout(&start).starts_with("perft 4: 5,741 nodes"), "{start:?}");
}

#[test]
fn chess960_writes_castling_as_king_takes_rook() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let standard = stdout(&adoube(&["perft", "1", "--divide", "--fen", fen], b""));
    assert!(standard.contains("e1g1: 1\n") && standard.contains("\n\nperft 1: 26 nodes"), "{standard}");
    assert!(stdout(&adoube(&["perft", "1", "--divide", "--chess960", "--fen", fen], b"")).contains("e1h1: 1\n"));
}

#[test]
fn bad_arguments_get_one_line_and_exit_code_2() {
    for (arguments, reason) in [
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..], "error: --fen: kings: 0 for White; expected"),
        (&["perft", "3", "--game", "fragments", "--fen", "sample99"], "error: --fen: fields: 1 fields; expected"),
        (&["perft", "many"], "error: invalid value 'many'"),
        (&["perft", "65"], "error: invalid value '65'"),
        (&["perft", "--threads", "0"], "error: invalid value '0'"),
        (&["perft", "--suite", "/no/such/file"], "error: /no/such/file: cannot be read: "),
        (&["perft", "3", "--suite", "x"], "error: the argument '[DEPTH]' cannot be used with '--suite <FILE>'"),
        (&["dance"], "error: unrecognized subcommand 'dance'"),
    ] {
        let output = adoube(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).starts_with(reason), "{output:?}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_right_suite_passes() {
    let text = format!("# the start\n\n{START} ;D1 20 ;D2 400 ;D3 8902 ;D9 2439530234167\n");
    let file = suite_file("right.epd", &text);
    let output = adoube(&["perft", "--suite", &file, "--threads", "2"], b"");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = stdout(&output);
    for row in ["lines    1\n", "passed   1\n", "failed   0\n", "skipped  0\n", "nodes    8,902\n"] {
        assert!(table.contains(row), "{table}");
    }
    assert!(!table.contains(START));
    assert!(stdout(&adoube(&["perft", "--suite", &file, "-v"], b"")).contains(START));
    let shallow = stdout(&adoube(&["perft", "--suite", &file, "--depth", "2"], b""));
    assert!(shallow.contains("nodes    400\n"), "{shallow}");
    let small = stdout(&adoube(&["perft", "--suite", &file, "--max-nodes", "20"], b""));
    assert!(small.contains("nodes    20\n"), "{small}");
}

#[test]
fn a_wrong_count_is_shown_and_exits_with_1() {
    let file = suite_file("wrong.epd", &format!("{START} ;D1 20\n{START} ;D2 401\n{START} ;D8 84998978956\n"));
    let output = adoube(&["perft", "--suite", &file], b"");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let table = stdout(&output);
    let wrong: Vec<&str> = table.lines().filter(|line| line.contains("WRONG")).collect();
    assert_eq!(wrong.len(), 1, "{table}");
    assert!(["2", "401", "400", START].iter().all(|part| wrong[0].contains(part)), "{table}");
    assert!(table.contains("passed   1\nfailed   1\nskipped  1\n"), "{table}");

    let json = adoube(&["perft", "--suite", &file, "--json"], b"");
    assert_eq!(json.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&report["failed"], &report["mismatches"][0]["line"]), (&1.into(), &2.into()));
    assert_eq!(report["mismatches"][0]["counted"], 400);
}

#[test]
fn an_unusable_suite_exits_with_2_and_names_the_line() {
    for (name, text, reason) in [
        ("fen.epd", format!("{START} ;D1 20\nnonsense ;D1 20\n"), "line 2: fields: 1 fields; expected"),
        ("count.epd", format!("\n{START} ;D1 20 ;D2 x\n"), "line 2: \"D2 x\"; expected a depth and a count"),
        ("none.epd", START.to_owned(), "line 1: no counts; expected some"),
        ("empty.epd", "# nothing\n".to_owned(), "no count to check; expected"),
        ("deep.epd", format!("{START} ;D64 5\n;"), "line 2: fields: 0 fields"),
    ] {
        let file = suite_file(name, &text);
        let output = adoube(&["perft", "--suite", &file], b"");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = stderr(&output);
        assert!(error.starts_with(&format!("error: {file}")) && error.contains(reason), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
}

#[test]
fn a_fragments_suite_is_read_as_fragments() {
    let text = "nqkbr/ppppp/5/PPPPP/RBKQN w a2a4b2b4c2c4d2d4e2e4 - ;D1 7 ;D2 44 ;D3 362 ;D4 3087\n";
    let file = suite_file("fragments.epd", text);
    assert_eq!(adoube(&["perft", "--suite", &file, "--game", "fragments"], b"").status.code(), Some(0));
    assert_eq!(adoube(&["perft", "--suite", &file], b"").status.code(), Some(2));
}

#[test]
fn uci_is_spoken_over_a_pipe_without_a_greeting() {
    for arguments in [&[][..], &["uci"]] {
        let output = adoube(arguments, b"uci\nposition startpos\ngo perft 3\ngo depth 2\nisready\nquit\n");
        assert!(output.status.success());
        let text = stdout(&output);
        assert!(text.starts_with("id name Adoube "), "{text}");
        assert!(text.contains("\n\nNodes searched: 8902\n"), "{text}");
        assert!(text.contains("\nreadyok\n"), "{text}");
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
    }
}

#[test]
fn a_closed_stdin_ends_the_engine() {
    let output = adoube(&[], b"");
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let output = Command::new(env!("CARGO_BIN_EXE_adoube")).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_closed_stdout_is_no_panic() {
    for arguments in [&["perft", "3", "--divide"][..], &["perft", "--help"], &[]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = Command::new(env!("CARGO_BIN_EXE_adoube"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _ = child.stdin.take().unwrap().write_all(b"uci\nisready\ngo infinite\nisready\n");
        let output = child.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    }
}

#[test]
fn every_help_has_examples() {
    for command in ["", "uci", "perft", "play", "analyse", "bench"] {
        let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let output = adoube(&arguments, b"");
        assert!(output.status.success());
        assert!(stdout(&output).contains("\nExamples:\n  adoube"), "{output:?}");
    }
}
