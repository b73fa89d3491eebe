//! Positions to experiment with: from games that choose their moves at random, but not quite without sense.
//!
//! Such games castle, promote and take en passant far more often than people do, for both colours, and everything here
//! is the same for the same seed.

use rules::{Chess, Game, Move, MoveList, PieceKind, Position, Rules};
use uci::genfens::Random;

/// How much is left on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Most pieces are.
    Middle,
    /// A few pieces and pawns.
    Ending,
}

impl Phase {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Middle => "middle game",
            Self::Ending => "endgame",
        }
    }

    /// The phase of a position: by the pieces that are neither kings nor pawns.
    pub fn of(position: &Position<Chess>) -> Option<Self> {
        let pieces = position.pieces().filter(|(_, piece)| !matches!(piece.kind, PieceKind::Pawn | PieceKind::King));
        match pieces.count() {
            8.. => Some(Self::Middle),
            1..=5 => Some(Self::Ending),
            _ => None,
        }
    }
}

/// A game of at most so many plies. It may be over before.
pub fn game(start: Position<Chess>, random: &mut Random, plies: usize) -> Game<Chess> {
    let mut game = Game::new(start);
    while game.moves().len() < plies && game.outcome().is_none() {
        let mv = choose(game.position(), random);
        game.play(mv);
    }
    game
}

/// A legal move that does not lose material on its own square, if there is one. Rare kinds are preferred.
fn choose(position: &Position<Chess>, random: &mut Random) -> Move {
    let legal = position.legal_moves();
    let sound: MoveList = legal.iter().copied().filter(|mv| position.exchange_gains(*mv, 0)).collect();
    let moves = if sound.is_empty() { legal } else { sound };
    let weight = |mv: &Move| match mv {
        mv if mv.is_castle() || mv.is_en_passant() => 40,
        mv if mv.is_promotion() => 12,
        mv if mv.is_capture() && position.exchange_gains(*mv, 100) => 10,
        mv if position.kind_at(mv.from()) == Some(PieceKind::King) => 1,
        mv if position.kind_at(mv.from()) == Some(PieceKind::Pawn) => 4,
        _ => 3,
    };
    let total: u64 = moves.iter().map(weight).sum();
    let mut left = random.below(total.max(1));
    for mv in &moves {
        let own = weight(mv);
        if left < own {
            return *mv;
        }
        left -= own;
    }
    moves.first().copied().unwrap_or(Move::NONE)
}

/// Positions of a phase, none in check, none decided, from games with one of these starts.
pub fn positions(
    seed: u64,
    phase: Phase,
    start: impl Fn(&mut Random) -> Position<Chess>,
) -> impl Iterator<Item = Position<Chess>> {
    let mut random = Random::new(seed ^ 0xd0c7_0000);
    std::iter::repeat_with(move || {
        let plies = match phase {
            Phase::Middle => 12 + random.below(40),
            Phase::Ending => 80 + random.below(120),
        };
        game(start(&mut random), &mut random, plies as usize)
    })
    .filter(move |game| {
        let position = game.position();
        Phase::of(position) == Some(phase) && !position.in_check() && game.outcome().is_none()
    })
    .map(|game| *game.position())
}

/// A quiet move after which nothing can be taken, promoted or checked: a search of one ply that is held to it must
/// come to the static evaluation of what stands then, whatever the engine does in quiescence search.
pub fn quiet_move(position: &Position<Chess>) -> Option<Move> {
    position.legal_moves().iter().copied().find(|mv| is_quiet(position, *mv))
}

/// Whether a legal move is one of those that [`quiet_move`] looks for.
pub fn is_quiet(position: &Position<Chess>, mv: Move) -> bool {
    !mv.is_noisy() && !mv.is_castle() && !mv.is_double_step() && is_at_rest(&position.after(mv))
}

/// Whether nothing can be taken, promoted or checked: any quiescence search comes to the static evaluation here.
pub fn is_at_rest<R: Rules>(position: &Position<R>) -> bool {
    let replies = position.legal_moves();
    !position.in_check()
        && !replies.is_empty()
        && replies.iter().all(|reply| !reply.is_noisy() && !position.gives_check(*reply))
}

/// A move as it is on the board with its colours swapped and its ranks turned over.
pub fn flipped_move(mv: Move) -> Move {
    mv.flipped(Chess::HEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_same_for_the_same_seed_and_rich_in_rare_moves() {
        let mut random = Random::new(5);
        let games: Vec<Game<Chess>> = (0..40).map(|_| game(Position::start(), &mut random, 160)).collect();
        let count = |what: fn(&Move) -> bool| games.iter().flat_map(|game| game.moves()).filter(|mv| what(mv)).count();
        assert!(count(|mv| mv.is_castle()) >= 8);
        assert!(count(|mv| mv.is_promotion()) >= 8);
        assert!(count(|mv| mv.is_en_passant()) >= 4);
        let again = game(Position::start(), &mut Random::new(5), 160);
        assert_eq!(again.moves(), games[0].moves());
    }

    #[test]
    fn a_quiet_move_stays_one_on_the_flipped_board() {
        let some = |phase| positions(3, phase, |_| Position::start());
        let with_move = some(Phase::Middle).chain(some(Phase::Ending).take(20));
        for position in with_move.take(40) {
            let Some(mv) = quiet_move(&position) else { continue };
            let flipped = position.flipped();
            assert!(flipped.is_legal(flipped_move(mv)), "{position}: {}", mv.uci(Default::default()));
            // The number of the move grows after Black's turn, whichever board it is.
            let board = |position: &Position<Chess>| position.to_setup().board;
            assert_eq!(board(&position.after(mv).flipped()), board(&flipped.after(flipped_move(mv))));
        }
    }
}
