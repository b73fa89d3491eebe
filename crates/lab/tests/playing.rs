//! Matches of engines that do as they are told: pondering, and ending games early.

mod hostile;

use std::path::Path;

use adoube_lab::engines::PlayerLimits;
use adoube_lab::matches::{
    Adjudication, DrawRule, GameKind, GameRecord, GameResult, OpeningSource, Reason, ResignRule, Settings,
};
use hostile::{entry, play, settings};

fn limits() -> PlayerLimits {
    PlayerLimits { clock: Some("10+0.1".parse().unwrap()), ..PlayerLimits::default() }
}

fn records(name: &str, settings: &Settings) -> Vec<GameRecord> {
    let played = play(name, settings);
    assert_eq!(played.warnings, Vec::<String>::new(), "{name}");
    let mut records = played.result.unwrap_or_else(|error| panic!("{name}: {error}")).records;
    records.sort_by_key(|record| record.game);
    records
}

#[test]
fn pondering_changes_no_game_whether_the_guess_is_right_or_wrong() {
    let game = |ponders: bool| {
        let mut guesser = entry("guesser", &[if ponders { "ponders" } else { "healthy" }], limits());
        guesser.ponder = ponders;
        let settings = settings(GameKind::Chess, vec![entry("other", &["healthy"], limits()), guesser]);
        let name = if ponders { "ponder" } else { "no-ponder" };
        let facts = |record: &GameRecord| (record.result, record.reason, record.plies, record.opening);
        records(name, &settings).iter().map(facts).collect::<Vec<_>>()
    };
    let with = game(true);
    assert!(with.iter().all(|(_, reason, plies, _)| !reason.is_fault() && *plies > 20), "{with:?}");
    assert_eq!(with, game(false));
}

#[test]
fn games_are_ended_early_as_asked_and_played_on_to_see() {
    let players = vec![entry("one", &["healthy"], limits()), entry("two", &["pessimist"], limits())];
    let with = |adjudication| Settings { adjudication, ..settings(GameKind::Chess, players.clone()) };
    let off = records("adjudication-off", &with(Adjudication::default()));
    assert!(off.iter().all(|record| !record.reason.is_adjudication() && record.played_on.is_none()), "{off:?}");

    let resign = Some(ResignRule { moves: 3, score: 600, two_sided: false });
    let resigned = records("resign", &with(Adjudication { resign, verify: 3, ..Adjudication::default() }));
    for (record, whole) in resigned.iter().zip(&off) {
        assert_eq!((record.reason, record.loser()), (Reason::Resignation, Some("two")), "{record:?}");
        assert!(record.plies <= 6, "{record:?}");
        // These engines always play the same: playing on leads to what would have been.
        assert!(record.played_on.is_none_or(|result| result == whole.result), "{record:?} {whole:?}");
    }
    assert_eq!(resigned.iter().filter(|record| record.played_on.is_some()).count(), 3);

    let two_sided = Some(ResignRule { moves: 3, score: 600, two_sided: true });
    let resigned = records("two-sided", &with(Adjudication { resign: two_sided, ..Adjudication::default() }));
    assert!(resigned.iter().all(|record| record.reason != Reason::Resignation), "{resigned:?}");

    let draw = Some(DrawRule { from_move: 5, moves: 3, score: 10 });
    let equal = vec![entry("one", &["healthy"], limits()), entry("two", &["healthy"], limits())];
    let adjudication = Adjudication { draw, ..Adjudication::default() };
    let drawn = records("draw", &Settings { adjudication, ..settings(GameKind::Chess, equal) });
    assert!(drawn.iter().all(|record| (record.reason, record.plies) == (Reason::DrawAgreed, 9)), "{drawn:?}");
}

#[test]
fn endgame_tables_decide_what_they_know() {
    let tables = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/syzygy");
    let book = std::env::temp_dir().join(format!("adoube-playing-{}.epd", std::process::id()));
    std::fs::write(&book, "8/P7/8/8/8/8/4k3/1K6 w - - 0 1\n7k/8/8/8/8/p7/8/K7 b - - 0 1\n").unwrap();
    let players = vec![entry("one", &["healthy"], limits()), entry("two", &["healthy"], limits())];
    let mut settings = settings(GameKind::Chess, players);
    settings.openings.source = OpeningSource::File { path: book.clone(), hash: 0 };
    settings.adjudication =
        Adjudication { tablebases: Some(tables.to_string_lossy().into_owned()), ..Adjudication::default() };
    let records = records("tables", &settings);
    std::fs::remove_file(&book).unwrap();
    let decided: Vec<&GameRecord> = records.iter().filter(|record| record.reason == Reason::Tablebase).collect();
    assert!(!decided.is_empty(), "{records:?}");
    // Only one side has a pawn: the other never wins.
    for record in decided {
        let impossible = if record.opening == 0 { GameResult::BlackWins } else { GameResult::WhiteWins };
        assert_ne!(record.result, impossible, "{record:?}");
    }
}
