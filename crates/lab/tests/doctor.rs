//! Diseases and the laws by which the doctor knows them; and bad engines, which get a clear verdict soon.

use std::time::{Duration, Instant};

use adoube_lab::doctor::{
    Certainty, Checkup, Examined, Law, Pace, Replay, Settings, Speaker, Verdict, Watcher, examine,
};
use adoube_lab::engines::EngineEntry;

const SICK: &str = env!("CARGO_BIN_EXE_adoube-sick-engine");
const HOSTILE: &str = env!("CARGO_BIN_EXE_adoube-hostile-engine");

struct Nobody;

impl Watcher for Nobody {
    fn begins(&self, _: usize, _: usize, _: &Law) {}
    fn ends(&self, _: &Examined) {}
}

fn entry(command: &str, args: &[&str]) -> EngineEntry {
    let args = args.iter().map(|word| (*word).to_owned()).collect();
    EngineEntry { name: "patient".to_owned(), command: command.into(), args, ..EngineEntry::default() }
}

fn examined(disease: &str, only: &str) -> Checkup {
    let only = only.split(',').map(|one| one.parse().unwrap()).collect();
    let budget = Some(Duration::from_secs(20));
    let settings = Settings { pace: Pace::Quick, only, seed: 1, budget, ..Settings::default() };
    examine(&entry(SICK, &[disease]), &settings, &Nobody).unwrap()
}

fn sure_laws(checkup: &Checkup) -> Vec<String> {
    let is_sure = |one: &&Examined| one.verdict.finding().is_some_and(|finding| finding.certainty == Certainty::Sure);
    checkup.examined.iter().filter(is_sure).map(|one| one.law.id()).collect()
}

const COLOURS: &str = "scores/point-of-view,scores/mate-units,scores/path-against-position,scores/colour-symmetry";

#[test]
fn a_healthy_engine_is_left_alone() {
    let checkup = examined("healthy", COLOURS);
    let passed = checkup.examined.iter().all(|one| matches!(one.verdict, Verdict::Pass(_)));
    assert!(passed && checkup.is_healthy(), "{:#?}", checkup.examined);
}

#[test]
fn scores_from_whites_view_are_one_finding_and_not_many() {
    assert_eq!(sure_laws(&examined("white-view", COLOURS)), ["scores/point-of-view"]);
}

#[test]
fn mates_in_plies_are_known_by_their_units() {
    assert_eq!(sure_laws(&examined("plies", COLOURS)), ["scores/mate-units"]);
}

#[test]
fn a_wrong_sign_in_blacks_castling_is_found_by_path_and_shrunk_to_the_move() {
    let checkup = examined("black-castles-wrong", COLOURS);
    assert_eq!(sure_laws(&checkup), ["scores/path-against-position"]);
    let finding = checkup.examined[0].verdict.finding().unwrap();
    assert!(finding.summary.contains("castling by Black is enough"), "{} {:?}", finding.summary, finding.evidence);
    let moves: Vec<&str> = finding.evidence.moves.iter().map(String::as_str).collect();
    assert!(matches!(moves[..], ["e8g8" | "e8c8"]), "{moves:?}");
    let pieces = finding.evidence.fen.as_ref().unwrap().split(' ').next().unwrap().to_owned();
    assert!(pieces.chars().filter(char::is_ascii_alphabetic).count() <= 5, "{pieces}");
    assert!(!finding.evidence.transcript.is_empty());
}

#[test]
fn a_piece_that_is_worth_more_for_one_colour_is_found_by_the_flip() {
    let checkup = examined("lopsided", COLOURS);
    assert_eq!(sure_laws(&checkup), ["scores/colour-symmetry"]);
    let finding = checkup.examined[0].verdict.finding().unwrap();
    let pieces = finding.evidence.fen.as_ref().unwrap().split(' ').next().unwrap().to_owned();
    assert!(pieces.contains(['N', 'n']) && pieces.chars().filter(char::is_ascii_alphabetic).count() <= 4, "{pieces}");
}

#[test]
fn what_eval_shows_is_compared_for_both_colours() {
    let law = "scores/eval-symmetry";
    let checkup = examined("healthy", law);
    assert!(matches!(checkup.examined[0].verdict, Verdict::Pass(_)), "{:#?}", checkup.examined);
    let checkup = examined("lopsided", law);
    let finding = checkup.examined[0].verdict.finding().unwrap();
    assert_eq!(finding.certainty, Certainty::Likely);
    let pieces = finding.evidence.fen.as_ref().unwrap().split(' ').next().unwrap().to_owned();
    assert!(pieces.contains(['N', 'n']) && pieces.chars().filter(char::is_ascii_alphabetic).count() <= 4, "{pieces}");
}

/// The letters of the pieces in the position that proves a finding.
fn pieces(examined: &Examined) -> String {
    let fen = examined.verdict.finding().and_then(|finding| finding.evidence.fen.clone()).unwrap_or_default();
    fen.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).collect()
}

#[test]
fn an_illegal_move_is_shown_with_the_piece_that_it_takes() {
    let checkup = examined("loses-its-head", "rules/best-moves");
    assert_eq!(sure_laws(&checkup), ["rules/best-moves"]);
    let mut pieces: Vec<char> = pieces(&checkup.examined[0]).chars().collect();
    pieces.sort_unstable();
    assert_eq!(pieces, ['K', 'k', 'q']);
}

#[test]
fn what_an_engine_dies_of_is_shown_alone() {
    let checkup = examined("dies-of-promotions", "rules/special-moves");
    assert_eq!(sure_laws(&checkup), ["protocol/stays-alive"]);
    let death = checkup.examined.iter().find(|one| one.law.id() == "protocol/stays-alive").unwrap();
    let mut pieces: Vec<char> = pieces(death).chars().collect();
    pieces.sort_unstable();
    assert_eq!(pieces, ['K', 'P', 'k']);
    let transcript = &death.verdict.finding().unwrap().evidence.transcript;
    assert_eq!(transcript.iter().filter(|said| said.text.starts_with("go")).count(), 1, "{transcript:?}");
}

#[test]
fn who_dies_of_one_question_is_asked_the_others() {
    let checkup = examined("dies-of-searchmoves", "protocol/searchmoves,rules/forbidden-moves,scores/point-of-view");
    assert_eq!(sure_laws(&checkup), ["protocol/stays-alive"]);
    let passed = checkup.examined.iter().find(|one| matches!(one.verdict, Verdict::Pass(_)));
    assert_eq!(passed.map(|one| one.law.id()).as_deref(), Some("scores/point-of-view"), "{:#?}", checkup.examined);
}

#[test]
fn what_needs_the_searches_before_it_is_replayed_with_them() {
    let checkup = examined("lines-of-the-past", "rules/lines");
    assert_eq!(sure_laws(&checkup), ["rules/lines"]);
    let replay = Replay::of(&checkup.examined[0], &checkup).unwrap();
    let text = serde_json::to_string(&replay).unwrap();
    let replay: Replay = serde_json::from_str(&text).unwrap();
    let said = replay.again(replay.partner().unwrap(), &mut |_| {}).unwrap();
    assert!(said.iter().any(|said| said.by == Speaker::Engine && said.text.ends_with("a1a1")));
    assert_eq!(replay.is_same(&said), Some(true));
    // Other moves are not the same evidence, and what is no matter of words is not told by them.
    assert_eq!(replay.is_same(&[]), None);
    assert_eq!(Replay { law: "time/clock".to_owned(), ..replay.clone() }.is_same(&said), None);
    // Who died then and says no more now has died again.
    let died = Replay { law: "protocol/stays-alive".to_owned(), ..replay };
    assert_eq!((died.is_same(&said), died.is_same(&[said.clone(), said].concat())), (Some(true), Some(false)));
}

#[test]
fn the_report_explains_the_laws_that_it_links_to() {
    let page = examined("lopsided", "scores/colour-symmetry").html();
    let links: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.contains(&"explained-scores-colour-symmetry"), "{links:?}");
    assert!(page.contains("id=\"explained-scores-colour-symmetry\""));
    assert!(page.contains("tables not mirrored for Black"));
}

#[test]
fn who_never_ends_a_search_alone_does_not_use_up_the_time_of_all_laws() {
    let begun = Instant::now();
    let budget = Some(Duration::from_secs(5));
    let only = ["rules", "draws", "search"].map(|group| group.parse().unwrap()).to_vec();
    let settings = Settings { pace: Pace::Quick, only, seed: 1, budget, ..Settings::default() };
    let checkup = examine(&entry(SICK, &["obstinate"]), &settings, &Nobody).unwrap();
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let left_out =
        |one: &&Examined| matches!(&one.verdict, Verdict::CannotTell(why) if why.contains("the time was up"));
    assert!(checkup.examined.iter().filter(left_out).count() > 5, "{:#?}", checkup.examined);
}

#[test]
fn two_answers_and_impatience_are_breaches_of_the_protocol() {
    assert_eq!(sure_laws(&examined("twice", "protocol/one-answer")), ["protocol/one-answer"]);
    assert_eq!(sure_laws(&examined("impatient", "protocol/infinite")), ["protocol/infinite"]);
    assert!(sure_laws(&examined("healthy", "protocol/one-answer,protocol/infinite")).is_empty());
}

/// What an examination says of its only law.
fn verdict_on(disease: &str, law: &str) -> Verdict {
    examined(disease, law).examined.remove(0).verdict
}

fn is_likely(verdict: &Verdict) -> bool {
    verdict.finding().is_some_and(|finding| finding.certainty == Certainty::Likely)
}

#[test]
fn who_tells_no_score_passes_no_question_about_scores() {
    let checkup = examined("mute", "draws/material,draws/history,draws/rights,draws/stalemate");
    let cannot_tell = checkup.examined.iter().all(|one| matches!(one.verdict, Verdict::CannotTell(_)));
    assert!(cannot_tell && checkup.examined.len() == 4, "{:#?}", checkup.examined);
    for disease in ["mute", "half-mute", "fractions"] {
        let verdict = verdict_on(disease, "protocol/info-sanity");
        assert!(is_likely(&verdict), "{disease}: {verdict:#?}");
    }
    let verdict = verdict_on("healthy", "protocol/info-sanity");
    assert!(matches!(verdict, Verdict::Pass(_)), "{verdict:#?}");
}

#[test]
fn who_does_not_obey_searchmoves_was_not_tempted() {
    let verdict = verdict_on("free-will", "rules/forbidden-moves");
    assert!(matches!(verdict, Verdict::CannotTell(_)), "{verdict:#?}");
    let verdict = verdict_on("healthy", "rules/forbidden-moves");
    assert!(matches!(verdict, Verdict::Pass(_)), "{verdict:#?}");
}

#[test]
fn who_may_have_many_threads_is_not_held_to_the_same_answers() {
    let verdict = verdict_on("never-forgets", "determinism/repeat");
    assert!(matches!(verdict, Verdict::CannotTell(_)), "{verdict:#?}");
    let verdict = verdict_on("never-forgets", "determinism/new-game");
    let certainty = verdict.finding().map(|finding| finding.certainty);
    assert_eq!(certainty, Some(Certainty::Hint), "{verdict:#?}");
    let checkup = examined("healthy", "determinism/repeat,determinism/new-game");
    let notes: Vec<&str> = checkup
        .examined
        .iter()
        .filter_map(|one| if let Verdict::Pass(note) = &one.verdict { Some(note.as_str()) } else { None })
        .collect();
    assert!(notes.len() == 2 && notes.iter().all(|note| note.contains("20000 nodes")), "{:#?}", checkup.examined);
}

#[test]
fn a_depth_is_kept_both_ways() {
    let verdict = verdict_on("shallow", "protocol/limits");
    assert!(is_likely(&verdict), "{verdict:#?}");
}

#[test]
fn who_is_late_is_told_so() {
    let verdict = verdict_on("late", "time/move-time");
    assert!(verdict.finding().is_some_and(|finding| finding.certainty >= Certainty::Likely), "{verdict:#?}");
}

#[test]
fn who_plays_the_first_move_it_generates_is_told_so() {
    let verdict = verdict_on("plays-the-first", "search/first-moves");
    assert!(verdict.finding().is_some(), "{verdict:#?}");
    let verdict = verdict_on("healthy", "search/first-moves");
    assert!(verdict.finding().is_none(), "{verdict:#?}");
}

#[test]
#[cfg(target_os = "linux")]
fn who_takes_far_more_memory_than_its_table_is_told_so() {
    let verdict = verdict_on("bloated", "protocol/memory");
    assert!(verdict.finding().is_some_and(|finding| finding.certainty >= Certainty::Likely), "{verdict:#?}");
}

#[test]
#[cfg(unix)]
fn a_bench_that_never_ends_is_not_waited_for() {
    let begun = Instant::now();
    let script = format!("case $0 in bench) sleep 100; true;; *) exec {SICK} healthy;; esac");
    let only = vec!["determinism/bench".parse().unwrap()];
    let settings = Settings { pace: Pace::Usual, only, budget: Some(Duration::from_secs(4)), ..Settings::default() };
    let checkup = examine(&entry("/bin/sh", &["-c", &script]), &settings, &Nobody).unwrap();
    assert!(matches!(checkup.examined[0].verdict, Verdict::CannotTell(_)), "{:#?}", checkup.examined);
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn one_clock_is_enough_to_be_answered() {
    let verdict = verdict_on("two-clocks", "protocol/one-answer");
    assert!(is_likely(&verdict), "{verdict:#?}");
}

#[test]
#[cfg(unix)]
fn a_crash_at_quit_is_no_good_bye() {
    let verdict = verdict_on("dies-of-quit", "protocol/quit");
    assert!(is_likely(&verdict), "{verdict:#?}");
    let verdict = verdict_on("healthy", "protocol/quit");
    assert!(matches!(verdict, Verdict::Pass(_)), "{verdict:#?}");
}

/// Examines a hostile engine: within 15 s there must be a verdict.
fn verdict_of(command: &str, args: &[&str]) -> String {
    let begun = Instant::now();
    let settings = Settings { pace: Pace::Quick, only: vec!["scores".parse().unwrap()], ..Settings::default() };
    let text = match examine(&entry(command, args), &settings, &Nobody) {
        Ok(checkup) => checkup.text(std::path::Path::new("")),
        Err(error) => error.to_string(),
    };
    assert!(begun.elapsed() < Duration::from_secs(15), "{args:?}: {:?}", begun.elapsed());
    text
}

#[test]
fn bad_engines_get_a_clear_verdict_soon() {
    assert!(verdict_of("/bin/true", &[]).contains("ended before it said \"uciok\""));
    assert!(verdict_of("/bin/cat", &[]).contains("Is it a UCI engine"));
    assert!(verdict_of(HOSTILE, &["silent-at-start"]).contains("never said \"uciok\""));
    assert!(verdict_of(HOSTILE, &["never-ready"]).contains("to \"isready\""));
    assert!(verdict_of(HOSTILE, &["crash", "0"]).contains("segmentation of some kind"));
    assert!(verdict_of(HOSTILE, &["hang", "0"]).contains("it hangs"));
    // The step that fails is told, and slow steps do not add up.
    let verdict = verdict_of("/bin/sh", &["-c", "read uci; sleep 8; echo uciok; cat > /dev/null"]);
    assert!(verdict.contains("answered \"uci\", and then fell silent at \"isready\""), "{verdict}");
    let verdict = verdict_of("/bin/sh", &["-c", "read uci; echo uciok; exit 3"]);
    assert!(verdict.contains("answered \"uci\", and then ended"), "{verdict}");
    // On a slow machine patience ends before 64 MiB have come.
    let flood = verdict_of(HOSTILE, &["flood", "0"]);
    assert!(flood.contains("more than 64 MiB") || flood.contains("it hangs"), "{flood}");
    for flood in ["flood-at-start", "talk-at-start"] {
        let verdict = verdict_of(HOSTILE, &[flood]);
        assert!(verdict.contains("floods its output"), "{verdict}");
    }
    let flood = verdict_of("/bin/sh", &["-c", "while :; do echo nonsense; done"]);
    assert!(flood.contains("floods its output"), "{flood}");
}

#[test]
#[cfg(unix)]
fn files_that_are_no_programs_are_told_apart() {
    use std::os::unix::fs::PermissionsExt;

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str, mode: u32| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    assert!(verdict_of("/nowhere/engine", &[]).contains("There is no such file"));
    assert!(verdict_of(folder.to_str().unwrap(), &[]).contains("That is a folder"));
    assert!(verdict_of(&file("words", "uciok\n", 0o755), &[]).contains("a script without #!"));
    assert!(verdict_of(&file("not-executable", "#!/bin/sh\n", 0o644), &[]).contains("chmod +x"));
    assert!(verdict_of(&file("no-interpreter", "#!/nowhere/sh\n", 0o755), &[]).contains("after #! in its first line"));
    // What a loader says of a program whose library is missing.
    let said = "echo 'x: error while loading shared libraries: libnone.so.1: cannot open' >&2; exit 127";
    let verdict = verdict_of("/bin/sh", &["-c", said]);
    assert!(verdict.contains("A library is missing") && verdict.contains("libnone.so.1"), "{verdict}");
}
