//! What a score means: chances to win, draw and lose, and centipawns of which a hundred are worth an even chance to win.

use engine::Score;

/// Chances to win, draw and lose in thousandths; together they make a thousand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// To win.
    pub win: u32,
    /// To draw.
    pub draw: u32,
    /// To lose.
    pub loss: u32,
}

/// The chances of a player who has this score in his own view.
pub fn chances(score: Score) -> Chances {
    if score.is_decided() {
        let wins = score > Score::DRAW;
        return Chances { win: if wins { 1000 } else { 0 }, draw: 0, loss: if wins { 0 } else { 1000 } };
    }
    // A stand-in until the model fitted on our own games: an even chance to win at a pawn.
    let logistic = |centipawns: i32| 1000.0 / (1.0 + (-f64::from(centipawns) / 60.0).exp());
    let win = logistic(score.value() - 100).round() as u32;
    let loss = logistic(-score.value() - 100).round() as u32;
    Chances { win, draw: 1000 - win - loss, loss }
}

/// A score in the centipawns that are shown.
pub fn centipawns(score: Score) -> i32 {
    score.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_both_players_see_the_same() {
        for value in -3000..=3000 {
            let (ours, theirs) = (chances(Score::centipawns(value)), chances(Score::centipawns(-value)));
            assert_eq!(ours.win + ours.draw + ours.loss, 1000, "{value}");
            assert_eq!((ours.win, ours.draw, ours.loss), (theirs.loss, theirs.draw, theirs.win), "{value}");
        }
        assert_eq!(chances(Score::mated_in(4)), Chances { win: 0, draw: 0, loss: 1000 });
    }
}
