//! What the tables know, the search plays and says; and what the search finds without them is what they know.

use adoube_engine::endgames::{Endgames, Verdict};
use adoube_engine::{Control, Limits, Player, Report, Score, Weakness};
use rules::{Fragments, Game, Position};

use super::{Random, embedded, pieces, position};

fn thought(position: &Position<Fragments>, limits: &Limits, with_tables: bool) -> (Report, u64) {
    let mut player = Player::new(8).unwrap();
    if !with_tables {
        player.set_endgames(None);
    }
    let report = player.think(&Game::new(*position), limits, &Control::default(), |_| {}).unwrap();
    (report, player.statistics().tablebase_hits)
}

fn score(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Draw => Score::DRAW,
        Verdict::Win { plies } => Score::mate_in(plies as usize),
        Verdict::Loss { plies } => Score::mated_in(plies as usize),
    }
}

#[test]
fn the_search_without_tables_finds_the_distances_of_the_tables() {
    let endgames = embedded();
    let mut random = Random(3);
    let mut compared = 0;
    for men in ["KQk", "KRk", "KPk", "KQkn", "KRkb", "Kkqp", "KPkp", "KBPk", "KNNk", "KQkp", "Kkrb", "KRkr"] {
        for _ in 0..40 {
            let position = Position::try_from(&random.setup(&pieces(men))).unwrap();
            let verdict = endgames.probe(&position).unwrap();
            let plies = match verdict {
                Verdict::Win { plies } | Verdict::Loss { plies } => plies,
                Verdict::Draw => continue,
            };
            if plies == 0 || plies > 7 {
                continue;
            }
            let limits = Limits { depth: Some(plies as i32 + 12), ..Limits::default() };
            let (report, hits) = thought(&position, &limits, false);
            assert_eq!(hits, 0);
            assert_eq!(report.score, score(verdict), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn with_tables_the_first_iteration_knows_the_distance_and_the_line_goes_to_the_end() {
    let endgames = embedded();
    let mut random = Random(5);
    for men in ["KBk", "KNk", "KQkr", "KPkb", "KPkp", "KNkp", "Kkbn"] {
        for _ in 0..10 {
            let position = Position::try_from(&random.setup(&pieces(men))).unwrap();
            let verdict = endgames.probe(&position).unwrap();
            if verdict == Verdict::Draw || verdict == (Verdict::Loss { plies: 0 }) {
                continue;
            }
            let (report, hits) = thought(&position, &Limits { depth: Some(2), ..Limits::default() }, true);
            assert!(hits > 0);
            assert_eq!(report.score, score(verdict), "{position}");
            let end = report.line.iter().fold(position, |position, mv| {
                assert!(position.is_legal(*mv));
                position.after(*mv)
            });
            let (Verdict::Win { plies } | Verdict::Loss { plies }) = verdict else { continue };
            assert_eq!(report.line.len(), plies as usize, "{position}");
            assert_eq!(end.count_legal_moves(), 0);
        }
    }
}

#[test]
fn a_win_by_capture_into_the_tables_is_an_exact_mate() {
    // Five men: taking the knight leaves king and Right against king and pawn.
    let start = position("k4/1p3/5/3n1/K2R1 w - -");
    let (report, _) = thought(&start, &Limits { depth: Some(8), ..Limits::default() }, true);
    assert!(report.score.is_mate() && report.score > Score::DRAW, "{report:?}");
}

#[test]
fn a_drawn_ending_is_kept_drawn() {
    let endgames = embedded();
    let mut random = Random(11);
    let mut choices = 0;
    for men in ["KQkq", "KRkr", "KPkp", "KNkb", "KPkn", "KBkb"] {
        for _ in 0..30 {
            let position = Position::try_from(&random.setup(&pieces(men))).unwrap();
            if endgames.probe(&position) != Some(Verdict::Draw) {
                continue;
            }
            let (report, _) = thought(&position, &Limits { depth: Some(3), ..Limits::default() }, true);
            assert_eq!(endgames.probe(&position.after(report.line[0])), Some(Verdict::Draw), "{position}");
            let is_draw = |mv| endgames.probe(&position.after(mv)) == Some(Verdict::Draw);
            choices += usize::from(!position.legal_moves().into_iter().all(is_draw));
        }
    }
    assert!(choices > 10, "positions in which the choice matters: {choices}");
}

#[test]
fn whoever_plays_weaker_does_without() {
    let start = position("5/5/5/2kB1/K4 w - -");
    let weak = Limits { depth: Some(3), weakness: Some(Weakness { error: 100, seed: 1 }), ..Limits::default() };
    let (report, hits) = thought(&start, &weak, true);
    assert_eq!(hits, 0);
    assert!(!report.score.is_mate());
    // Only Kb1 draws, which takes more than a ply to see.
    let start = position("k4/3p1/5/1P3/K4 w b2d4 -");
    let weak = Limits { depth: Some(1), ..weak };
    let with = thought(&start, &weak, true).0.line;
    assert_eq!(with, thought(&start, &weak, false).0.line);
    let best = thought(&start, &Limits { depth: Some(1), ..Limits::default() }, true).0.line;
    assert_ne!(with[0], best[0]);
}

#[test]
fn any_number_of_threads_may_ask_at_once() {
    let start = position("5/5/5/2k1N/K4 w - -");
    let fresh = Endgames::embedded().unwrap();
    let answers: Vec<_> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..4).map(|_| scope.spawn(|| fresh.probe(&start))).collect();
        asked.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(answers, [Some(Verdict::Win { plies: 33 }); 4]);
}
