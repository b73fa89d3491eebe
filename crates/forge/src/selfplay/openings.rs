//! Where games begin: some random plies after a starting array.

use rules::{Bitboard, Chess, Color, Fragments, Game, Piece, Position, Rules, Square};

use crate::random::Random;

/// How a game's openings are made.
pub trait Openings: Rules {
    /// The numbers of random plies, each as likely as the others. Odd and even ones, so that either side may begin.
    const RANDOM_PLIES: std::ops::RangeInclusive<usize>;

    /// After how many nodes no new iteration begins when an opening is looked at.
    const LOOK_NODES: u64;

    /// An array of pieces that games start from.
    fn array(random: &mut Random) -> Position<Self>;

    /// The same with the pieces behind the pawns shuffled.
    fn shuffled_array(random: &mut Random) -> Position<Self>;
}

impl Openings for Chess {
    const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 8..=9;
    const LOOK_NODES: u64 = 1_000;

    fn array(_: &mut Random) -> Position<Self> {
        Position::start()
    }

    fn shuffled_array(random: &mut Random) -> Position<Self> {
        let mut number = || random.below(960) as u16;
        Self::double_chess960(number(), number()).unwrap_or_else(Position::start)
    }
}

impl Openings for Fragments {
    const RANDOM_PLIES: std::ops::RangeInclusive<usize> = 2..=9;
    /// Most openings are decided, so it must cost little to find that out.
    const LOOK_NODES: u64 = 200;

    /// One of the set-ups with all pieces.
    fn array(random: &mut Random) -> Position<Self> {
        const FULL: [&str; 3] = ["sample0", "sample1", "brief"];
        let text = Self::setup(FULL[random.below(FULL.len())]);
        text.and_then(|text| text.parse().ok()).unwrap_or_else(Position::start)
    }

    fn shuffled_array(random: &mut Random) -> Position<Self> {
        let start = Position::<Self>::start();
        let mut setup = start.to_setup();
        for (color, rank) in [(Color::White, 0), (Color::Black, Self::HEIGHT - 1)] {
            let home: Vec<Square> = (Self::WINDOW & Bitboard::rank(rank)).into_iter().collect();
            let mut pieces: Vec<Option<Piece>> = home.iter().map(|square| setup.board[square.index()]).collect();
            debug_assert!(pieces.iter().flatten().all(|piece| piece.color == color));
            random.shuffle(&mut pieces);
            for (square, piece) in home.into_iter().zip(pieces) {
                setup.board[square.index()] = piece;
            }
        }
        Position::try_from(&setup).unwrap_or(start)
    }
}

/// A position after some random plies in which the game is not over; `None` if it ended on the way.
pub(super) fn random_opening<R: Openings>(random: &mut Random, shuffled_permille: u16) -> Option<Position<R>> {
    let start = if random.happens(shuffled_permille) { R::shuffled_array(random) } else { R::array(random) };
    let mut game = Game::new(start);
    let choices = R::RANDOM_PLIES.count();
    for _ in 0..R::RANDOM_PLIES.start() + random.below(choices) {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            return None;
        }
        game.play(moves[random.below(moves.len())]);
    }
    game.outcome().is_none().then(|| *game.position())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings<R: Openings>(shuffled_permille: u16) -> Vec<Position<R>> {
        (0..300).filter_map(|part| random_opening(&mut Random::new(5, part), shuffled_permille)).collect()
    }

    fn check<R: Openings>(shuffled_permille: u16) {
        let openings = openings::<R>(shuffled_permille);
        assert!(openings.len() > 200, "{}", openings.len());
        let white = openings.iter().filter(|opening| opening.side_to_move() == Color::White).count();
        assert!((openings.len() / 3..openings.len() * 2 / 3).contains(&white), "{white} of {}", openings.len());
        let mut keys: Vec<u64> = openings.iter().map(|opening| opening.key().0).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() * 10 > openings.len() * 9, "{} of {} differ", keys.len(), openings.len());
    }

    #[test]
    fn openings_differ_and_leave_either_side_to_move() {
        check::<Chess>(0);
        check::<Chess>(1000);
        check::<Fragments>(0);
        check::<Fragments>(1000);
    }

    #[test]
    fn a_shuffled_array_has_the_pieces_of_the_plain_one() {
        let count = |position: Position<Fragments>| {
            let mut letters: Vec<char> = position.pieces().map(|(_, piece)| piece.letter()).collect();
            letters.sort_unstable();
            letters
        };
        let mut random = Random::new(1, 1);
        for _ in 0..20 {
            assert_eq!(count(Fragments::shuffled_array(&mut random)), count(Position::start()));
        }
    }
}
