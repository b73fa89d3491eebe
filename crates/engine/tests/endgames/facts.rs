//! What is known of endings, and what the rules make of every single entry.

use adoube_engine::endgames::{Endgames, Verdict, build};

use rules::{Color, Fragments, Position, Setup, Square};

use super::{embedded, pieces, position};

fn share_won(endgames: &Endgames, material: &str) -> (f64, u32) {
    let summary = endgames.summary(&material.parse().unwrap()).unwrap();
    (summary.won as f64 / summary.positions as f64, summary.longest)
}

#[test]
fn one_piece_more_wins_as_exhaustive_analysis_has_found() {
    let endgames = embedded();
    assert_eq!(share_won(&endgames, "KQvK"), (1.0, 7));
    assert_eq!(share_won(&endgames, "KRvK"), (1.0, 11));
    assert_eq!(share_won(&endgames, "KBvK"), (1.0, 27));
    let (knight, longest) = share_won(&endgames, "KNvK");
    assert!((knight - 0.989).abs() < 0.0005, "{knight}");
    assert_eq!(longest, 33);
}

#[test]
fn tables_built_anew_are_right_to_the_last_entry_and_equal_to_those_in_the_binary() {
    let (built, embedded) = (build(3, 2, &|_| {}), embedded());
    let checked = built.verify(2, &|_| {});
    assert_eq!((checked.positions, checked.wrong.len()), (50_337, 0));
    for material in built.materials() {
        assert_eq!(built.summary(&material), embedded.summary(&material), "{material}");
    }
}

/// `adoube tables --from embedded --verify` does the same.
#[test]
fn every_entry_of_the_binary_follows_from_the_entries_one_move_on() {
    let checked = embedded().verify(2, &|_| {});
    assert_eq!((checked.positions, checked.wrong), (5_273_658, Vec::new()));
    assert_eq!(build(4, 2, &|_| {}).to_bytes().len(), embedded().to_bytes().len());
}

#[test]
fn only_what_is_covered_is_answered() {
    let endgames = embedded();
    assert_eq!(endgames.men(), 4);
    // Five men, a king to be taken, a king that is gone.
    for fen in ["k4/5/5/1PPP1/2K2 w - -", "1k3/5/5/5/1RK2 w - -", "5/5/5/5/2KR1 b - -", "5/5/2k2/2K2/5 w - -"] {
        assert_eq!(endgames.probe(&position(fen)), None, "{fen}");
    }
    let chess: rules::Position<rules::Chess> = "8/8/8/8/8/k7/8/KQ6 w - - 0 1".parse().unwrap();
    assert_eq!(endgames.probe(&chess), None, "another game");
    assert_eq!(endgames.probe(&position("k4/5/5/5/2K2 w - -")), Some(Verdict::Draw), "bare kings");
}

#[test]
fn having_no_move_loses_and_an_unmoved_pawn_has_its_double_step() {
    let endgames = embedded();
    let verdict = |fen: &str| endgames.probe(&position(fen));
    assert_eq!(verdict("k4/2Q2/2K2/5/5 b - -"), Some(Verdict::Loss { plies: 0 }), "stalemate");
    // From the third rank it promotes at once.
    let (unmoved, moved) = (verdict("5/5/P4/3k1/K4 w a3 -"), verdict("5/5/P4/3k1/K4 w - -"));
    assert_ne!(unmoved, moved);
}

/// The better, the greater, for the side to move.
fn rank(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Win { plies } => 1000 - plies as i32,
        Verdict::Draw => 0,
        Verdict::Loss { plies } => plies as i32 - 1000,
    }
}

#[test]
fn taking_in_passing_is_seen() {
    let endgames = embedded();
    let square = |number: u8| Square::at(number % 5, number / 5);
    let (mut seen, mut differ) = (0, 0);
    for (king, enemy) in (0..25).flat_map(|king| (0..25).map(move |enemy| (square(king), square(enemy)))) {
        let mut setup = Setup::EMPTY;
        setup.side_to_move = Color::Black;
        // The white pawn has just gone from c2 to c4, past the black one on b4.
        for (letter, at) in [('P', "c4".parse().unwrap()), ('p', "b4".parse().unwrap()), ('K', king), ('k', enemy)] {
            setup.board[at.index()] = Some(pieces(&letter.to_string())[0]);
        }
        let without = Position::<Fragments>::try_from(&setup);
        setup.en_passant = Some("c3".parse().unwrap());
        let (Ok(with), Ok(without)) = (Position::<Fragments>::try_from(&setup), without) else { continue };
        if with.occupied().len() < 4 || with.is_attacked_king(Color::White) {
            continue;
        }
        let verdict = endgames.probe(&with).unwrap();
        // What a move is worth is a ply more than the position after it.
        let worth = |mv| match endgames.probe(&with.after(mv)).unwrap() {
            Verdict::Win { plies } => rank(Verdict::Loss { plies: plies + 1 }),
            Verdict::Loss { plies } => rank(Verdict::Win { plies: plies + 1 }),
            Verdict::Draw => 0,
        };
        let best = with.legal_moves().into_iter().map(worth).max();
        assert_eq!(rank(verdict), best.unwrap_or(-1000), "{with}");
        seen += 1;
        differ += usize::from(endgames.probe(&without) != Some(verdict));
    }
    assert!(seen > 200 && differ > 20, "{differ} of {seen}");
}
