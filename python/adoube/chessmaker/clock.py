"""How long to think. Two clocks run: so many seconds for each move, and 300 s for the whole game, which both sides use
up together and which ends the game as a draw. So who is ahead must hurry, and who is lost need not.
"""

from dataclasses import dataclass, field

from adoube import Score

GAME_SECONDS = 300.0
MOVE_SECONDS = 14.0

# What may go by between our answer and the framework's look at its clock.
SAFETY = 1.0
# What the opponent is believed to take for a move before anything is known.
USUAL_PACE = 4.0
# For how many more moves the time must last, if nobody sees the end.
MOVES_WHEN_AHEAD = 20
MOVES_WHEN_LEVEL = 30
# Thousandths of the points from which one side counts as ahead, or as lost.
AHEAD = 800
LOST = 960


@dataclass
class GameClock:
    """The clock of one game, as far as an agent can see it."""

    started: float
    """When the game began, or earlier if that is not known."""
    total: float = GAME_SECONDS
    paces: list[float] = field(default_factory=list)
    """What the opponent took for his moves."""

    def left(self, now: float) -> float:
        """What is surely left of the game."""
        return self.total - SAFETY - (now - self.started)

    def pace(self) -> float:
        """What the opponent will take for a move: the mean of the last ones."""
        last = self.paces[-6:]
        return sum(last) / len(last) if last else USUAL_PACE


def expected_points(score: Score) -> float:
    """In thousandths."""
    win, draw, _ = score.wdl
    return win + draw / 2


def is_lost(score: Score) -> bool:
    """Whether only the clock can help."""
    if score.mate is not None:
        return score.mate <= 0
    return 1000 - expected_points(score) >= LOST


def latest(move_seconds: float) -> float:
    """After how many seconds the answer must be given, come what may."""
    return max(min(0.85 * move_seconds, move_seconds - 1.5), 0.3 * move_seconds)


def may_take(score: Score | None, seconds: float, move_seconds: float, clock: GameClock, now: float) -> float:
    """How many seconds this move may take in all, if the search says what it says."""
    end = latest(move_seconds)
    usual = min(2.5 * seconds, end)
    if score is None:
        return usual
    if is_lost(score):
        return end
    if score.mate is not None:
        moves = score.mate
    else:
        moves = MOVES_WHEN_AHEAD if expected_points(score) >= AHEAD else MOVES_WHEN_LEVEL
    share = clock.left(now) / max(moves, 1) - clock.pace()
    is_ahead = score.mate is not None or expected_points(score) >= AHEAD
    # Hurry is for those who want to win: if the game is level, a time draw is what it is worth.
    least = min(0.05 if is_ahead else 0.5, usual)
    return min(max(0.7 * share, least), usual)
