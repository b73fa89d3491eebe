"""The command line of `adoube fragments check` and `adoube fragments arena`."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from adoube.errors import AdoubeError

CHECK = """examples:
  adoube fragments check my_agent.py
  adoube fragments check my_helpers.py:generate_legal_moves --positions 5000

A generator is called with (board, player) or (board) of the framework, or with the position's text if its first parameter is
called fen or position. A function with a parameter var is taken for an agent: it is called with (board, player, var).
It returns moves as UCI texts, (piece, move_option), ((x, y), (x, y)), or pairs of y * 5 + x, within the 14 s of a move.
The exit code is 0 if nothing differs, 1 if something does, 2 if nothing could be checked."""

ARENA = """examples:
  adoube fragments arena my_agent.py old_agent.py --games 20
  adoube fragments arena my_agent.py adoube:3 --games 10 --save games.pgn

An agent is a file (its function agent or opponent), FILE:FUNCTION, a module, adoube, or adoube:LEVEL (1 to 10)."""


def parser() -> argparse.ArgumentParser:
    """What can be said."""
    root = argparse.ArgumentParser(prog="adoube fragments", description="Tools for agents of Chess Fragments")
    commands = root.add_subparsers(dest="command", required=True)
    raw = argparse.RawDescriptionHelpFormatter

    check = commands.add_parser("check", help="a move generator or an agent against the rules", epilog=CHECK, formatter_class=raw)
    check.add_argument("module", help="a Python file or module, with :FUNCTION if its name is not a usual one")
    check.add_argument("--positions", type=whole, default=500, help="how many positions [default: 500]")
    check.add_argument("--seconds", type=positive, default=60.0, help="for an agent, at most so long in all [default: 60]")
    check.add_argument("--seed", type=int, default=0, help="which random games")
    check.add_argument("--json", action="store_true", help="print one line of JSON")

    arena = commands.add_parser("arena", help="two agents against each other", epilog=ARENA, formatter_class=raw)
    arena.add_argument("first", help="an agent")
    arena.add_argument("second", help="another one")
    arena.add_argument("--games", type=whole, default=20, help="how many; each opening is played with both colours [default: 20]")
    arena.add_argument("--move-seconds", type=positive, default=14.0, help="for a move [default: 14]")
    arena.add_argument("--game-seconds", type=positive, default=300.0, help="for a game, both sides together [default: 300]")
    arena.add_argument("--setups", default="sample0,sample1", help="where games begin [default: sample0,sample1]")
    arena.add_argument("--plies", type=int, default=2, help="random plies at the start, an even number [default: 2]")
    arena.add_argument("--seed", type=int, default=0, help="which openings")
    arena.add_argument("--save", type=Path, help="a file of PGN to add the games to")
    arena.add_argument("--json", action="store_true", help="print one line of JSON")
    return root


def whole(text: str) -> int:
    """A whole number from 1 on."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text}; expected 1 or more")
    return number


def positive(text: str) -> float:
    """A number above 0."""
    number = float(text)
    if not number > 0:
        raise argparse.ArgumentTypeError(f"{text}; expected more than 0")
    return number


def main(arguments: list[str] | None = None) -> int:
    """Runs a command and returns the exit code."""
    given = parser().parse_args(arguments)
    try:
        import chessmaker  # noqa: F401
    except ImportError:
        print("error: the framework is not installed; expected pip install 'chessmaker==0.5.0' (Python 3.11 or 3.12)", file=sys.stderr)
        return 2
    out = sys.stdout
    try:
        with nobody_to_talk_to():
            code, report = run(given)
    except AdoubeError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    print(report, file=out)
    return code


@contextlib.contextmanager
def nobody_to_talk_to() -> Iterator[None]:
    """Agents like to talk; what they say is not our answer. Who asks with input() hears at once that there is no answer: one that
    waited for ever would keep the lock of stdin, without which the interpreter cannot end."""
    stdin = sys.stdin
    with open(os.devnull) as nothing, open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        sys.stdin = nothing
        try:
            yield
        finally:
            sys.stdin = stdin


def run(given: argparse.Namespace) -> tuple[int, str]:
    """Runs a command; the exit code, and what to print."""
    if given.command == "check":
        from adoube.fragments import check

        return check.run(given.module, given.positions, given.seconds, given.seed, given.json)
    from adoube.fragments import arena

    settings = arena.Settings(
        games=given.games,
        move_seconds=given.move_seconds,
        game_seconds=given.game_seconds,
        setups=given.setups.split(","),
        plies=given.plies,
        seed=given.seed,
        save=given.save,
    )
    return 0, arena.run(given.first, given.second, settings, given.json)


if __name__ == "__main__":
    sys.exit(main())
