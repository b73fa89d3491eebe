"""Positions from and to python-chess (the optional extra `chess`)."""

import chess

from adoube._native import Position
from adoube.errors import PositionError


def from_board(board: chess.Board) -> Position:
    """A position with the game of a `chess.Board`, so that repetitions count.

    >>> import chess
    >>> from adoube.board import from_board
    >>> board = chess.Board()
    >>> _ = board.push_san("e4")
    >>> from_board(board).moves
    ['e2e4']
    """
    if board.uci_variant != "chess":
        raise PositionError(f"board: a game of {board.uci_variant}; expected chess or Chess960")
    root = board.root()
    # A null move has no place in a game: then the position alone is taken.
    if any(not move for move in board.move_stack):
        return Position(board.fen(en_passant="fen"))
    return Position(root.fen(en_passant="fen"), moves=[move.uci() for move in board.move_stack])


def to_board(position: Position) -> chess.Board:
    """A `chess.Board` with the game that led to a position.

    >>> from adoube import Position
    >>> from adoube.board import to_board
    >>> to_board(Position(moves=["e4", "e5"])).peek().uci()
    'e7e5'
    """
    if position.game != "chess":
        raise PositionError(f"game: {position.game}; expected chess")
    # In a start position with chess960 castling the moves are written so too.
    board = chess.Board(position.start_fen)
    if board.has_chess960_castling_rights():
        board = chess.Board(position.start_fen, chess960=True)
    for text in position.moves:
        board.push_uci(text)
    return board
