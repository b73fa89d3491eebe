//! PGN in and out: games, comments, skipped variations, bad games among good ones.

use adoube_rules::text::pgn::{PgnGame, PgnReader, PgnResult};
use adoube_rules::{Chess, Color, Fragments, Game, Position, Rules};

fn read<R: Rules>(text: &str) -> Vec<Result<PgnGame<R>, String>> {
    PgnReader::new(text.as_bytes()).map(|game| game.map_err(|error| error.to_string())).collect()
}

#[test]
fn comments_are_kept_and_variations_skipped() {
    let games = read::<Chess>(
        "[White \"A \\\"quoted\\\"\"]\n[Custom \"x\"]\n[Result \"1-0\"]\n\n\
         {before} 1. e4! {first} {second} (1. d4 {no} d5 (1... Nf6 2. c4) 2. c4) e5 $1 2. Bc4 Nc6?! 3. Qh5 Nf6?? 4. Qxf7# 1-0\n",
    );
    let [Ok(game)] = &games[..] else { panic!("one game: {games:?}") };
    assert_eq!(game.game.moves().len(), 7);
    assert_eq!(game.comments[..3], ["before", "first second", ""]);
    assert_eq!(game.tag("White"), Some("A \"quoted\""));
    assert_eq!(game.tag("Custom"), Some("x"));
    assert_eq!(game.result, PgnResult::Win(Color::White));
    assert!(game.game.outcome().is_some());
}

#[test]
fn a_bad_game_is_named_and_the_others_are_read() {
    let games = read::<Chess>(
        "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n\
         [White \"C\"]\n\n1. d4 1/2-1/2\n",
    );
    assert_eq!(games.len(), 4);
    assert!(games[0].is_ok());
    let wrong_move = games[1].as_ref().unwrap_err();
    assert!(wrong_move.starts_with("game 2, ply 3: move: Ke3 is not legal in "), "{wrong_move}");
    let wrong_fen = games[2].as_ref().unwrap_err();
    assert!(wrong_fen.starts_with("game 3, FEN tag: placement: 8/8/8/8; expected 8 ranks"), "{wrong_fen}");
    assert_eq!(games[3].as_ref().unwrap().result, PgnResult::Draw);
}

/// Plays up to `plies` moves chosen by a fixed rule.
fn play<R: Rules>(start: Position<R>, plies: usize) -> Game<R> {
    let mut game = Game::new(start);
    for ply in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        game.play(moves[(ply * 7 + 3) % moves.len()]);
    }
    game
}

fn check_round_trip<R: Rules>(start: Position<R>, variant: Option<&str>) {
    let mut written = PgnGame::new(play(start, 120));
    let plies = written.game.moves().len();
    written.tags.push(("White".to_owned(), "a \\ \"b\"".to_owned()));
    written.comments =
        (0..=plies).map(|ply| if ply % 3 == 0 { format!("+0.{ply:02}/12 1.5s") } else { String::new() }).collect();
    let text = written.to_string();
    assert!(text.lines().skip_while(|line| line.starts_with('[')).all(|line| line.len() <= 80), "{text}");
    let tag = variant.map(|variant| format!("[Variant \"{variant}\"]"));
    assert_eq!(text.lines().find(|line| line.starts_with("[Variant")), tag.as_deref());

    let games = read::<R>(&text);
    let [Ok(read)] = &games[..] else { panic!("one game: {games:?}\n{text}") };
    assert_eq!(read.game, written.game, "{text}");
    assert_eq!(read.result, written.result);
    assert_eq!(read.tag("White"), Some("a \\ \"b\""));
    assert_eq!(read.comments, written.comments);
}

#[test]
fn what_is_written_is_read_again() {
    check_round_trip(Position::<Chess>::start(), None);
    check_round_trip(Chess::chess960(0).unwrap(), Some("Chess960"));
    check_round_trip(Chess::double_chess960(17, 900).unwrap(), Some("Chess960"));
    for (_, setup) in Fragments::SETUPS {
        check_round_trip(setup.parse::<Position<Fragments>>().unwrap(), Some("fragments"));
    }
}

#[test]
fn a_brace_in_a_comment_cannot_end_it() {
    let mut game = PgnGame::new(play(Position::<Chess>::start(), 2));
    game.comments = vec![String::new(), "a } 1. e4 { b".to_owned()];
    let games = read::<Chess>(&game.to_string());
    assert_eq!(games[0].as_ref().unwrap().game, game.game);
}

#[test]
fn garbage_gives_errors_or_empty_games_but_ends() {
    for text in
        ["", "\n\n\n", "{", "(((((", "[White \"", "1. e4 e5 (", "\u{feff}1. e4 *", "%escape\n1. e4 ; rest\n e5 *"]
    {
        assert!(read::<Chess>(text).len() <= 2, "{text:?}");
    }
}

#[test]
fn the_result_tag_counts_where_the_moves_do_not_say() {
    assert_eq!(read::<Chess>("[Result \"1-0\"]\n\n1. e4\n")[0].as_ref().unwrap().result, PgnResult::Win(Color::White));
    assert_eq!(
        read::<Chess>("[Result \"1-0\"]\n\n1. e4 0-1\n")[0].as_ref().unwrap().result,
        PgnResult::Win(Color::Black)
    );
}

#[test]
fn games_of_other_variants_are_refused() {
    let games = read::<Chess>("[Variant \"Antichess\"]\n\n1. e4 *\n\n[Variant \"From Position\"]\n\n1. e4 *\n");
    assert_eq!(games[0].as_ref().unwrap_err(), "game 1, Variant tag: \"Antichess\"; expected chess");
    assert!(games[1].is_ok());
    assert!(read::<Fragments>("[Variant \"Chess960\"]\n\n1. a3 *\n")[0].is_err());
}

#[test]
fn counters_in_a_fragments_set_up_are_no_part_of_the_game() {
    let games = read::<Fragments>("[FEN \"rqknb/ppppp/5/PPPPP/BNKQR w - - 5 7\"]\n\n7. a3 *\n");
    let game = games[0].as_ref().unwrap();
    assert_eq!(read::<Fragments>(&game.to_string())[0].as_ref().unwrap().game, game.game);
}

/// `pgn-reader` passes over what has not the form of a move; whoever relies on it should know.
#[test]
fn words_that_have_not_the_form_of_a_move_are_passed_over() {
    assert_eq!(read::<Chess>("1. e4 junk e5 *")[0].as_ref().unwrap().game.moves().len(), 2);
}
