//! Options, information, and questions: what the engine says of its search, and when.

mod conversation;

use std::time::{Duration, Instant};

use adoube_uci::strength::{Handicap, LOWEST_ELO};
use adoube_uci::{bench, execute};
use conversation::{Driver, bestmoves, talk};
use serde_json::Value;

/// The word after another in a line.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1)
}

fn searched(before: &str, go: &str) -> Vec<String> {
    let mut driver = Driver::new();
    before.lines().for_each(|line| driver.say(line));
    driver.say(go);
    let lines = driver.hear_until("bestmove");
    driver.quit();
    lines
}

/// The last line that tells a score.
fn last_info(lines: &[String]) -> &str {
    lines.iter().rfind(|line| line.starts_with("info depth") && line.contains(" score ")).unwrap()
}

#[test]
fn all_options_are_announced() {
    let output = talk("uci\n");
    for line in [
        "Threads type spin default 1 min 1 max 1024",
        "Hash type spin default 16 min 1 max 1048576",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 256",
        "Move Overhead type spin default 10 min 0 max 5000",
        "SyzygyPath type string default <empty>",
        "UCI_Chess960 type check default false",
        "UCI_Variant type combo default chess var chess var fragments",
        "UCI_AnalyseMode type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 2800 min 800 max 2800",
        "ScorePOV type combo default side var side var white",
        "Eval type combo default network var classical var network",
        "EvalFile type string default <empty>",
        "ShowStats type check default false",
    ] {
        assert!(output.contains(&format!("\noption name {line}\n")), "{line}: {output}");
    }
}

#[test]
fn an_info_line_has_all_its_fields_in_order() {
    let lines = searched("", "go depth 8");
    let info = last_info(&lines);
    let fields = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"];
    let places: Vec<usize> = fields.iter().map(|field| info.find(&format!(" {field} ")).unwrap()).collect();
    assert!(places.is_sorted(), "{info}");
    assert_eq!((after(info, "depth"), after(info, "multipv")), (Some("8"), Some("1")));
    let best = lines.last().unwrap().split(' ').nth(1);
    assert_eq!(after(info, "pv"), best, "the line told last is that of the move: {lines:?}");
    assert!(!info.contains("wdl"));
}

#[test]
fn chances_are_shown_when_asked_for() {
    let lines = searched("setoption name UCI_ShowWDL value true", "go depth 5");
    let numbers = last_info(&lines).split_once(" wdl ").unwrap().1;
    let sum: u32 = numbers.split(' ').take(3).map(|number| number.parse::<u32>().unwrap()).sum();
    assert_eq!(sum, 1000, "{lines:?}");
}

#[test]
fn scores_are_the_movers_unless_whites_are_wanted() {
    let cases = [
        ("position fen 4k2r/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1", "cp"),
        ("position fen 7k/8/8/8/8/8/5q2/3r1b1K b - - 0 1", "mate"),
    ];
    for (position, kind) in cases {
        let score = |view: &str| -> i32 {
            let lines = searched(&format!("setoption name ScorePOV value {view}\n{position}"), "go depth 6");
            let info = last_info(&lines);
            after(info, kind).unwrap_or_else(|| panic!("{kind}: {info}")).parse().unwrap()
        };
        assert!(score("side") > 0);
        assert_eq!(score("white"), -score("side"), "{position}");
    }
}

#[test]
fn white_sees_chances_turned_round_too() {
    let black = "setoption name UCI_ShowWDL value true\nposition fen 4k2r/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1\n";
    let win = |view: &str| -> u32 {
        let lines = searched(&format!("setoption name ScorePOV value {view}\n{black}"), "go depth 4");
        after(last_info(&lines), "wdl").unwrap().parse().unwrap()
    };
    assert!(win("side") > 900 && win("white") < 100);
}

#[test]
fn several_best_lines_are_told_in_order() {
    let lines = searched("setoption name MultiPV value 3", "go depth 6");
    let last: Vec<&String> = lines.iter().filter(|line| after(line, "depth") == Some("6")).collect();
    let ranks: Vec<&str> = last.iter().filter_map(|line| after(line, "multipv")).collect();
    assert_eq!(ranks, ["1", "2", "3"], "{lines:?}");
    let scores: Vec<i32> = last.iter().map(|line| after(line, "cp").unwrap().parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let firsts: Vec<&str> = last.iter().filter_map(|line| after(line, "pv")).collect();
    assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{firsts:?}");
    // Where there are fewer moves than lines wanted, there are as many lines as moves.
    let few = searched("setoption name MultiPV value 200\nposition fen 7k/8/8/8/8/8/7r/K7 w - - 0 1", "go depth 3");
    assert_eq!(few.iter().filter(|line| after(line, "depth") == Some("3")).count(), 1, "{few:?}");
}

#[test]
fn an_option_set_during_a_search_counts_after_it() {
    let mut driver = Driver::new();
    driver.say("go infinite");
    driver.say("setoption name UCI_ShowWDL value true");
    driver.hear_until("info string UCI_ShowWDL is set when the search is over");
    driver.say("setoption name Hash value 2");
    driver.hear_until("info string Hash is set");
    driver.say("setoption name Hash value none");
    driver.hear_until("info string error: Hash: \"none\"");
    driver.say("stop");
    let before = driver.hear_until("bestmove");
    assert!(before.iter().all(|line| !line.contains(" wdl ")), "{before:?}");
    driver.say("go depth 4");
    let behind = driver.hear_until("bestmove");
    assert!(last_info(&behind).contains(" wdl "), "{behind:?}");
    driver.quit();
}

#[test]
fn tablebases_are_opened_or_the_reason_is_told() {
    let output = talk("setoption name SyzygyPath value /no/such/folder\nisready\n");
    assert!(output.starts_with("info string error: tablebases: cannot read /no/such/folder"), "{output}");
    assert_eq!(output.lines().count(), 2, "{output}");
    assert_eq!(talk("setoption name SyzygyPath value <empty>\n"), "");
}

#[test]
fn the_button_empties_the_memory() {
    let nodes = |lines: &[String]| last_info(lines).split_once(" nodes ").unwrap().1.to_owned();
    let nodes = |lines: &[String]| nodes(lines).split(' ').next().unwrap().to_owned();
    let mut driver = Driver::new();
    driver.say("go depth 8");
    let fresh = driver.hear_until("bestmove");
    driver.say("setoption name Clear Hash");
    driver.say("go depth 8");
    let again = driver.hear_until("bestmove");
    assert_eq!(nodes(&fresh), nodes(&again));
    driver.quit();
}

#[test]
fn long_searches_tell_the_move_they_are_at() {
    let mut driver = Driver::new();
    driver.say("go infinite");
    let started = Instant::now();
    let line = loop {
        let line = driver.hear();
        if line.contains(" currmove ") {
            break line;
        }
    };
    assert!(started.elapsed() >= Duration::from_millis(2900), "{line}");
    let number: usize = after(&line, "currmovenumber").unwrap().parse().unwrap();
    assert!((1..=20).contains(&number) && after(&line, "currmove").unwrap().len() == 4, "{line}");
    driver.say("stop");
    driver.hear_until("bestmove");
    driver.quit();
}

#[test]
fn the_end_of_the_input_ends_an_infinite_search_at_once() {
    let started = Instant::now();
    let output = talk("go infinite\n");
    assert_eq!(bestmoves(&output).len(), 1);
    assert!(started.elapsed() < Duration::from_secs(2));
}

#[test]
fn eval_explains_for_people_and_programs() {
    let text = talk("position startpos moves e2e4\neval\n");
    assert!(text.contains("White's view") && text.contains("\nmaterial ") && text.contains("\ntotal "), "{text}");
    let line = talk("position startpos moves e2e4\neval --json\n");
    let report: Value = serde_json::from_str(&line).unwrap();
    assert_eq!((&report["view"], &report["game"]), (&"white".into(), &"chess".into()));
    let blended = report["terms"].as_array().unwrap().iter().map(|term| term["blended"].as_i64().unwrap());
    let (sum, total) = (blended.sum::<i64>(), report["total"].as_i64().unwrap());
    assert!((sum - total).abs() <= 16, "the terms make the total, but for rounding: {line}");
    let fragments = talk("setoption name UCI_Variant value fragments\neval --json\n");
    assert_eq!(serde_json::from_str::<Value>(&fragments).unwrap()["game"], "fragments");
}

#[test]
fn a_position_and_its_flip_are_worth_opposite_numbers_to_white() {
    let total = |extra: &str| {
        let line = talk(format!("position startpos moves e2e4 e7e5 g1f3\n{extra}eval --json\n"));
        serde_json::from_str::<Value>(&line).unwrap()["total"].as_i64().unwrap()
    };
    assert_eq!(total(""), -total("flip\n"));
}

/// The positions of the founding post-mortem.
const FOUNDING: [&str; 3] = [
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3PP3/2N2N2/PPP2PPP/R1BQKB1R w KQ - 0 8",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

#[test]
fn the_counters_of_a_search_agree_with_each_other() {
    for fen in FOUNDING {
        let mut driver = Driver::new();
        driver.say(&format!("position fen {fen}"));
        driver.say("go depth 9");
        driver.hear_until("bestmove");
        driver.say("stats --json");
        let stats: Value = serde_json::from_str(&driver.hear()).unwrap();
        let count = |name: &str| stats[name].as_u64().unwrap_or_else(|| panic!("{name}: {stats}"));
        assert_eq!(count("nodes"), count("pv_nodes") + count("zero_nodes") + count("quiescence_nodes"), "{stats}");
        for (part, whole) in [
            ("table_hits", "table_probes"),
            ("table_cuts", "table_hits"),
            ("first_move_cuts", "beta_cuts"),
            ("pv_researches", "pv_scouts"),
            ("null_cuts", "null_tries"),
            ("reduction_researches", "reductions"),
        ] {
            assert!(count(part) <= count(whole) && count(whole) > 0, "{part} of {whole}: {stats}");
        }
        assert_eq!(stats["iterations"].as_array().unwrap().len(), 9);
        driver.say("stats");
        let table = driver.hear_until("branching factor");
        assert!(table[0].starts_with("nodes") && table[0].ends_with(&count("nodes").to_string()), "{table:?}");
        driver.quit();
    }
}

#[test]
fn statistics_follow_a_search_when_asked_for() {
    let lines = searched("setoption name ShowStats value true", "go depth 5");
    assert!(lines.iter().any(|line| line.starts_with("info string nodes ")), "{lines:?}");
    assert!(lines.last().unwrap().starts_with("bestmove"));
}

#[test]
fn statistics_wait_for_the_end_of_the_search() {
    let mut driver = Driver::new();
    driver.say("go infinite");
    driver.say("stats");
    driver.hear_until("info string error: stats: the search is still on");
    driver.say("stop");
    driver.hear_until("bestmove");
    driver.quit();
}

#[test]
fn debugging_tells_the_limits() {
    let lines = searched("debug on", "go depth 1 movetime 5000");
    assert!(lines[0].starts_with("info string limits ") && lines[0].contains("4.99s"), "{lines:?}");
    let lines = searched("debug on\ndebug off", "go depth 1");
    assert!(lines[0].starts_with("info depth"), "{lines:?}");
}

#[test]
fn a_weak_player_looks_at_few_positions_unless_it_analyses() {
    let nodes = |before: &str| -> u64 {
        let lines = searched(before, "go movetime 300");
        lines.iter().filter_map(|line| after(line, "nodes")).map(|nodes| nodes.parse().unwrap()).max().unwrap()
    };
    let limit = "setoption name UCI_Elo value 800\nsetoption name UCI_LimitStrength value true";
    let most = Handicap::new(LOWEST_ELO, 32).nodes;
    // The search may enter a node or two before it sees that it is over.
    assert!(nodes(limit) <= most + 10);
    // Nor does it become stronger by more threads.
    assert!(nodes(&format!("{limit}\nsetoption name Threads value 2")) <= most + 10);
    assert!(nodes(&format!("{limit}\nsetoption name UCI_AnalyseMode value true")) > 2 * most);
}

#[test]
fn a_weak_player_plays_the_same_game_again() {
    let game = || {
        let mut driver = Driver::new();
        driver.say("setoption name UCI_LimitStrength value true");
        driver.say("setoption name UCI_Elo value 1000");
        let mut moves = String::new();
        for _ in 0..12 {
            driver.say(&format!("position startpos moves{moves}"));
            driver.say("go wtime 60000 btime 60000");
            moves += &format!(" {}", driver.hear_until("bestmove").last().unwrap().split(' ').nth(1).unwrap());
        }
        driver.quit();
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn the_weakest_player_mates_with_a_rook() {
    for fen in ["8/8/8/8/8/8/2k5/K5R1", "8/8/8/3k4/4R3/8/8/K7", "8/8/3k4/8/3K4/8/8/R7", "k7/8/8/8/8/8/8/K6R"] {
        let mut driver = Driver::new();
        driver.say("setoption name UCI_LimitStrength value true");
        driver.say(&format!("setoption name UCI_Elo value {LOWEST_ELO}"));
        let mut moves = String::new();
        // Fifty moves each; then it is a draw.
        for _ in 0..100 {
            driver.say(&format!("position fen {fen} w - - 0 1 moves{moves}"));
            driver.say("go wtime 60000 btime 60000");
            let answer = driver.hear_until("bestmove");
            let best = after(answer.last().unwrap(), "bestmove").unwrap();
            if best == "0000" {
                break;
            }
            moves += &format!(" {best}");
        }
        driver.say(&format!("position fen {fen} w - - 0 1 moves{moves}"));
        driver.say("d");
        let result = driver.hear_until("Result").pop().unwrap();
        driver.quit();
        assert!(result.contains("White wins by checkmate"), "{fen} {result}{moves}");
    }
}

#[test]
fn bench_ends_with_nodes_and_speed_and_can_be_stopped() {
    let output = talk("bench 3\nquit\n");
    let words: Vec<&str> = output.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], [nodes, "nodes", speed, "nps"]
        if nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok()),
        "{output}"
    );
    assert_eq!(output.lines().filter(|line| line.contains(" nodes  ")).count(), bench::position_count());
    let mut driver = Driver::new();
    driver.say("bench 60");
    driver.say("isready");
    driver.hear_until("readyok");
    driver.say("stop");
    driver.hear_until("info string bench stopped");
    driver.quit();
}

#[test]
fn openings_are_random_different_and_repeatable() {
    let openings = |arguments: &str| -> Vec<String> {
        let output = talk(format!("genfens {arguments}\n"));
        let lines = output.lines().map(|line| line.strip_prefix("info string genfens ").expect(line).to_owned());
        lines.collect()
    };
    let first = openings("8 seed 42 book None");
    assert_eq!(first.len(), 8);
    assert!(first.iter().all(|fen| fen.split(' ').count() == 6), "{first:?}");
    assert_eq!(first, openings("8 seed 42 book None"));
    assert_ne!(first, openings("8 seed 43 book None"));
    for (index, fen) in first.iter().enumerate() {
        assert!(!first[..index].contains(fen), "{fen} twice");
    }
    let fragments = openings("3 seed 1 book None fragments");
    assert!(fragments.iter().all(|fen| fen.split('/').count() == 5), "{fragments:?}");
    assert_eq!(openings("3 seed 1 book None dfrc").len(), 3);
    let missing = talk("genfens 1 seed 1 book /no/such/file\n");
    assert!(missing.starts_with("info string error: genfens: book /no/such/file: "), "{missing}");
}

#[test]
fn commands_from_a_list_wait_for_each_other() {
    let mut output = Vec::new();
    execute(["position startpos moves e2e4", "go depth 6", "go perft 2", "quit", "isready"], &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.contains("\ninfo depth 6 "), "the search was not broken off: {output}");
    let (best, count) = (output.find("bestmove").unwrap(), output.find("Nodes searched: 600").unwrap());
    assert!(best < count && !output.contains("readyok"), "{output}");
}
