//! Scores as text.

use engine::plies_to_mate;

/// A score as UCI writes it, in the view of the side to move: `cp 35`, `mate 2`, `mate -1`. Mates count moves, not
/// plies.
///
/// ```
/// use adoube_uci::score_text;
/// assert_eq!(score_text(35), "cp 35");
/// assert_eq!(score_text(engine::MATE - 3), "mate 2");
/// assert_eq!(score_text(2 - engine::MATE), "mate -1");
/// ```
pub fn score_text(score: i32) -> String {
    match plies_to_mate(score) {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {score}"),
    }
}
