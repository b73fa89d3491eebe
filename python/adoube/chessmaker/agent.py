"""The agent: memory of the games it plays, a search, and an answer in any case."""

import contextlib
import logging
import os
import threading
import time
from dataclasses import dataclass
from os import PathLike, fspath
from typing import Any

from adoube import Engine, EngineError, Position, Score, SearchResult
from adoube._native import elo_of_level
from adoube.chessmaker import clock
from adoube.chessmaker.bridge import Option, legal_options, read_fen
from adoube.chessmaker.clock import GameClock

LOG = logging.getLogger("adoube")
LEVELS = 10
# Games that may go on at the same time, each remembered.
GAMES = 8
# So many seconds a move may take at most, whoever says so.
MOST_SECONDS = 1000.0
# How often the search's findings are looked at.
GLANCE = 0.02
# A forced win that was seen for so long is played.
SURE = 0.25
# However much it hurries, it looks at the position for so long.
LEAST = 0.1
VALUES = {"king": 99, "queen": 9, "right": 8, "bishop": 3, "knight": 3, "pawn": 1}


@dataclass(eq=False)
class Memory:
    """A game under way."""

    position: Position
    """As it stood after our last answer, with all that was played before."""
    ply: int
    """The number of the ply to be played there."""
    clock: GameClock
    answered: float
    """When we answered."""
    is_busy: bool = True
    """Whether an answer is being thought of: another game may stand in the same position at the same time."""

    def enter(self, move: str) -> None:
        """Plays our answer in it."""
        self.position.push(move)
        self.ply += 1
        self.answered = time.perf_counter()


class Agent:
    """Somebody to play against in the framework: called with `board`, `player` and `var`.

    `level` is from 1 to 10, which is full strength; `seconds` is what it takes for a usual move. It plays faster when it is
    ahead and the game's clock demands it, and at full strength it uses the clock when it is lost, unless `stall` is False.
    `tables` is a file of `adoube tables --men 5 --out FILE`, which is read at once: five men take half a minute and 1.1 GB.
    A second game at the same time does without, and so does an engine that takes the place of one that has failed.

    >>> from adoube.chessmaker import Agent
    >>> from adoube.fragments.framework import Kit            # needs the framework
    >>> board = Kit().board(Position("k4/5/2Q2/5/2K2 w - -", game="fragments"))
    >>> quick = Agent(seconds=0.1)
    >>> piece, option = quick(board, board.current_player, [1, 14.0])
    >>> type(piece).__name__, option in piece.get_move_options(), quick.failures
    ('Queen', True, 0)
    """

    def __init__(
        self,
        level: int = LEVELS,
        seconds: float = 2.0,
        *,
        stall: bool | None = None,
        hash: int = 64,
        threads: int = 1,
        tables: str | PathLike[str] | None = None,
    ) -> None:
        if not isinstance(level, int) or not 1 <= level <= LEVELS:
            raise ValueError(f"level: {level}; expected a whole number from 1 to {LEVELS}")
        if not 0 < seconds <= MOST_SECONDS:
            raise ValueError(f"seconds: {seconds}; expected more than 0, and at most {MOST_SECONDS:g}")
        if tables is not None and level < LEVELS:
            raise ValueError(f"tables: level {level} does not ask them; expected level {LEVELS}")
        self.__name__ = f"adoube level {level}"
        self.level = level
        self.seconds = seconds
        self.stall = level == LEVELS if stall is None else stall
        self.failures = 0
        """How often something went wrong and a move was chosen without a search."""
        self.last_result: SearchResult | None = None
        """What the last search found."""
        self._hash, self._threads = hash, threads
        # At once: what it cannot be made with must be said now, and not in the middle of a game.
        self._engine: Engine | None = self._new_engine()
        self._busy = threading.Lock()
        self._games: list[Memory] = []
        self._recalling = threading.Lock()
        # While no clock runs yet: on a busy machine, reading the solved endings in the middle of a move could take seconds.
        if tables is not None:
            self._engine.set_option("FragmentsTables", fspath(tables))
            self._engine.prepare()
        READER.start()

    def __call__(self, board: Any, player: Any, var: Any = None) -> Option:
        """The answer to a board: a piece and one of its move options, the framework's own; `(None, None)` only if there is
        no legal move."""
        called = time.perf_counter()
        options: dict[str, Option] = {}
        memory: Memory | None = None
        try:
            options = legal_options(board, player)
            if not options:
                return (None, None)
            ply, move_seconds = read_var(var)
            with self._recalling:
                memory = self._recall(read_fen(board, player), ply, called)
            best = self._best(memory, options, move_seconds, called)
            memory.enter(best)
            return options[best[:4]]
        except BaseException as error:
            # What breaks in Rust is no Exception, and must not break the game either.
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            self.failures += 1
            LOG.exception("the agent chose a move without a search")
            chosen = fallback(board, player, options)
            if memory is not None:
                with contextlib.suppress(Exception):
                    name = next(name for name, option in options.items() if option == chosen)
                    memory.enter(next(uci for uci in memory.position.legal_moves if uci[:4] == name))
            return chosen
        finally:
            if memory is not None:
                memory.is_busy = False

    def _best(self, memory: Memory, options: dict[str, Option], move_seconds: float, called: float) -> str:
        moves = {uci[:4]: uci for uci in memory.position.legal_moves}
        allowed = [moves[name] for name in options if name in moves]
        if not allowed:
            raise RuntimeError(f"no move of the framework is legal in {memory.position!r}")
        return self._choose(memory, allowed, move_seconds, called)

    def _recall(self, fen: str, ply: int | None, now: float) -> Memory:
        """The game that this position belongs to, brought up to it; a new one if it belongs to none."""
        if ply != 1:
            for memory in (memory for memory in self._games if not memory.is_busy):
                # Nothing was played since if the agent plays both sides.
                steps = [0, 1] if ply is None else [ply - memory.ply]
                found = next((way for way in (way_to(memory.position, fen, step) for step in steps) if way is not None), None)
                if found is not None:
                    for text in found:
                        memory.position.push(text)
                    memory.ply += len(found)
                    memory.clock.paces.append(max(now - memory.answered, 0.0))
                    memory.is_busy = True
                    self._games.remove(memory)
                    self._games.insert(0, memory)
                    return memory
        # A position after White's first move has been played already, and counts for repetition. What the other has taken
        # is not known: a clock that runs early only makes us hurry.
        played = (ply or 1) - 1
        position = Position(fen, game="fragments", joined=played > 0)
        memory = Memory(position, ply or 1, GameClock(now - min(played * clock.MOVE_SECONDS, clock.GAME_SECONDS / 2)), now)
        self._games = [memory, *self._games[: GAMES - 1]]
        return memory

    def _choose(self, memory: Memory, allowed: list[str], move_seconds: float, called: float) -> str:
        """The move to play."""
        engine, is_ours = self._take_engine()
        try:
            end = clock.latest(move_seconds)
            prepared = time.perf_counter() - called
            search = engine.start(
                memory.position,
                seconds=max(end - prepared, 0.01),
                soft_seconds=self.seconds,
                moves=allowed,
            )
            result: SearchResult | None = None
            score: Score | None = None
            try:
                while result is None:
                    now = time.perf_counter()
                    spent = now - called
                    if search.lines:
                        score = search.lines[0].score
                    may_take = clock.may_take(score, self.seconds, move_seconds, memory.clock, now)
                    is_won = score is not None and score.mate is not None and score.mate > 0
                    has_seen_enough = len(allowed) == 1 or (is_won and spent >= SURE)
                    is_due = spent >= may_take and spent - prepared >= LEAST
                    if spent >= end or (search.lines and (is_due or has_seen_enough)):
                        search.stop()
                        result = search.wait(0.5)
                        break
                    result = search.wait(GLANCE)
            except EngineError:
                LOG.exception("the search broke off; what it had found is played")
            if result is None and is_ours:
                # It does not answer: whatever is wrong with it, the next move gets another.
                self._engine = None
            lines = result.lines if result is not None else search.lines
            self.last_result = result
        finally:
            if is_ours:
                self._busy.release()
        if not lines:
            raise EngineError("the search has found no move")
        best = lines[0].pv[0] if lines[0].pv[0] in allowed else allowed[0]
        if self.stall and clock.is_lost(lines[0].score):
            time.sleep(max(end - (time.perf_counter() - called), 0.0))
        return best

    def _take_engine(self) -> tuple[Engine, bool]:
        """The engine, and whether it is our own: of two calls at the same time, the second gets an engine for itself."""
        if not self._busy.acquire(blocking=False):
            return self._new_engine(), False
        try:
            if self._engine is None:
                self._engine = self._new_engine()
            return self._engine, True
        except BaseException:
            self._busy.release()
            raise

    def _new_engine(self) -> Engine:
        engine = Engine(hash=self._hash, threads=self._threads)
        elo = elo_of_level(self.level)
        if elo is not None:
            engine.set_option("UCI_Elo", elo)
            engine.set_option("UCI_LimitStrength", True)
        return engine


def make_agent(
    level: int = LEVELS,
    seconds: float = 2.0,
    *,
    stall: bool | None = None,
    hash: int = 64,
    threads: int = 1,
    tables: str | PathLike[str] | None = None,
) -> Agent:
    """An agent of a level from 1 to 10 that takes about so many seconds for a move.

    >>> from adoube.chessmaker import make_agent
    >>> make_agent(level=3).level
    3
    """
    return Agent(level, seconds, stall=stall, hash=hash, threads=threads, tables=tables)


class EndingsReader:
    """Reads the solved endings, which all engines of a process share, once and in the background."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def start(self) -> None:
        """Begins to read, unless somebody has begun."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=lambda: Engine(hash=1).prepare(), daemon=True)
                self._thread.start()

    def wait(self) -> None:
        """Waits until nobody reads."""
        if self._thread is not None:
            self._thread.join()


READER = EndingsReader()
# A process that is forked in the middle of it would wait for ever for the thread that it did not inherit.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=READER.wait)


def read_var(var: Any) -> tuple[int | None, float]:
    """The ply and the seconds for a move, as far as the framework says them."""
    try:
        ply, seconds = int(var[0]), float(var[1])
    except (TypeError, ValueError, IndexError, KeyError):
        return None, clock.MOVE_SECONDS
    return (ply if ply > 0 else None), (seconds if 0 < seconds <= MOST_SECONDS else clock.MOVE_SECONDS)


def way_to(position: Position, fen: str, steps: int) -> list[str] | None:
    """The moves from a position to another, none or one; None if there is no such way."""
    board = fen.split()[:2]
    if steps == 0:
        return [] if position.fen.split()[:2] == board else None
    if steps != 1:
        return None
    for text in position.legal_moves:
        position.push(text)
        is_there = position.fen.split()[:2] == board
        position.pop()
        if is_there:
            return [text]
    return None


def fallback(board: Any, player: Any, options: dict[str, Option]) -> Option:
    """A legal move without a search: the greatest capture, or any."""
    try:
        known = list((options or legal_options(board, player)).values())
    except Exception:
        known = []
    best: Option = (None, None)
    greatest = -1
    for piece, option in known:
        try:
            taken = [board[square].piece for square in option.captures]
            value = sum(VALUES.get(type(piece).__name__.lower(), 0) for piece in taken)
        except Exception:
            value = 0
        if value > greatest:
            best, greatest = (piece, option), value
    return best
