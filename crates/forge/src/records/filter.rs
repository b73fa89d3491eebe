//! Which positions of a game are fit to learn from.

use rules::{Color, Position, Rules};

use super::Ply;

/// Positions in which an evaluation can be expected to be right: it cannot see what the next capture or check does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Whether positions in check are kept.
    pub keeps_checks: bool,
    /// Whether positions are kept whose best move captures or promotes.
    pub keeps_captures: bool,
    /// Scores at least this far from zero are left out, and with them all mates.
    pub score_below: i32,
    /// Positions earlier than this ply are left out, counted from the array with which the game began.
    pub first_ply: usize,
}

impl Default for Filter {
    fn default() -> Self {
        Self { keeps_checks: false, keeps_captures: false, score_below: 2500, first_ply: 0 }
    }
}

impl Filter {
    /// Whether a position, in which this was played and thought, is kept.
    pub fn keeps<R: Rules>(&self, position: &Position<R>, ply: Ply) -> bool {
        (self.keeps_checks || !position.in_check())
            && (self.keeps_captures || !ply.mv.is_noisy())
            && ply.score.value().abs() < self.score_below
            && ply_number(position) >= self.first_ply
    }
}

/// How many plies were played before a position, by its move number.
fn ply_number<R: Rules>(position: &Position<R>) -> usize {
    let moves = usize::from(position.fullmove_number().saturating_sub(1));
    2 * moves + usize::from(position.side_to_move() == Color::Black)
}

#[cfg(test)]
mod tests {
    use engine::Score;
    use rules::Chess;

    use super::*;

    #[test]
    fn each_filter_leaves_out_its_own_positions() {
        let keeps = |filter: Filter, fen: &str, mv: &str, score: Score| {
            let position: Position<Chess> = fen.parse().unwrap();
            filter.keeps(&position, Ply { mv: position.uci_move(mv).unwrap(), score })
        };
        let (plain, quiet) = (Filter::default(), Score::centipawns(30));
        let start = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert!(keeps(plain, start, "e4e5", quiet));
        assert!(!keeps(plain, start, "e4d5", quiet));
        assert!(keeps(Filter { keeps_captures: true, ..plain }, start, "e4d5", quiet));
        assert!(!keeps(plain, start, "e4e5", Score::mated_in(6)));
        assert!(!keeps(plain, start, "e4e5", Score::centipawns(-2500)));
        assert!(keeps(Filter { first_ply: 2, ..plain }, start, "e4e5", quiet));
        assert!(!keeps(Filter { first_ply: 3, ..plain }, start, "e4e5", quiet));
        let check = "rnbqkbnr/ppp2ppp/3pp3/1B6/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 3";
        assert!(!keeps(plain, check, "c7c6", quiet));
        assert!(keeps(Filter { keeps_checks: true, ..plain }, check, "c7c6", quiet));
    }
}
