//! PGN in and out: games, comments, skipped variations, bad games among good ones.

use std::io::Read;

use adoube_rules::text::pgn::{PgnGame, PgnReader, PgnResult};
use adoube_rules::{Chess, Color, Fragments, Game, Position, Rules};
use proptest::prelude::*;

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
    check_round_trip(Chess::chess960(0).unwrap(), Some("fischerandom"));
    check_round_trip(Chess::double_chess960(17, 900).unwrap(), Some("fischerandom"));
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

/// The moves of the one game in a text as one line, or the error.
fn line(text: &str) -> Result<String, String> {
    let mut games = read::<Chess>(text);
    assert_eq!(games.len(), 1, "{text:?}: {games:?}");
    let game = games.remove(0)?;
    let mut position = *game.game.start();
    let mut words = Vec::new();
    for mv in game.game.moves() {
        words.push(position.san(*mv));
        position.play(*mv);
    }
    words.push(game.result.to_string());
    Ok(words.join(" "))
}

#[test]
fn a_word_that_is_no_move_is_an_error_and_named() {
    let expected = "; expected algebraic notation such as e4, Nbd7, exd8=Q+ or O-O";
    let words = [
        ("1. e4 junk e5 *", 2, "junk"),
        ("1. e4 e5 2. Nf9 Nc6 *", 3, "Nf9"),
        ("{c} 1. e4 (1. d4 junk) e5 2.Nf3xyz *", 3, "Nf3xyz"),
        ("1. e4 e5 % no escape *", 3, "%"),
        ("1. e4 -- 2. e5 *", 2, "--"),
        ("1. e4 Z0 *", 2, "--"),
        ("1. e4 0000 *", 2, "0000"),
        ("1. e4 e5 - 2. Nf3", 3, "-"),
        ("1. e4 $x e5", 2, "$x"),
        ("1. e4 {a {b} e5 } 2. Nf3 *", 3, "unmatched closing brace"),
        ("1. e4 e5) 2. Nf3 *", 3, "unmatched )"),
        ("1. e4 e5 (1... c5 (1... c6) *", 3, "unmatched ("),
        ("1. e4 e5 (1... c5 {never closed", 3, "unmatched ("),
        ("1. e4 e5 (1... c5 ; the end", 3, "unmatched ("),
        ("1. e4 e5 \u{fffd}\u{2654}e2 *", 3, "\u{fffd}\u{2654}e2"),
        ("1. e4 e5\r\n\r[White *", 3, "[White"),
        ("1. e4 Qh5#1-0", 2, "Qh5#1-0"),
    ];
    for (text, ply, word) in words {
        let wanted = format!("game 1, ply {ply}: move: {word:?} is not one{expected}");
        assert_eq!(line(text), Err(wanted), "{text:?}");
    }
    let spaced = line(&format!("1. e4{} e5 junk *", "\u{a0}".repeat(200))).unwrap_err();
    assert!(spaced.starts_with("game 1, ply 1: move: "), "{spaced}");
    let long = line(&format!("1. {} *", "x".repeat(100_000))).unwrap_err();
    assert_eq!(long, format!("game 1, ply 1: move: {:?} is not one{expected}", "x".repeat(40)));
}

#[test]
fn games_around_an_unknown_word_are_read() {
    let good = "[White \"A\"]\n\n1. e4 e5 *\n\n";
    for bad in ["1. junk {c} *", "1. e4 (1. d4", "1. e4 ) *", "1. e4 } *", "1. e4 ( { } ; (\n%(\n *"] {
        let games = read::<Chess>(&format!("{good}[White \"B\"]\n\n{bad}\n\n{good}{bad}\n{good}"));
        assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true, false, true], "{games:?}");
    }
}

#[test]
fn odd_but_clear_words_are_understood() {
    let lines = [
        ("1.e4 e5 2.Nf3 Nc6 1/2", "e4 e5 Nf3 Nc6 1/2-1/2"),
        ("1e4 1...e5 2 Nf3 ..Nc6. 3… ½–½", "e4 e5 Nf3 Nc6 1/2-1/2"),
        ("1.\u{a0}e4\u{a0}e5\u{a0}1–0", "e4 e5 1-0"),
        ("1. e4 d5 2. e5 f5 3. exf6e.p. e6 4. Nf3 N +/= Be7 -+ 5. fxe7 e.p.", "e4 d5 e5 f5 exf6 e6 Nf3 Be7 fxe7 *"),
        ("1.e2-e4 Ng8-f6 2.Bc4+- Nxe4= 3.Qf3± N Nc6 4.Qxf7++ 1-0", "e4 Nf6 Bc4 Nxe4 Qf3 Nc6 Qxf7# 1-0"),
        ("1.Nf3N Nf6!N 2.g3$14$15 g6!?+/- 3.Bg2 Bg7 4.0-0 o-o 5.b3?b6!?1-0", "Nf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O b3 b6 1-0"),
        ("1. e4 e5 {} ; {\n%}\n( ; )\n) 2. d4*", "e4 e5 d4 *"),
    ];
    for (text, wanted) in lines {
        assert_eq!(line(text).as_deref(), Ok(wanted), "{text:?}");
    }
    let promotion = "[FEN \"8/4P3/8/8/8/k7/8/2K5 w - - 0 1\"]\n\n";
    for word in ["e8Q", "e8=Q", "e8=Q+-", "Pe8=Q", "e7-e8=Q", "e7e8Q"] {
        assert_eq!(line(&format!("{promotion}1. {word} *")).as_deref(), Ok("e8=Q *"));
    }
}

#[test]
fn no_comment_of_a_file_is_taken_for_a_word() {
    let comments = ["junk", "e5", "{junk", " junk", "unmatched )", "\u{0}", "!junk", ""];
    for comment in comments {
        let games = read::<Chess>(&format!("{{{comment}}} 1. e4 {{{comment}}} e5 {{{comment}}} *"));
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.game.moves().len(), 2);
        assert_eq!(game.comments, vec![comment.trim(); 3]);
    }
}

#[test]
fn a_long_comment_is_kept_whole() {
    for word in ["x".repeat(10_000), "\u{265e}".repeat(10_000)] {
        let games = read::<Chess>(&format!("1. e4 {{{word} {word}\n{word}}} e5 {{next}} *"));
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.comments, ["", &format!("{word} {word} {word}"), "next"]);
    }
}

#[test]
fn a_tag_line_too_long_is_an_error_and_the_next_game_is_read() {
    for start in ["[White \"", "[", "[White \"\\"] {
        for length in [4080, 4096, 5000, 20_000] {
            let value = "a\\\\".repeat(length / 3);
            let games = read::<Chess>(&format!("{start}{value}\"] {{\n\n1. e4 }} *\n\n[White \"B\"]\n\n1. d4 d5 *\n"));
            let last = games.last().unwrap().as_ref().unwrap();
            assert_eq!((last.tag("White"), last.game.moves().len()), (Some("B"), 2));
            assert!(length < 4090 || games[0].is_err(), "{games:?}");
        }
    }
}

#[test]
fn a_tag_too_long_to_be_read_is_not_written() {
    let mut game = PgnGame::new(play(Position::<Chess>::start(), 2));
    for (length, fits) in [(4080, true), (4083, true), (4084, false), (20_000, false)] {
        // With name, quotes and so on there are twelve bytes more.
        game.tags = vec![("Opening".to_owned(), "a".repeat(length))];
        let games = read::<Chess>(&game.to_string());
        let [Ok(read)] = &games[..] else { panic!("one game: {games:?}") };
        assert_eq!((&read.game, read.tag("Opening").map(str::len)), (&game.game, fits.then_some(length)));
    }
}

/// Hands out a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(self.1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn it_does_not_matter_where_the_input_is_cut() {
    let text = "\u{feff}[White \"A \\\"b\\\"\"]\r\n\r\n%e\r\n1.\u{a0}e4 {c} (1. d4 {)} d5) e5e.p. $1 2. Nf3!? Nc6 ½–½\r\n\r\n\
                1. e4 ; junk\n junk e5 *\n\n\u{feff}[White \"B\"] 1. e4 e5 (\n[White \"C\"]\n1.e4+- *";
    let whole = read::<Chess>(text);
    assert_eq!(whole.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, false, true], "{whole:?}");
    for step in 1..20 {
        let trickled: Vec<_> = PgnReader::<Chess, _>::new(Trickle(text.as_bytes(), step))
            .map(|game| game.map_err(|error| error.to_string()))
            .collect();
        assert_eq!(trickled, whole);
    }
}

/// What may stand between two moves, with or without a word among it that must be refused.
fn between() -> impl Strategy<Value = (String, bool)> {
    let harmless = prop_oneof![
        "[^}]{0,20}".prop_map(|comment| format!("{{{comment}}}")),
        "[^\n]{0,20}".prop_map(|comment| format!(";{comment}\n")),
        "\n%[^\n]{0,20}\n ",
        "\\(([^{}();\n%\\[]|\\{[()a;]{0,9}\\}|\\([a-h1-8 ]{0,9}\\)|;[a()]{0,9}\n ){0,9}\\)",
        "(\\$[0-9]{1,3}|[!?]{1,2}| \\+- | N | = |\n|\r\n|\t){0,1} ",
    ];
    let refused = "[a-zA-MO-Z][a-z]{3,9}|N[a-h]9|x[^\\s{}();%\\[$!?*]{1,20}";
    prop_oneof![4 => harmless.prop_map(|text| (text, false)), 1 => refused.prop_map(|text| (text, true))]
}

proptest! {
    #[test]
    fn either_every_move_is_read_or_the_word_that_is_none_is_found(fillings in prop::collection::vec(between(), 9)) {
        let moves = ["e4", "e5", "2. Nf3", "2...Nc6", "3.Bc4", "Nf6", "0-0", "Be7"];
        let mut text = String::new();
        for (ply, (filling, _)) in fillings.iter().enumerate() {
            text += &format!(" {filling} {}", moves.get(ply).unwrap_or(&"*"));
        }
        match fillings.iter().position(|(_, refused)| *refused) {
            None => prop_assert_eq!(line(&text), Ok("e4 e5 Nf3 Nc6 Bc4 Nf6 O-O Be7 *".to_owned())),
            Some(before) => {
                let error = line(&text).unwrap_err();
                let beginning = format!("game 1, ply {}: move: ", before + 1);
                prop_assert!(error.starts_with(&beginning) && error.contains(" is not one; expected "), "{}", error);
            }
        }
    }
}
