"""Adoube for Python: chess and Chess Fragments, positions and a strong engine.

>>> from adoube import Engine, Position
>>> position = Position(moves=["e4", "e5"])
>>> result = Engine().search(position, depth=8)
>>> result.best_move in position.legal_moves
True

`adoube.chessmaker` has an agent for the framework of Chess Fragments, `adoube.board` goes to and from python-chess.
"""

from adoube._native import Engine, Info, Outcome, Position, Score, Search, SearchResult, __version__
from adoube.errors import AdoubeError, EngineError, LimitError, MoveError, OptionError, PositionError

__all__ = [
    "AdoubeError",
    "Engine",
    "EngineError",
    "Info",
    "LimitError",
    "MoveError",
    "OptionError",
    "Outcome",
    "Position",
    "PositionError",
    "Score",
    "Search",
    "SearchResult",
    "__version__",
]
