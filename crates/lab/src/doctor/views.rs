//! Whose view scores are from, and in what mates are counted: read from positions that nobody can doubt.

use std::ops::RangeInclusive;

use rules::{Chess, Color, Fragments, Game, PieceKind, Position, Rules};
use uci::client::{EngineError, SearchScore};

use super::mates;
use super::patient::View;
use super::positions::is_at_rest;
use super::session::{Session, to_depth};

/// What an engine said of a position that is won for somebody.
#[derive(Clone, Debug)]
pub struct Reading<R: Rules = Chess> {
    /// The position.
    pub position: Position<R>,
    /// Who is winning.
    pub winner: Color,
    /// Moves to mate if that is proven, as the side to move should see it.
    pub mate: Option<i32>,
    /// The score, as it was said.
    pub score: SearchScore,
}

impl<R: Rules> Reading<R> {
    fn is_positive(&self) -> bool {
        match self.score {
            SearchScore::Centipawns(value) => value > 0,
            SearchScore::Mate(moves) => moves > 0,
        }
    }

    /// Whether the sign is right in a view.
    pub fn fits(&self, view: View) -> bool {
        let good_for = match view {
            View::SideToMove => self.position.side_to_move(),
            View::White => Color::White,
        };
        self.is_positive() == (good_for == self.winner)
    }
}

/// A smaller position in which the same is certain: the mate is proven again, or nothing can happen at once and the winner is
/// a queen ahead.
pub fn is_as_clear(reading: &Reading, position: &Position<Chess>) -> bool {
    *position == reading.position
        || match reading.mate {
            Some(moves) => mates::is_at(position, moves),
            None => is_at_rest(position) && ahead(position, reading.winner) >= 9,
        }
}

/// By how many pawns' worth of pieces a side is ahead.
fn ahead<R: Rules>(position: &Position<R>, color: Color) -> i32 {
    let value = |kind: PieceKind| match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Right => 7,
        PieceKind::Queen => 9,
        PieceKind::King => 0,
    };
    position.pieces().map(|(_, piece)| if piece.color == color { value(piece.kind) } else { -value(piece.kind) }).sum()
}

/// Positions with a queen or two rooks too many, all else even, nothing hanging.
const WON: [&str; 4] = [
    "rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",
    "r1bqk1nr/pppp1ppp/2n5/4p3/4P3/2N2N2/PPPP1PPP/3QKB2 w kq - 0 5",
    "r4rk1/ppp2ppp/2np1n2/4p3/4P3/2NP1N2/PPP2PPP/R2Q1RK1 w - - 0 9",
    "6k1/5pp1/1p2p2p/p7/P7/1P2P2P/3Q1PP1/6K1 w - - 0 30",
];

/// The same in Chess Fragments: White has a queen or a Right too many.
const WON_IN_FRAGMENTS: [&str; 3] =
    ["1k3/ppppp/5/PPPPP/1K1Q1 w - -", "rbk2/ppppp/5/PPPPP/RBKQ1 w - -", "nbk2/ppppp/5/PPPPP/NBKR1 w - -"];

/// Won positions for both winners and both sides to move, with the winner.
pub fn won() -> Vec<(Position<Chess>, Color)> {
    // The second of them has Black two rooks ahead.
    both_ways(&WON, |fen| if fen == WON[1] { Color::Black } else { Color::White })
}

/// The same in Chess Fragments.
pub fn won_in_fragments() -> Vec<(Position<Fragments>, Color)> {
    both_ways(&WON_IN_FRAGMENTS, |_| Color::White)
}

fn both_ways<R: Rules>(fens: &[&str], winner: impl Fn(&str) -> Color) -> Vec<(Position<R>, Color)> {
    let mut all = Vec::new();
    for fen in fens {
        let Ok(first) = fen.parse::<Position<R>>() else { continue };
        let winner = winner(fen);
        let passed = first.after_null_move();
        all.extend([(first.flipped(), !winner), (passed.flipped(), !winner), (first, winner), (passed, winner)]);
    }
    all
}

/// What the engine thinks of won positions.
pub fn centipawns(session: &mut Session, depth: u32) -> Result<Vec<Reading>, EngineError> {
    centipawns_of(session, won(), depth)
}

/// The same of won positions of any game.
pub fn centipawns_of<R: Rules>(
    session: &mut Session,
    won: Vec<(Position<R>, Color)>,
    depth: u32,
) -> Result<Vec<Reading<R>>, EngineError> {
    let mut readings = Vec::new();
    for (position, winner) in won {
        if session.time_is_up() {
            break;
        }
        let heard = session.fresh_in(&Game::new(position), &to_depth(depth))?;
        if let Some(score @ SearchScore::Centipawns(_)) = heard.score() {
            readings.push(Reading { position, winner, mate: None, score });
        }
    }
    Ok(readings)
}

/// What the engine thinks of proven mates of these lengths, as far as it sees one at all.
pub fn mates(session: &mut Session, lengths: RangeInclusive<i32>, most: usize) -> Result<Vec<Reading>, EngineError> {
    let mut readings = Vec::new();
    for known in mates::known().into_iter().filter(|known| lengths.contains(&known.moves.abs())).take(most) {
        if session.time_is_up() {
            break;
        }
        let heard = session.fresh(&known.position, &to_depth(2 * known.moves.unsigned_abs() + 3))?;
        if let Some(score @ SearchScore::Mate(_)) = heard.score() {
            let side = known.position.side_to_move();
            let winner = if known.moves > 0 { side } else { !side };
            readings.push(Reading { position: known.position, winner, mate: Some(known.moves), score });
        }
    }
    Ok(readings)
}

/// The view that all readings fit; `None` if there are none, or if neither does.
pub fn view_of<R: Rules>(readings: &[Reading<R>]) -> Option<View> {
    let informative = readings.iter().any(|reading| reading.position.side_to_move() == Color::Black);
    let fits = |view: View| informative && readings.iter().all(|reading| reading.fits(view));
    [View::SideToMove, View::White].into_iter().find(|view| fits(*view))
}

/// Whether mates are counted in plies: all those in more than one move are twice as far as they should be.
pub fn in_plies(readings: &[Reading]) -> bool {
    let mut longer = 0;
    for reading in readings {
        let (Some(mate), SearchScore::Mate(said)) = (reading.mate, reading.score) else { continue };
        let plies = if mate > 0 { 2 * mate - 1 } else { -2 * mate };
        if mate.abs() >= 2 {
            longer += 1;
            if said.abs() < plies {
                return false;
            }
        }
    }
    longer >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(fen: &str, winner: Color, mate: Option<i32>, score: SearchScore) -> Reading {
        Reading { position: fen.parse().unwrap(), winner, mate, score }
    }

    #[test]
    fn the_won_positions_are_legal_both_ways_and_won_for_whom_they_should_be() {
        for (place, fen) in WON.iter().enumerate() {
            let position: Position<Chess> = fen.parse().unwrap();
            assert!(!position.in_check());
            let ahead = ahead(&position, Color::White);
            assert!(if place == 1 { ahead < -4 } else { ahead > 4 }, "{fen}: {ahead}");
        }
    }

    #[test]
    fn those_of_fragments_are_at_rest_and_won_too() {
        let won = won_in_fragments();
        assert_eq!(won.len(), 4 * WON_IN_FRAGMENTS.len());
        for (position, winner) in won {
            let takes = position.legal_moves().iter().any(|mv| mv.is_noisy());
            assert!(!position.in_check() && !takes && ahead(&position, winner) >= 7, "{position}");
        }
    }

    #[test]
    fn the_view_is_told_from_blacks_turns() {
        let (white, black) = ("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3 b - - 0 1");
        let plus = SearchScore::Centipawns(900);
        let minus = SearchScore::Centipawns(-900);
        let one = reading(white, Color::White, None, plus);
        assert_eq!(view_of(std::slice::from_ref(&one)), None);
        let side = [one.clone(), reading(black, Color::White, None, minus)];
        assert_eq!(view_of(&side), Some(View::SideToMove));
        let fixed = [one, reading(black, Color::White, None, plus)];
        assert_eq!(view_of(&fixed), Some(View::White));
    }

    #[test]
    fn plies_are_told_from_longer_mates_only() {
        let fen = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
        let said = |mate, said| reading(fen, Color::White, Some(mate), SearchScore::Mate(said));
        assert!(in_plies(&[said(1, 1), said(2, 3), said(3, 5)]));
        assert!(!in_plies(&[said(1, 1), said(2, 2), said(3, 3)]));
        assert!(!in_plies(&[said(1, 1)]));
        assert!(in_plies(&[said(2, 3), said(-2, -4)]));
    }
}
