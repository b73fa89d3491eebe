//! Results from PGN files of any program. Only tags are read, unless the lengths and endings of the games are wanted.

use std::io;

use rules::Color;
use rules::text::pgn::PgnResult;
use rules::text::tags::{GameTags, TagReader};

use super::pairs::{Clue, find_pairs};
use super::{Ending, Names, Played, Results};

/// Reads all games of a file. `progress` is told the number of games from time to time. Text that is no PGN is passed
/// over; `Err` is a file that cannot be read.
pub fn read_pgn<I: io::Read>(input: I, with_moves: bool, mut progress: impl FnMut(usize)) -> io::Result<Results> {
    let reader = TagReader::new(input);
    let reader = if with_moves { reader.with_moves() } else { reader };
    let mut names = Names::default();
    // Start positions and rounds: texts that come again and again, kept once.
    let mut texts = Names::default();
    let mut results = Results::default();
    let mut clues = Vec::new();
    for (index, game) in reader.enumerate() {
        if index % 1024 == 0 {
            progress(index);
        }
        let game = match game {
            Ok(game) => game,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => continue,
            Err(error) => return Err(error),
        };
        let name = |tag| game.tag(tag).map(str::trim).filter(|name| !name.is_empty()).unwrap_or("?");
        let half_points = match game.result {
            PgnResult::Win(Color::White) => 2,
            PgnResult::Draw => 1,
            PgnResult::Win(Color::Black) => 0,
            PgnResult::Unknown => {
                results.unfinished += 1;
                continue;
            }
        };
        let (white, black) = (names.number(name("White")), names.number(name("Black")));
        let round = game.tag("Round").unwrap_or("").split('.').next().unwrap_or("").trim();
        let round = if matches!(round, "?" | "-") { "" } else { round };
        let start = game.tag("FEN").unwrap_or("");
        clues.push((texts.number(start), texts.number(round)));
        // Of games from the usual start nobody knows how much of them was prepared.
        let opening = (!start.is_empty()).then(|| texts.number(start) as u64);
        let (ending, reason) = ending_of(&game);
        let told = game.tag("PlyCount").and_then(|plies| plies.trim().parse().ok());
        let plies = told.or_else(|| u32::try_from(game.plies?).ok());
        let line = game.line;
        results.games.push(Played {
            white,
            black,
            half_points,
            opening,
            ending,
            reason,
            plies,
            line,
            ..Played::default()
        });
    }
    let clues: Vec<Clue<'_>> = results
        .games
        .iter()
        .zip(&clues)
        .map(|(game, (opening, round))| Clue {
            white: game.white,
            black: game.black,
            opening: &texts.names[*opening],
            round: &texts.names[*round],
        })
        .collect();
    let pairs = find_pairs(&clues);
    results.games.iter_mut().zip(pairs).for_each(|(game, pair)| game.pair = pair);
    results.names = names.names;
    Ok(results)
}

/// What match runners write into the last comment, in lower case, and what it means. The first that fits counts.
#[rustfmt::skip]
const ENDINGS: [(&str, Ending, &str); 24] = [
    ("adjudicat", Ending::Adjudicated, "adjudication"),
    ("resign", Ending::Adjudicated, "resignation"),
    ("draw agreed", Ending::Adjudicated, "draw agreed"),
    ("tablebase", Ending::Adjudicated, "tablebase"),
    ("too many moves", Ending::Adjudicated, "too many moves"),
    ("on time", Ending::Fault, "loss on time"),
    ("time forfeit", Ending::Fault, "loss on time"),
    ("illegal", Ending::Fault, "illegal move"),
    ("rules infraction", Ending::Fault, "illegal move"),
    ("disconnect", Ending::Fault, "crash"),
    ("crash", Ending::Fault, "crash"),
    ("stall", Ending::Fault, "no answer"),
    ("no answer", Ending::Fault, "no answer"),
    ("abandoned", Ending::Fault, "abandoned"),
    ("garbage", Ending::Fault, "garbage"),
    ("no legal move", Ending::Rules, "no legal move"),
    ("king taken", Ending::Rules, "king taken"),
    ("stalemate", Ending::Rules, "stalemate"),
    ("mate", Ending::Rules, "checkmate"),
    ("fold", Ending::Rules, "repetition"),
    ("repetition", Ending::Rules, "repetition"),
    ("fifty", Ending::Rules, "fifty moves"),
    ("50 move", Ending::Rules, "fifty moves"),
    ("insufficient", Ending::Rules, "insufficient material"),
];

/// From the last comment if it says something, else from the `Termination` tag.
fn ending_of(game: &GameTags) -> (Ending, String) {
    let termination = game.tag("Termination").unwrap_or("");
    for text in [game.last_comment.as_str(), termination] {
        let text = text.to_ascii_lowercase();
        if let Some((_, ending, reason)) = ENDINGS.iter().find(|(phrase, ..)| text.contains(phrase)) {
            return (*ending, (*reason).to_owned());
        }
    }
    if termination.eq_ignore_ascii_case("normal") { (Ending::Rules, String::new()) } else { Default::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_any_program_are_read_and_those_without_result_are_counted() {
        let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Round \"1.1\"]\n[PlyCount \"33\"]\n\n1. e4 {ok} 1-0\n\n\
                    [White \"B\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n[Round \"1.2\"]\n\n1. e4 {+0.00/9, Draw by 3-fold \
                    repetition} 1/2-1/2\n\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 *\n\n1. d4 0-1\n";
        let results = read_pgn(text.as_bytes(), true, |_| {}).unwrap();
        assert_eq!(results.names, ["A", "B", "?"]);
        assert_eq!(results.unfinished, 1);
        assert_eq!(results.games.len(), 3);
        assert_eq!((results.games[0].pair, results.games[1].pair), (Some(0), Some(0)));
        assert_eq!((results.games[1].ending, results.games[1].reason.as_str()), (Ending::Rules, "repetition"));
        assert_eq!(read_pgn(text.as_bytes(), false, |_| {}).unwrap().games[0].plies, Some(33));
    }
}
