//! What an engine says of its search: `info` lines, read as far as they can be.

use std::fmt;
use std::time::Duration;

/// What an engine thinks of a position, in its own view: that of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves, given (positive) or suffered (zero or negative).
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is.
    #[default]
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// An `info` line. What it does not say, or says in a way that nobody understands, is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Plies.
    pub depth: Option<u32>,
    /// Plies of the longest line.
    pub selective_depth: Option<u32>,
    /// Which of several lines this is, from 1.
    pub multi_pv: Option<u32>,
    /// What it thinks.
    pub score: Option<SearchScore>,
    /// How sure it is.
    pub bound: ScoreBound,
    /// Chances to win, draw and lose in thousandths.
    pub chances: Option<[u16; 3]>,
    /// Nodes of this search so far.
    pub nodes: Option<u64>,
    /// Nodes each second.
    pub speed: Option<u64>,
    /// How full the table is, in thousandths.
    pub permille_full: Option<u32>,
    /// Positions found in endgame tables.
    pub tablebase_hits: Option<u64>,
    /// How long it has searched, as the engine has it.
    pub time: Option<Duration>,
    /// The moves it expects.
    pub line: Vec<String>,
    /// What follows `string`.
    pub text: Option<String>,
}

impl SearchInfo {
    /// Reads a line; `None` if it is no `info`.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self::default();
        fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
            word.and_then(|word| word.parse().ok())
        }
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(words.next()),
                "seldepth" => info.selective_depth = number(words.next()),
                "multipv" => info.multi_pv = number(words.next()),
                "cp" => info.score = number(words.next()).map(SearchScore::Centipawns),
                "mate" => info.score = number(words.next()).map(SearchScore::Mate),
                "lowerbound" => info.bound = ScoreBound::Lower,
                "upperbound" => info.bound = ScoreBound::Upper,
                "wdl" => {
                    let chances = [number(words.next()), number(words.next()), number(words.next())];
                    if let [Some(win), Some(draw), Some(loss)] = chances {
                        info.chances = Some([win, draw, loss]);
                    }
                }
                "nodes" => info.nodes = number(words.next()),
                "nps" => info.speed = number(words.next()),
                "hashfull" => info.permille_full = number(words.next()),
                "tbhits" => info.tablebase_hits = number(words.next()),
                "time" => info.time = number(words.next()).map(Duration::from_millis),
                "pv" => info.line = words.by_ref().map(str::to_owned).collect(),
                "string" => {
                    let text: Vec<&str> = words.by_ref().collect();
                    info.text = Some(text.join(" "));
                }
                _ => {}
            }
        }
        Some(info)
    }
}

impl SearchScore {
    /// The score as one number of centipawns: mates are beyond all others, shorter ones further.
    pub const fn value(self) -> i32 {
        const MATE: i32 = 100_000;
        match self {
            Self::Centipawns(value) if value > 90_000 => 90_000,
            Self::Centipawns(value) if value < -90_000 => -90_000,
            Self::Centipawns(value) => value,
            Self::Mate(moves) if moves > 9_000 => MATE - 9_000,
            Self::Mate(moves) if moves > 0 => MATE - moves,
            Self::Mate(moves) if moves < -9_000 => 9_000 - MATE,
            Self::Mate(moves) => -MATE - moves,
        }
    }
}

impl fmt::Display for SearchScore {
    /// As people write it: `+0.35`, `-12.80`, `+M2`, `-M1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(0) => write!(f, "0.00"),
            Self::Centipawns(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::Mate(moves @ 1..) => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_in_any_order_and_as_far_as_it_goes() {
        let line = "info depth 12 seldepth 18 multipv 1 score cp -35 upperbound wdl 100 800 100 nodes 4567 nps 100000 \
            hashfull 3 tbhits 0 time 45 pv e2e4 e7e5";
        let info = SearchInfo::parse(line).unwrap();
        assert_eq!((info.depth, info.selective_depth, info.nodes), (Some(12), Some(18), Some(4567)));
        assert_eq!((info.score, info.bound), (Some(SearchScore::Centipawns(-35)), ScoreBound::Upper));
        assert_eq!((info.chances, info.time), (Some([100, 800, 100]), Some(Duration::from_millis(45))));
        assert_eq!(info.line, ["e2e4", "e7e5"]);
        let info = SearchInfo::parse("info score mate -3 depth x string a  b").unwrap();
        assert_eq!((info.score, info.depth), (Some(SearchScore::Mate(-3)), None));
        assert_eq!(info.text.as_deref(), Some("a b"));
        assert_eq!(SearchInfo::parse("bestmove e2e4"), None);
    }

    #[test]
    fn mates_are_beyond_all_other_scores_and_shorter_ones_further() {
        use SearchScore::{Centipawns, Mate};
        let order = [Mate(0), Mate(-1), Mate(-9), Mate(i32::MIN), Centipawns(i32::MIN), Centipawns(0)];
        assert!(order.windows(2).all(|pair| pair[0].value() < pair[1].value()), "{order:?}");
        let order = [Centipawns(0), Centipawns(i32::MAX), Mate(i32::MAX), Mate(9), Mate(1)];
        assert!(order.windows(2).all(|pair| pair[0].value() < pair[1].value()), "{order:?}");
    }
}
