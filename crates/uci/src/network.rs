//! The network's half of `eval`: what each piece is worth on its square, and why the score has moved since the last move.

use std::fmt::Write as _;

use engine::Bound;
use engine::network::{Explanation, Network, explain};
use engine::wdl::Scale;
use rules::{Game, Position, Rules, Square};
use serde_json::{Value, json};

use crate::evaluation::signed;
use crate::score::View;

/// How many of the pieces whose worth has changed are told of.
const TOLD: usize = 8;

/// A board with the worth of each piece, and what the last move has changed, in White's view.
pub(crate) fn network_text<R: Rules>(network: &Network<R>, game: &Game<R>) -> String {
    let position = game.position();
    let explanation = explain(network, position);
    let shown = View::White.show(network.evaluate(position), Scale::Network, Bound::Exact, position);
    let mut text = format!(
        "Network {}, {}, output layer {} of {}. Below each piece: what White would lose without it.\n\n{}\n\
         total {}; {} to move; White's view; shown as {shown}\n",
        explanation.id,
        explanation.shape,
        explanation.output_bucket + 1,
        explanation.output_buckets,
        board(position, &explanation),
        signed(explanation.white_total),
        position.side_to_move(),
    );
    if let Some(before) = before_last_move(game) {
        text += &change(network, &before, game, &explanation);
    }
    text
}

/// The same for programs.
pub(crate) fn network_json<R: Rules>(network: &Network<R>, game: &Game<R>) -> Value {
    let explanation = explain(network, game.position());
    let change = before_last_move(game).map(|before| {
        let earlier = explain(network, &before);
        json!({
            "move": game.moves().last().map(|mv| before.san(*mv)),
            "total_before": earlier.white_total, "gain": explanation.white_total - earlier.white_total,
            "pieces": explanation.changes_since(&earlier),
        })
    });
    json!({
        "id": explanation.id, "shape": explanation.shape, "total": explanation.white_total,
        "output_bucket": explanation.output_bucket, "output_buckets": explanation.output_buckets,
        "pieces": explanation.pieces, "last_move": change,
    })
}

/// Two lines for each rank: pieces, and their worth below them.
fn board<R: Rules>(position: &Position<R>, explanation: &Explanation) -> String {
    let mut text = String::new();
    for rank in (0..R::HEIGHT).rev() {
        let (mut pieces, mut values) = (format!("{:>2} ", rank + 1), "   ".to_owned());
        for file in 0..R::WIDTH {
            let square = Square::at(file, rank);
            let letter = position.piece_at(square).map_or('.', |piece| piece.letter());
            let name = square.to_string();
            let value = explanation.pieces.iter().find(|piece| piece.square == name).and_then(|piece| piece.value);
            let _ = write!(pieces, "{letter:>7}");
            let _ = write!(values, "{:>7}", value.map(signed).unwrap_or_default());
        }
        let _ = writeln!(text, "{pieces}\n{}", values.trim_end());
    }
    let files: String = (0..R::WIDTH).map(|file| format!("{:>7}", Square::at(file, 0).file_letter())).collect();
    text + "   " + &files + "\n"
}

/// Why the score has moved: the pieces whose worth changed most.
fn change<R: Rules>(network: &Network<R>, before: &Position<R>, game: &Game<R>, now: &Explanation) -> String {
    let earlier = explain(network, before);
    let played = game.moves().last().map(|mv| before.san(*mv)).unwrap_or_default();
    let mut text = format!(
        "\n{played} changed the total from {} to {}, by {}. Pieces that are worth more or less to White:\n",
        signed(earlier.white_total),
        signed(now.white_total),
        signed(now.white_total - earlier.white_total)
    );
    for change in now.changes_since(&earlier).iter().take(TOLD) {
        let worth = |value: Option<i32>| value.map_or("none".to_owned(), signed);
        let _ = writeln!(
            text,
            "{:>3}{:3}{:>7} -> {:>6}{:>8}",
            change.piece,
            change.square,
            worth(change.before),
            worth(change.after),
            signed(change.gain())
        );
    }
    text
}

/// The position before the last move.
fn before_last_move<R: Rules>(game: &Game<R>) -> Option<Position<R>> {
    let (_, earlier) = game.moves().split_last()?;
    Some(earlier.iter().fold(*game.start(), |position, mv| position.after(*mv)))
}
