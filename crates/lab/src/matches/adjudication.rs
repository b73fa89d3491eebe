//! Ending games that are clear. Off unless it is asked for: a verdict can be wrong, so they are counted, and some can
//! be played on to see.

use rules::Color;
use serde::{Deserialize, Serialize};

use super::record::{GameResult, Reason};

/// What ends games early.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// When somebody gives up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When both agree to a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The folders of endgame tables that know results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tablebases: Option<String>,
    /// A game of so many moves is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<u32>,
    /// So many of the games that were ended early are played on, to see whether that was right.
    #[serde(default)]
    pub verify: u64,
}

impl Adjudication {
    /// Whether every game is played to its end by the rules.
    pub fn is_off(&self) -> bool {
        *self == Self { verify: self.verify, ..Self::default() }
    }
}

/// When somebody gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// So many of its moves in a row a player finds itself lost.
    pub moves: u32,
    /// By so many centipawns.
    pub score: i32,
    /// Whether its opponent must have found itself as much better for as long.
    pub two_sided: bool,
}

/// When a game is given drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Not before this move.
    pub from_move: u32,
    /// So many moves in a row both players find it equal.
    pub moves: u32,
    /// Within so many centipawns.
    pub score: i32,
}

/// A verdict on a game that is not over by the rules.
pub(super) type Verdict = (GameResult, Reason);

/// Watches the scores of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjudicator {
    lost: [u32; 2],
    won: [u32; 2],
    equal_plies: u32,
}

impl Adjudicator {
    /// Looks at what a player thinks of its move (in its own view, if it said anything), and says whether that ends the
    /// game. `moves` is how many full moves have been played.
    pub(super) fn watch(
        &mut self,
        rules: &Adjudication,
        side: Color,
        score: Option<i32>,
        moves: u32,
    ) -> Option<Verdict> {
        let next = |count: u32, goes_on: bool| if goes_on { count + 1 } else { 0 };
        if let Some(rule) = rules.resign {
            let (us, them) = (side.index(), (!side).index());
            self.lost[us] = next(self.lost[us], score.is_some_and(|score| score <= -rule.score));
            self.won[us] = next(self.won[us], score.is_some_and(|score| score >= rule.score));
            let agrees = |other: u32| !rule.two_sided || other >= rule.moves;
            if self.lost[us] >= rule.moves && agrees(self.won[them]) {
                return Some((GameResult::win(!side), Reason::Resignation));
            }
            if rule.two_sided && self.won[us] >= rule.moves && self.lost[them] >= rule.moves {
                return Some((GameResult::win(side), Reason::Resignation));
            }
        }
        if let Some(rule) = rules.draw {
            self.equal_plies = next(self.equal_plies, score.is_some_and(|score| score.abs() <= rule.score));
            if self.equal_plies >= 2 * rule.moves && moves >= rule.from_move {
                return Some((GameResult::Draw, Reason::DrawAgreed));
            }
        }
        let too_long = rules.max_moves.is_some_and(|most| moves >= most);
        too_long.then_some((GameResult::Draw, Reason::MaxMoves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_verdict(rules: &Adjudication, scores: &[i32]) -> Option<(usize, Verdict)> {
        let mut adjudicator = Adjudicator::default();
        let sides = [Color::White, Color::Black].into_iter().cycle();
        scores.iter().zip(sides).enumerate().find_map(|(ply, (score, side))| {
            Some((ply, adjudicator.watch(rules, side, Some(*score), ply as u32 / 2 + 1)?))
        })
    }

    #[test]
    fn nothing_ends_a_game_unless_it_is_asked_for() {
        assert_eq!(first_verdict(&Adjudication::default(), &[-9000; 500]), None);
        assert!(Adjudication::default().is_off());
    }

    #[test]
    fn one_sided_resignation_hears_only_the_loser() {
        let resign = Some(ResignRule { moves: 2, score: 500, two_sided: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let black_wins = (GameResult::BlackWins, Reason::Resignation);
        assert_eq!(first_verdict(&rules, &[-500, 0, -600, 0]), Some((2, black_wins)));
        assert_eq!(first_verdict(&rules, &[-500, 0, -499, 0, -500]), None);
        assert_eq!(first_verdict(&rules, &[900, 0, 900, 0]), None);
    }

    #[test]
    fn two_sided_resignation_needs_both() {
        let resign = Some(ResignRule { moves: 2, score: 500, two_sided: true });
        let rules = Adjudication { resign, ..Adjudication::default() };
        assert_eq!(first_verdict(&rules, &[-500, 0, -600, 0, -600, 499]), None);
        let verdict = Some((3, (GameResult::BlackWins, Reason::Resignation)));
        assert_eq!(first_verdict(&rules, &[-500, 500, -600, 600]), verdict);
        let verdict = Some((4, (GameResult::WhiteWins, Reason::Resignation)));
        assert_eq!(first_verdict(&rules, &[0, -600, 500, -600, 500]), verdict);
    }

    #[test]
    fn a_draw_needs_equal_scores_of_both_late_enough() {
        let draw = Some(DrawRule { from_move: 4, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        assert_eq!(first_verdict(&rules, &[0; 20]).unwrap().0, 6);
        assert_eq!(first_verdict(&rules, &[0, 11, 0, 0, 0, 11, 0, 0, -10]), None);
        assert_eq!(first_verdict(&rules, &[0, 0, 0, 0, 0, 11, 0, 0, -10, 10]).unwrap().0, 9);
    }

    #[test]
    fn too_many_moves_are_a_draw() {
        let rules = Adjudication { max_moves: Some(3), ..Adjudication::default() };
        assert_eq!(first_verdict(&rules, &[900; 9]), Some((4, (GameResult::Draw, Reason::MaxMoves))));
    }
}
