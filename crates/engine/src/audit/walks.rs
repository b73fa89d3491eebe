//! Positions to try laws on: random games from positions in which something special is near. The same ones every time.

use rules::{Game, Move, Position, Rules};

/// Where walks begin: by the game's name.
const STARTS: [(&str, &str); 15] = [
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("chess", "r3k2r/pppq1ppp/2n1bn2/2b1p3/2B1P3/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 1"),
    ("chess", "r3k2r/1p4p1/8/8/8/8/1P4P1/R3K2R b KQkq - 0 1"),
    ("chess", "1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w KQkq - 0 1"),
    ("chess", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
    ("chess", "4k3/2pppp2/8/2P2P2/2p2p2/8/2PPPP2/4K3 w - - 0 1"),
    ("chess", "8/3p4/8/K1P4r/1R2p2k/8/3P4/8 w - - 0 1"),
    ("chess", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 2"),
    ("chess", "1n2k3/P1P4p/8/8/8/8/p1p4P/1N2K3 w - - 0 1"),
    ("chess", "4k3/3n4/8/1B5b/1b5B/2N5/8/4K3 w - - 0 1"),
    ("chess", "r3k2r/6P1/8/4b3/3B4/8/1p6/R3K2R w KQkq - 0 1"),
    ("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1"),
    ("fragments", ""),
    ("fragments", "2k2/5/5/2P2/2K2 w - -"),
    ("fragments", "1rk2/2p2/5/2P2/2KR1 w - -"),
];

/// A source of numbers that look random and are always the same: SplitMix64.
#[derive(Clone, Debug)]
pub(super) struct Numbers(pub u64);

impl Numbers {
    /// A number below a bound.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

/// The positions in which walks begin.
pub(super) fn starts<R: Rules>() -> Vec<Position<R>> {
    let parse = |fen: &str| if fen.is_empty() { Some(Position::start()) } else { fen.parse().ok() };
    STARTS.iter().filter(|(game, _)| *game == R::NAME).filter_map(|(_, fen)| parse(fen)).collect()
}

#[test]
fn every_start_can_be() {
    assert_eq!(starts::<rules::Chess>().len() + starts::<rules::Fragments>().len(), STARTS.len());
}

/// A move at random; castling, promotions and captures in passing more often than not.
pub(super) fn choice<R: Rules>(position: &Position<R>, moves: &[Move], numbers: &mut Numbers) -> Option<Move> {
    let is_special = |mv: &&Move| mv.is_castle() || mv.is_en_passant() || mv.is_promotion() && !position.in_check();
    let special: Vec<Move> = moves.iter().filter(is_special).copied().collect();
    if !special.is_empty() && numbers.below(2) == 0 {
        return Some(special[numbers.below(special.len())]);
    }
    moves.get(numbers.below(moves.len())).copied()
}

/// So many random games, each of at most so many plies.
pub(super) fn games<R: Rules>(count: usize, plies: usize) -> Vec<Game<R>> {
    let starts = starts::<R>();
    let mut numbers = Numbers(0xad0b_e000 + plies as u64);
    let mut games = Vec::new();
    for number in 0..count {
        let mut game = Game::new(starts[number % starts.len()]);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            let Some(mv) = choice(game.position(), &moves, &mut numbers).filter(|_| game.outcome().is_none()) else {
                break;
            };
            game.play(mv);
        }
        games.push(game);
    }
    games
}

/// Games that have stopped after a random number of moves, and are not over.
pub(super) fn unfinished<R: Rules>(count: usize, most_pieces: u32) -> Vec<Game<R>> {
    let starts = starts::<R>();
    let mut numbers = Numbers(0x5eed + u64::from(most_pieces));
    let mut games = Vec::new();
    for number in 0..60 * count {
        let mut game = Game::new(starts[number % starts.len()]);
        for _ in 0..numbers.below(70) {
            let moves = game.position().legal_moves();
            let Some(mv) = choice(game.position(), &moves, &mut numbers) else { break };
            game.play(mv);
        }
        let has_kings = rules::Color::ALL.into_iter().all(|color| game.position().king(color).is_some());
        if has_kings && game.outcome().is_none() && game.position().occupied().len() <= most_pieces {
            games.push(game);
        }
        if games.len() == count {
            break;
        }
    }
    games
}

/// A game's position without its past.
pub(super) fn fresh<R: Rules>(position: &Position<R>) -> Option<Game<R>> {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    Position::<R>::try_from(&setup).ok().map(Game::new)
}
