//! Playing weaker by honest means: the player looks at fewer positions, and judges them less surely. It never plays a
//! random move, and never one that it holds to be worse than another.

/// The weakest that can be asked for.
pub const LOWEST_ELO: usize = 800;
/// The strongest that can be asked for and is still a limit.
pub const HIGHEST_ELO: usize = 2800;

/// How many levels there are for people who do not think in Elo.
pub const LEVELS: usize = 10;

/// What a limited player may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// So many positions for each move.
    pub nodes: u64,
    /// By how many centipawns, more or less, it misjudges a position. The search has no use for it yet.
    pub noise: u32,
}

impl Handicap {
    /// What a player of this strength may use. The scale is a first guess: below the top, every 100 Elo is a factor
    /// of 1.7 in positions, and every 100 Elo below 2000 are 12 centipawns less sure.
    pub fn of_elo(elo: usize) -> Self {
        let elo = elo.clamp(LOWEST_ELO, HIGHEST_ELO);
        let hundreds = (elo - LOWEST_ELO) as f64 / 100.0;
        Self {
            nodes: (60.0 * 1.7_f64.powf(hundreds)).round() as u64,
            noise: (2000usize.saturating_sub(elo) * 12 / 100) as u32,
        }
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
    fn more_elo_is_more_nodes_and_no_more_noise() {
        let handicaps: Vec<Handicap> = (LOWEST_ELO..=HIGHEST_ELO).step_by(50).map(Handicap::of_elo).collect();
        for pair in handicaps.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].noise >= pair[1].noise, "{pair:?}");
        }
        assert_eq!(handicaps.last().unwrap().noise, 0);
    }

    #[test]
    fn levels_rise_to_full_strength() {
        let elos: Vec<Option<usize>> = (1..=LEVELS).map(elo_of_level).collect();
        assert_eq!((elos[0], elos[LEVELS - 1]), (Some(LOWEST_ELO), None));
        assert!(elos[..LEVELS - 1].windows(2).all(|pair| pair[0] < pair[1]), "{elos:?}");
    }
}
