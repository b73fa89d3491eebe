//! What a score means for the result: the chances to win, draw and lose, and centipawns made comparable.
//!
//! With `a` and `b` that depend on the material left on the board, the side to move wins with probability
//! `1 / (1 + exp((a - score) / b))`, loses with `1 / (1 + exp((a + score) / b))`, and draws otherwise: `a` is the score that
//! wins every second game, `b` how quickly chances change around it. The numbers are fitted on our own games by
//! `adoube tune wdl FILE...`, which prints the constants below anew: one for each game and each evaluation.

use rules::{Position, Rules};

use crate::score::Score;

/// The chances of a score, by the material on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The coefficients of `a`, lowest power first, in centipawns. The variable is material divided by [`Model::UNIT`].
    pub a: [f64; 3],
    /// The same of `b`.
    pub b: [f64; 3],
    /// The least material of which the games tell anything; less counts as this much.
    pub least: i32,
    /// The most material.
    pub most: i32,
}

/// Whose centipawns a score is in: what it means depends on the evaluation that it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Those of the classical evaluation.
    #[default]
    Classical,
    /// Those of the network.
    Network,
}

/// Fitted on 121,323 positions of 918 games:
/// 1,500 nodes a move, 5 % double Chess960, played to their ends, classical evaluation, 18 November 2026.
const CHESS: Model = Model { a: [441.13, -658.96, 307.66], b: [230.86, -398.44, 251.74], least: 4, most: 78 };

/// Fitted on 36,760 positions of 1,461 games:
/// 2,000 nodes a move, 40 % shuffled arrays, played to their ends, classical evaluation, 18 November 2026.
const FRAGMENTS: Model = Model { a: [457.28, -611.60, 262.57], b: [125.42, -154.89, 136.47], least: 2, most: 52 };

/// Fitted on 166,307 positions of 1,200 games:
/// 1,500 nodes a move, 5 % double Chess960, played to their ends, network chess-8, 19 November 2026.
const CHESS_NETWORK: Model = Model { a: [477.97, -549.14, 206.64], b: [121.03, -54.14, 47.84], least: 4, most: 78 };

/// Fitted on 42,768 positions of 1,600 games:
/// 2,000 nodes a move, 30 % shuffled arrays, played to their ends, network fragments-7, 18 November 2026.
const FRAGMENTS_NETWORK: Model =
    Model { a: [803.59, -965.25, 350.52], b: [183.67, -208.57, 177.22], least: 3, most: 52 };

impl Model {
    /// The material that counts as one.
    pub const UNIT: f64 = 50.0;

    /// The fitted model of a game and an evaluation.
    pub const fn of<R: Rules>(scale: Scale) -> &'static Self {
        match scale {
            Scale::Classical if R::CASTLING => &CHESS,
            Scale::Classical => &FRAGMENTS,
            Scale::Network if R::CASTLING => &CHESS_NETWORK,
            Scale::Network => &FRAGMENTS_NETWORK,
        }
    }

    /// The variable of the polynomials.
    pub fn variable(&self, material: i32) -> f64 {
        f64::from(material.clamp(self.least, self.most)) / Self::UNIT
    }

    /// The score that wins every second game. Never so small that dividing by it would blow scores up.
    pub fn even_win_score(&self, material: i32) -> f64 {
        polynomial(&self.a, self.variable(material)).max(10.0)
    }

    /// How quickly chances change with the score.
    pub fn spread(&self, material: i32) -> f64 {
        polynomial(&self.b, self.variable(material)).max(10.0)
    }

    /// The probabilities to win, draw and lose with a score in centipawns.
    pub fn probabilities(&self, score: f64, material: i32) -> [f64; 3] {
        let (a, b) = (self.even_win_score(material), self.spread(material));
        let chance = |score: f64| 1.0 / (1.0 + ((a - score) / b).exp());
        let (win, loss) = (chance(score), chance(-score));
        [win, 1.0 - win - loss, loss]
    }
}

fn polynomial(coefficients: &[f64; 3], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The material of both sides, kings aside, in pawns: 78 when a game of chess begins, 52 in Fragments.
pub fn material<R: Rules>(position: &Position<R>) -> i32 {
    let value = |kind: &rules::PieceKind| match kind {
        rules::PieceKind::King => 0,
        _ => R::EXCHANGE_VALUES[kind.index()] / 100 * position.of_kind(*kind).len() as i32,
    };
    R::KINDS.iter().map(value).sum()
}

/// The chances to win, draw and lose, in thousandths that add up to 1000, for the side whose score it is.
pub fn win_draw_loss<R: Rules>(score: Score, scale: Scale, material: i32) -> [u16; 3] {
    if score.is_decided() {
        return if score > Score::DRAW { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let [win, _, loss] = Model::of::<R>(scale).probabilities(f64::from(score.value()), material);
    let permille = |chance: f64| (1000.0 * chance).round() as u16;
    let (win, loss) = (permille(win), permille(loss));
    [win, 1000_u16.saturating_sub(win + loss), loss]
}

/// The score in centipawns of which a hundred win every second game. Decided scores stay what they are.
pub fn normalised_centipawns<R: Rules>(score: Score, scale: Scale, material: i32) -> i32 {
    if score.is_decided() {
        return score.value();
    }
    (100.0 * f64::from(score.value()) / Model::of::<R>(scale).even_win_score(material)).round() as i32
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments};

    use super::*;

    fn check<R: Rules>(scale: Scale) {
        let full = material(&Position::<R>::start());
        for material in 0..=full {
            let mut last = 0;
            for value in -3000..=3000 {
                let score = Score::centipawns(value);
                let [win, draw, loss] = win_draw_loss::<R>(score, scale, material);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(win_draw_loss::<R>(-score, scale, material), [loss, draw, win]);
                assert_eq!(
                    normalised_centipawns::<R>(-score, scale, material),
                    -normalised_centipawns::<R>(score, scale, material)
                );
                assert!(win >= last, "{value} with {material}");
                last = win;
            }
            let even = Score::centipawns(Model::of::<R>(scale).even_win_score(material).round() as i32);
            assert!((98..=102).contains(&normalised_centipawns::<R>(even, scale, material)));
            assert!((490..=510).contains(&win_draw_loss::<R>(even, scale, material)[0]));
        }
        assert_eq!(win_draw_loss::<R>(Score::mate_in(7), scale, full), [1000, 0, 0]);
        assert_eq!(win_draw_loss::<R>(Score::mated_in(7), scale, full), [0, 0, 1000]);
    }

    #[test]
    fn chances_are_symmetric_rise_with_the_score_and_a_hundred_wins_every_second_game() {
        for scale in [Scale::Classical, Scale::Network] {
            check::<Chess>(scale);
            check::<Fragments>(scale);
        }
    }

    #[test]
    fn material_is_counted_in_pawns() {
        assert_eq!(material(&Position::<Chess>::start()), 78);
        assert_eq!(material(&Position::<Fragments>::start()), 52);
    }
}
