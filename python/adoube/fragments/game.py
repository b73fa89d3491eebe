"""One game between two agents, as the course's loop plays it, without its prints: the same order of tests, the same clocks,
and the blame put where it belongs.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adoube import MoveError, Position
from adoube.chessmaker.bridge import legal_options, read_fen, square_name
from adoube.chessmaker.clock import GAME_SECONDS, MOVE_SECONDS
from adoube.fragments.framework import Kit
from adoube.fragments.timed import Answer, timed

AgentFunction = Callable[..., Any]


@dataclass
class GameRecord:
    """A game that was played."""

    start: str
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """What each answer took."""
    result: str = "*"
    """`1-0`, `0-1`, `1/2-1/2`, or `*` if the rules of the framework and ours differ: then nobody is to blame but we."""
    reason: str = ""
    blame: str | None = None
    """The side that lost by its own failure: late, an exception, or an answer that is no legal move."""
    left_behind: threading.Thread | None = None
    """What a late agent still thinks in."""

    def pgn(self, white: str, black: str) -> str:
        """The game as PGN."""
        position = Position(self.start, game="fragments")
        words = []
        for number, san in enumerate(position.san_line(self.moves)):
            words += [f"{number // 2 + 1}."] if number % 2 == 0 else []
            words.append(san)
        tags = {"White": white, "Black": black, "Result": self.result, "Variant": "fragments", "SetUp": "1", "FEN": self.start}
        lines = [f'[{name} "{quoted(value)}"]' for name, value in tags.items()]
        # Braces and line ends in what an agent raised would end the comment.
        reason = " ".join(self.reason.translate({ord("{"): "(", ord("}"): ")"}).split())
        return "\n".join([*lines, "", " ".join([*words, f"{{{reason}}}", self.result]), "", ""])


def quoted(text: str) -> str:
    """A tag's value as PGN wants it."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def play_game(
    white: AgentFunction,
    black: AgentFunction,
    start: Position,
    kit: Kit | None = None,
    *,
    move_seconds: float = MOVE_SECONDS,
    game_seconds: float = GAME_SECONDS,
) -> GameRecord:
    """Plays a game. The position is White's move; the agents are called as the course's loop calls them."""
    kit = kit or Kit()
    position = Position(start.fen, game="fragments")
    board, referee = kit.board(position), kit.new_referee()
    record = GameRecord(start.fen)
    began = time.perf_counter()

    def is_over() -> bool:
        return time.perf_counter() - began > game_seconds

    while True:
        if is_over():
            return end(record, None, "the game's time is up")
        player = board.current_player
        agent = white if player.name == "white" else black
        answer = ask(agent, board.clone(), player, len(record.moves) + 1, move_seconds)
        if answer.error is not None:
            return end(record, player.name, f"{player.name} raised {type(answer.error).__name__}: {answer.error}", True)
        record.seconds.append(answer.seconds)
        record.left_behind = answer.thread
        if is_over():
            return end(record, None, "the game's time is up")
        found = None if answer.is_late else matching(board, answer.value)
        if found is None:
            said = referee(board)
            if said is not None:
                return end(record, loser_in(said), said)
            what = "is late" if answer.is_late else f"gives no legal move: {described(answer.value)}"
            return end(record, player.name, f"{player.name} {what}", True)
        piece, option = found
        text = square_name(piece.position) + square_name(option.position)
        piece.move(option)
        try:
            record.moves.append(position.push(text))
        except MoveError as error:
            return end(record, None, f"the rules differ: {error}", result="*")
        said = referee(board)
        if said is not None:
            return end(record, loser_in(said), said)


def ask(agent: AgentFunction, board: Any, player: Any, ply: int, move_seconds: float) -> Answer:
    """Calls an agent in a thread, as the course's loop does. One that never returns is left behind."""
    return timed(lambda: agent(board=board, player=player, var=[ply, move_seconds]), move_seconds)


def matching(board: Any, value: Any) -> tuple[Any, Any] | None:
    """The piece and the move option on the game's board that an answer means: by the piece's class and square, then by the
    destination alone. None if it is no move of the side to move; the other side's pieces have moves too."""
    try:
        piece, option = value
        place, target = piece.position, option.position
    except Exception:
        return None
    for own in list(board.get_player_pieces(board.current_player)):
        if type(own) is type(piece) and own.position == place:
            for choice in own.get_move_options():
                if choice.position == target:
                    return own, choice
            return None
    return None


def described(value: Any) -> str:
    """An answer that makes no sense, as far as it does."""
    try:
        piece, option = value
        return f"{piece} from {square_name(piece.position)} to {square_name(option.position)}"
    except Exception:
        return repr(value)[:80]


def loser_in(text: str) -> str | None:
    """The side that loses by a result of the framework; None for a draw."""
    return next((side for side in ("white", "black") if f"{side} loses" in text), None)


def end(record: GameRecord, loser: str | None, reason: str, is_blamed: bool = False, result: str | None = None) -> GameRecord:
    """Writes down how the game has ended."""
    results = {"white": "0-1", "black": "1-0", None: "1/2-1/2"}
    record.result, record.reason = result or results[loser], reason
    record.blame = loser if is_blamed else None
    return record


def rules_agree(board: Any, position: Position) -> str | None:
    """What differs between the framework's legal moves and ours in the position on the board; None if nothing does."""
    theirs = set(legal_options(board, board.current_player))
    ours = {text[:4] for text in position.legal_moves}
    if theirs != ours:
        return f"{position.fen}: only the framework has {sorted(theirs - ours)}, only the rules {sorted(ours - theirs)}"
    seen = read_fen(board)
    return None if seen == position.fen else f"{position.fen}: the board says {seen}"
