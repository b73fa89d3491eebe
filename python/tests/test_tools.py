"""adoube fragments check, review and arena."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("chessmaker")

from adoube import Position  # noqa: E402
from adoube.__main__ import main as adoube_main  # noqa: E402
from adoube.fragments import arena, check  # noqa: E402
from adoube.fragments.__main__ import main  # noqa: E402
from adoube.fragments.framework import Kit  # noqa: E402
from adoube.fragments.game import GameRecord  # noqa: E402

PLAIN = str(Path(__file__).parent / "support" / "plain_agent.py")

BROKEN = """
def legal_moves(board, player):
    moves = [(piece, option) for piece in board.get_player_pieces(player) for option in piece.get_move_options()]
    return [(piece, option) for piece, option in moves if not option.extra.get("en_passant")]

def agent(board, player, var):
    raise KeyError("oops")
"""

LATE = """
import time
def agent(board, player, var):
    time.sleep(5.0)
"""

ILLEGAL = """
print("I am talkative")
def agent(board, player, var):
    print("thinking", var)
    return None, None
"""

THIEF = """
def agent(board, player, var):
    for piece in board.get_pieces():
        for option in piece.get_move_options():
            if piece.player != player:
                return piece, option
"""

PARITY = """
def agent(board, player, var):
    assert (var[0] % 2 == 1) == (player.name == "white"), var
    for piece in board.get_player_pieces(player):
        for option in piece.get_move_options():
            return piece, option
"""

LEAVES = """
import sys
def legal_moves(board, player):
    sys.exit(0)
"""

NEVER = """
import time
def legal_moves(board, player):
    time.sleep(5.0)
    return []
"""

ROOKS = """
from adoube import Position
def legal_moves(fen):
    moves = Position(fen, game="fragments").legal_moves
    return moves + [text[:4] + "r" for text in moves if len(text) == 5]
"""

RIGHTS = """
from dataclasses import replace
def legal_moves(board, player):
    for piece in board.get_player_pieces(player):
        for option in piece.get_move_options():
            yield piece, replace(option, extra={"promote": "Right"}) if "promote" in option.extra else option
"""


@pytest.fixture
def file(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_a_right_generator_passes(capsys):
    assert main(["check", f"{PLAIN}:legal_moves", "--positions", "150"]) == 0
    assert "right in all 150 positions" in capsys.readouterr().out


def test_the_first_difference_is_shown_with_its_law(file, capsys):
    assert main(["check", file("broken.py", BROKEN), "--positions", "60", "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    difference = report["generator"]["difference"]
    assert difference["about"] == "en passant" and difference["missing"] == ["c4b3"] and difference["extra"] == []
    assert "raised KeyError" in report["agent"]["difference"]["what"]
    assert main(["check", file("broken.py", BROKEN), "--positions", "60"]) == 1
    assert "misses c4b3" in capsys.readouterr().out


def test_plies_are_counted_as_the_framework_counts_them(file, capsys):
    assert main(["check", file("parity.py", PARITY), "--positions", "120"]) == 0, capsys.readouterr()


def test_a_generator_that_leaves_or_never_returns_is_wrong(file, capsys, monkeypatch):
    assert main(["check", file("leaves.py", LEAVES)]) == 1
    assert "legal_moves raised SystemExit: 0" in capsys.readouterr().out
    monkeypatch.setattr(check, "MOVE_SECONDS", 0.2)
    assert main(["check", file("never.py", NEVER)]) == 1
    assert "legal_moves did not answer within 0.2 s" in capsys.readouterr().out


def test_an_agent_is_not_timed_while_a_late_generator_still_runs(file, capsys, monkeypatch):
    monkeypatch.setattr(check, "MOVE_SECONDS", 0.2)
    monkeypatch.setattr(check, "PATIENCE", 0.1)
    both = file("both.py", NEVER + PARITY)
    assert main(["check", both, "--positions", "5"]) == 1
    assert "agent: not checked: the late generator still runs" in capsys.readouterr().out
    assert main(["check", both, "--positions", "5", "--json"]) == 1
    assert "still runs" in json.loads(capsys.readouterr().out)["agent"]["left_out"]
    # One that is gone in time leaves the agent its turn.
    monkeypatch.setattr(check, "MOVE_SECONDS", 1.0)
    monkeypatch.setattr(check, "PATIENCE", 30.0)
    assert main(["check", both, "--positions", "5"]) == 1
    assert "agent: right in all 5 positions" in capsys.readouterr().out


def test_who_asks_with_input_is_told_that_nobody_answers(file, capsys):
    asks = file("asks.py", "x = input()\ndef legal_moves(board, player): return []")
    # A stdin that is open, and says nothing.
    with subprocess.Popen(
        [sys.executable, "-m", "adoube", "fragments", "check", asks], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.wait(60) == 2
        assert "asks.py: cannot be loaded: EOFError" in (said := process.stderr.read()) and "nobody is here to answer" in said
    assert main(["check", file("later.py", "def agent(board, player, var): return input('Your move? ')")]) == 1
    assert "agent raised EOFError" in capsys.readouterr().out


def test_a_pawn_that_becomes_something_else_is_seen(file, capsys):
    for name, text in (("rooks.py", ROOKS), ("rights.py", RIGHTS)):
        assert main(["check", file(name, text), "--positions", "60", "--json"]) == 1
        difference = json.loads(capsys.readouterr().out)["generator"]["difference"]
        assert "becomes a queen" in difference["about"] and difference["extra"] == ["d4d5r"]


def test_moves_may_be_given_in_any_way():
    for move in ("a2a3", ((0, 3), (0, 2)), (15, 10), ("a2", "a3")):
        assert check.move_name(move) == "a2a3"
    for move in ("d4d5r", "d4d5=R+", "d4d5R"):
        assert check.move_name(move) == "d4d5r"


def test_generators_may_take_text(file):
    code = "from adoube import Position\ndef legal_moves(fen): return Position(fen, game='fragments').legal_moves\n"
    assert main(["check", file("text.py", code), "--positions", "100"]) == 0


AGENTS = """
from adoube.chessmaker import make_agent
from functools import partial

agent = make_agent(seconds=0.02, stall=False)          # an object, not a function
opponent = partial(agent)

def my_player(board, player, var):
    return agent(board, player, var)

def my_moves(board):
    player = board.current_player
    return [(piece, option) for piece in board.get_player_pieces(player) for option in piece.get_move_options()]
"""


def test_agents_and_generators_may_be_written_in_any_way(file, tmp_path, monkeypatch, capsys):
    path = file("various.py", AGENTS)
    monkeypatch.chdir(tmp_path)
    for module in (path, f"{path}:opponent", f"{path}:my_player", f"{path}:my_moves", "various"):
        assert main(["check", module, "--positions", "20"]) == 0, capsys.readouterr()


def test_an_arena_that_cannot_be_played_says_so(tmp_path, capsys):
    for wrong in (["adoube:11", "adoube"], ["adoube", "adoube:x"], ["adoube", "adoube", "--setups", "sample4", "--plies", "0"],
                  ["adoube", "adoube", "--save", str(tmp_path / "no" / "where.pgn")]):
        assert main(["arena", *wrong, "--games", "2"]) == 2
        assert "expected" in capsys.readouterr().err


def test_what_an_agent_raised_does_not_spoil_the_record():
    start = Position("sample0", game="fragments").fen
    text = GameRecord(start, reason="white raised KeyError: {'a'}\n}").pgn('say "hi"', "b")
    assert "{white raised KeyError: ('a') )}" in text and '[White "say \\"hi\\""]' in text


def test_games_that_do_not_count_do_not_part_the_others_from_their_pairs():
    won, lost, void = (GameRecord("", result=result) for result in ("1-0", "0-1", "*"))
    records = [(True, won), (False, void), (True, won), (False, lost), (True, lost), (False, won)]
    assert arena.summary((arena.Tally("a"), arena.Tally("b")), records)["pairs"] == [1, 0, 0, 0, 1]


def test_what_cannot_be_checked_says_so(file, capsys):
    assert main(["check", file("leaves.py", "import sys; sys.exit(0)")]) == 2
    assert "SystemExit" in capsys.readouterr().err
    assert main(["check", "no_such_file.py"]) == 2
    assert main(["check", file("empty.py", "")]) == 2
    assert main(["check", file("wrong.py", "import nothing_of_the_kind")]) == 2
    errors = capsys.readouterr().err
    assert errors.count("error: ") == 3 and "expected a function legal_moves" in errors


def test_an_arena_counts_points_and_puts_the_blame_where_it_belongs(file, capsys, tmp_path):
    games = tmp_path / "games.pgn"
    limits = ["--games", "2", "--move-seconds", "3", "--game-seconds", "60", "--json"]
    expected = {"broken.py": "exceptions", "late.py": "late", "illegal.py": "illegal", "thief.py": "illegal"}
    for name, text in (("broken.py", BROKEN), ("late.py", LATE), ("illegal.py", ILLEGAL), ("thief.py", THIEF)):
        assert main(["arena", "adoube", file(name, text), *limits, "--save", str(games)]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["score"] == 2 and report["agents"][0]["wins"] == 2
        assert report["agents"][1][expected[name]] == 2 and not report["agents"][0]["failures"]
        assert report["elo"]["low"] < report["elo"]["value"] < report["elo"]["high"]
    assert games.read_text().count('[Variant "fragments"]') == 8


def test_an_arena_ends_when_a_late_agent_does_not(file, capsys, monkeypatch):
    monkeypatch.setattr(arena, "PATIENCE", 0.1)
    settings = arena.Settings(games=2, move_seconds=1.0, game_seconds=30.0)
    arena.run("adoube", file("late.py", LATE), settings, True)
    errors = capsys.readouterr().err
    assert "still thinks" in errors and errors.count("is late") == 1


def test_an_arena_of_equals_reverses_colours():
    settings = arena.Settings(games=2, move_seconds=1.0, game_seconds=2.0)
    out = arena.run("adoube:1", "adoube:1", settings, False)
    assert "adoube:1 against adoube:1 (2)" in out and "Elo" in out


EXTENSION = """
from adoube.fragments import framework
class Right(framework.Right):
    def clone(self): return Right(self.player)
def get_result(board): return framework.OwnReferee()(board)
"""

USER_OF_EXTENSION = """
from extension.piece_right import Right
def agent(board, player, var):
    assert all(type(piece) is Right for piece in board.get_pieces() if piece.name == "Right")
    return next((piece, option) for piece in board.get_player_pieces(player) for option in piece.get_move_options())
"""


def test_the_courses_package_is_found_beside_either_agent(tmp_path, capsys, monkeypatch):
    for name in ("extension", "extension.piece_right", "extension.board_rules"):
        # So that nothing of it is left afterwards.
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]
    (tmp_path / "bare").mkdir()
    package = tmp_path / "course" / "extension"
    package.mkdir(parents=True)
    for name in ("piece_right.py", "board_rules.py"):
        (package / name).write_text(EXTENSION)
    user = tmp_path / "course" / "agent.py"
    user.write_text(USER_OF_EXTENSION)
    assert Kit(None, tmp_path / "bare", tmp_path / "course").source == str(package)
    settings = arena.Settings(games=2, move_seconds=1.0, game_seconds=2.0)
    for agents in (("adoube:1", str(user)), (str(user), "adoube:1")):
        report = json.loads(arena.run(*agents, settings, True))
        assert [agent["failures"] for agent in report["agents"]] == [[], []], capsys.readouterr().err


def test_openings_are_playable():
    import random

    for seed in range(4):
        position = arena.random_opening("sample0", 4, random.Random(seed))
        assert position.turn == "white" and not position.is_over and not position.moves


def test_the_command_hands_over(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["adoube", "fragments", "check", "no_such_file.py"])
    assert adoube_main() == 2
    assert "no such file" in capsys.readouterr().err


def test_a_game_of_the_arena_can_be_reviewed(tmp_path):
    position = Position("sample1", game="fragments", moves=["d2d3", "d5e3"])
    record = GameRecord(position.start_fen, position.moves, [0.1, 0.1], "*", "shown")
    path = tmp_path / "game.pgn"
    path.write_text(record.pgn("one", "other"))
    command = [sys.executable, "-m", "adoube", "fragments", "review", str(path), "--time", "0.05"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "1. d3" in done.stdout and "1... Ne3" in done.stdout, done.stderr + done.stdout
