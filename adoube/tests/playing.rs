//! `play`, `analyse`, `bench` and lines of UCI as arguments, as a user runs them.

mod binary;

use binary::{adoube, file, stderr, stdout};
use serde_json::Value;

fn played(arguments: &[&str], input: &str) -> String {
    let output = adoube(&[&["play", "--level", "1"], arguments].concat(), input.as_bytes());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    stdout(&output)
}

#[test]
fn moves_are_typed_as_people_or_programs_write_them() {
    let text = played(&[], "e4\ng1f3\nfen\n");
    assert_eq!(text.matches("Adoube plays").count(), 2, "{text}");
    assert!(text.lines().last().unwrap().contains("4P3/5N2/PPPP1PPP/RNBQKB1R w "), "{text}");
}

#[test]
fn what_is_no_legal_move_gets_one_clear_line() {
    let text = played(&[], "e5\nNd2\nfoo\nlevel 11\nsave\n");
    for line in [
        "e5 is not legal here. Type moves for the legal ones.",
        "\"foo\" is neither a move nor a command. Type help for help.",
        "level: \"11\"; expected a number from 1 to 10",
        "save: nothing; expected the name of a file",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
    assert!(!text.contains("Adoube plays"));
    let ambiguous = played(&["--fen", "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1"], "Ne2\nNb3\n");
    assert!(ambiguous.contains("Adoube plays"), "{ambiguous}");
    let ambiguous = played(&["--fen", "4k3/8/8/8/3N4/8/8/N3K1N1 w - - 0 1"], "Nc2\nNb3\n");
    assert!(ambiguous.contains("Nc2 is not clear: "), "{ambiguous}");
    let in_check = played(&["--fen", "4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"], "Rh2\n");
    assert!(in_check.contains("Rh2 is not legal: White is in check."), "{in_check}");
}

#[test]
fn a_move_is_taken_back_with_its_answer() {
    let text = played(&[], "e4\nback\nfen\nback\n");
    assert!(text.contains("\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert!(text.ends_with("There is no move of yours to take back.\n"), "{text}");
}

#[test]
fn black_sees_the_board_from_below_and_waits_for_white() {
    let text = played(&["--color", "black"], "flip\n");
    assert!(text.contains(" 8  r  n  b  k  q  b  n  r \n    h  g  f  e  d  c  b  a\n"), "{text}");
    assert!(text.contains("Adoube plays 1. "), "{text}");
    assert!(text.trim_end().ends_with("    a  b  c  d  e  f  g  h"), "{text}");
}

#[test]
fn mate_ends_the_game_and_taking_back_revives_it() {
    let text = played(&["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"], "Ra8\nRa7\nback\nfen\n");
    assert!(text.contains("\n1-0: White wins by checkmate.\n"), "{text}");
    assert!(text.contains("\nThe game is over. Type new for another, back to take back, or quit.\n"), "{text}");
    assert!(text.ends_with("\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\n"), "{text}");
}

#[test]
fn hints_moves_sides_and_levels() {
    let text = played(&["--fen", "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"], "hint\nmoves\nlevel 9\ngo\neval\n");
    assert!(text.contains("\n1. Ra8#  (#1 for White, depth "), "{text}");
    assert!(text.contains(" O-O-O ") && text.contains("The engine: level 9, about "), "{text}");
    assert!(text.contains("\nYou have Black now.\n") && text.contains("Adoube plays 1. Ra8#"), "{text}");
    assert!(text.contains("White's view"), "{text}");
}

#[test]
fn games_are_saved_one_behind_the_other() {
    let path = file("games.pgn", "");
    played(&["--save", &path], "d4\nresign\n");
    played(&["--game", "fragments"], &format!("a3\nsave {path}\nnew\nfen\n"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("[White \"Human\"]\n[Black \"Adoube ") && text.contains("1. d4 "), "{text}");
    assert_eq!(text.matches("[Event ").count(), 2);
    assert!(text.contains(" 0-1\n") && text.contains("[Variant \"fragments\"]"), "{text}");
    let unwritable = played(&[], "save /no/such/place/x.pgn\n");
    assert!(unwritable.contains("save: /no/such/place/x.pgn: "), "{unwritable}");
}

#[test]
fn chess960_starts_anywhere_and_castles() {
    let text = played(&["--chess960", "0"], "fen\n");
    assert!(text.contains("\nbbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\n"), "{text}");
    let castled = played(&["--fen", "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1"], "O-O\n");
    assert!(castled.contains(" 1  .  R  .  .  .  R  K  . "), "{castled}");
    let random = played(&["--chess960"], "quit\n");
    assert!(random.contains("\n 7  p  p  p  p  p  p  p  p \n"), "{random}");
}

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn a_position_is_analysed_for_people() {
    let output = adoube(&["analyse", ITALIAN, "--depth", "6", "--multipv", "2"], b"");
    let text = stdout(&output);
    assert!(text.starts_with(&format!("{ITALIAN}  Black to move\n")), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("  3... ")).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[0].contains(" 6/") && text.contains(" nodes in ") && text.contains("White's view"), "{text}");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_position_is_analysed_for_programs() {
    let output = adoube(&["analyse", ITALIAN, "--nodes", "5000", "--json"], b"");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["fen"], &report["side_to_move"]), (&ITALIAN.into(), &"black".into()));
    let line = &report["lines"][0];
    assert!(line["score"]["cp"].is_number() && line["san"].as_str().unwrap().starts_with("3... "), "{report}");
    let wdl = line["wdl"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap());
    assert_eq!(wdl.sum::<u64>(), 1000);
    assert!(report["evaluation"]["total"].is_number());
}

#[test]
fn mates_are_whites_whoever_gives_them() {
    let black = "7k/8/8/8/8/8/5q2/3r1b1K b - - 0 1";
    let report: Value =
        serde_json::from_slice(&adoube(&["analyse", black, "--depth", "5", "--json"], b"").stdout).unwrap();
    assert_eq!(report["lines"][0]["score"]["mate"], -1, "{report}");
}

#[test]
fn files_and_pipes_of_positions_are_analysed_one_by_one() {
    let text = format!("# two\n{ITALIAN}\n\n8/8/8/8/8/5k2/5q2/7K w - - bm Kh1; id \"the end\";\n");
    let path = file("positions.epd", &text);
    for (argument, input) in [(Some(path.as_str()), ""), (None, text.as_str()), (Some("-"), text.as_str())] {
        let arguments: Vec<&str> = ["analyse", "--nodes", "1000", "--json"].into_iter().chain(argument).collect();
        let output = stdout(&adoube(&arguments, input.as_bytes()));
        let reports: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(reports.len(), 2, "{output}");
        assert_eq!((&reports[1]["name"], &reports[1]["result"]), (&"the end".into(), &"1/2-1/2".into()), "{output}");
    }
}

#[test]
fn a_game_is_analysed_at_its_end_or_move_by_move() {
    let pgn = "[White \"Fool\"]\n[Black \"Scholar\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let end = stdout(&adoube(&["analyse"], pgn.as_bytes()));
    assert!(end.starts_with("Fool - Scholar  0-1\n") && end.contains("\n0-1: Black wins by checkmate\n"), "{end}");
    let moves = stdout(&adoube(&["analyse", "--moves", "--depth", "6"], pgn.as_bytes()));
    let blunder = moves.lines().find(|line| line.starts_with("2. g4??")).unwrap_or_else(|| panic!("{moves}"));
    assert!(blunder.contains("#-1"), "{moves}");
    assert!(moves.contains("\n2... Qh4# "), "{moves}");
    let json = adoube(&["analyse", "--moves", "--depth", "6", "--json"], pgn.as_bytes());
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(report["moves"].as_array().unwrap().len(), 4);
    assert_eq!((&report["moves"][2]["mark"], &report["moves"][3]["cost"]), (&"??".into(), &0.0.into()));
}

#[test]
fn fragments_are_analysed_by_name() {
    let output = stdout(&adoube(&["analyse", "sample0", "--game", "fragments", "--depth", "5"], b""));
    assert!(output.starts_with("nqkbr/ppppp/5/PPPPP/RBKQN w ") && output.contains("  1. "), "{output}");
}

#[test]
fn what_cannot_be_analysed_gets_one_line() {
    for (arguments, input, reason) in [
        (&["analyse", "nowhere.pgn"][..], "", "error: \"nowhere.pgn\": no such file, and no position; expected"),
        (&["analyse"], "", "error: stdin: no position; expected a FEN, EPD or PGN"),
        (&["analyse"], "8/8 w - -\n", "error: stdin, line 1: "),
        (&["analyse"], "1. e4 e5 2. Ke3 *", "error: stdin: game 1, ply 3: "),
        (&["analyse", "startpos", "--time", "0"], "", "error: invalid value '0' for '--time <SECONDS>'"),
        (&["play", "--level", "11"], "", "error: invalid value '11' for '--level <LEVEL>'"),
        (&["play", "--fen", "nonsense"], "", "error: --fen: "),
        (&["play", "--chess960", "960"], "", "error: invalid value '960'"),
        (&["bench", "0"], "", "error: invalid value '0'"),
    ] {
        let output = adoube(arguments, input.as_bytes());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(stderr(&output).starts_with(reason), "{reason}: {output:?}");
    }
}

#[test]
fn bench_ends_with_the_line_openbench_reads() {
    let last = |output: String| -> String { output.lines().last().unwrap().to_owned() };
    let nodes = |line: &str| -> u64 { line.split_once(" nodes ").unwrap().0.parse().unwrap() };
    let (first, second) = (last(stdout(&adoube(&["bench", "4"], b""))), last(stdout(&adoube(&["bench", "4"], b""))));
    assert!(first.ends_with(" nps") && first.split(' ').count() == 4, "{first}");
    assert_eq!(nodes(&first), nodes(&second));
    let report: Value = serde_json::from_slice(&adoube(&["bench", "4", "--json"], b"").stdout).unwrap();
    assert_eq!(report["nodes"], nodes(&first));
    let spoken = last(stdout(&adoube(&[], b"bench 4\nquit\n")));
    assert_eq!(nodes(&spoken), nodes(&first), "the protocol's bench counts the same");
}

#[test]
fn lines_of_uci_as_arguments_are_obeyed_in_order() {
    let output = adoube(&["genfens 3 seed 42 book None ", "quit"], b"");
    let text = stdout(&output);
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(text.matches("info string genfens ").count(), 3, "{text}");
    let text = stdout(&adoube(&["position startpos moves e2e4", "go depth 4", "d"], b""));
    assert!(text.find("bestmove").unwrap() < text.find("Fen: ").unwrap(), "{text}");
    assert!(text.contains("info depth 4 "), "{text}");
    assert!(stdout(&adoube(&["setoption name Hash value 4", "bench 2", "quit"], b"")).ends_with(" nps\n"));
}
