"""From the framework's board to a position. Nothing of the framework is imported: whatever looks like its board will do.

The framework's (x, y) counts files from the left and ranks from the top; (0, 4) is a1.
"""

from typing import Any

from adoube import Position
from adoube.errors import AdoubeError

SIZE = 5
LETTERS = {"pawn": "p", "knight": "n", "bishop": "b", "right": "r", "queen": "q", "king": "k"}

Option = tuple[Any, Any]
"""A piece of the framework and one of its move options."""


class BridgeError(AdoubeError, ValueError):
    """A board that is no board of Chess Fragments."""


def square_name(position: Any) -> str:
    """`'a1'` for the framework's (0, 4)."""
    return f"{chr(ord('a') + position[0])}{SIZE - position[1]}"


def letter_of(piece: Any) -> str:
    """The piece's letter, White's in upper case."""
    # From Python 3.13 on the framework's `name` is no string any more.
    name = piece.name if isinstance(piece.name, str) else type(piece).__name__
    letter = LETTERS.get(name.lower())
    if letter is None:
        raise BridgeError(f"piece: {name!r}; expected one of {', '.join(LETTERS)}")
    return letter.upper() if color_of(piece.player) == "white" else letter


def color_of(player: Any) -> str:
    """`'white'` or `'black'`."""
    color = str(player.name).lower()
    if color not in ("white", "black"):
        raise BridgeError(f"player: {player.name!r}; expected white or black")
    return color


def read_fen(board: Any, player: Any = None) -> str:
    """The board in the notation of `Position(..., game="fragments")`; `player` is to move, or the board's current one."""
    rows: list[list[str | None]] = [[None] * SIZE for _ in range(SIZE)]
    pawns: list[tuple[Any, str]] = []
    if tuple(getattr(board, "size", (SIZE, SIZE))) != (SIZE, SIZE):
        raise BridgeError(f"board: {board.size}; expected 5 files and 5 ranks")
    for piece in board.get_pieces():
        x, y = piece.position
        rows[y][x] = letter_of(piece)
        if rows[y][x] in ("p", "P"):
            pawns.append((piece, square_name((x, y))))
    color = color_of(player if player is not None else board.current_player)
    unmoved = sorted(square for pawn, square in pawns if is_unmoved(pawn, square))
    placement = "/".join(map(rank_text, rows))
    return f"{placement} {color[0]} {''.join(unmoved) or '-'} {en_passant(board, pawns, color)}"


def position_of(board: Any, player: Any = None) -> Position:
    """The board as a position without a history.

    >>> from adoube.chessmaker import position_of
    >>> from adoube.fragments.framework import Kit            # needs the framework
    >>> board = Kit().board(Position("sample0", game="fragments"))
    >>> position_of(board).legal_moves
    ['e1d3', 'a1b3', 'a2a3', 'b2b3', 'c2c3', 'd2d3', 'e2e3']
    """
    return Position(read_fen(board, player), game="fragments")


def rank_text(row: list[str | None]) -> str:
    """One rank of the placement."""
    text, gap = "", 0
    for letter in row:
        if letter is None:
            gap += 1
            continue
        text += (str(gap) if gap else "") + letter
        gap = 0
    return text + (str(gap) if gap else "")


def is_unmoved(pawn: Any, square: str) -> bool:
    """Whether the pawn may still make its double step; told by its rank where its history is not to be had."""
    moved = getattr(pawn, "_moved_turns_ago", None)
    if moved is None:
        return square[1] == ("2" if color_of(pawn.player) == "white" else "4")
    return bool(moved == -1)


def en_passant(board: Any, pawns: list[tuple[Any, str]], to_move: str) -> str:
    """The square that a pawn has just passed over, or `-`."""
    for pawn, square in pawns:
        last = getattr(pawn, "_last_position", None)
        has_just_moved = getattr(pawn, "_moved_turns_ago", -1) in (0, 1)
        if color_of(pawn.player) != to_move and has_just_moved and last is not None:
            before, now = int(square_name(last)[1]), int(square[1])
            if abs(before - now) == 2:
                return f"{square[0]}{(before + now) // 2}"
    if any(not hasattr(pawn, "_moved_turns_ago") for pawn, _ in pawns):
        # Without the pawns' history the moves themselves still tell.
        for pawn, _ in pawns:
            if color_of(pawn.player) == to_move:
                for option in pawn.get_move_options():
                    if (option.extra or {}).get("en_passant"):
                        return square_name(option.position)
    return "-"


def legal_options(board: Any, player: Any) -> dict[str, Option]:
    """The framework's own legal moves, by from and to square such as `'a2a3'`."""
    options: dict[str, Option] = {}
    for piece in list(board.get_pieces()):
        if piece.player == player:
            source = square_name(piece.position)
            for option in piece.get_move_options():
                options[source + square_name(option.position)] = (piece, option)
    return options
