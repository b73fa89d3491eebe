"""The framework's board and ours are the same game: moves, pawns' pasts, repetitions, results."""

import random

import pytest

pytest.importorskip("chessmaker")

from adoube import Position  # noqa: E402
from adoube.chessmaker import BridgeError, position_of, read_fen  # noqa: E402
from adoube.chessmaker.bridge import legal_options, square_name  # noqa: E402
from adoube.fragments.framework import Kit, OwnReferee  # noqa: E402
from adoube.fragments.game import loser_in, rules_agree  # noqa: E402
from adoube.fragments.positions import known_positions  # noqa: E402

SETUPS = ["sample0", "sample1", "brief", "sample2", "sample5", "sample6", "sample7"]


@pytest.fixture
def kit():
    return Kit()


def test_every_position_of_the_suite_has_the_frameworks_moves(kit, perft_positions):
    for case in perft_positions:
        board = kit.board(Position(case["position"], game="fragments"))
        assert read_fen(board) == case["position"], case["name"]
        assert rules_agree(board, position_of(board)) is None, case["name"]
        assert sorted(legal_options(board, board.current_player)) == sorted(text[:4] for text in case["moves"])


def test_results_of_the_suite_are_the_frameworks(kit, perft_positions):
    for case in perft_positions:
        position = Position(case["position"], game="fragments")
        said = OwnReferee()(kit.board(position))
        if "result" in case:
            # Ours says less in the brackets.
            assert said is not None and said.split(" ")[0] == case["result"].split(" ")[0], case["name"]
            assert loser_in(said) == loser_in(case["result"]), case["name"]
        assert agrees(said, position), case["name"]


def agrees(said, position):
    """Whether a result of the framework and an outcome of ours are the same."""
    outcome = position.outcome
    if said is None or outcome is None:
        return said is None and outcome is None
    loser = loser_in(said)
    return outcome.winner == (None if loser is None else {"white": "black", "black": "white"}[loser])


def test_the_laws_are_the_frameworks(kit):
    for law, position in known_positions():
        assert rules_agree(kit.board(position), position) is None, law


def random_game(kit, setup, chance, budget):
    """Plays on the framework's own board, and compares every position. Returns how many there were."""
    position = Position(setup, game="fragments")
    board, referee, seen = kit.board(position), OwnReferee(), 0
    # Some games only shuffle pieces, so that positions come back.
    shuffles = chance.random() < 0.3
    while seen < budget:
        difference = rules_agree(board, position)
        assert difference is None, difference
        seen += 1
        options = legal_options(board, board.current_player)
        names = sorted(options)
        if shuffles:
            quiet = [name for name in names if not options[name][1].captures and "awn" not in type(options[name][0]).__name__]
            back = [name for name in quiet if len(position.moves) > 1 and name == position.moves[-2][2:4] + position.moves[-2][:2]]
            names = back or quiet or names
        name = chance.choice(names)
        piece, option = options[name]
        assert square_name(piece.position) == name[:2]
        piece.move(option)
        position.push(name)
        said = referee(board)
        assert referee.counts[referee.key(board)] == position.repetitions, f"{position!r} after {position.moves}"
        assert agrees(said, position), f"{said} / {position.outcome} in {position!r} after {position.moves}"
        if said is not None:
            break
    return seen


def test_random_games_are_the_same_game_to_the_end(kit, is_thorough):
    chance = random.Random(2321)
    left = 5000 if is_thorough else 250
    ends = 0
    while left > 0:
        seen = random_game(kit, chance.choice(SETUPS), chance, min(left, 120))
        left -= seen
        ends += 1
    assert ends > 2


def test_a_fivefold_repetition_is_counted_alike(kit):
    position = Position("sample1", game="fragments")
    board, referee = kit.board(position), OwnReferee()
    said = None
    for ply in range(100):
        name = ["b1a3", "d5e3", "a3b1", "e3d5"][ply % 4]
        piece, option = legal_options(board, board.current_player)[name]
        piece.move(option)
        position.push(name)
        said = referee(board)
        assert referee.counts[referee.key(board)] == position.repetitions
        assert agrees(said, position)
        if said is not None:
            break
    assert said == "Draw - fivefold repetition" and len(position.moves) == 17


def test_a_board_that_is_no_board_is_refused(kit):
    board = kit.board(Position("sample0", game="fragments"))
    board.size = (8, 8)
    with pytest.raises(BridgeError, match="5 files"):
        read_fen(board)


def test_pawns_without_a_past_are_read_by_their_rank(kit):
    class Stranger:
        """A pawn of somebody else's framework."""

        name = "Pawn"

        def __init__(self, pawn):
            self.player, self.position = pawn.player, pawn.position

        def get_move_options(self):
            return []

    class Board:
        size = (5, 5)

        def __init__(self, board):
            self.current_player = board.current_player
            self.pieces = [Stranger(piece) if piece.name == "Pawn" else piece for piece in board.get_pieces()]

        def get_pieces(self):
            return self.pieces

    board = kit.board(Position("sample0", game="fragments"))
    assert read_fen(Board(board)) == Position("sample0", game="fragments").fen
