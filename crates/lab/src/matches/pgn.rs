//! A finished game as PGN.

use rules::text::pgn::{PgnGame, PgnResult};
use rules::{Game, Rules};

use super::date::today;
use super::play::Finished;
use super::record::{GameRecord, GameResult};
use crate::engines::PlayerLimits;

/// The game with its tags and with what was thought of each move.
pub(super) fn pgn_text<R: Rules>(
    finished: Finished<R>,
    record: &GameRecord,
    event: &str,
    limits: [&PlayerLimits; 2],
) -> String {
    let mut comments = finished.comments;
    if let Some(last) = comments.last_mut() {
        let separator = if last.is_empty() { "" } else { ", " };
        *last = format!("{last}{separator}{}", record.detail);
    }
    let text = |name: &str, value: String| (name.to_owned(), value);
    let mut tags = vec![
        text("Event", event.to_owned()),
        text("Site", "Adoube".to_owned()),
        text("Date", today()),
        text("Round", (record.pair + 1).to_string()),
        text("White", record.white.clone()),
        text("Black", record.black.clone()),
        text("PlyCount", finished.game.moves().len().to_string()),
        text("Termination", record.reason.termination().to_owned()),
        text("Ending", record.reason.to_string()),
        text("GameNumber", (record.game + 1).to_string()),
        text("OpeningNumber", (record.opening + 1).to_string()),
    ];
    let [white, black] =
        limits.map(|limits| limits.clock.map_or_else(|| limits.to_string(), |clock| clock.to_string()));
    if white == black {
        tags.push(text("TimeControl", white));
    } else {
        tags.push(text("WhiteTimeControl", white));
        tags.push(text("BlackTimeControl", black));
    }
    let result = match record.result {
        GameResult::Draw => PgnResult::Draw,
        decided => decided.winner().map_or(PgnResult::Unknown, PgnResult::Win),
    };
    PgnGame { tags, game: finished.game, comments, result }.to_string()
}

/// A game that ended before its first move.
pub(super) fn unplayed<R: Rules>(game: Game<R>) -> (Game<R>, Vec<String>) {
    let comments = vec![String::new(); game.moves().len() + 1];
    (game, comments)
}
