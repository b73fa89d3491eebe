"""`adoube fragments arena`: two agents against each other through the framework, without a screen, until the numbers mean
something. Each opening is played twice with colours reversed.
"""

import json
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from adoube import AdoubeError, Engine, Position
from adoube._native import elo_of_pairs
from adoube.fragments.framework import Kit
from adoube.fragments.game import AgentFunction, GameRecord, play_game
from adoube.fragments.modules import agent_of

# Two random moves can lose a game on this board. An opening is taken if the engine, after a look, gives neither side a better
# chance to win than so many thousandths.
FAIR = 800
FAIRNESS_NODES = 20_000
# So many openings are tried for one that is fair.
TRIES = 200
# So many seconds a late agent is waited for before the next game.
PATIENCE = 60.0
POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}


@dataclass
class Tally:
    """What was counted of one agent."""

    name: str
    wins: int = 0
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    """Games lost by being late, by an exception, or by an answer that is no legal move."""

    def failed(self, word: str) -> int:
        """How many failures are of this kind."""
        return sum(1 for reason in self.failures if word in reason)


@dataclass
class Settings:
    """How an arena is played."""

    games: int = 20
    move_seconds: float = 14.0
    game_seconds: float = 300.0
    setups: list[str] = field(default_factory=lambda: ["sample0", "sample1"])
    plies: int = 2
    seed: int = 0
    save: Path | None = None


def run(first: str, second: str, settings: Settings, as_json: bool) -> str:
    """Plays the games and says who is better, in words or in JSON."""
    if settings.save is not None:
        try:
            settings.save.open("a", encoding="utf-8").close()
        except OSError as error:
            raise AdoubeError(f"{settings.save}: {error.strerror}; expected a file to add games to") from None
    (one, home), (other, other_home) = agent_of(first), agent_of(second)
    tallies = (Tally(first), Tally(second if second != first else f"{second} (2)"))
    records = play_all(one, other, tallies, settings, Kit(home, other_home))
    report = summary(tallies, records)
    return json.dumps(report) if as_json else text_of(report)


def play_all(
    one: AgentFunction, other: AgentFunction, tallies: tuple[Tally, Tally], settings: Settings, kit: Kit
) -> list[tuple[bool, GameRecord]]:
    """The games in order; with each, whether the first agent was White."""
    records: list[tuple[bool, GameRecord]] = []
    chance = random.Random(settings.seed)
    opening = Position(settings.setups[0], game="fragments")
    for number in range(settings.games):
        is_white = number % 2 == 0
        if is_white:
            opening = random_opening(settings.setups[number // 2 % len(settings.setups)], settings.plies, chance)
        white, black = (one, other) if is_white else (other, one)
        limits = {"move_seconds": settings.move_seconds, "game_seconds": settings.game_seconds}
        record = play_game(white, black, opening, kit, **limits)
        records.append((is_white, record))
        count(tallies, is_white, record)
        names = [tally.name for tally in tallies]
        names = names if is_white else names[::-1]
        print(f"game {number + 1} of {settings.games}: {names[0]} - {names[1]} {record.result} ({record.reason})", file=sys.stderr)
        if settings.save is not None:
            with settings.save.open("a", encoding="utf-8") as file:
                file.write(record.pgn(*names))
        if not has_ended(record):
            print("the late agent still thinks, and would slow down whoever plays next: no more games", file=sys.stderr)
            break
    return records


def has_ended(record: GameRecord) -> bool:
    """Whether nobody thinks any more; a late agent is waited for."""
    if record.left_behind is not None:
        record.left_behind.join(PATIENCE)
    return record.left_behind is None or not record.left_behind.is_alive()


def random_opening(setup: str, plies: int, chance: random.Random) -> Position:
    """A set-up after some random moves, White to move and nobody lost yet. The game begins there: nothing before it counts."""
    engine = Engine(hash=1)
    for _ in range(TRIES):
        position = Position(setup, game="fragments")
        for _ in range(plies - plies % 2):
            if position.is_over:
                break
            position.push(chance.choice(position.legal_moves))
        if position.is_over:
            continue
        score = engine.search(position, nodes=FAIRNESS_NODES).score
        if score is not None and not score.is_decided and max(score.wdl[0], score.wdl[2]) <= FAIR:
            return Position(position.fen, game="fragments")
    raise AdoubeError(f"{setup}: after {plies} random plies one side has always won; expected another set-up or other --plies")


def count(tallies: tuple[Tally, Tally], is_white: bool, record: GameRecord) -> None:
    """Adds a game to what is known of its players."""
    by_color = dict(zip(("white", "black"), tallies if is_white else tallies[::-1], strict=True))
    if record.result in ("1-0", "0-1"):
        by_color["white" if record.result == "1-0" else "black"].wins += 1
    if record.blame is not None:
        by_color[record.blame].failures.append(record.reason)
    to_move = Position(record.start, game="fragments").turn
    for ply, seconds in enumerate(record.seconds):
        mover = to_move if ply % 2 == 0 else ("black" if to_move == "white" else "white")
        by_color[mover].seconds.append(seconds)


def summary(tallies: tuple[Tally, Tally], records: list[tuple[bool, GameRecord]]) -> dict[str, Any]:
    """All numbers."""
    all_points = [(POINTS[r.result] if is_white else 2 - POINTS[r.result]) if r.result in POINTS else None for is_white, r in records]
    points = [one for one in all_points if one is not None]
    pairs = [0] * 5
    for first, second in zip(all_points[::2], all_points[1::2], strict=False):
        if first is not None and second is not None:
            pairs[first + second] += 1
    elo, low, high, los = elo_of_pairs(pairs)
    reasons: dict[str, int] = {}
    for _, record in records:
        kind = record.reason.split(":")[0].replace("white", "one side").replace("black", "one side")
        reasons[kind] = reasons.get(kind, 0) + 1
    draws = points.count(1)
    return {
        "games": len(records),
        "score": sum(points) / 2,
        "draws": draws,
        "elo": {"value": elo, "low": low, "high": high, "better": los} if sum(pairs) else None,
        "pairs": pairs,
        "agents": [
            {
                "name": tally.name,
                "wins": tally.wins,
                "late": tally.failed(" is late"),
                "exceptions": tally.failed(" raised "),
                "illegal": tally.failed(" gives no legal move"),
                "failures": tally.failures,
                "mean_seconds": mean(tally.seconds) if tally.seconds else None,
                "longest_seconds": max(tally.seconds, default=None),
            }
            for tally in tallies
        ],
        "ends": reasons,
        "rules_differ": [record.reason for _, record in records if record.result == "*"],
    }


def text_of(report: dict[str, Any]) -> str:
    """The numbers for people."""
    one, other = report["agents"]
    lines = [
        f"{one['name']} against {other['name']}: {report['score']:g} of {report['games']} points "
        f"(+{one['wins']} ={report['draws']} -{other['wins']})"
    ]
    if report["elo"]:
        elo = report["elo"]
        lines.append(
            f"Elo {elo['value']:+.0f}, with 95 % from {elo['low']:+.0f} to {elo['high']:+.0f}; "
            f"better with a chance of {100 * elo['better']:.1f} %"
        )
    lines.append("")
    lines.append(f"{'agent':24} {'wins':>5} {'late':>5} {'raised':>6} {'illegal':>7} {'mean s':>7} {'longest':>7}")
    for agent in report["agents"]:
        times = [agent["mean_seconds"], agent["longest_seconds"]]
        shown = " ".join(f"{seconds:7.2f}" if seconds is not None else f"{'-':>7}" for seconds in times)
        name = agent["name"][-24:]
        lines.append(f"{name:24} {agent['wins']:5} {agent['late']:5} {agent['exceptions']:6} {agent['illegal']:7} {shown}")
    for agent in report["agents"]:
        lines += [f"{agent['name']}: {reason}" for reason in agent["failures"][:5]]
    lines += ["", "How the games ended:"]
    lines += [f"{times:5}  {reason}" for reason, times in sorted(report["ends"].items(), key=lambda pair: -pair[1])]
    return "\n".join(lines)
