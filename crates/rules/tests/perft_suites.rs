//! The move generators of both games against published and framework-made leaf counts.
//!
//! The default tests count every line at the deepest listed depth that keeps to a budget of leaves; the ignored ones go
//! deeper: `cargo test --release -p adoube-rules --test perft_suites -- --ignored`.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use adoube_rules::{
    CastlingText, Chess, Color, Fragments, KeyHistory, Outcome, PerftOptions, Position, Rules, UciStyle, divide, perft,
};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data");
const SUITES: [&str; 8] =
    ["standard", "tricky", "chess960", "dfrc", "random", "double-checks", "en-passant", "in-check"];

/// A position and the leaf counts that somebody else has found.
struct Case {
    fen: String,
    counts: Vec<(u32, u64)>,
}

fn read(path: &str) -> String {
    let path = format!("{DATA}/{path}");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The lines `FEN ;D1 20 ;D2 400 ...` of a suite.
fn suite(name: &str) -> Vec<Case> {
    let parse = |line: &str| {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap_or_default().trim().to_owned();
        let counts = parts
            .map(|part| {
                let (depth, count) = part.trim().split_once(' ').expect("Dn count");
                (depth[1..].parse().expect("a depth"), count.trim().parse().expect("a count"))
            })
            .collect();
        Case { fen, counts }
    };
    read(&format!("perft/{name}.epd")).lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}

/// Calls `check` on every item, spread over all cores.
fn for_each_in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            check(item);
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
}

fn check_count<R: Rules>(text: &str, depth: u32, expected: u64) {
    let position: Position<R> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(perft(&position, depth), expected, "perft {depth} of {text}");
}

/// Counts every line at its deepest depth within the budget, or at its shallowest if none is.
fn check_suite(name: &str, budget: u64) {
    let cases = suite(name);
    assert!(!cases.is_empty(), "{name} is empty");
    for_each_in_parallel(&cases, |case| {
        let within = case.counts.iter().rev().find(|(_, count)| *count <= budget);
        let &(depth, count) = within.or(case.counts.first()).expect("a line lists a count");
        check_count::<Chess>(&case.fen, depth, count);
    });
}

#[test]
fn standard_suite_has_the_published_counts() {
    check_suite("standard", 10_000_000);
}

#[test]
fn tricky_suite_has_the_published_counts() {
    check_suite("tricky", 2_000_000);
}

#[test]
fn chess960_suite_has_the_published_counts() {
    check_suite("chess960", 2_000_000);
}

#[test]
fn double_chess960_suite_has_the_published_counts() {
    check_suite("dfrc", 2_000_000);
}

#[test]
fn random_suite_has_the_published_counts() {
    check_suite("random", 2_000_000);
}

#[test]
fn double_checks_suite_has_the_published_counts() {
    check_suite("double-checks", 0);
}

#[test]
fn en_passant_suite_has_the_published_counts() {
    check_suite("en-passant", 0);
}

#[test]
fn in_check_suite_has_the_published_counts() {
    check_suite("in-check", 0);
}

#[test]
#[ignore = "hours: every line of every suite at every listed depth"]
fn every_suite_has_the_published_counts_at_every_depth() {
    for name in SUITES {
        for_each_in_parallel(&suite(name), |case| {
            for &(depth, count) in &case.counts {
                check_count::<Chess>(&case.fen, depth, count);
            }
        });
    }
}

#[test]
#[ignore = "minutes: every line of every suite, up to ten million leaves each"]
fn every_line_of_every_suite_has_the_published_counts() {
    for name in SUITES {
        check_suite(name, 10_000_000);
    }
}

fn fragments() -> Vec<serde_json::Value> {
    let file: serde_json::Value = serde_json::from_str(&read("fragments/perft.json")).expect("perft.json is JSON");
    file["positions"].as_array().expect("a list of positions").clone()
}

fn fragments_position(case: &serde_json::Value) -> Position<Fragments> {
    let text = case["position"].as_str().expect("a position");
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All counts of a position, the framework's and Fairy-Stockfish's.
fn fragments_counts(case: &serde_json::Value) -> Vec<(u32, u64)> {
    let count = |value: &serde_json::Value| value.as_u64().expect("a count");
    let shallow = case["perft"].as_array().expect("counts").iter().zip(1..).map(|(value, depth)| (depth, count(value)));
    let deeper = case["perft_deeper"].as_object().into_iter().flatten();
    shallow.chain(deeper.map(|(depth, value)| (depth.parse().expect("a depth"), count(value)))).collect()
}

fn check_fragments(budget: u64) {
    for_each_in_parallel(&fragments(), |case| {
        for (depth, count) in fragments_counts(case).into_iter().filter(|(_, count)| *count <= budget) {
            check_count::<Fragments>(case["position"].as_str().expect("a position"), depth, count);
        }
    });
}

#[test]
fn fragments_positions_have_the_frameworks_counts() {
    check_fragments(10_000_000);
}

#[test]
#[ignore = "a minute: every depth"]
fn fragments_positions_have_the_frameworks_counts_at_every_depth() {
    check_fragments(u64::MAX);
}

#[test]
fn fragments_positions_have_the_frameworks_moves_and_checks() {
    for case in fragments() {
        let position = fragments_position(&case);
        let ours: BTreeSet<String> = position.legal_moves().iter().map(|mv| mv.uci(UciStyle::Standard)).collect();
        let theirs: BTreeSet<String> =
            case["moves"].as_array().expect("moves").iter().map(|mv| mv.as_str().expect("a move").to_owned()).collect();
        assert_eq!(ours, theirs, "{case}");
        for text in &theirs {
            assert_eq!(position.uci_move(text).expect("a legal move").uci(UciStyle::Standard), *text, "{case}");
        }
        if let Some(in_check) = case["in_check"].as_bool() {
            assert_eq!(position.in_check(), in_check, "{case}");
        }
    }
}

#[test]
fn fragments_positions_have_the_frameworks_results() {
    for case in fragments() {
        let outcome = fragments_position(&case).outcome(&KeyHistory::default());
        // The framework calls a mate by a pinned piece stalemate; who wins is the same.
        let expected = match case["result"].as_str() {
            None => None,
            Some(text) if text.starts_with("Draw") => Some(None),
            Some(text) if text.ends_with("black loses") => Some(Some(Color::White)),
            Some(text) if text.ends_with("white loses") => Some(Some(Color::Black)),
            Some(text) => panic!("a result of a new kind: {text}"),
        };
        assert_eq!(outcome.map(Outcome::winner), expected, "{case}");
    }
}

#[test]
fn fragments_positions_are_written_as_they_were_read() {
    for case in fragments() {
        let position = fragments_position(&case);
        assert_eq!(Some(position.to_string().as_str()), case["position"].as_str());
        assert_eq!(Some(position.fen(CastlingText::Shredder).as_str()), case["position"].as_str());
    }
}

fn check_divide<R: Rules>(position: &Position<R>, depth: u32) {
    let expected: Vec<_> =
        position.legal_moves().iter().map(|&mv| (mv, perft(&position.after(mv), depth - 1))).collect();
    for threads in [1, 3] {
        for hash_mib in [0, 1, 16] {
            let reports = AtomicUsize::new(0);
            let counts = divide(position, depth, PerftOptions { threads, hash_mib }, &|progress| {
                reports.fetch_add(1, Ordering::Relaxed);
                assert!(progress.done <= progress.total);
            });
            assert_eq!(counts, expected, "{position} depth {depth}, {threads} threads, {hash_mib} MiB");
            assert_eq!(reports.into_inner() > 0, !expected.is_empty(), "progress is reported");
        }
    }
}

#[test]
fn divide_agrees_with_perft_with_any_threads_and_table() {
    for case in suite("tricky") {
        let position: Position<Chess> = case.fen.parse().expect("a valid position");
        for depth in 1..=3 {
            check_divide(&position, depth);
        }
    }
    check_divide(&Position::<Chess>::start(), 4);
    for case in fragments() {
        for depth in 1..=4 {
            check_divide(&fragments_position(&case), depth);
        }
    }
}

#[test]
fn perft_of_depth_zero_is_one_and_of_a_finished_game_zero() {
    let mated: Position<Chess> =
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().expect("valid");
    assert_eq!((perft(&mated, 0), perft(&mated, 1), perft(&mated, 3)), (1, 0, 0));
    assert_eq!(divide(&mated, 2, PerftOptions::default(), &|_| {}), []);
}
