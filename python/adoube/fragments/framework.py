"""What Chess Fragments adds to the framework `chessmaker`: the piece Right, pawns that only queen, and the rules by which
games end. If an agent comes with the course's own package `extension` beside it, that one is used instead.
"""

import importlib
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import cycle
from pathlib import Path
from typing import Any, Protocol

from chessmaker.chess.base import Board, Piece, Player, Square
from chessmaker.chess.base import Position as Place
from chessmaker.chess.base.move_option import MoveOption
from chessmaker.chess.piece_utils import get_straight_until_blocked, is_in_board
from chessmaker.chess.pieces import Bishop, King, Knight, Pawn, Queen

from adoube import Position
from adoube.chessmaker.bridge import SIZE
from adoube.fragments.modules import Home

JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
# A pawn that has moved, but so long ago that nobody can take it in passing.
LONG_AGO = 99


class Right(Piece):  # type: ignore[misc]
    """Slides like a rook and jumps like a knight."""

    name = "Right"

    def _get_move_options(self) -> Iterable[Any]:
        jumps = (self.position.offset(*jump) for jump in JUMPS)
        places = [*get_straight_until_blocked(self), *(place for place in jumps if is_in_board(self.board, place))]
        options = []
        for place in places:
            taken = self.board[place].piece
            if taken is None:
                options.append(MoveOption(place))
            elif taken.player != self.player:
                options.append(MoveOption(place, captures={place}))
        return options

    def clone(self) -> "Right":
        return Right(self.player)


class Referee(Protocol):
    """Says how a game has ended, in the framework's words, or None. Asked after every move, it counts repetitions."""

    def __call__(self, board: Any) -> str | None: ...


class OwnReferee:
    """The rules by which games end, in the framework's order."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[Any, ...]] = Counter()

    def __call__(self, board: Any) -> str | None:
        pieces = list(board.get_pieces())
        player = board.current_player
        key = self.key(board)
        self.counts[key] += 1
        if self.counts[key] >= 5:
            return "Draw - fivefold repetition"
        kings = {piece.player.name: piece for piece in pieces if isinstance(piece, King)}
        for side in board.players:
            if side.name not in kings:
                return f"No kings left - {side.name} loses"
        if not any(True for piece in pieces if piece.player == player for _ in piece.get_move_options()):
            is_mate = kings[player.name].is_attacked()
            return f"{'Checkmate' if is_mate else 'Stalemate'} - {player.name} loses"
        return "Draw - only the kings are left" if len(pieces) == 2 else None

    @staticmethod
    def key(board: Any) -> tuple[Any, ...]:
        """What makes two positions the same: the pieces, and who is to move."""
        placed = frozenset((type(piece).__name__, piece.player.name, piece.position) for piece in board.get_pieces())
        return placed, board.current_player.name


class Kit:
    """The pieces and the rules to play with: our own, or those of the first folder with the course's package `extension`."""

    def __init__(self, *folders: Path | None) -> None:
        self.white, self.black = Player("white"), Player("black")
        self.right: type[Piece] = Right
        self.new_referee: Callable[[], Referee] = OwnReferee
        self.source = "adoube"
        folder = next((one for one in folders if one is not None and (one / "extension" / "piece_right.py").is_file()), None)
        if folder is not None:
            with Home(folder):
                self.right = importlib.import_module("extension.piece_right").Right
                get_result = importlib.import_module("extension.board_rules").get_result
            self.new_referee = lambda: get_result
            self.source = str(folder / "extension")

    def board(self, position: Position) -> Any:
        """A board of the framework with this position, its pawns' past included."""
        placement, side, unmoved, en_passant = position.fen.split()
        fresh = {unmoved[at : at + 2] for at in range(0, len(unmoved), 2)}
        rows = []
        for y, text in enumerate(placement.split("/")):
            letters = "".join(" " * int(letter) if letter.isdigit() else letter for letter in text)
            rows.append([Square(self.piece(letter, x, y, fresh, en_passant)) for x, letter in enumerate(letters)])
        order = [self.white, self.black] if side == "w" else [self.black, self.white]
        return Board(squares=rows, players=[self.white, self.black], turn_iterator=cycle(order))

    def piece(self, letter: str, x: int, y: int, fresh: set[str], en_passant: str) -> Any:
        """The piece with this letter, or None."""
        if letter == " ":
            return None
        player = self.white if letter.isupper() else self.black
        if letter.lower() == "p":
            return self.pawn(player, x, y, fresh, en_passant)
        kinds = {"n": Knight, "b": Bishop, "r": self.right, "q": Queen, "k": King}
        return kinds[letter.lower()](player)

    def pawn(self, player: Any, x: int, y: int, fresh: set[str], en_passant: str) -> Any:
        """A pawn that only queens, with its past. The course's `Pawn_Q` is no class of its own: it makes the same pawns, but only
        such as never moved."""
        direction = Pawn.Direction.UP if player == self.white else Pawn.Direction.DOWN
        ahead = direction.value
        pawn = Pawn(player, direction, promotions=[Queen])
        if f"{'abcde'[x]}{SIZE - y}" in fresh:
            return pawn
        has_passed = en_passant != "-" and ("abcde"[x], SIZE - (y - ahead)) == (en_passant[0], int(en_passant[1]))
        if has_passed:
            return Pawn(player, direction, [Queen], 1, Place(x, y - 2 * ahead))
        return Pawn(player, direction, [Queen], LONG_AGO, Place(x, y - ahead))
