//! Ending games whose result is clear. A share of the games is played on beyond this point, and the files remember which, so
//! that anybody can count how often the verdict was wrong.

use engine::Score;
use rules::Color;

/// A side that is ahead by this much, by both sides' account, ...
const WIN: i32 = 1500;
/// ... for so many plies in a row has won.
const WIN_PLIES: u32 = 4;
/// If both sides see no more than this ...
const DRAW: i32 = 8;
/// ... for so many plies in a row ...
const DRAW_PLIES: u32 = 12;
/// ... and the game has come to this move, it is drawn.
const DRAW_MOVE: u16 = 40;

/// How a game would end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side wins.
    Win(Color),
    /// Nobody wins.
    Draw,
}

impl Verdict {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            Self::Draw => None,
        }
    }
}

/// Watches the scores of a game. What it says depends on them alone.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    leader: Option<Color>,
    won_plies: u32,
    drawn_plies: u32,
}

impl Adjudicator {
    /// Looks at the next ply's score, told whose it is and the number of the move, and says whether the game is clear now.
    pub fn watch(&mut self, score: Score, side: Color, move_number: u16) -> Option<Verdict> {
        let leader = if score > Score::DRAW { side } else { !side };
        if score.is_mate() {
            return Some(Verdict::Win(leader));
        }
        let size = score.value().abs();
        if size < WIN {
            self.won_plies = 0;
        } else if self.leader == Some(leader) {
            self.won_plies += 1;
        } else {
            (self.leader, self.won_plies) = (Some(leader), 1);
        }
        self.drawn_plies = if size <= DRAW { self.drawn_plies + 1 } else { 0 };
        if self.won_plies >= WIN_PLIES {
            Some(Verdict::Win(leader))
        } else if self.drawn_plies >= DRAW_PLIES && move_number >= DRAW_MOVE {
            Some(Verdict::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(scores: &[i32], move_number: u16) -> Vec<Option<Verdict>> {
        let mut adjudicator = Adjudicator::default();
        let sides = [Color::White, Color::Black].into_iter().cycle();
        let scores = scores.iter().zip(sides);
        scores.map(|(score, side)| adjudicator.watch(Score::centipawns(*score), side, move_number)).collect()
    }

    #[test]
    fn a_win_needs_both_sides_to_agree_for_four_plies() {
        let white = Some(Verdict::Win(Color::White));
        assert_eq!(watch(&[1500, -1600, 1700, -1500], 10), [None, None, None, white]);
        assert_eq!(watch(&[-1500, 1600, -1700, 1500], 10)[3], Some(Verdict::Win(Color::Black)));
        // Each side thinks that it is winning itself.
        assert_eq!(watch(&[1500; 8], 10), [None; 8]);
        // One doubt starts the count anew.
        assert_eq!(watch(&[1500, -1600, 1499, -1500, 1500, -1500, 1500], 10)[..6], [None; 6]);
    }

    #[test]
    fn a_draw_needs_quiet_scores_for_twelve_plies_late_in_the_game() {
        let scores = [8, -8, 0, 0, 8, 8, 0, 0, 0, 0, 0, 0];
        assert_eq!(watch(&scores, 40)[10..], [None, Some(Verdict::Draw)]);
        assert_eq!(watch(&scores, 39), [None; 12]);
        assert_eq!(watch(&[[0; 6].as_slice(), &[9], &[0; 11]].concat(), 50), [None; 18]);
    }

    #[test]
    fn a_mate_score_ends_the_game_at_once() {
        let verdict = |score| Adjudicator::default().watch(score, Color::Black, 5);
        assert_eq!(verdict(Score::mate_in(9)), Some(Verdict::Win(Color::Black)));
        assert_eq!(verdict(Score::mated_in(4)), Some(Verdict::Win(Color::White)));
    }
}
