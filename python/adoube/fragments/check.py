"""`adoube fragments check`: a student's move generator or agent against the rules, position by position."""

import inspect
import json
import sys
import threading
import time
from itertools import chain, islice
from typing import Any

from adoube import Position
from adoube.chessmaker.bridge import LETTERS, SIZE, square_name
from adoube.chessmaker.clock import MOVE_SECONDS
from adoube.fragments.framework import Kit
from adoube.fragments.game import ask, described, matching
from adoube.fragments.modules import ModuleError, load, name_of
from adoube.fragments.positions import known_positions, random_positions
from adoube.fragments.timed import Answer, timed

GENERATORS = ["legal_moves", "generate_legal_moves", "get_legal_moves", "list_legal_moves_for", "list_legal_moves"]
AGENTS = ["agent", "opponent"]
# So many seconds a late generator is waited for, which would slow down the agent.
PATIENCE = 5.0
LEFT_OUT = "not checked: the late generator still runs and would slow it down"


class Difference(Exception):
    """The first thing that is wrong."""

    def __init__(
        self, law: str, position: Position, what: str, left_behind: threading.Thread | None = None, **details: Any
    ) -> None:
        super().__init__(what)
        self.law, self.position, self.what, self.details = law, position, what, details
        self.left_behind = left_behind
        """Where it still goes on, if it is late."""

    def report(self) -> dict[str, Any]:
        """What programs read."""
        return {"position": self.position.fen, "about": self.law, "what": self.what, **self.details}

    def text(self) -> str:
        """What people read."""
        lines = [f"{self.what}", "", f"The position is about: {self.law}", self.position.fen, str(self.position).rstrip()]
        if self.position.moves:
            lines.append(f"It came up so: {self.position.start_fen} moves {' '.join(self.position.moves)}")
        return "\n".join(lines)


def run(module_text: str, count: int, seconds: float, seed: int, as_json: bool) -> tuple[int, str]:
    """Checks a module: 0 if nothing is wrong, 1 if something is, and what to say about it."""
    name, _, wanted = module_text.partition(":")
    loaded = load(name)
    kit = Kit(loaded.home.folder)
    generator = loaded.function([wanted] if wanted else GENERATORS)
    agent = loaded.function([wanted] if wanted else AGENTS)
    if wanted:
        generator, agent = (None, agent) if wanted in AGENTS or takes_var(agent) else (generator, None)
    if generator is None and agent is None:
        raise ModuleError(
            f"{module_text}: nothing to check; expected a function {GENERATORS[0]}(board, player) or agent(board, player, var), "
            f"or its name as in {name}:my_moves"
        )
    positions = list(islice(chain(known_positions(), random_positions(seed)), count))
    report: dict[str, Any] = {"module": module_text, "rules": kit.source}
    differences: list[Difference] = []
    for what, work in (("generator", generator), ("agent", agent)):
        if work is None:
            continue
        if is_busy(differences):
            report[what] = {"function": name_of(work), "positions": 0, "difference": None, "left_out": LEFT_OUT}
            continue
        try:
            done = check_all(what, work, positions, kit, seconds)
            report[what] = {"function": name_of(work), "positions": done, "difference": None}
        except Difference as difference:
            differences.append(difference)
            report[what] = {"function": name_of(work), "difference": difference.report()}
    code = 1 if differences else 0
    if as_json:
        return code, json.dumps(report)
    passed = [report[what] for what in ("generator", "agent") if what in report and report[what]["difference"] is None]
    lines = [f"{one['function']}: " + one.get("left_out", f"right in all {one['positions']} positions") for one in passed]
    return code, "\n".join([*lines, *(found.text() for found in differences)])


def is_busy(differences: list[Difference]) -> bool:
    """Whether somebody late still thinks, after we have waited a little."""
    left_behind = [found.left_behind for found in differences if found.left_behind is not None]
    for thread in left_behind:
        thread.join(PATIENCE)
    return any(thread.is_alive() for thread in left_behind)


def check_all(what: str, work: Any, positions: list[tuple[str, Position]], kit: Kit, seconds: float) -> int:
    """Checks every position in turn; raises at the first difference. Agents think, so they get at most so many seconds in
    all. Returns how many positions were checked."""
    began = time.perf_counter()
    done = 0
    for law, position in positions:
        if what == "generator":
            check_generator(work, law, position, kit)
        elif time.perf_counter() - began > seconds:
            break
        elif position.legal_moves:
            check_agent(work, law, position, kit)
        done += 1
        if sys.stderr.isatty() and time.perf_counter() - began > 2:
            print(f"\r{what}: {done} of {len(positions)} positions", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return done


def check_generator(generator: Any, law: str, position: Position, kit: Kit) -> None:
    """Compares the moves of a generator with the rules."""
    board = kit.board(position)
    names = parameters(generator)

    def names_of_moves() -> set[str]:
        if names[:1] in (["fen"], ["position"]):
            found = generator(position.fen)
        else:
            found = generator(board) if len(names) == 1 else generator(board, board.current_player)
        return {move_name(move) for move in found}

    answer = timed(names_of_moves, MOVE_SECONDS)
    see_that_it_answered(generator, answer, law, position)
    ours = set(position.legal_moves)
    # Nobody has to say that a pawn becomes a queen, for it becomes nothing else.
    queening = {text[:4]: text for text in ours}
    theirs = {queening.get(text, text) for text in answer.value}
    missing, extra = sorted(ours - theirs), sorted(theirs - ours)
    if missing or extra:
        parts = [f"misses {', '.join(missing)}"] if missing else []
        parts += [f"has {', '.join(extra)}, which the rules forbid"] if extra else []
        raise Difference(law, position, f"{name_of(generator)} {' and '.join(parts)}", missing=missing, extra=extra)


def check_agent(agent: Any, law: str, position: Position, kit: Kit) -> None:
    """Sees that an agent's answer is a legal move in time."""
    board = kit.board(position)
    # As the framework counts: White's plies are odd. Where Black begins, a ply has gone by.
    ply = len(position.moves) + (1 if position.start_fen.split()[1] == "w" else 2)
    answer = ask(agent, board.clone(), board.current_player, ply, MOVE_SECONDS)
    see_that_it_answered(agent, answer, law, position)
    if matching(board, answer.value) is None:
        raise Difference(law, position, f"{name_of(agent)} answered no legal move: {described(answer.value)}")


def see_that_it_answered(work: Any, answer: Answer, law: str, position: Position) -> None:
    """Sees that nothing was raised, and that the answer was in time."""
    if answer.error is not None:
        error = answer.error
        raise Difference(law, position, f"{name_of(work)} raised {type(error).__name__}: {error}") from error
    if answer.is_late:
        raise Difference(law, position, f"{name_of(work)} did not answer within {MOVE_SECONDS:g} s", answer.thread)


def parameters(work: Any) -> list[str]:
    """The names of what a function is called with; none if it does not say."""
    try:
        return list(inspect.signature(work).parameters)
    except (TypeError, ValueError):
        return []


def takes_var(work: Any) -> bool:
    """Whether a function is called as agents are."""
    return work is not None and (len(parameters(work)) >= 3 or "var" in parameters(work))


def move_name(move: Any) -> str:
    """`'a2a3'` from any of the ways in which a move may be given: UCI, a pair of the framework's objects, two (x, y), or
    two numbers y * 5 + x. With the letter of what a pawn becomes, if the move says it."""
    if isinstance(move, str):
        return move[:4] + promotion_letter(move[4:].lstrip("=")[:1])
    source, target = move[0], move[1]
    said = getattr(target, "extra", None) or {}
    return place_name(source) + place_name(target) + promotion_letter(said.get("promote"))


def promotion_letter(piece: Any) -> str:
    """The letter of a piece that is given by its letter or its name; nothing for whatever else a move may come with."""
    name = piece.lower() if isinstance(piece, str) else ""
    return LETTERS.get(name, name if name in LETTERS.values() else "")


def place_name(thing: Any) -> str:
    """The square of whatever has one."""
    if isinstance(thing, int):
        return square_name((thing % SIZE, thing // SIZE))
    place = getattr(thing, "position", thing)
    return place if isinstance(place, str) else square_name(place)
