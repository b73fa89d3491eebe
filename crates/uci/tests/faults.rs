//! Every fault bites: a driver sees something else than from the healthy engine. And none of them crashes.
#![cfg(feature = "faults")]

mod conversation;

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use adoube_uci::execute;
use conversation::Driver;
use engine::network::{KingBuckets, Parts, inputs};
use rules::Chess;
use rules::faults::Fault;

/// One fault at a time is in force in a process, so one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is counted.
const COUNTED: [(&str, u32); 7] = [
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2),
    ("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", 4),
    ("4k3/8/8/7R/8/8/6b1/4K2R b K - 0 1", 4),
    ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", 2),
    ("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", 1),
];

/// What is searched, how deep, and after which moves.
const SEARCHED: [(&str, u32); 21] = [
    ("startpos", 7),
    ("startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", 7),
    ("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6),
    ("fen r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2NBBN2/PP3PPP/R2Q1RK1 b - - 0 11", 9),
    ("fen 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", 8),
    ("fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 12),
    ("fen 8/8/8/8/8/2k5/2p5/2K5 b - - 0 1", 6),
    ("fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 6),
    ("fen 7k/8/8/8/8/8/8/1R1RK3 b - - 0 1", 6),
    ("fen 8/8/8/3k4/8/3KP3/8/8 w - - 0 1", 8),
    ("fen 8/8/8/8/4p3/k7/8/K2R4 w - - 98 80", 4),
    ("fen k7/8/1K6/8/8/8/8/7R w - - 99 80", 2),
    ("fen 8/8/p7/1p1k4/1P6/P2K4/8/8 w - - 4 40 moves d3c3 d5e5 c3d3 e5d5 d3c3 d5e5 c3d3", 6),
    ("fen 6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 b - - 0 1 moves d5a5 d1b1 a5d5 b1d1", 6),
    ("fen 8/1p1k4/8/8/P2p4/8/2P1K3/8 w - - 0 1", 9),
    ("fen r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6 moves d8b6 b2b4 c5b4", 7),
    ("fen k7/P7/8/K7/8/8/8/8 w - - 0 1", 3),
    ("fen rnbqkbnr/ppp1p1pp/8/8/3p1p2/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 10),
    ("fen rnbqkb1r/ppp2ppp/5n2/3Pp3/8/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 4", 6),
    // A mate, and the same one ply on, with what the table has kept of it.
    ("fen 3k4/R6P/8/6r1/1P1P4/8/2R5/6K1 w - - 5 69", 9),
    ("fen 3k4/R6P/8/6r1/1P1P4/8/2R5/6K1 w - - 5 69 moves c2g2", 2),
];

/// No search takes more nodes: with some faults, or by random numbers, a depth may be out of reach.
const MOST_NODES: u32 = 300_000;

/// Random numbers, which judge badly but always the same.
fn network() -> Vec<u8> {
    let mut state = 0x5eed_u64;
    let mut noise = |most: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % (2 * most + 1) - most
    };
    let king_buckets = KingBuckets::layout(4).unwrap();
    let parts = Parts {
        king_buckets,
        hidden: 32,
        weights: (0..4 * inputs::<Chess>() * 32).map(|_| noise(60) as i16).collect(),
        biases: (0..32).map(|_| noise(100) as i16).collect(),
        output_weights: (0..64).map(|_| noise(127) as i8).collect(),
        output_biases: vec![0],
        output_scale: 64,
        centipawns: 100,
        description: String::new(),
    };
    parts.to_bytes::<Chess>()
}

/// What an engine with this fault has to say, apart from how long it took.
fn observed(fault: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("faults.net");
    std::fs::write(&path, network()).unwrap();
    let mut commands = vec![format!("setoption name Fault value {fault}"), "debug on".to_owned()];
    for (fen, depth) in COUNTED {
        commands.extend([format!("position fen {fen}"), format!("go perft {depth}")]);
    }
    for (position, depth) in SEARCHED {
        commands.extend([format!("position {position}"), format!("go depth {depth} nodes {MOST_NODES}")]);
    }
    commands.extend(["position startpos", "go depth 5 searchmoves a2a3", "go movetime 20"].map(str::to_owned));
    commands.extend(["go wtime 30 btime 30", "go wtime 30 btime 30 winc 1000 binc 1000"].map(str::to_owned));
    // The same again in a new game.
    commands.extend(["ucinewgame", "position startpos", "go depth 7"].map(str::to_owned));
    commands.push(format!("setoption name EvalFile value {}", path.to_str().unwrap()));
    for (position, depth) in &SEARCHED[..8] {
        commands.extend([format!("position {position}"), format!("go depth {} nodes {MOST_NODES}", depth - 1)]);
    }
    commands.push("position fen 8/8/8/K2pP3/8/8/8/7k w - d6 0 1".to_owned());
    commands.push("go depth 3".to_owned());
    commands.push("setoption name Fault value none".to_owned());
    let mut output = Vec::new();
    execute(commands, &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let mut timed = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        // A search by the clock tells its limits; what it finds is a matter of luck.
        timed = if line.starts_with("info string limits") { line.contains("hard_time: Some") } else { timed };
        if timed && !line.starts_with("info string limits") || line.starts_with("info string perft") {
            continue;
        }
        let mut words = line.split(' ').collect::<Vec<_>>();
        while let Some(at) = words.iter().position(|word| matches!(*word, "time" | "nps")) {
            words.drain(at..(at + 2).min(words.len()));
        }
        lines.push(words.join(" "));
    }
    lines
}

/// Faults of the conversation, which need one.
const IN_CONVERSATION: [Fault; 2] = [Fault::PonderhitIgnored, Fault::InfiniteEndsAlone];

#[test]
fn every_fault_changes_what_a_driver_sees() {
    let _alone = alone();
    let healthy = observed("none");
    assert_eq!(observed("none"), healthy, "the same questions, the same answers");
    let mut silent = Vec::new();
    for fault in Fault::ALL.iter().filter(|fault| !IN_CONVERSATION.contains(fault)) {
        let seen = observed(fault.name());
        let answers = |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers(&seen), answers(&healthy), "{}", fault.name());
        // The first line repeats the fault's name.
        if seen.iter().skip(1).eq(healthy.iter().skip(1)) {
            silent.push(fault.name());
        }
    }
    assert_eq!(Fault::in_force(), None);
    assert!(silent.is_empty(), "no difference seen: {silent:?}");
}

/// Whether an engine with this fault waits for `stop` before it answers.
fn waits_for_stop(fault: &str, commands: &[&str]) -> bool {
    let mut driver = Driver::new();
    driver.say(&format!("setoption name Fault value {fault}"));
    commands.iter().for_each(|command| driver.say(command));
    std::thread::sleep(Duration::from_millis(500));
    driver.say("isready");
    driver.say("stop");
    let lines = driver.hear_until("bestmove");
    driver.say("setoption name Fault value none");
    driver.quit();
    lines.iter().any(|line| line == "readyok")
}

#[test]
fn a_deaf_engine_does_not_hear_ponderhit() {
    let _alone = alone();
    let commands = ["go ponder wtime 100 btime 100 depth 1", "ponderhit"];
    assert!(!waits_for_stop("none", &commands));
    assert!(waits_for_stop("ponderhit-ignored", &commands));
}

#[test]
fn an_impatient_engine_answers_before_stop() {
    let _alone = alone();
    assert!(waits_for_stop("none", &["go infinite depth 1"]));
    assert!(!waits_for_stop("infinite-ends-alone", &["go infinite depth 1"]));
}

#[test]
fn a_fault_is_announced_set_and_refused_by_name() {
    let _alone = alone();
    let mut output = Vec::new();
    execute(["uci", "setoption name fault value Mate-In-Plies", "setoption name Fault value nonsense"], &mut output)
        .unwrap();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains("option name Fault type combo default none var none var castling-through-check"), "{text}");
    assert!(text.contains("info string error: Fault: \"nonsense\"; expected none or castling-through-check"), "{text}");
    assert_eq!(Fault::in_force(), Some(Fault::MateInPlies));
    Fault::put_in_force(None);
}
