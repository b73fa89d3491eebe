//! Playing weaker by honest means: the player looks at fewer positions, and judges them less surely. It never plays a
//! random move, and never one that it holds to be worse than another.

use engine::Weakness;

/// Which errors: any number will do.
const SEED: u64 = 0x0adb_e000;

/// What players of measured strength may use: their Elo, how many positions they look at for each move, and by how many
/// centipawns at most they misjudge one. Between two rungs strength is interpolated.
///
/// Neighbours have met in matches of 160 to 400 games; how high the whole ladder stands is less sure: see
/// `docs/strength.md`.
const LADDER: [(usize, u64, i32); 8] = [
    (420, 60, 700),
    (780, 80, 400),
    (1150, 100, 180),
    (1430, 290, 150),
    (1780, 835, 120),
    (2150, 2_400, 90),
    (2530, 7_000, 60),
    (2880, 20_000, 30),
];

/// The weakest that can be asked for.
pub const LOWEST_ELO: usize = 800;
/// The strongest that can be asked for and is still a limit.
pub const HIGHEST_ELO: usize = 2800;

/// How many levels there are for people who do not think in Elo.
pub const LEVELS: usize = 10;

/// With so few men on the board nobody is confused: a weak player too can mate with a rook.
const FEW_MEN: u32 = 5;
/// What it takes to do so.
const NODES_FOR_FEW_MEN: u64 = 4_000;
/// With so many men on the board a weak player is as confused as can be.
const MANY_MEN: u32 = 21;

/// What a limited player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// So many positions for each move.
    pub nodes: u64,
    /// By how many centipawns at most it misjudges a position.
    pub error: i32,
}

impl Handicap {
    /// What a player of this strength may use with so many men, kings and pawns included, on the board.
    pub fn new(elo: usize, men: u32) -> Self {
        let elo = elo.clamp(LOWEST_ELO, HIGHEST_ELO);
        let above = LADDER.iter().position(|rung| rung.0 > elo).unwrap_or(LADDER.len() - 1);
        let ((from, fewer, larger), (to, more, smaller)) = (LADDER[above - 1], LADDER[above]);
        let share = (elo - from) as f64 / (to - from) as f64;
        // Each doubling of the nodes is worth about the same.
        let nodes = (fewer as f64 * (more as f64 / fewer as f64).powf(share)).round() as u64;
        let error = (f64::from(larger) + f64::from(smaller - larger) * share).round() as u32;
        let confusion = men.clamp(FEW_MEN, MANY_MEN) - FEW_MEN;
        Self {
            nodes: if men <= FEW_MEN { nodes.max(NODES_FOR_FEW_MEN) } else { nodes },
            error: (error * confusion / (MANY_MEN - FEW_MEN)) as i32,
        }
    }

    /// The errors of judgement as the search wants them: always the same for the same position, so that a game can be
    /// played again.
    pub fn weakness(self) -> Weakness {
        Weakness { error: self.error, seed: SEED }
    }
}

/// The Elo of a level from 1 to [`LEVELS`]; none for the last, which plays as well as it can.
pub fn elo_of_level(level: usize) -> Option<usize> {
    (level < LEVELS).then(|| LOWEST_ELO + level.saturating_sub(1) * (HIGHEST_ELO - LOWEST_ELO) / (LEVELS - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_elo_is_more_nodes_and_no_larger_errors() {
        let handicaps: Vec<Handicap> =
            (LOWEST_ELO..=HIGHEST_ELO).step_by(50).map(|elo| Handicap::new(elo, 32)).collect();
        for pair in handicaps.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].error >= pair[1].error, "{pair:?}");
        }
        for (elo, nodes, error) in LADDER.into_iter().filter(|rung| (LOWEST_ELO..=HIGHEST_ELO).contains(&rung.0)) {
            assert_eq!(Handicap::new(elo, 32), Handicap { nodes, error });
        }
    }

    #[test]
    fn few_men_confuse_nobody() {
        assert_eq!(Handicap::new(LOWEST_ELO, 3).error, 0);
        assert!(Handicap::new(LOWEST_ELO, 3).nodes > Handicap::new(LOWEST_ELO, 30).nodes);
        assert!(Handicap::new(LOWEST_ELO, 12).error < Handicap::new(LOWEST_ELO, 30).error);
    }

    #[test]
    fn levels_rise_to_full_strength() {
        let elos: Vec<Option<usize>> = (1..=LEVELS).map(elo_of_level).collect();
        assert_eq!((elos[0], elos[LEVELS - 1]), (Some(LOWEST_ELO), None));
        assert!(elos[..LEVELS - 1].windows(2).all(|pair| pair[0] < pair[1]), "{elos:?}");
    }
}
