//! Whole conversations: what is said to the engine, and what it says.

mod conversation;

use std::io::pipe;

use adoube_uci::serve;
use conversation::{Driver, bestmoves, talk};

#[test]
fn uci_names_the_engine_and_its_options() {
    let output = talk("uci\n");
    assert!(output.starts_with("id name Adoube "), "{output}");
    assert!(output.contains("\nid author the Adoube developers\n"));
    assert!(output.contains("\noption name UCI_Chess960 type check default false\n"));
    assert!(output.contains("\noption name UCI_Variant type combo default chess var chess var fragments\n"));
    assert!(output.contains("\noption name Threads type spin default 1 min 1 max 1024\n"));
    assert!(output.ends_with("\nuciok\n"));
}

#[test]
fn perft_divides_and_ends_with_the_count() {
    let output = talk("position startpos moves e2e4\ngo perft 3\nquit\n");
    let parts = output.lines().filter_map(|line| line.split_once(": ")).filter(|(text, _)| text.len() == 4);
    assert_eq!(parts.map(|(_, nodes)| nodes.parse::<u64>().unwrap()).sum::<u64>(), 13160, "{output}");
    assert!(output.ends_with("\n\nNodes searched: 13160\n"), "{output}");
    assert_eq!(output.lines().count(), 22);
    assert_eq!(talk("go perft 0\n"), "\nNodes searched: 1\n");
}

#[test]
fn perft_counts_fragments_with_threads() {
    let output = talk(
        "setoption name Threads value 3\nsetoption name UCI_Variant value fragments\n\
         position sample0\ngo perft 6\nposition startpos\ngo perft 4\n",
    );
    assert!(output.contains("\nNodes searched: 299566\n"), "{output}");
    assert!(output.ends_with("\nNodes searched: 5741\n"), "{output}");
}

#[test]
fn chess960_decides_how_castling_is_written() {
    let castling = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo perft 1\nd\n";
    let standard = talk(castling);
    assert!(standard.contains("e1g1: 1\n") && standard.contains("e1c1: 1\n") && !standard.contains("e1h1"));
    assert!(standard.contains("Fen: r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n"));
    let chess960 = talk(format!("setoption name UCI_Chess960 value true\n{castling}"));
    assert!(chess960.contains("e1h1: 1\n") && chess960.contains("e1a1: 1\n") && !chess960.contains("e1g1"));
    assert!(chess960.contains("Fen: r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1\n"));
    // Both texts are understood with either setting.
    for text in ["e1g1", "e1h1"] {
        let output = talk(format!("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves {text}\nd\n"));
        assert!(output.contains("Fen: r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1\n"), "{output}");
    }
}

#[test]
fn d_shows_board_key_checkers_and_result() {
    let output = talk("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\nd\n");
    assert!(output.contains(" | k |   |"), "{output}");
    assert!(output.contains("Fen: k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\n"));
    assert!(output.contains("Checkers: b7\n"));
    assert!(output.ends_with("Result: 1-0 (White wins by checkmate)\n"));
    let key = output.lines().find_map(|line| line.strip_prefix("Key: ")).unwrap();
    assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()));
}

#[test]
fn flip_twice_is_no_flip() {
    let fen = |input: &str| talk(input).lines().find(|line| line.starts_with("Fen")).map(str::to_owned).unwrap();
    let position = "position startpos moves e2e4 c7c5\n";
    assert_eq!(
        fen(&format!("{position}flip\nd\n")),
        "Fen: rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 2"
    );
    assert_eq!(fen(&format!("{position}flip\nflip\nd\n")), fen(&format!("{position}d\n")));
}

#[test]
fn a_bad_position_keeps_the_old_one_and_says_why_in_one_line() {
    for (line, reason) in [
        ("position startpos moves e2e4 e2e4", "e2e4 is not legal"),
        ("position startpos moves e2e4 \u{fc}\u{fc}", "move 2 of the list"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "kings: 0 for White"),
        ("position fen x", "expected"),
        ("position sample0", "expected startpos or fen FEN; this set-up is of fragments"),
        ("position", "position: nothing; expected startpos"),
    ] {
        let output = talk(format!("position startpos moves d2d4\n{line}\nd\n"));
        let first = output.lines().next().unwrap();
        assert!(first.starts_with("info string error: ") && first.contains(reason), "{first}");
        assert!(output.contains("Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"), "{output}");
        assert_eq!(output.matches("info string").count(), 1);
    }
}

#[test]
fn bad_options_are_refused() {
    let output = talk("setoption name Nothing value 1\nsetoption name Threads value many\nsetoption\nisready\n");
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines[0].starts_with("info string error: option: \"Nothing\"; expected one of"), "{output}");
    assert_eq!(lines[1], "info string error: Threads: \"many\"; expected a whole number from 1 to 1024");
    assert!(lines[2].starts_with("info string error: setoption: nothing; expected name"));
    assert_eq!(lines[3], "readyok");
}

#[test]
fn garbage_does_not_end_the_session() {
    let mut input = b"\xff\xfe\x00\x01\n\n   \n\xc3\x28 isready\ngo depth x\n".to_vec();
    input.extend(b"x".repeat(3_000_000));
    input.extend(b"\nposition fen \xff\xff\xff\njoho isready\n");
    let output = talk(input);
    assert_eq!(output.matches("readyok\n").count(), 2, "{output}");
    assert_eq!(output.matches("info string error: ").count(), 4, "{output}");
}

#[test]
fn stop_and_ponderhit_when_idle_say_nothing() {
    assert_eq!(talk("stop\nponderhit\nregister later\ndebug on\nucinewgame\nstop\n"), "");
}

#[test]
fn every_go_gets_one_bestmove() {
    let output = talk("go infinite\nstop\ngo ponder wtime 1000 btime 1000\nponderhit\nstop\ngo infinite\nquit\n");
    assert_eq!(bestmoves(&output).len(), 3, "{output}");
    let output = talk("go infinite\n");
    assert_eq!(bestmoves(&output).len(), 1, "{output}");
    let output = talk("go infinite\nposition startpos moves e2e4\ngo infinite\nsetoption name Hash value 1\n");
    assert_eq!(bestmoves(&output).len(), 2, "{output}");
}

#[test]
fn a_go_right_after_a_bestmove_is_obeyed() {
    let mut driver = Driver::new();
    for _ in 0..200 {
        driver.say("go depth 1");
        let answer = driver.hear_until("bestmove");
        assert_eq!(answer.len(), 2, "{answer:?}");
    }
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn an_infinite_search_answers_only_when_stopped() {
    let mut driver = Driver::new();
    driver.say("position fen k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
    driver.say("go infinite");
    driver.say("isready");
    let before_ready = driver.hear_until("readyok");
    std::thread::sleep(std::time::Duration::from_millis(200));
    driver.say("go");
    let before_refusal = driver.hear_until("info string error: go: ");
    driver.say("stop");
    let answer = driver.hear_until("bestmove");
    for line in before_ready.iter().chain(&before_refusal).chain(&answer[..answer.len() - 1]) {
        assert!(!line.starts_with("bestmove"), "{line}");
    }
    drop(driver.input);
    driver.session.join().unwrap();
}

#[test]
fn a_pondering_search_answers_after_ponderhit() {
    let mut driver = Driver::new();
    driver.say("go ponder wtime 100 btime 100");
    std::thread::sleep(std::time::Duration::from_millis(200));
    driver.say("isready");
    let before = driver.hear_until("readyok");
    assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
    driver.say("ponderhit");
    driver.hear_until("bestmove");
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn ponderhit_is_nothing_to_an_infinite_search() {
    let mut driver = Driver::new();
    for command in ["go depth 1 infinite", "go ponder depth 1 infinite"] {
        driver.say(command);
        for word in ["ponderhit", "isready"] {
            std::thread::sleep(std::time::Duration::from_millis(100));
            driver.say(word);
        }
        let before = driver.hear_until("readyok");
        assert!(before.iter().all(|line| !line.starts_with("bestmove")), "{before:?}");
        driver.say("stop");
        driver.hear_until("bestmove");
    }
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn a_search_stops_within_ten_milliseconds() {
    let mut driver = Driver::new();
    for threads in [1, 2] {
        driver.say(&format!("setoption name Threads value {threads}"));
        // Of several tries the quickest: the machine may have other things to do.
        let latency = (0..8).map(|_| {
            driver.say("go infinite");
            std::thread::sleep(std::time::Duration::from_millis(50));
            let asked = std::time::Instant::now();
            driver.say("stop");
            driver.hear_until("bestmove");
            asked.elapsed()
        });
        let quickest = latency.min().unwrap();
        assert!(quickest < std::time::Duration::from_millis(10), "{threads} threads: {quickest:?}");
    }
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn a_long_perft_can_be_stopped() {
    let mut driver = Driver::new();
    driver.say("go perft 20");
    driver.say("isready");
    assert_eq!(driver.hear(), "readyok");
    driver.say("stop");
    assert_eq!(driver.hear(), "info string perft stopped");
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn mates_are_found_and_counted_in_moves() {
    let mut driver = Driver::new();
    driver.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    driver.say("go depth 4");
    let answer = driver.hear_until("bestmove");
    assert!(answer[answer.len() - 2].contains(" score mate 1 "), "{answer:?}");
    assert_eq!(answer.last().unwrap(), "bestmove a1a8");
    driver.say("setoption name UCI_Variant value fragments");
    driver.say("position fen k4/2K2/5/4B/5 w - -");
    driver.say("go depth 4");
    assert!(driver.hear_until("bestmove")[0].contains(" score mate 1 "));
    driver.say("quit");
    driver.session.join().unwrap();
}

#[test]
fn without_a_legal_move_the_answer_is_no_move() {
    assert_eq!(bestmoves(&talk("position fen k7/1Q6/1K6/8/8/8/8/8 b - - 0 1\ngo\n")), ["0000"]);
}

#[test]
fn searchmoves_are_the_only_choice() {
    assert_eq!(bestmoves(&talk("go searchmoves a2a3\n")), ["a2a3"]);
    let output = talk("go depth 1 searchmoves a2a5 h2h3\n");
    assert!(output.starts_with("info string error: searchmoves: move: a2a5 is not legal"), "{output}");
    assert_eq!(bestmoves(&output), ["h2h3"]);
}

#[test]
fn help_has_a_line_for_each_command() {
    let output = talk("help\n");
    for word in ["uci", "isready", "position", "go perft", "stop", "d ", "flip", "quit"] {
        assert!(output.lines().any(|line| line.starts_with(word)), "{word}");
    }
}

#[test]
fn a_driver_that_hangs_up_ends_the_session_with_an_error() {
    let (output, ours) = pipe().unwrap();
    drop(output);
    let error = serve(&b"go infinite\nisready\nisready\n"[..], ours).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
}
