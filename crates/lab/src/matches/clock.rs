//! A player's clock.

use std::time::Duration;

use crate::engines::{ClockControl, PlayerLimits};

/// A clock that runs while its player thinks.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Option<ClockControl>,
    move_time: Option<Duration>,
    left: Duration,
    moves: u32,
    margin: Duration,
}

impl Clock {
    pub(super) fn new(limits: &PlayerLimits, margin: Duration) -> Self {
        let left = limits.clock.map_or(Duration::ZERO, |control| control.time);
        Self { control: limits.clock, move_time: limits.move_time(), left, moves: 0, margin }
    }

    /// What it shows, if it is one.
    pub(super) fn time(&self) -> Option<Duration> {
        self.control.map(|_| self.left)
    }

    /// What it gains with each move, if it is one.
    pub(super) fn increment(&self) -> Option<Duration> {
        self.control.map(|control| control.increment)
    }

    /// How many moves the time must last for, if that is limited.
    pub(super) fn moves_to_go(&self) -> Option<u32> {
        let moves = self.control?.moves?;
        Some(moves - self.moves % moves)
    }

    /// The longest time for the next move, margin included; `None` if there is no limit.
    pub(super) fn limit(&self) -> Option<Duration> {
        let time = [self.time(), self.move_time].into_iter().flatten().min();
        time.map(|time| time.saturating_add(self.margin))
    }

    /// Takes the time of a move off. The error is by how much it was too long, the margin not counted.
    pub(super) fn spend(&mut self, time: Duration) -> Result<(), Duration> {
        if self.limit().is_some_and(|limit| time > limit) {
            return Err(time.saturating_sub(self.limit().unwrap_or_default().saturating_sub(self.margin)));
        }
        if let Some(control) = self.control {
            self.left = self.left.saturating_sub(time) + control.increment;
            self.moves += 1;
            if control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.left += control.time;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(text: &str, margin: Duration) -> Clock {
        let limits = PlayerLimits { clock: Some(text.parse().unwrap()), ..PlayerLimits::default() };
        Clock::new(&limits, margin)
    }

    #[test]
    fn a_clock_gains_its_increment_and_is_lost_by_a_nanosecond() {
        let mut clock = clock("1+0.5", Duration::ZERO);
        assert_eq!(clock.spend(400 * MS), Ok(()));
        assert_eq!(clock.time(), Some(1100 * MS));
        assert_eq!(clock.clone().spend(1100 * MS), Ok(()));
        assert_eq!(clock.spend(1100 * MS + Duration::from_nanos(1)), Err(Duration::from_nanos(1)));
    }

    #[test]
    fn time_is_given_anew_after_the_moves_it_was_for() {
        let mut clock = clock("3/1", Duration::ZERO);
        let mut shown = Vec::new();
        for _ in 0..4 {
            shown.push((clock.time().unwrap(), clock.moves_to_go().unwrap()));
            clock.spend(100 * MS).unwrap();
        }
        assert_eq!(shown, [(1000 * MS, 3), (900 * MS, 2), (800 * MS, 1), (1700 * MS, 3)]);
    }

    #[test]
    fn the_margin_forgives_and_gives_nothing() {
        let mut clock = clock("1", 10 * MS);
        assert_eq!(clock.spend(1005 * MS), Ok(()));
        assert_eq!(clock.time(), Some(Duration::ZERO));
        assert_eq!(clock.spend(11 * MS), Err(11 * MS));
    }

    #[test]
    fn a_time_for_each_move_holds_for_each() {
        let limits = PlayerLimits { move_time_ms: Some(50), ..PlayerLimits::default() };
        let mut clock = Clock::new(&limits, Duration::ZERO);
        assert_eq!((clock.spend(50 * MS), clock.spend(51 * MS)), (Ok(()), Err(MS)));
        assert_eq!((clock.time(), clock.moves_to_go()), (None, None));
    }
}
