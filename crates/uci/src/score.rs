//! Scores as text.

use engine::{Score, ScoreKind};

/// A score as UCI writes it, in the view of the side to move: `cp 35`, `mate 2`, `mate -1`. Mates count moves, not
/// plies.
///
/// ```
/// use adoube_uci::score_text;
/// use engine::Score;
/// assert_eq!(score_text(Score::centipawns(35)), "cp 35");
/// assert_eq!(score_text(Score::mate_in(3)), "mate 2");
/// assert_eq!(score_text(Score::mated_in(2)), "mate -1");
/// ```
pub fn score_text(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(value) => format!("cp {value}"),
        ScoreKind::Mate { wins: true, plies } => format!("mate {}", plies.div_ceil(2)),
        ScoreKind::Mate { wins: false, plies: 0 | 1 } => "mate 0".to_owned(),
        ScoreKind::Mate { wins: false, plies } => format!("mate -{}", plies / 2),
    }
}
