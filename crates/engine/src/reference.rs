//! The simplest sound player: negamax to a fixed depth with plain alpha-beta, counting material at the leaves.
//!
//! It plays badly and it plays right: mate, stalemate, repetition and the other ends of a game are judged by the rules
//! at every node, and nothing is pruned but what alpha-beta proves irrelevant. That makes it the judge of faster
//! searches, which must agree with it wherever they claim to be exact.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::{Color, Game, KeyHistory, Move, MoveList, Outcome, PieceKind, Position, Rules};

/// The score of having mated already. A mate that is `n` plies away scores `MATE - n` for the winner.
pub const MATE: i32 = 32_000;

/// Scores beyond this are mates: no search goes so many plies deep, and no material is worth so much.
const MATE_BOUND: i32 = MATE - 1_000;

const INFINITY: i32 = MATE + 1;

/// How many plies away the mate is that a score promises: positive if the side to move mates, negative if it is mated.
/// `None` if the score is not a mate.
///
/// ```
/// use adoube_engine::{MATE, plies_to_mate};
/// assert_eq!(plies_to_mate(MATE - 3), Some(3));
/// assert_eq!(plies_to_mate(2 - MATE), Some(-2));
/// assert_eq!(plies_to_mate(900), None);
/// ```
pub const fn plies_to_mate(score: i32) -> Option<i32> {
    if score > MATE_BOUND {
        Some(MATE - score)
    } else if score < -MATE_BOUND {
        Some(-(MATE + score))
    } else {
        None
    }
}

/// The best move at a depth, and its score in the view of the side to move. `None` if there is nothing to play: no
/// legal move, or the king is gone. A game that is drawn already is played on.
///
/// Once `stop` is set, the answer comes at once and is whatever looked best until then; it is legal all the same.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use adoube_engine::{MATE, best_move};
/// use rules::{Chess, Game, Position};
/// let position: Position<Chess> = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse().unwrap();
/// let (mv, score) = best_move(&Game::new(position), 2, &AtomicBool::new(false)).unwrap();
/// assert_eq!(mv, position.uci_move("a1a8").unwrap());
/// assert_eq!(score, MATE - 1);
/// ```
pub fn best_move<R: Rules>(game: &Game<R>, depth: u32, stop: &AtomicBool) -> Option<(Move, i32)> {
    best_move_among(game, &ordered_moves(game.position()), depth, stop)
}

/// The best of some legal moves: see [`best_move`].
pub fn best_move_among<R: Rules>(game: &Game<R>, moves: &[Move], depth: u32, stop: &AtomicBool) -> Option<(Move, i32)> {
    let position = game.position();
    position.king(position.side_to_move())?;
    let mut search = Search { history: game.history().clone(), stop };
    if R::START_COUNTS_AS_REPETITION || !game.moves().is_empty() {
        search.history.push(position.repetition_key());
    }
    let mut best = (*moves.first()?, -INFINITY);
    for &mv in moves {
        let score = -search.negamax(&position.after(mv), depth.saturating_sub(1), 1, -INFINITY, -best.1);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if score > best.1 {
            best = (mv, score);
        }
    }
    // Stopped before the first move was done: nothing is known but the material.
    if best.1 == -INFINITY {
        best.1 = material(position);
    }
    Some(best)
}

struct Search<'a> {
    history: KeyHistory,
    stop: &'a AtomicBool,
}

impl Search<'_> {
    fn negamax<R: Rules>(&mut self, position: &Position<R>, depth: u32, ply: i32, mut alpha: i32, beta: i32) -> i32 {
        match position.outcome(&self.history) {
            // Whoever wins, it is the one who has just moved.
            Some(Outcome::Win(..)) => return ply - MATE,
            Some(Outcome::Draw(_)) => return 0,
            None => {}
        }
        if depth == 0 || self.stop.load(Ordering::Relaxed) {
            return material(position);
        }
        self.history.push(position.repetition_key());
        let mut best = -INFINITY;
        for &mv in &ordered_moves(position) {
            let score = -self.negamax(&position.after(mv), depth - 1, ply + 1, -beta, -alpha);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.history.pop();
        best
    }
}

/// Captures and promotions first: alpha-beta needs a good move early to have something to cut with.
fn ordered_moves<R: Rules>(position: &Position<R>) -> MoveList {
    let mut moves = MoveList::new();
    position.noisy_moves(&mut moves);
    position.quiet_moves(&mut moves);
    moves
}

/// The material of the side to move less that of the other, kings left out.
fn material<R: Rules>(position: &Position<R>) -> i32 {
    let of_side = |color: Color| -> i32 {
        let kinds = R::KINDS.iter().filter(|kind| **kind != PieceKind::King);
        kinds.map(|&kind| R::EXCHANGE_VALUES[kind.index()] * position.of(color, kind).len() as i32).sum()
    };
    of_side(position.side_to_move()) - of_side(!position.side_to_move())
}

#[cfg(test)]
mod tests {
    use rules::{Chess, Fragments, WinReason};

    use super::*;

    static GO_ON: AtomicBool = AtomicBool::new(false);

    fn game<R: Rules>(fen: &str) -> Game<R> {
        Game::new(fen.parse().unwrap())
    }

    fn best<R: Rules>(game: &Game<R>, depth: u32) -> (String, i32) {
        let (mv, score) = best_move(game, depth, &GO_ON).unwrap();
        (format!("{mv:?}"), score)
    }

    #[test]
    fn mate_in_one_is_found_in_both_games() {
        let chess = game::<Chess>("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1");
        let fragments = game::<Fragments>("k4/5/1K3/5/3Q1 w - -");
        for depth in 1..=4 {
            let (mv, score) = best_move(&chess, depth, &GO_ON).unwrap();
            assert_eq!(score, MATE - 1);
            let mated = chess.position().after(mv).outcome(&KeyHistory::default());
            assert_eq!(mated, Some(Outcome::Win(Color::White, WinReason::Checkmate)));
            assert_eq!(best(&fragments, depth).1, MATE - 1);
        }
    }

    #[test]
    fn mate_in_two_is_three_plies_away_and_the_mated_side_sees_two() {
        let two_rooks = game::<Chess>("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1");
        assert_eq!(best(&two_rooks, 3).1, MATE - 3);
        let mut mated = two_rooks;
        mated.play(best_move(&mated, 3, &GO_ON).unwrap().0);
        assert_eq!(best(&mated, 2).1, 2 - MATE);
    }

    #[test]
    fn a_stalemate_wins_in_fragments() {
        let bishop = game::<Fragments>("k4/2K2/5/4B/5 w - -");
        let (mv, score) = best_move(&bishop, 1, &GO_ON).unwrap();
        assert_eq!(score, MATE - 1);
        let outcome = bishop.position().after(mv).outcome(&KeyHistory::default());
        assert_eq!(outcome, Some(Outcome::Win(Color::White, WinReason::Stalemate)));
    }

    #[test]
    fn a_stalemate_draws_in_chess() {
        let held = game::<Chess>("4k3/4P3/8/4K3/8/8/8/8 w - - 0 1");
        let only = held.position().uci_move("e5e6").unwrap();
        assert_eq!(best_move_among(&held, &[only], 1, &GO_ON), Some((only, 0)));
    }

    #[test]
    fn a_king_that_can_be_taken_is_taken() {
        assert_eq!(best(&game::<Fragments>("k4/5/5/5/Q1K2 w - -"), 3), ("a1a5".to_owned(), MATE - 1));
    }

    #[test]
    fn the_side_that_is_behind_repeats() {
        let mut game = game::<Chess>("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            game.play(game.position().uci_move(text).unwrap());
        }
        assert_eq!(best(&game, 2), ("f6g8".to_owned(), 0));
    }

    #[test]
    fn bare_kings_draw_in_both_games() {
        assert_eq!(best(&game::<Chess>("k7/8/8/8/8/8/1p6/K7 w - - 0 1"), 3), ("a1b2".to_owned(), 0));
        assert_eq!(best(&game::<Fragments>("k4/5/5/1p3/K4 w - -"), 3), ("a1b2".to_owned(), 0));
    }

    #[test]
    fn there_is_no_best_move_where_there_is_no_move() {
        assert_eq!(best_move(&game::<Chess>("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), 3, &GO_ON), None);
        assert_eq!(best_move(&game::<Fragments>("5/5/5/5/1RK2 b - -"), 3, &GO_ON), None);
    }

    #[test]
    fn a_stopped_search_still_answers_with_a_legal_move() {
        let start = Game::new(Position::<Chess>::start());
        let (mv, score) = best_move(&start, 60, &AtomicBool::new(true)).unwrap();
        assert!(start.position().is_legal(mv));
        assert_eq!(score, 0);
    }

    /// The score by the definition, without any cut.
    fn minimax<R: Rules>(game: &Game<R>, depth: u32, ply: i32) -> i32 {
        match game.outcome() {
            Some(Outcome::Win(..)) => return ply - MATE,
            Some(Outcome::Draw(_)) => return 0,
            None if depth == 0 => return material(game.position()),
            None => {}
        }
        let after = |mv: &Move| {
            let mut next = game.clone();
            next.play(*mv);
            -minimax(&next, depth - 1, ply + 1)
        };
        game.position().legal_moves().iter().map(after).max().unwrap()
    }

    #[test]
    fn alpha_beta_equals_minimax() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 60",
            "8/5k2/8/8/8/8/1q6/K7 w - - 0 1",
        ] {
            let game = game::<Chess>(fen);
            (1..=3).for_each(|depth| assert_eq!(best(&game, depth).1, minimax(&game, depth, 0), "{fen} {depth}"));
        }
        for (name, fen) in Fragments::SETUPS {
            let game = game::<Fragments>(fen);
            (1..=4).for_each(|depth| assert_eq!(best(&game, depth).1, minimax(&game, depth, 0), "{name} {depth}"));
        }
    }
}
