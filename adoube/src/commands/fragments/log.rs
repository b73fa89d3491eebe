//! Games as their players write them down: the logs of the course's framework, lists of moves, PGN.

use anyhow::{Context, bail};
use rules::text::pgn::PgnReader;
use rules::{Fragments, Game, Move, Position};

/// A board as the logs draw it, row by row: `0 r q k n b`.
const ROWS: usize = 5;

/// A game that was found in a text.
#[derive(Debug)]
pub struct Found {
    /// The game.
    pub game: Game<Fragments>,
    /// What else could have been meant, for people.
    pub others: Option<String>,
}

/// Reads a game. `setup` is where a list of moves begins; without it, the first full set-up in which all moves are legal.
/// `number` chooses among the games of PGN, from 1 on.
pub fn read(text: &str, setup: Option<&str>, number: u32) -> anyhow::Result<Found> {
    let text = text.trim_start_matches('\u{feff}').trim();
    let boards = boards(text);
    if boards.len() > 1 {
        return Ok(Found { game: from_boards(&boards)?, others: None });
    }
    if starts_with_a_tag(text) {
        let mut games = PgnReader::<Fragments, _>::new(text.as_bytes());
        let found = games.by_ref().nth(number as usize - 1);
        let game = found.with_context(|| format!("PGN: no game {number}; expected one"))??.game;
        if game.moves().is_empty() {
            bail!("PGN: a game without moves; expected some");
        }
        let others = games.count() + number as usize - 1;
        let others = (others > 0).then(|| format!("game {number} of {}; --number chooses another", others + 1));
        return Ok(Found { game, others });
    }
    let moves = moves(text);
    if moves.is_empty() {
        bail!("no boards, no moves; expected a log of the framework, a list of moves, or PGN");
    }
    let setups: Vec<&str> = match setup {
        Some(setup) => vec![setup],
        None => vec!["sample0", "sample1", "brief"],
    };
    // Where most moves can be played is where the game was meant to begin.
    let mut complaint: Option<(usize, anyhow::Error)> = None;
    let mut fitting: Vec<(&str, Game<Fragments>)> = Vec::new();
    for setup in setups {
        let text = Fragments::setup(setup).unwrap_or(setup);
        let mut game = Game::new(text.parse::<Position<Fragments>>().with_context(|| format!("from {setup}"))?);
        let Err(error) = play(&mut game, &moves) else {
            fitting.push((setup, game));
            continue;
        };
        let played = game.moves().len();
        if complaint.as_ref().is_none_or(|(most, _)| played > *most) {
            complaint = Some((played, error.context(format!("from {setup}: move {}", played + 1))));
        }
    }
    let names: Vec<&str> = fitting.iter().map(|(setup, _)| *setup).collect();
    let others = (names.len() > 1)
        .then(|| format!("the moves fit {}; {} is taken, --setup chooses another", names.join(", "), names[0]));
    if let Some((_, game)) = fitting.into_iter().next() {
        return Ok(Found { game, others });
    }
    Err(complaint.map_or_else(|| anyhow::anyhow!("no set-up"), |(_, error)| error))
}

/// Whether a text begins as PGN does, `[White "Anna"]`, and not as a list of Python's.
fn starts_with_a_tag(text: &str) -> bool {
    let tag = text.strip_prefix('[').and_then(|rest| rest.split_once(' '));
    tag.is_some_and(|(name, value)| name.chars().all(char::is_alphanumeric) && value.starts_with('"'))
}

/// The boards drawn in a text, each as the placement field of a FEN.
fn boards(text: &str) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    let mut rows: Vec<String> = Vec::new();
    for line in text.lines() {
        match row(line) {
            Some((0, row)) => rows = vec![row],
            Some((number, row)) if number == rows.len() && number > 0 => rows.push(row),
            _ => rows.clear(),
        }
        if rows.len() == ROWS {
            let board = rows.join("/");
            if boards.last() != Some(&board) {
                boards.push(board);
            }
            rows.clear();
        }
    }
    boards
}

/// A row of a drawn board: its number from the top, and what stands there.
fn row(line: &str) -> Option<(usize, String)> {
    let mut words = line.split_ascii_whitespace();
    let number = words.next()?.parse().ok().filter(|number| *number < ROWS)?;
    let mut text = String::new();
    let mut gap = 0;
    let mut width = 0;
    for word in words {
        let letter = word.chars().next().filter(|_| word.len() == 1)?;
        width += 1;
        if letter == '.' {
            gap += 1;
        } else if "pnbrqk".contains(letter.to_ascii_lowercase()) {
            if gap > 0 {
                text += &gap.to_string();
                gap = 0;
            }
            text.push(letter);
        } else {
            return None;
        }
    }
    if gap > 0 {
        text += &gap.to_string();
    }
    (width == ROWS).then_some((number, text))
}

/// The game between drawn boards: each must come from the one before by a legal move.
fn from_boards(boards: &[String]) -> anyhow::Result<Game<Fragments>> {
    let start = start_of(&boards[0], 'w')?;
    // White moves first, but a log may begin later.
    let is_white = leads_to(&start, &boards[1]).is_some();
    let mut game = Game::new(if is_white { start } else { start_of(&boards[0], 'b')? });
    for (number, board) in boards.iter().enumerate().skip(1) {
        let Some(mv) = leads_to(game.position(), board) else {
            bail!(
                "board {} of the log: {board} cannot be reached from {} by a legal move; expected the boards of one game",
                number + 1,
                game.position()
            );
        };
        game.play(mv);
    }
    Ok(game)
}

fn leads_to(position: &Position<Fragments>, board: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|mv| placement(&position.after(*mv)) == board)
}

fn placement(position: &Position<Fragments>) -> String {
    position.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// A position in which every pawn is unmoved, as in a set-up.
fn start_of(board: &str, side: char) -> anyhow::Result<Position<Fragments>> {
    let pawns: Vec<String> = board
        .split('/')
        .enumerate()
        .flat_map(|(row, text)| {
            let letters = text.chars().flat_map(|letter| match letter.to_digit(10) {
                Some(gap) => vec!['.'; gap as usize],
                None => vec![letter],
            });
            let files = letters.zip('a'..='e').filter(|(letter, _)| letter.eq_ignore_ascii_case(&'p'));
            files.map(|(_, file)| format!("{file}{}", ROWS - row)).collect::<Vec<_>>()
        })
        .collect();
    let unmoved = if pawns.is_empty() { "-".to_owned() } else { pawns.concat() };
    Ok(format!("{board} {side} {unmoved} -").parse()?)
}

/// The moves named in a text: `from (3,3) to (3,2)` as the logs have it, or words such as `d2d3` and `Nd3`.
fn moves(text: &str) -> Vec<String> {
    let logged: Vec<String> = text.lines().filter_map(logged_move).collect();
    if !logged.is_empty() {
        return logged;
    }
    let text = played_only(text);
    let words = text.split(|letter: char| letter.is_whitespace() || ",[]()'\"".contains(letter));
    let words = words.map(|word| word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.'));
    let is_result = |word: &str| ["1-0", "0-1", "1/2-1/2", "*", "-0", "-1", "/2-1/2"].contains(&word);
    words.filter(|word| !word.is_empty() && !word.starts_with('$') && !is_result(word)).map(str::to_owned).collect()
}

/// A text without comments in braces and, where the text is no list of Python's, without variations in brackets.
fn played_only(text: &str) -> String {
    let has_variations = !text.starts_with(['[', '(']);
    let (mut played, mut is_comment, mut variations) = (String::new(), false, 0_u32);
    for letter in text.chars() {
        match letter {
            '}' => is_comment = false,
            _ if is_comment => {}
            '{' => is_comment = true,
            '(' if has_variations => variations += 1,
            ')' if has_variations => variations = variations.saturating_sub(1),
            _ if variations > 0 => {}
            _ => played.push(letter),
        }
    }
    played
}

fn logged_move(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("from (")?;
    let (from, rest) = rest.split_once(')')?;
    let (_, rest) = rest.split_once("to (")?;
    let (to, _) = rest.split_once(')')?;
    Some(square(from)? + &square(to)?)
}

/// A square from the framework's coordinates: `0,4` is a1.
fn square(text: &str) -> Option<String> {
    let (x, y) = text.split_once(',')?;
    let (x, y): (usize, usize) = (x.trim().parse().ok()?, y.trim().parse().ok()?);
    let file = ('a'..='e').nth(x)?;
    (y < ROWS).then(|| format!("{file}{}", ROWS - y))
}

fn play(game: &mut Game<Fragments>, moves: &[String]) -> anyhow::Result<()> {
    for text in moves {
        let position = game.position();
        let mv = position.uci_move(text).or_else(|_| position.san_move(text));
        game.play(mv?);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, setup: Option<&str>) -> anyhow::Result<Game<Fragments>> {
        super::read(text, setup, 1).map(|found| found.game)
    }

    const LOG: &str = "\
=== Initial position ===
  0 1 2 3 4
0 r q k n b
1 p p p p p
2 . . . . .
3 P P P P P
4 B N K Q R
Pawn (Player (white)) move to: (3,2)
  0 1 2 3 4
0 r q k n b
1 p p p p p
2 . . . P .
3 P P P . P
4 B N K Q R
Knight (Player (black)) move to: (4,2)
  0 1 2 3 4
0 r q k . b
1 p p p p p
2 . . . P n
3 P P P . P
4 B N K Q R
";

    fn played(game: &Game<Fragments>) -> Vec<String> {
        game.moves().iter().map(|mv| mv.uci(rules::UciStyle::Standard)).collect()
    }

    #[test]
    fn a_log_of_boards_is_a_game() {
        let game = read(LOG, None).unwrap();
        assert_eq!(played(&game), ["d2d3", "d5e3"]);
        assert_eq!(game.start().to_string(), Fragments::setup("sample1").unwrap());
    }

    #[test]
    fn a_log_of_moves_is_a_game() {
        let text = "Move 0 - WHITE: Pawn from (3,3) to (3,2)\nMove 1 - BLACK: Knight from (3,0) to (4,2)\n";
        assert_eq!(played(&read(text, None).unwrap()), ["d2d3", "d5e3"]);
    }

    #[test]
    fn lists_of_moves_find_their_set_up() {
        assert_eq!(read("d2d3 d5e3", None).unwrap().start().to_string(), Fragments::setup("sample1").unwrap());
        assert_eq!(played(&read("['d2d3', 'd5e3']", None).unwrap()), ["d2d3", "d5e3"]);
        assert_eq!(played(&read("[\"d2d3\", \"d5e3\"]", None).unwrap()), ["d2d3", "d5e3"]);
        assert_eq!(read("1. Nd3 cxd3", None).unwrap().start().to_string(), Fragments::setup("sample0").unwrap());
        assert_eq!(
            played(&read("1. d3 $1 {a2a3 (was) better} (1. a3 (1. Ne3)) Ne3 {2. Rd2} 1-0", Some("sample1")).unwrap()),
            ["d2d3", "d5e3"]
        );
    }

    #[test]
    fn what_is_no_game_says_so() {
        let torn = LOG.replace("4 B N K Q R", "4 B N K . R");
        let torn = format!("{LOG}{torn}");
        assert!(read(&torn, None).unwrap_err().to_string().starts_with("board 4 of the log"), "a queen went missing");
        assert!(read("[Variant \"fragments\"]\n\n*", None).unwrap_err().to_string().contains("without moves"));
        let complaint = format!("{:#}", read("d2d3 d5e3 zzz", None).unwrap_err());
        assert!(complaint.starts_with("from sample1: move 3"), "{complaint}");
        assert!(read("", None).is_err() && read("hello", None).is_err());
    }

    #[test]
    fn what_else_could_be_meant_is_told() {
        let one =
            "[Variant \"fragments\"]\n[FEN \"nqkbr/ppppp/5/PPPPP/RBKQN w a2a4b2b4c2c4d2d4e2e4 -\"]\n\n1. d3 *\n\n";
        let both = one.to_owned() + &one.replace("d3", "a3");
        let second = super::read(&both, None, 2).unwrap();
        assert_eq!(played(&second.game), ["a2a3"]);
        assert_eq!(second.others.unwrap(), "game 2 of 2; --number chooses another");
        assert!(super::read(one, None, 1).unwrap().others.is_none());
        assert!(super::read(one, None, 2).unwrap_err().to_string().contains("no game 2"));
        assert!(super::read("d2d3", None, 1).unwrap().others.unwrap().contains("sample0 is taken"));
    }
}
