//! How games end, in tables: each row is a game, and the end that the laws give it.

use adoube_rules::{
    Chess, Color, DrawReason, Fragments, Game, KeyHistory, Outcome, Position, Rules, Setup, UciStyle, WinReason,
};

const MATE_BY_WHITE: Option<Outcome> = Some(Outcome::Win(Color::White, WinReason::Checkmate));
const MATE_BY_BLACK: Option<Outcome> = Some(Outcome::Win(Color::Black, WinReason::Checkmate));
const NO_MOVE_FOR_BLACK: Option<Outcome> = Some(Outcome::Win(Color::White, WinReason::Stalemate));
const NO_MOVE_FOR_WHITE: Option<Outcome> = Some(Outcome::Win(Color::Black, WinReason::Stalemate));
const STALEMATE: Option<Outcome> = Some(Outcome::Draw(DrawReason::Stalemate));
const REPETITION: Option<Outcome> = Some(Outcome::Draw(DrawReason::Repetition));
const FIFTY_MOVES: Option<Outcome> = Some(Outcome::Draw(DrawReason::FiftyMoves));
const DEAD: Option<Outcome> = Some(Outcome::Draw(DrawReason::DeadPosition));

fn position<R: Rules>(text: &str) -> Position<R> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game after these moves, none of which but the last may have ended it.
fn play<R: Rules>(start: &str, moves: &str) -> Game<R> {
    let mut game = Game::new(position(start));
    for text in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "before {text} of {moves}, {}", game.position());
        let mv = game.position().uci_move(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(mv);
    }
    game
}

fn check_positions<R: Rules>(rows: &[(&str, Option<Outcome>)]) {
    for (text, expected) in rows {
        assert_eq!(position::<R>(text).outcome(&KeyHistory::default()), *expected, "{text}");
        let flipped = expected.map(|outcome| match outcome {
            Outcome::Win(color, reason) => Outcome::Win(!color, reason),
            draw @ Outcome::Draw(_) => draw,
        });
        assert_eq!(position::<R>(text).flipped().outcome(&KeyHistory::default()), flipped, "{text} flipped");
    }
}

fn check_games<R: Rules>(rows: &[(&str, String, Option<Outcome>)]) {
    for (start, moves, expected) in rows {
        let game = play::<R>(start, moves);
        assert_eq!(game.outcome(), *expected, "{moves} from {start}");
        assert_eq!(game.moves().len(), moves.split_whitespace().count());
        assert_eq!(game.start().to_string(), *start);
    }
}

#[test]
fn chess_mate_wins_and_stalemate_draws() {
    check_positions::<Chess>(&[
        (Chess::START, None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", MATE_BY_BLACK),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", MATE_BY_WHITE),
        // Smothered.
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", MATE_BY_WHITE),
        // Only taking in passing saves Black.
        ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", None),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", STALEMATE),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", STALEMATE),
        // The only other piece is pinned.
        ("kb1R4/8/1K6/8/8/8/8/8 b - - 0 1", STALEMATE),
        ("kb3R2/2R5/1K6/8/8/8/8/8 b - - 0 1", STALEMATE),
        ("kr5R/8/2K5/8/8/8/8/8 b - - 0 1", None),
        // A pawn that can move.
        ("7k/5Q2/6K1/p7/8/8/8/8 b - - 0 1", None),
    ]);
}

#[test]
fn chess_fifty_moves_draw_on_ply_100_but_mate_comes_first() {
    check_positions::<Chess>(&[
        ("4k3/8/8/8/8/8/8/4K2R w K - 99 80", None),
        ("4k3/8/8/8/8/8/8/4K2R w K - 100 80", FIFTY_MOVES),
        ("4k3/8/8/8/8/8/8/4K2R w K - 150 80", FIFTY_MOVES),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 80", MATE_BY_WHITE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 100 80", STALEMATE),
        // In check but not mated on ply 100.
        ("R5k1/5pp1/8/8/8/8/8/6K1 b - - 100 80", FIFTY_MOVES),
    ]);
    check_games::<Chess>(&[
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a8".into(), MATE_BY_WHITE),
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a7".into(), FIFTY_MOVES),
        ("6k1/5ppp/8/8/8/8/7P/R5K1 w - - 99 80", "h2h3".into(), None),
        ("r5k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a8".into(), MATE_BY_WHITE),
        ("r5k1/5pp1/8/8/8/8/8/R5K1 w - - 99 80", "a1a8".into(), None),
        // Castling is no pawn move and no capture.
        ("4k3/7p/8/8/8/8/8/4K2R w K - 99 80", "e1g1".into(), FIFTY_MOVES),
    ]);
}

#[test]
fn chess_positions_that_nobody_can_win_are_dead() {
    check_positions::<Chess>(&[
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", DEAD),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", DEAD),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", DEAD),
        ("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", DEAD),
        // Bishops on squares of one colour, however many and whosever.
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", DEAD),
        ("4k3/8/8/8/8/8/8/4KBB1 w - - 0 1", None),
        ("4k3/8/8/8/8/7B/8/4KB2 w - - 0 1", DEAD),
        ("2b1k3/8/8/8/8/7B/8/4KB2 w - - 0 1", DEAD),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        // A helpmate exists in each of these.
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
        // Before the fifty-move rule.
        ("4k3/8/8/8/8/8/8/4K3 w - - 120 200", DEAD),
    ]);
    check_games::<Chess>(&[("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2".into(), DEAD)]);
}

#[test]
fn chess_draws_when_a_position_occurs_for_the_third_time() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ";
    check_games::<Chess>(&[
        (Chess::START, knights.into(), None),
        // The start counts as the first occurrence.
        (Chess::START, knights.repeat(2), REPETITION),
        // Not in a row, and by another way.
        (Chess::START, format!("{knights} b1c3 b8c6 c3b1 c6b8"), REPETITION),
        (Chess::START, format!("{knights} b1c3 b8c6 c3b1"), None),
        // After a pawn move everything counts anew.
        (Chess::START, format!("{knights} e2e3 e7e6 g1f3 g8f6 f3g1 f6g8"), None),
        (Chess::START, format!("{knights} e2e3 e7e6 {knights} {knights}"), REPETITION),
    ]);
}

#[test]
fn chess_counts_positions_with_their_rights() {
    let rooks = "h1h2 h8h7 h2h1 h7h8 ";
    let kings = "e1e2 e8e7 e2e1 e7e8 ";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let bare = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
    // The d-pawn can be taken in passing only at first.
    let passing = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1";
    let back_and_forth = "e8e7 e1e2 e7e8 e2e1 ";
    // The same without a pawn that could take: the double step leaves no right behind.
    let no_passing = "4k3/8/8/8/7p/8/3P4/4K3 w - - 0 1";
    // Nor does it leave one where the taker is pinned.
    let pinned = "4r3/8/8/8/3kp2R/8/5P2/4K3 w - - 0 1";
    check_games::<Chess>(&[
        (castling, rooks.repeat(2), None),
        (castling, format!("{} h1h2 h8h7", rooks.repeat(2)), REPETITION),
        (castling, kings.repeat(2), None),
        (castling, format!("{} e1e2 e8e7", kings.repeat(2)), REPETITION),
        (bare, rooks.repeat(2), REPETITION),
        (passing, format!("d2d4 {}", back_and_forth.repeat(2)), None),
        (passing, format!("d2d4 {} e8e7", back_and_forth.repeat(2)), REPETITION),
        (no_passing, format!("d2d4 {}", back_and_forth.repeat(2)), REPETITION),
        (pinned, format!("f2f4 {}", back_and_forth.repeat(2)), REPETITION),
    ]);
}

#[test]
fn fragments_without_a_legal_move_is_lost_in_check_or_not() {
    check_positions::<Fragments>(&[
        (Fragments::START, None),
        ("1qkb1/1p1p1/1n1p1/PPKP1/1B1Q1 w a2b2b4d2d4 -", MATE_BY_BLACK),
        ("4Q/k4/p1P2/B4/3KN b - -", NO_MOVE_FOR_BLACK),
        // The framework names a mate by a pinned piece stalemate; the winner is the same.
        ("5/5/1K3/1Q3/kr1R1 b - -", MATE_BY_WHITE),
        // Lone kings lose to a knight or bishop by stalemate alone.
        ("k4/5/1K3/1B3/5 b - -", None),
        ("k4/2K2/1B3/5/5 b - -", NO_MOVE_FOR_BLACK),
        ("5/5/1b3/2k2/K4 w - -", NO_MOVE_FOR_WHITE),
    ]);
}

#[test]
fn fragments_draws_with_bare_kings_alone_and_never_by_fifty_moves() {
    check_positions::<Fragments>(&[
        ("k4/5/5/5/4K b - -", DEAD),
        ("k4/5/5/5/3NK b - -", None),
        ("k4/5/5/5/3BK b - -", None),
        ("k4/5/5/5/3RK b - -", None),
        ("k4/5/5/4P/4K b - -", None),
        ("k4/5/5/5/3RK b - - 100 80", None),
        ("k4/5/5/5/3RK b - - 65535 80", None),
    ]);
    check_games::<Fragments>(&[("k4/5/5/3n1/4K w - -", "e1d2".into(), DEAD)]);
}

#[test]
fn fragments_king_that_can_be_taken_is_taken_and_that_wins() {
    let start = "1k3/5/5/5/KR3 w - -";
    let taken = Some(Outcome::Win(Color::White, WinReason::KingCaptured));
    check_games::<Fragments>(&[(start, String::new(), None), (start, "b1b5".into(), taken)]);
    let won = play::<Fragments>(start, "b1b5");
    assert!(won.position().legal_moves().is_empty());
    assert!(!won.position().in_check());
    // Kings side by side: whoever is to move takes.
    let kings = play::<Fragments>("5/5/1k3/1K3/4q w - -", "b2b3");
    assert_eq!(kings.outcome(), taken);
    // Bare kings are left, but a side without a king loses first.
    check_positions::<Fragments>(&[("5/5/1K3/5/5 b - -", taken)]);
}

#[test]
fn fragments_draws_when_a_position_is_counted_for_the_fifth_time() {
    let start = "k4/r4/5/4R/4K w - -";
    let round = "e1d1 a5b5 d1e1 b5a5 ";
    check_games::<Fragments>(&[
        // The start is not counted before it comes back: after four rounds it is counted four times, but then the
        // position after the first move is counted the fifth time.
        (start, round.repeat(4), None),
        (start, format!("{} e1d1", round.repeat(4)), REPETITION),
        // Leaving the round in time leaves the start to be counted the fifth time.
        (start, format!("{} e1d2 a4b4 d2e1", round.repeat(4)), None),
        (start, format!("{} e1d2 a4b4 d2e1 b4a4", round.repeat(4)), REPETITION),
    ]);
    // Five counts, not the five occurrences of chess players, in which the start is one.
    let game = play::<Fragments>(start, &round.repeat(4));
    assert_eq!(game.history().occurrences(game.position()).count(), 3, "the start itself is not in the history");
}

#[test]
fn a_game_joined_under_way_counts_its_first_position() {
    let mut game = Game::joined(position::<Fragments>("k4/r4/5/4R/4K w - -"));
    for text in "e1d1 a5b5 d1e1 b5a5 ".repeat(4).split_whitespace() {
        assert_eq!(game.outcome(), None);
        game.play(game.position().uci_move(text).unwrap());
    }
    assert_eq!(game.outcome(), REPETITION);
    let before = game.without_last_move().unwrap();
    assert_eq!((before.moves().len(), before.outcome()), (15, None));
    assert_eq!(Game::joined(*game.start()).without_last_move(), None);
}

#[test]
fn fragments_counts_positions_without_unmoved_flags_and_en_passant() {
    // After d2d4 the d-pawn can be taken in passing; the position comes back without that, and counts as the same.
    let start = "k4/5/4p/3P1/4K w d2 -";
    let first = play::<Fragments>(start, "d2d4");
    let back = play::<Fragments>(start, "d2d4 a5b5 e1d1 b5a5 d1e1");
    assert_ne!(first.position().en_passant(), back.position().en_passant());
    assert_ne!(first.position().key(), back.position().key());
    assert_eq!(first.position().repetition_key(), back.position().repetition_key());
    let round = "a5b5 e1d1 b5a5 d1e1 ";
    check_games::<Fragments>(&[
        (start, format!("d2d4 {}", round.repeat(3)), None),
        (start, format!("d2d4 {}", round.repeat(4)), REPETITION),
    ]);
    let moved = position::<Fragments>("k4/5/4p/3P1/4K w - -");
    let unmoved = position::<Fragments>(start);
    assert_ne!(moved.key(), unmoved.key());
    assert_eq!(moved.repetition_key(), unmoved.repetition_key());
    assert_ne!(moved.repetition_key(), position::<Fragments>("k4/5/4p/3P1/4K b - -").repetition_key());
}

#[test]
fn repetition_comes_first_in_fragments_and_last_in_chess() {
    // No game can repeat a position that ended it, but a history can be made up: the order of the tests must hold.
    fn repeated<R: Rules>(text: &str) -> (Option<Outcome>, Option<Outcome>) {
        // The notation of Fragments has no place for the clock that tells how far back to look.
        let setup = Setup { halfmove_clock: 50, ..position::<R>(text).to_setup() };
        let position = Position::<R>::try_from(&setup).unwrap();
        let mut history = KeyHistory::default();
        for _ in 0..20 {
            history.push(position.repetition_key());
        }
        (position.outcome(&KeyHistory::default()), position.outcome(&history))
    }
    let mate = repeated::<Fragments>("5/5/1K3/1Q3/kr1R1 b - -");
    assert_eq!(mate, (MATE_BY_WHITE, REPETITION));
    assert_eq!(repeated::<Fragments>("k4/5/5/5/4K b - -"), (DEAD, REPETITION));
    assert_eq!(repeated::<Chess>("R5k1/5ppp/8/8/8/8/8/6K1 b - - 50 80"), (MATE_BY_WHITE, MATE_BY_WHITE));
    assert_eq!(repeated::<Chess>("7k/5Q2/6K1/8/8/8/8/8 b - - 50 80"), (STALEMATE, STALEMATE));
    assert_eq!(repeated::<Chess>("4k3/8/8/8/8/8/8/4K3 w - - 50 80"), (DEAD, DEAD));
    assert_eq!(repeated::<Chess>("4k3/8/8/8/8/8/8/4K2R w K - 50 80"), (None, REPETITION));
}

#[test]
fn results_are_written_in_words_and_as_scores() {
    let rows = [
        (MATE_BY_WHITE, "White wins by checkmate", "1-0"),
        (MATE_BY_BLACK, "Black wins by checkmate", "0-1"),
        (NO_MOVE_FOR_BLACK, "White wins, for Black has no legal move", "1-0"),
        (Some(Outcome::Win(Color::Black, WinReason::KingCaptured)), "Black wins by taking the king", "0-1"),
        (STALEMATE, "draw by stalemate", "1/2-1/2"),
        (REPETITION, "draw by repetition", "1/2-1/2"),
        (FIFTY_MOVES, "draw by the fifty-move rule", "1/2-1/2"),
        (DEAD, "draw by insufficient material", "1/2-1/2"),
    ];
    for (outcome, words, score) in rows {
        let outcome = outcome.expect("an end");
        assert_eq!((outcome.to_string().as_str(), outcome.score_text()), (words, score));
    }
}

#[test]
fn a_game_remembers_its_moves() {
    let game = play::<Chess>(Chess::START, "e2e4 e7e5 g1f3");
    let moves: Vec<String> = game.moves().iter().map(|mv| mv.uci(UciStyle::Standard)).collect();
    assert_eq!(moves, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(game.history().len(), 3);
}

#[test]
fn bare_kings_side_by_side_are_no_draw_in_fragments_for_one_can_be_taken() {
    let start = "5/5/5/1kK2/5 w - -";
    assert_eq!(position::<Fragments>(start).outcome(&KeyHistory::default()), None);
    let taken = play::<Fragments>(start, "c2b2");
    assert_eq!(taken.outcome(), Some(Outcome::Win(Color::White, WinReason::KingCaptured)));
}
