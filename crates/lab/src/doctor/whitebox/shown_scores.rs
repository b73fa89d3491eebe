//! The one place where a score is turned to another view and a mate counted in moves: what a driver is shown.

use engine::wdl::Scale;
use engine::{Bound, Score};
use rules::{Chess, Color, Position};
use uci::{View, Worth};

use crate::doctor::law::{Group, Law};
use crate::doctor::verdict::{Certainty, Evidence, Finding, Verdict};

pub(super) const LAW: Law = Law {
    group: Group::Inside,
    name: "shown-scores",
    says: "A driver is shown the side to move's scores, and mates in moves",
    experiment: "scores of both signs and mates of all lengths, as they are shown with either side to move",
};

/// What is shown of a score, and what should be.
fn case(position: &Position<Chess>, score: Score, view: View, is_right: impl Fn(Worth) -> bool) -> Option<String> {
    let shown = view.show(score, Scale::Classical, Bound::Exact, position).worth;
    (!is_right(shown))
        .then(|| format!("{shown:?} for {score:?} with {:?} to move, in the view of {view:?}", position.side_to_move()))
}

pub(super) fn audit() -> Verdict {
    let start = Position::<Chess>::start();
    let Some(mv) = start.legal_moves().first().copied() else { return Verdict::CannotTell("no position".to_owned()) };
    let mut tried = 0;
    let mut wrong: Vec<(&Position<Chess>, String, String)> = Vec::new();
    let black = start.after(mv);
    for position in [&start, &black] {
        for view in [View::Side, View::White] {
            let turns = view == View::White && position.side_to_move() == Color::Black;
            let sign = if turns { -1 } else { 1 };
            for value in [-900_i32, -50, 50, 900] {
                tried += 1;
                let is_right =
                    |worth| matches!(worth, Worth::Centipawns(shown) if shown.signum() == sign * value.signum());
                let seen = case(position, Score::centipawns(value), view, is_right);
                let expected = format!("the sign of {value}, {}", if turns { "turned" } else { "not turned" });
                wrong.extend(seen.map(|seen| (position, expected, seen)));
            }
            for plies in 1..60_i32 {
                let moves = (plies + 1) / 2;
                let count = plies as usize;
                for (score, moves) in [(Score::mate_in(count), sign * moves), (Score::mated_in(count), -sign * moves)] {
                    tried += 1;
                    let seen = case(position, score, view, |worth| worth == Worth::Mate(moves));
                    wrong.extend(seen.map(|seen| (position, format!("mate {moves}, {plies} plies away"), seen)));
                }
            }
        }
    }
    let failed = wrong.len();
    let Some((position, expected, seen)) = wrong.into_iter().next() else {
        return Verdict::Pass(format!("held in {tried} cases"));
    };
    Verdict::Finding(Box::new(Finding {
        certainty: Certainty::Sure,
        summary: format!("{}: expected {expected}, seen {seen}", LAW.says),
        failed,
        tried,
        evidence: Evidence { fen: Some(position.to_string()), expected, seen, ..Evidence::default() },
        culprits: vec![
            "scores are turned to White's view although nobody asked for it".to_owned(),
            "mates are counted in plies".to_owned(),
        ],
        breaks: "match runners and people read the score wrongly".to_owned(),
    }))
}
