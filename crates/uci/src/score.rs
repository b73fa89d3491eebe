//! Scores as they are shown. Here, and nowhere else, a score is turned from the side to move's view to another, and
//! from the search's centipawns to those of which a hundred win every second game.

use std::fmt;

use engine::wdl::{Scale, material, normalised_centipawns, win_draw_loss};
use engine::{Bound, Report, Score, ScoreKind};
use rules::{Color, Position, Rules, fault};
use serde_json::{Value, json};

/// Whose view a score is shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// That of the side to move, as the protocol has it.
    #[default]
    Side,
    /// White's, whoever is to move.
    White,
}

/// Chances to win, draw and lose in thousandths; together they make a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// To win.
    pub win: u16,
    /// To draw.
    pub draw: u16,
    /// To lose.
    pub loss: u16,
}

/// What a score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Centipawns of which a hundred win every second game.
    Centipawns(i32),
    /// Mate in so many moves, given (positive) or suffered (negative); zero if it is on the board.
    Mate(i32),
}

/// A score in somebody's view, with all that is shown of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it says.
    pub worth: Worth,
    /// Whether it is exact, or at least or at most this.
    pub bound: Bound,
    /// What may come of it.
    pub chances: Chances,
}

impl View {
    /// What a search reports of a position, as this view has it.
    pub fn report<R: Rules>(self, report: &Report, position: &Position<R>) -> Shown {
        self.show(report.score, report.scale, report.bound, position)
    }

    /// A score of the side to move of a position, as this view has it. Seen from the other side, what was too small is too
    /// large.
    pub fn show<R: Rules>(self, score: Score, scale: Scale, bound: Bound, position: &Position<R>) -> Shown {
        let is_white_view = self == Self::White || fault!(WhiteViewScores) || fault!(WhiteViewMates) && score.is_mate();
        let is_turned = is_white_view && position.side_to_move() == Color::Black;
        let score = if is_turned { -score } else { score };
        let bound = match (is_turned, bound) {
            (true, Bound::Lower) => Bound::Upper,
            (true, Bound::Upper) => Bound::Lower,
            _ => bound,
        };
        let material = material(position);
        let worth = match score.kind() {
            ScoreKind::Centipawns(_) => Worth::Centipawns(normalised_centipawns::<R>(score, scale, material)),
            ScoreKind::Mate { wins, plies } => {
                let moves = if fault!(MateInPlies) { plies } else { plies.div_ceil(2) } as i32;
                Worth::Mate(if wins { moves } else { -moves })
            }
        };
        let [win, draw, loss] = win_draw_loss::<R>(score, scale, material);
        Shown { worth, bound, chances: Chances { win, draw, loss } }
    }
}

impl Shown {
    /// As UCI writes it: `cp 35`, `mate -2`, `cp 35 lowerbound`.
    pub fn uci(&self) -> String {
        let bound = match self.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        match self.worth {
            Worth::Centipawns(value) => format!("cp {value}{bound}"),
            Worth::Mate(moves) => format!("mate {moves}{bound}"),
        }
    }

    /// As programs read it: `{"cp": 35}` or `{"mate": -2}`.
    pub fn json(&self) -> Value {
        match self.worth {
            Worth::Centipawns(value) => json!({ "cp": value }),
            Worth::Mate(moves) => json!({ "mate": moves }),
        }
    }
}

impl fmt::Display for Shown {
    /// As people write it: `+0.35`, `-12.80`, `#2`, `#-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.worth {
            Worth::Centipawns(0) => "0.00".to_owned(),
            Worth::Centipawns(value) => format!("{:+.2}", f64::from(value) / 100.0),
            Worth::Mate(moves) => format!("#{moves}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use rules::Chess;

    use super::*;

    fn start() -> Position<Chess> {
        Position::start()
    }

    fn black_to_move() -> Position<Chess> {
        let start = start();
        start.after(start.legal_moves()[0])
    }

    #[test]
    fn white_sees_blacks_scores_bounds_and_chances_turned_round() {
        let seen = |view: View| view.show(Score::centipawns(80), Scale::Classical, Bound::Lower, &black_to_move());
        let (side, white) = (seen(View::Side), seen(View::White));
        let Worth::Centipawns(value) = side.worth else { panic!("{side:?}") };
        assert!(value > 0);
        assert_eq!((white.worth, white.bound), (Worth::Centipawns(-value), Bound::Upper));
        assert_eq!((white.chances.win, white.chances.loss), (side.chances.loss, side.chances.win));
        assert_eq!(View::White.show(Score::centipawns(80), Scale::Classical, Bound::Lower, &start()).worth, side.worth);
    }

    #[test]
    fn mates_count_moves_in_either_view() {
        for (score, side, white) in [
            (Score::mate_in(1), "mate 1", "mate -1"),
            (Score::mate_in(3), "mate 2", "mate -2"),
            (Score::mated_in(0), "mate 0", "mate 0"),
            (Score::mated_in(2), "mate -1", "mate 1"),
            (Score::mated_in(4), "mate -2", "mate 2"),
        ] {
            assert_eq!(View::Side.show(score, Scale::Classical, Bound::Exact, &black_to_move()).uci(), side);
            assert_eq!(View::White.show(score, Scale::Classical, Bound::Exact, &black_to_move()).uci(), white);
        }
    }

    #[test]
    fn people_read_pawns_and_programs_numbers() {
        let shown = |score| View::Side.show(score, Scale::Classical, Bound::Exact, &start());
        assert_eq!(shown(Score::DRAW).to_string(), "0.00");
        assert_eq!(shown(Score::mated_in(2)).to_string(), "#-1");
        assert!(shown(Score::centipawns(50)).to_string().starts_with('+'));
        assert_eq!(shown(Score::mate_in(1)).json(), json!({ "mate": 1 }));
        assert_eq!(shown(Score::DRAW).json(), json!({ "cp": 0 }));
    }
}
