//! What engines do wrong, and what becomes of their games: each is lost with the right reason, the match goes on, and no
//! process is left behind.

mod hostile;

use std::time::Duration;

use adoube_lab::engines::{EngineEntry, OptionValue, PlayerLimits};
use adoube_lab::matches::{Ending, GameKind, Reason};
use hostile::{entry, play, settings};

/// Processes that stay though they should not: those with this word in their command line, and zombies of ours. Other
/// drills run at the same time, so whoever is gone soon is not meant.
#[cfg(target_os = "linux")]
fn left_behind(word: &str) -> Vec<String> {
    let mut found = processes(word);
    for _ in 0..40 {
        if found.is_empty() {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
        let now = processes(word);
        found.retain(|process| now.contains(process));
    }
    found
}

#[cfg(target_os = "linux")]
fn processes(word: &str) -> Vec<String> {
    let mut found = Vec::new();
    for process in std::fs::read_dir("/proc").unwrap().flatten() {
        let read = |file: &str| std::fs::read_to_string(process.path().join(file)).unwrap_or_default();
        let stat = read("stat");
        let after_name: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
        let ours = std::process::id().to_string();
        let is_our_zombie = after_name.first() == Some(&"Z") && after_name.get(1) == Some(&&*ours);
        if read("cmdline").split('\0').any(|argument| argument == word) || is_our_zombie {
            found.push(process.file_name().to_string_lossy().into_owned());
        }
    }
    found
}

#[cfg(not(target_os = "linux"))]
fn left_behind(_: &str) -> Vec<String> {
    Vec::new()
}

/// A match of a healthy engine against one with a fault: the faulty one loses all games for this reason.
fn drill(mode: &str, reason: Reason, in_detail: &str) {
    drill_with_time(mode, reason, in_detail, 400);
}

fn drill_with_time(mode: &str, reason: Reason, in_detail: &str, move_time_ms: u64) {
    // Each drill has an argument of its own, to know its processes by.
    let mark = format!("mark-{mode}-{}", std::process::id());
    let limits = PlayerLimits { move_time_ms: Some(move_time_ms), ..PlayerLimits::default() };
    let healthy = entry("healthy", &["healthy", "4", &mark], limits.clone());
    let faulty = entry("faulty", &[mode, "4", &mark], limits);
    let played = play(mode, &settings(GameKind::Chess, vec![healthy, faulty]));
    let ended = played.result.unwrap_or_else(|error| panic!("{mode}: {error}"));
    assert_eq!((ended.records.len(), ended.ending), (4, Ending::Complete), "{mode}");
    for record in &ended.records {
        assert_eq!((record.reason, record.loser()), (reason, Some("faulty")), "{mode}: {record:?}");
        assert!(record.detail.contains(in_detail), "{mode}: {}", record.detail);
        assert!(record.plies >= 4, "{mode}: {record:?}");
    }
    assert_eq!(played.pgn.matches("[Termination ").count(), 4, "{mode}");
    assert_eq!(left_behind(&mark), Vec::<String>::new(), "{mode}: {:?}", played.warnings);
}

#[test]
fn a_crash_in_a_game_loses_it() {
    drill("crash", Reason::Crash, "its last words: segmentation of some kind");
}

#[test]
fn an_exit_in_a_game_loses_it() {
    drill("exit", Reason::Crash, "has ended (exit status: 0)");
}

#[test]
fn an_engine_that_hangs_loses_and_is_replaced() {
    drill("hang", Reason::Hang, "gave no answer");
}

#[test]
fn an_illegal_move_loses() {
    drill("illegal", Reason::IllegalMove, "plays \"a1a1\", which is no legal move");
}

#[test]
fn no_move_where_there_is_one_loses() {
    drill("null-move", Reason::IllegalMove, "plays \"0000\"");
    drill("no-move", Reason::IllegalMove, "plays \"\"");
}

#[test]
fn a_second_best_move_is_no_answer_to_the_next_question() {
    drill("twice", Reason::Garbage, "without go");
}

#[test]
fn a_millisecond_over_the_time_loses() {
    drill("late", Reason::Time, "ms more than its time");
}

#[test]
fn a_flood_of_output_loses_and_drowns_nobody() {
    // So much time that the flood itself must be noticed.
    drill_with_time("flood", Reason::Garbage, "wrote more than 64 MiB", 60_000);
    drill_with_time("flood-no-newline", Reason::Garbage, "wrote more than 64 MiB", 60_000);
}

#[test]
fn an_answer_without_an_end_is_none() {
    drill("no-newline", Reason::Hang, "gave no answer");
}

#[test]
fn an_answer_that_is_no_text_is_no_move() {
    drill("not-utf8", Reason::IllegalMove, "which is no legal move");
}

#[test]
fn children_of_an_engine_die_with_it() {
    drill("has-children", Reason::Crash, "has ended");
    assert_eq!(left_behind("600.125"), Vec::<String>::new());
}

#[test]
fn an_engine_that_ignores_quit_is_ended() {
    let mark = format!("mark-quit-{}", std::process::id());
    let limits = PlayerLimits { move_time_ms: Some(1000), ..PlayerLimits::default() };
    let mut stubborn = entry("stubborn", &["ignores-quit", "4", &mark], limits.clone());
    stubborn.restart = true;
    let healthy = entry("healthy", &["healthy", "4", &mark], limits);
    let ended = play("quit", &settings(GameKind::Chess, vec![healthy, stubborn])).result.unwrap();
    assert!(ended.records.iter().all(|record| !record.reason.is_fault()), "{:?}", ended.records);
    assert_eq!(left_behind(&mark), Vec::<String>::new());
}

#[test]
fn a_player_of_another_game_loses_by_illegal_moves() {
    let limits = PlayerLimits { move_time_ms: Some(1000), ..PlayerLimits::default() };
    let healthy = entry("healthy", &["healthy"], limits.clone());
    let wrong = entry("wrong", &["wrong-variant"], limits);
    let ended = play("variant", &settings(GameKind::Fragments, vec![healthy, wrong])).result.unwrap();
    assert_eq!(ended.records.len(), 4);
    for record in &ended.records {
        assert_eq!((record.reason, record.loser()), (Reason::IllegalMove, Some("wrong")), "{record:?}");
    }
}

#[test]
fn a_crash_at_the_start_loses_that_game_and_the_match_goes_on() {
    let file = std::env::temp_dir().join(format!("adoube-drill-{}-starts", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let limits = PlayerLimits { move_time_ms: Some(1000), ..PlayerLimits::default() };
    let mut unsteady = entry("unsteady", &["crash-at-start", &file.to_string_lossy()], limits.clone());
    unsteady.restart = true;
    let healthy = entry("healthy", &["healthy"], limits);
    let ended = play("start", &settings(GameKind::Chess, vec![healthy, unsteady])).result.unwrap();
    std::fs::remove_file(&file).unwrap();
    // The first start is the trial before the games.
    let crashed: Vec<bool> = ended.records.iter().map(|record| record.reason == Reason::Crash).collect();
    assert_eq!(crashed, [true, false, true, false], "{:?}", ended.records);
    assert!(ended.records[0].detail.contains("I was never meant to be"), "{}", ended.records[0].detail);
    assert_eq!((ended.records[0].loser(), ended.records[0].plies), (Some("unsteady"), 0));
}

#[test]
fn what_never_starts_is_told_before_the_first_game() {
    let limits = PlayerLimits { nodes: Some(1), ..PlayerLimits::default() };
    let healthy = entry("healthy", &["healthy"], limits.clone());
    let gone = EngineEntry { name: "gone".to_owned(), command: "/nowhere/engine".into(), ..healthy.clone() };
    let text = |players: Vec<EngineEntry>| match play("never", &settings(GameKind::Chess, players)).result {
        Err(error) => error.to_string(),
        Ok(ended) => panic!("{ended:?}"),
    };
    let error = text(vec![healthy.clone(), gone]);
    assert!(error.starts_with("/nowhere/engine: cannot be started"), "{error}");
    let error = text(vec![healthy.clone(), entry("mute", &["silent-at-start"], limits.clone())]);
    assert!(error.starts_with("mute gave no answer within 2.0s to \"uci\""), "{error}");
    let mut wishful = entry("wishful", &["healthy"], limits);
    wishful.options.insert("Hsah".to_owned(), OptionValue::Number(16));
    let error = text(vec![healthy, wishful]);
    assert_eq!(error, "wishful: option \"Hsah\"; expected one of Hash, UCI_Chess960, UCI_Variant");
}
