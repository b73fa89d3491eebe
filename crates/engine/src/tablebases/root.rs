//! Ranking the moves of a game by the tables, so that a won ending is really won.
//!
//! In the search it is enough to know that a position is won. At the root that could go on for ever: every move of a
//! won position may lead to another won one. Here the distance to the next capture or pawn move (DTZ) counts, together
//! with the plies of the fifty moves that are used up and with what has repeated.

use std::cmp::Reverse;

use rules::{Game, KeyHistory, Move, Outcome, Position, Rules};
use shakmaty_syzygy::{Dtz, MaybeRounded};

use super::{Tablebases, Wdl, converted};

/// How good a move is at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootRank {
    /// Only moves of the highest rank keep the result. Between moves of one rank a search may choose freely.
    pub rank: i32,
    /// The result for the side that plays the move, with the fifty moves counted as they stand in the game.
    pub wdl: Wdl,
    /// Plies until a capture, a pawn move or mate, the move itself counted; negative for the loser, and of a cursed
    /// win or blessed loss 100 more if it is a later phase that takes too long. Tables round, so it can be one more. Not
    /// known if only the tables of results are there: then the results do not know the halfmove clock either.
    pub dtz: Option<i32>,
}

/// The rank of moves that win; less if moves must be played in order of their distance. Mate ranks one higher.
const WON: i32 = 3000;
/// The rank of moves that would win but for the fifty-move rule, less their distance.
const CURSED: i32 = 2000;
/// The last ply of the fifty moves on which a capture, a pawn move or mate still comes in time.
const LAST_PLY: i32 = 100;

impl Tablebases {
    /// The legal moves, best first, with their ranks; `None` if the tables do not know all of them, or there are none.
    ///
    /// A search should choose among the moves that share the highest rank. Whoever has no search may play the first: it
    /// wins what can be won.
    pub fn rank_root_moves<R: Rules>(&self, game: &Game<R>) -> Option<Vec<(Move, RootRank)>> {
        let position = game.position();
        let moves = position.legal_moves();
        if moves.is_empty() || !self.may_know(position) {
            return None;
        }
        let root = Root {
            tables: self,
            position,
            history: game.history_with_current(),
            in_order: has_repeated(game),
            clock: i32::from(position.halfmove_clock()),
        };
        let by = |rank: &dyn Fn(Move) -> Option<RootRank>| -> Option<Vec<(Move, RootRank)>> {
            moves.iter().map(|&mv| Some((mv, rank(mv)?))).collect()
        };
        let mut ranked = by(&|mv| root.by_distance(mv)).or_else(|| by(&|mv| root.by_result(mv)))?;
        if self.fault().is_some() {
            return None;
        }
        // Winners hurry, losers linger: in both cases the smaller number.
        ranked.sort_by_key(|(_, rank)| (Reverse(rank.rank), rank.dtz));
        Some(ranked)
    }
}

/// What the ranks of all moves depend on.
struct Root<'a, R: Rules> {
    tables: &'a Tablebases,
    position: &'a Position<R>,
    /// The game up to and with the position.
    history: KeyHistory,
    /// Whether the winner has been seen to make no headway, so that moves must be played in order of their distance.
    in_order: bool,
    clock: i32,
}

impl<R: Rules> Root<'_, R> {
    /// The rank of a move by its distance.
    fn by_distance(&self, mv: Move) -> Option<RootRank> {
        let after = self.position.after(mv);
        if let Some(over) = self.over(&after) {
            return Some(over);
        }
        let opponents = converted(&after)?;
        // A capture or pawn move ends the count, and what comes after it starts a new one.
        let zeroes = after.halfmove_clock() == 0;
        let dtz = if zeroes {
            MaybeRounded::Precise(Dtz::before_zeroing((-self.tables.result(&opponents)?).into()))
        } else {
            (-self.tables.distance(&opponents)?).add_plies_saturating(1)
        };
        let used = if zeroes { 0 } else { self.clock };
        let may_be_rounded = dtz.precise().is_none();
        let dtz = dtz.ignore_rounding().0;
        let rank = self.rank(dtz, used, may_be_rounded);
        Some(if rank.wdl > Wdl::Draw && self.can_be_repeated(&after) { RootRank::drawn() } else { rank })
    }

    /// The rank of a move that takes so many plies to a capture, pawn move or mate when so many are used up.
    fn rank(&self, dtz: i32, used: i32, may_be_rounded: bool) -> RootRank {
        let sooner = dtz.saturating_abs().saturating_add(used);
        let later = sooner + i32::from(may_be_rounded);
        let curse = |plies: i32| CURSED - plies.min(CURSED - 1);
        let (wdl, rank) = match dtz {
            0 => (Wdl::Draw, 0),
            // Rounding can cost one ply on the way, so free choice must leave that and one more.
            1.. if later < LAST_PLY - 1 && !self.in_order => (Wdl::Win, WON),
            1.. if later <= LAST_PLY => (Wdl::Win, WON - sooner),
            1.. => (Wdl::CursedWin, curse(sooner)),
            // The loser may hope for the fifty moves if the winner can take twice as long as need be.
            _ if sooner - dtz < LAST_PLY => (Wdl::Loss, -WON),
            _ if sooner <= LAST_PLY => (Wdl::Loss, sooner - WON),
            _ => (Wdl::BlessedLoss, -curse(sooner)),
        };
        RootRank { rank, wdl, dtz: Some(dtz) }
    }

    /// The rank of a move by its result alone.
    fn by_result(&self, mv: Move) -> Option<RootRank> {
        let after = self.position.after(mv);
        if let Some(over) = self.over(&after) {
            return Some(over);
        }
        let wdl = -self.tables.result(&converted(&after)?)?;
        let rank = match wdl {
            Wdl::Win => WON,
            Wdl::CursedWin => CURSED,
            Wdl::Draw => 0,
            Wdl::BlessedLoss => -CURSED,
            Wdl::Loss => -WON,
        };
        Some(RootRank { rank, wdl, dtz: None })
    }

    /// The rank of a move that ends the game.
    fn over(&self, after: &Position<R>) -> Option<RootRank> {
        after.outcome(&self.history).map(|outcome| match outcome {
            Outcome::Win(..) => RootRank { rank: WON + 1, wdl: Wdl::Win, dtz: Some(1) },
            Outcome::Draw(_) => RootRank::drawn(),
        })
    }

    /// Whether the opponent can draw at once by bringing a position about as often as it takes.
    fn can_be_repeated(&self, after: &Position<R>) -> bool {
        let mut history = self.history.clone();
        history.push(after.repetition_key());
        let is_drawn = |reply: &Move| history.occurrences(&after.after(*reply)).nth(R::REPETITIONS - 2).is_some();
        after.legal_moves().iter().any(is_drawn)
    }
}

impl RootRank {
    const fn drawn() -> Self {
        Self { rank: 0, wdl: Wdl::Draw, dtz: Some(0) }
    }
}

/// Whether any position since the last capture or pawn move has occurred twice.
fn has_repeated<R: Rules>(game: &Game<R>) -> bool {
    let mut line = Game::new(*game.start());
    game.moves().iter().fold(false, |repeated, &mv| {
        line.play(mv);
        let position = line.position();
        position.halfmove_clock() > 0 && (repeated || line.history().occurrences(position).next().is_some())
    })
}
