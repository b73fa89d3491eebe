//! Scores as text. Here, and nowhere else, a score is turned from the side to move's view to another.

use engine::{Bound, Score, ScoreKind};
use rules::Color;

use crate::wdl;

/// Whose view a score is shown in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// That of the side to move, as the protocol has it.
    #[default]
    Side,
    /// White's, whoever is to move.
    White,
}

impl View {
    /// A score of the side to move in this view, with what it says of the true score: seen from the other side, what was
    /// too small is too large.
    pub fn of(self, score: Score, bound: Bound, side_to_move: Color) -> (Score, Bound) {
        if self == Self::Side || side_to_move == Color::White {
            return (score, bound);
        }
        let bound = match bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
        };
        (score.from_white(side_to_move), bound)
    }
}

/// A score as UCI writes it: `cp 35`, `mate 2`, `mate -1`. Mates count moves, not plies.
///
/// ```
/// use adoube_uci::score_text;
/// use engine::Score;
/// assert_eq!(score_text(Score::mate_in(3)), "mate 2");
/// assert_eq!(score_text(Score::mated_in(2)), "mate -1");
/// ```
pub fn score_text(score: Score) -> String {
    match mate_in_moves(score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", wdl::centipawns(score)),
    }
}

/// A score as people write it: `+0.35`, `-12.80`, `#2`, `#-1`.
///
/// ```
/// use adoube_uci::score_for_people;
/// use engine::Score;
/// assert_eq!(score_for_people(Score::mated_in(2)), "#-1");
/// assert_eq!(score_for_people(Score::DRAW), "0.00");
/// ```
pub fn score_for_people(score: Score) -> String {
    match mate_in_moves(score) {
        Some(moves) => format!("#{moves}"),
        None => match wdl::centipawns(score) {
            0 => "0.00".to_owned(),
            value => format!("{:+.2}", f64::from(value) / 100.0),
        },
    }
}

/// In how many moves mate is given (positive) or suffered (negative; zero is mated already), if it is.
pub fn mate_in_moves(score: Score) -> Option<i32> {
    match score.kind() {
        ScoreKind::Centipawns(_) => None,
        ScoreKind::Mate { wins: true, plies } => Some(plies.div_ceil(2) as i32),
        ScoreKind::Mate { wins: false, plies } => Some(-(plies.div_ceil(2) as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_sees_blacks_scores_and_bounds_turned_round() {
        let seen = |view: View, side| view.of(Score::centipawns(20), Bound::Lower, side);
        assert_eq!(seen(View::Side, Color::Black), (Score::centipawns(20), Bound::Lower));
        assert_eq!(seen(View::White, Color::White), (Score::centipawns(20), Bound::Lower));
        assert_eq!(seen(View::White, Color::Black), (Score::centipawns(-20), Bound::Upper));
        let (mate, _) = View::White.of(Score::mate_in(3), Bound::Exact, Color::Black);
        assert_eq!(score_text(mate), "mate -2", "a mate that Black gives in two moves");
    }

    #[test]
    fn mates_count_moves() {
        for (score, text) in [
            (Score::mate_in(1), "mate 1"),
            (Score::mate_in(2), "mate 1"),
            (Score::mate_in(3), "mate 2"),
            (Score::mated_in(0), "mate 0"),
            (Score::mated_in(2), "mate -1"),
            (Score::mated_in(4), "mate -2"),
        ] {
            assert_eq!(score_text(score), text);
        }
    }
}
