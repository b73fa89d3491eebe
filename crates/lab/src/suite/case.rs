//! A line of a suite: a position, and what is known about it.

use rules::text::MoveTextError;
use rules::text::epd::{Epd, EpdError};
use rules::{Chess, Move, Position};

/// A position with a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name in the file, or else the file and line.
    pub id: String,
    /// What it belongs to: its name without the number at its end.
    pub theme: String,
    /// The position.
    pub position: Position<Chess>,
    /// What is asked for.
    pub task: Task,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// One of the best moves (`bm`), and none of those to avoid (`am`).
    Moves {
        /// Right moves; if empty, all but the wrong ones.
        best: Vec<Move>,
        /// Wrong moves.
        avoid: Vec<Move>,
    },
    /// A move that is worth points; the most for the first (`c8` and `c9`, or `c0 "f5=10, Be5+=2"`).
    Points(Vec<(Move, u32)>),
    /// A mate (`bm #3`, `dm 3`) in so many moves; negative if the side to move is mated.
    Mate(i32),
    /// The number of leaves of the tree of legal moves (`;D5 4865609`).
    Count {
        /// How deep.
        depth: u32,
        /// How many.
        nodes: u64,
    },
}

/// A line that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaseError {
    /// It is no EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// A move of it is none.
    #[error("{code}: {error}")]
    Move {
        /// The operation.
        code: &'static str,
        /// What is wrong.
        error: MoveTextError,
    },
    /// A distance to mate is none.
    #[error("mate: {0:?}; expected a number of moves such as #3 or #-2")]
    Mate(String),
    /// Points do not fit their moves.
    #[error("c8 has {points} numbers, c9 has {moves} moves; expected as many of each")]
    Points {
        /// How many numbers.
        points: usize,
        /// How many moves.
        moves: usize,
    },
    /// It asks for nothing.
    #[error("nothing to solve; expected bm, am, dm, c8 and c9, or counts such as \";D3 8902\"")]
    NoTask,
    /// Every count of it is larger than allowed.
    #[error("no count within the limit of {0} nodes")]
    TooLarge(u64),
}

impl Case {
    /// Reads a line. `file` and `line` name it if it has no `id`; of several counts the largest up to `max_nodes` is asked
    /// for.
    pub fn parse(text: &str, file: &str, line: usize, max_nodes: u64) -> Result<Self, CaseError> {
        let epd: Epd<Chess> = text.parse()?;
        let task = task_of(&epd, max_nodes)?;
        let id = epd.operands("id").map(|words| words.join(" ")).filter(|id| !id.trim().is_empty());
        let theme = match (&id, &task) {
            (Some(id), _) => theme_of(id),
            (None, Task::Mate(moves)) => format!("mate in {moves}"),
            (None, Task::Count { depth, .. }) => format!("perft {depth}"),
            (None, _) => file.to_owned(),
        };
        Ok(Self { id: id.unwrap_or_else(|| format!("{file}:{line}")), theme, position: epd.position, task })
    }
}

/// `STS(v1.0) Undermine.001` belongs to `STS(v1.0) Undermine`, `WAC.300` to `WAC`, `E_E_T 001 - B vs B` to `E_E_T B vs B`.
fn theme_of(id: &str) -> String {
    let words: Vec<&str> = id.split_whitespace().collect();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(at) = words.windows(2).position(|pair| is_number(pair[0]) && pair[1] == "-") {
        return [&words[..at], &words[at + 2..]].concat().join(" ");
    }
    let bare = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let bare = bare.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != ')');
    if bare.is_empty() { id.to_owned() } else { bare.to_owned() }
}

fn task_of(epd: &Epd<Chess>, max_nodes: u64) -> Result<Task, CaseError> {
    if let Some(points) = points_of(epd)? {
        return Ok(Task::Points(points));
    }
    let best = epd.operands("bm").unwrap_or(&[]);
    let mate = best.first().and_then(|word| word.strip_prefix('#')).or_else(|| {
        let distance = epd.operands("dm").and_then(<[String]>::first);
        distance.filter(|_| best.is_empty()).map(String::as_str)
    });
    if let Some(mate) = mate {
        let moves = mate.parse().ok().filter(|moves| *moves != 0);
        return Ok(Task::Mate(moves.ok_or_else(|| CaseError::Mate(mate.to_owned()))?));
    }
    let avoid = epd.operands("am").unwrap_or(&[]);
    if !best.is_empty() || !avoid.is_empty() {
        return Ok(Task::Moves { best: moves_of(epd, "bm", best)?, avoid: moves_of(epd, "am", avoid)? });
    }
    let counts: Vec<(u32, u64)> = epd
        .operations
        .iter()
        .filter_map(|(code, operands)| Some((code.strip_prefix('D')?.parse().ok()?, operands.first()?.parse().ok()?)))
        .collect();
    match counts.iter().filter(|(_, nodes)| *nodes <= max_nodes).max() {
        Some(&(depth, nodes)) => Ok(Task::Count { depth, nodes }),
        None if counts.is_empty() => Err(CaseError::NoTask),
        None => Err(CaseError::TooLarge(max_nodes)),
    }
}

fn moves_of(epd: &Epd<Chess>, code: &'static str, words: &[String]) -> Result<Vec<Move>, CaseError> {
    // Some suites part moves by commas.
    let words = words.iter().flat_map(|word| word.split(',')).filter(|word| !word.is_empty());
    words.map(|word| move_of(&epd.position, word).map_err(|error| CaseError::Move { code, error })).collect()
}

/// A move in SAN, or as UCI has it.
fn move_of(position: &Position<Chess>, word: &str) -> Result<Move, MoveTextError> {
    position.san_move(word).or_else(|error| position.uci_move(word).map_err(|_| error))
}

fn points_of(epd: &Epd<Chess>) -> Result<Option<Vec<(Move, u32)>>, CaseError> {
    let words = |code: &str| -> Vec<String> {
        let operands = epd.operands(code).unwrap_or(&[]);
        operands.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect()
    };
    let (points, moves) = (words("c8"), words("c9"));
    let points: Vec<u32> = points.iter().map_while(|word| word.parse().ok()).collect();
    if !points.is_empty() && !moves.is_empty() {
        if points.len() != moves.len() {
            return Err(CaseError::Points { points: points.len(), moves: moves.len() });
        }
        return Ok(Some(moves_of(epd, "c9", &moves)?.into_iter().zip(points).collect()));
    }
    // The older form. A comment that is none of it is only a comment.
    let comment = epd.operands("c0").map(|words| words.join(" ")).unwrap_or_default();
    let worth = |part: &str| {
        let (mv, points) = part.trim().rsplit_once('=')?;
        Some((move_of(&epd.position, mv).ok()?, points.trim().parse().ok()?))
    };
    Ok(comment.split(',').map(worth).collect::<Option<Vec<(Move, u32)>>>().filter(|points| !points.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(text: &str) -> Result<Task, CaseError> {
        Case::parse(text, "file", 7, 1_000_000).map(|case| case.task)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    #[test]
    fn every_kind_of_task_is_read() {
        let mv = |text: &str| START.parse::<Epd<Chess>>().unwrap().position.uci_move(text).unwrap();
        let moves = Task::Moves { best: vec![mv("e2e4"), mv("d2d4")], avoid: vec![mv("f2f3")] };
        assert_eq!(task(&format!("{START} bm e4 d4; am f3;")).unwrap(), moves);
        let points = Task::Points(vec![(mv("e2e4"), 10), (mv("g1f3"), 3)]);
        assert_eq!(task(&format!("{START} bm e4; c8 \"10 3\"; c9 \"e2e4 g1f3\";")).unwrap(), points);
        assert_eq!(task(&format!("{START} bm e4; c0 \"e4=10, Nf3=3\";")).unwrap(), points);
        assert_eq!(task(&format!("{START} bm #-3; c0 \"PV e2e4\";")).unwrap(), Task::Mate(-3));
        assert_eq!(task(&format!("{START} dm 4;")).unwrap(), Task::Mate(4));
        let count = Task::Count { depth: 4, nodes: 197_281 };
        assert_eq!(task(&format!("{START} 0 1 ;D1 20 ;D4 197281 ;D5 4865609")).unwrap(), count);
    }

    #[test]
    fn a_line_that_asks_for_nothing_or_for_nonsense_is_refused() {
        assert_eq!(task(START), Err(CaseError::NoTask));
        assert!(matches!(task(&format!("{START} bm Ke4;")), Err(CaseError::Move { code: "bm", .. })));
        assert!(matches!(task(&format!("{START} bm #x;")), Err(CaseError::Mate(_))));
        assert!(matches!(task(&format!("{START} c8 \"1\"; c9 \"e2e4 d2d4\";")), Err(CaseError::Points { .. })));
        assert!(matches!(task(&format!("{START} ;D6 119060324")), Err(CaseError::TooLarge(1_000_000))));
        assert!(matches!(task("8/8/8 w - - bm e4;"), Err(CaseError::Epd(_))));
    }

    #[test]
    fn a_theme_is_the_name_without_its_number() {
        let names = [("WAC.001", "WAC"), ("STS(v1.0) Undermine.001", "STS(v1.0) Undermine"), ("BT-2630-12", "BT-2630")];
        names.iter().for_each(|(id, theme)| assert_eq!(theme_of(id), *theme));
        assert_eq!(theme_of("17"), "17");
        assert_eq!(theme_of("E_E_T 001 - B vs B"), "E_E_T B vs B");
    }
}
