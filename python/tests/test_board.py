"""To and from python-chess."""

import random

import pytest

chess = pytest.importorskip("chess")
import chess.engine  # noqa: E402

from adoube import Engine, Position, PositionError  # noqa: E402
from adoube.board import from_board, to_board  # noqa: E402


def test_random_games_agree_with_python_chess_move_by_move():
    chance = random.Random(7)
    for game in range(30):
        start = chess.Board.from_chess960_pos(chance.randrange(960)) if game % 3 == 0 else chess.Board()
        board, position = start.copy(), from_board(start)
        for _ in range(80):
            assert sorted(position.legal_moves) == sorted(move.uci() for move in board.legal_moves), board.fen()
            if board.is_game_over():
                break
            move = chance.choice(list(board.legal_moves))
            assert position.san(move.uci()) == board.san(move)
            board.push(move)
            position.push(move.uci())
        assert from_board(board) == position
        assert to_board(position).fen() == board.fen() and to_board(position).move_stack == board.move_stack


def test_repetitions_come_along():
    board = chess.Board()
    for text in "g1f3 g8f6 f3g1 f6g8".split():
        board.push_uci(text)
    assert from_board(board).repetitions == 2


def test_other_games_are_refused():
    with pytest.raises(PositionError):
        to_board(Position("sample0", game="fragments"))
    import chess.variant

    with pytest.raises(PositionError):
        from_board(chess.variant.AtomicBoard())


def test_the_engine_answers_a_board():
    assert chess.Move.from_uci(Engine().search(from_board(chess.Board()), depth=5).best_move) in chess.Board().legal_moves
