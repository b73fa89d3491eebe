//! Self-play into files: the same whatever the threads and interruptions, read back as played, foreign files refused.

use std::path::{Path, PathBuf};

use adoube_forge::records::{Ending, FormatError, GameRecord, Header, Reader, Variant};
use adoube_forge::selfplay::{Adjudicator, Goal, Openings, Settings, run};
use engine::Control;
use rules::{Chess, Fragments, Game, Rules};

fn file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

fn settings() -> Settings {
    Settings { soft_nodes: 60, verified_permille: 400, shuffled_permille: 200, table_mib: 1, ..Settings::default() }
}

fn play<R: Openings>(path: &Path, goal: Goal, threads: usize) -> Vec<u8> {
    run::<R>(path, &settings(), goal, threads, &Control::default(), &|_| {}).unwrap();
    std::fs::read(path).unwrap()
}

fn read<R: Rules>(path: &Path) -> Vec<GameRecord<R>> {
    Reader::<R>::open(path).unwrap().map(|game| game.unwrap()).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let alone = play::<Chess>(&file("threads1"), Goal::Games(12), 1);
    assert_eq!(play::<Chess>(&file("threads3"), Goal::Games(12), 3), alone);
    let alone = play::<Fragments>(&file("threads1f"), Goal::Positions(300), 1);
    assert_eq!(play::<Fragments>(&file("threads3f"), Goal::Positions(300), 3), alone);
}

#[test]
fn a_run_broken_off_anywhere_goes_on_as_if_nothing_had_happened() {
    let path = file("whole");
    let whole = play::<Fragments>(&path, Goal::Games(10), 1);
    for length in [64, 65, 95, 96, 97, whole.len() / 2, whole.len() - 1, whole.len()] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let games = read::<Fragments>(&path);
        assert!(games.len() <= 10);
        assert_eq!(play::<Fragments>(&path, Goal::Games(10), 2), whole, "cut after {length} bytes");
    }
    // A crash of the machine may leave zeros.
    std::fs::write(&path, [&whole[..whole.len() / 2], &[0; 500]].concat()).unwrap();
    assert_eq!(play::<Fragments>(&path, Goal::Games(10), 1), whole);
}

#[test]
fn damage_in_the_middle_is_found_and_not_written_over() {
    let path = file("damaged");
    let mut bytes = play::<Fragments>(&path, Goal::Games(4), 1);
    bytes[64 + 40] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let games: Vec<_> = Reader::<Fragments>::open(&path).unwrap().collect();
    let broken = games[0].as_ref().unwrap_err();
    assert!(broken.to_string().starts_with("game 1, byte 64: checksum "), "{broken}");
    assert!(games.len() == 4 && games[1..].iter().all(Result::is_ok));
    let error = run::<Fragments>(&path, &settings(), Goal::Games(5), 1, &Control::default(), &|_| {}).unwrap_err();
    assert!(error.to_string().contains("damaged"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

#[test]
fn two_programs_never_write_into_one_file() {
    let path = file("taken");
    let whole = play::<Fragments>(&path, Goal::Games(2), 1);
    let other = std::fs::File::open(&path).unwrap();
    other.lock().unwrap();
    let refused = run::<Fragments>(&path, &settings(), Goal::Games(4), 1, &Control::default(), &|_| {}).unwrap_err();
    assert!(refused.to_string().contains("another program"), "{refused}");
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    other.unlock().unwrap();
    assert!(play::<Fragments>(&path, Goal::Games(4), 1).starts_with(&whole));
}

#[test]
fn foreign_files_and_other_settings_are_refused_and_left_alone() {
    let path = file("foreign");
    let text = b"[Event \"?\"]\n1. e4 e5 *\n";
    std::fs::write(&path, text).unwrap();
    assert!(matches!(Reader::<Chess>::open(&path), Err(FormatError::Foreign)));
    assert!(run::<Chess>(&path, &settings(), Goal::Games(1), 1, &Control::default(), &|_| {}).is_err());
    assert_eq!(std::fs::read(&path).unwrap(), text);

    let path = file("settings");
    let bytes = play::<Fragments>(&path, Goal::Games(1), 1);
    assert_eq!(Header::read(&path).unwrap().variant, Variant::Fragments);
    assert!(matches!(Reader::<Chess>::open(&path), Err(FormatError::OtherGame { .. })));
    let other = Settings { seed: 2, ..settings() };
    let error = run::<Fragments>(&path, &other, Goal::Games(2), 1, &Control::default(), &|_| {}).unwrap_err();
    assert!(error.to_string().contains("seed 1 instead of 2"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
}

/// Replays every game: what the rules, the adjudicator and the record say must agree.
fn check_games<R: Openings>(name: &str) -> Vec<GameRecord<R>> {
    let path = file(name);
    play::<R>(&path, Goal::Games(25), 2);
    let games = read::<R>(&path);
    assert_eq!(games.len(), 25);
    for record in &games {
        let mut game = Game::new(record.start);
        let mut adjudicator = Adjudicator::default();
        let mut verdict = None;
        for (position, ply) in record.positions() {
            assert!(game.outcome().is_none() && *game.position() == position);
            assert!(verdict.is_none() || record.is_verification, "played on after the verdict");
            let seen = adjudicator.watch(ply.score, position.side_to_move(), position.fullmove_number());
            verdict = verdict.or(seen);
            game.play(ply.mv);
        }
        match record.ending {
            Ending::Rules => assert_eq!(game.outcome().map(|outcome| outcome.winner()), Some(record.winner)),
            Ending::AdjudicatedWin | Ending::AdjudicatedDraw => {
                assert_eq!(verdict.map(|verdict| verdict.winner()), Some(record.winner));
                assert!(!record.is_verification);
            }
            Ending::TooLong => assert!(record.plies.len() >= 600),
        }
    }
    games
}

#[test]
fn records_tell_the_games_as_they_were_played() {
    let chess = check_games::<Chess>("chess");
    let fragments = check_games::<Fragments>("fragments");
    assert!(chess.iter().any(|game| game.ending == Ending::AdjudicatedWin));
    assert!(chess.iter().any(|game| game.is_verification) && fragments.iter().any(|game| game.is_verification));
}

#[test]
fn without_adjudication_games_end_by_the_rules() {
    let path = file("rules");
    let settings = Settings { adjudicates: false, ..settings() };
    run::<Fragments>(&path, &settings, Goal::Games(10), 1, &Control::default(), &|_| {}).unwrap();
    assert!(read::<Fragments>(&path).iter().all(|game| matches!(game.ending, Ending::Rules | Ending::TooLong)));
}
