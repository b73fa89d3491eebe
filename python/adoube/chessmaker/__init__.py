"""An agent for Chess Fragments in the framework `chessmaker`. In a student's program it is one line:

    from adoube.chessmaker import agent

It is called as the framework calls agents, `agent(board=..., player=..., var=[ply, seconds])`, and returns the framework's
own `(piece, move_option)`. It never raises, is never late and never illegal. For sparring:

    from adoube.chessmaker import make_agent
    opponent = make_agent(level=3)
    quick = make_agent(seconds=0.1)
"""

from typing import Any

from adoube.chessmaker.agent import Agent, make_agent
from adoube.chessmaker.bridge import BridgeError, position_of, read_fen

__all__ = ["Agent", "BridgeError", "agent", "make_agent", "position_of", "read_fen"]

_default = make_agent()


def agent(board: Any, player: Any, var: Any = None) -> tuple[Any, Any]:
    """The engine at full strength, as an agent of the framework."""
    return _default(board, player, var)
