"""The agent in the framework: right, in time, and never at a loss for an answer."""

import os
import random
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

pytest.importorskip("chessmaker")

from support.plain_agent import PlainAgent  # noqa: E402

from adoube import Engine, EngineError, Position  # noqa: E402
from adoube.chessmaker import agent, clock, make_agent  # noqa: E402
from adoube.chessmaker.agent import fallback, read_var  # noqa: E402
from adoube.chessmaker.bridge import square_name  # noqa: E402
from adoube.fragments.arena import random_opening  # noqa: E402
from adoube.fragments.framework import Kit  # noqa: E402
from adoube.fragments.game import play_game  # noqa: E402


@pytest.fixture
def kit():
    return Kit()


def ask(player_of_ours, kit, position, ply=1, seconds=14.0):
    board = kit.board(position)
    piece, option = player_of_ours(board=board, player=board.current_player, var=[ply, seconds])
    assert piece in list(board.get_pieces()), "the framework's own piece"
    assert option in list(piece.get_move_options()), "one of its own moves"
    return square_name(piece.position) + square_name(option.position)


def test_one_import_is_an_agent(kit):
    assert ask(agent, kit, Position("sample0", game="fragments")) in Position("sample0", game="fragments").legal_moves


def test_it_wins_by_stalemate_and_takes_kings_and_pawns_in_passing(kit):
    quick = make_agent(seconds=0.1)
    won = Position("k4/5/2Q2/5/2K2 w - -", game="fragments")
    won.push(ask(quick, kit, won))
    assert won.outcome is not None and won.outcome.winner == "white"
    assert ask(quick, kit, Position("1k3/5/5/5/KR3 w - -", game="fragments")) == "b1b5"
    # The only move that does not lose.
    assert ask(quick, kit, Position("5/5/k4/1pP2/1K3 w - b3", game="fragments"), 2) in ("c2b3", "b1b2", "b1a2")


def test_it_remembers_what_was_played_across_calls_and_games(kit):
    quick = make_agent(seconds=0.02, stall=False)
    for game in range(2):
        position = Position("sample1", game="fragments")
        for _ in range(6):
            name = ask(quick, kit, position, len(position.moves) + 1)
            position.push(name)
            if position.is_over:
                break
            position.push(position.legal_moves[game % len(position.legal_moves)])
        memory = quick._games[0]
        assert len(memory.position.moves) > 2
        # The last reply it has not seen.
        assert memory.position.moves == position.moves[: len(memory.position.moves)]
        assert len(position.moves) - len(memory.position.moves) <= 1
        assert memory.position.start_fen == Position("sample1", game="fragments").fen


def test_black_counts_the_position_it_sees_first(kit):
    quick = make_agent(seconds=0.02)
    position = Position("sample1", game="fragments", moves=["b1a3"])
    ask(quick, kit, position, 2)
    assert quick._games[0].position.start_fen == position.fen
    before = quick._games[0].position.copy()
    before.pop()
    assert before.repetitions == 1


def test_it_plays_both_sides_of_one_game(kit):
    quick = make_agent(seconds=0.01, stall=False)
    record = play_game(quick, quick, Position("sample0", game="fragments"), kit, game_seconds=6)
    assert record.result != "*" and record.blame is None
    assert quick._games[0].position.moves[: len(record.moves)] == record.moves
    assert len(quick._games) == 1 and quick.failures == 0


def test_two_games_at_the_same_time_do_not_meet(kit):
    quick = make_agent(seconds=0.05)
    records = []

    def play(setup):
        records.append(play_game(quick, PlainAgent(0.05), Position(setup, game="fragments"), Kit(), game_seconds=5))

    # Two of them stand in the same position, perhaps at the same moment.
    threads = [threading.Thread(target=play, args=(setup,)) for setup in ("sample0", "sample1", "sample0")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [record.blame for record in records] == [None] * 3 and quick.failures == 0


@pytest.mark.parametrize("var", [None, [], "x", [None, None], [-3, -1.0], {}, [1, float("nan")]])
def test_whatever_the_framework_says_it_answers(kit, var):
    board = kit.board(Position("sample0", game="fragments"))
    piece, option = make_agent(seconds=0.02)(board, board.current_player, var)
    assert option in list(piece.get_move_options())


def test_what_is_said_of_the_time_is_read():
    assert read_var([3, 14.0]) == (3, 14.0) and read_var(None) == (None, 14.0)


def test_any_failure_inside_still_gives_a_legal_move(kit, monkeypatch):
    broken = make_agent(seconds=0.02)
    broken._engine = None
    monkeypatch.setattr(broken, "_new_engine", lambda: (_ for _ in ()).throw(MemoryError("no memory")))
    name = ask(broken, kit, Position("k4/5/2q2/1P3/K4 w b2 -", game="fragments"), 5)
    assert name in Position("k4/5/2q2/1P3/K4 w b2 -", game="fragments").legal_moves and broken.failures == 1
    # The lock is free again: the next call works.
    monkeypatch.undo()
    ask(broken, kit, Position("sample0", game="fragments"), 1)
    assert broken.failures == 1


class Panic(BaseException):
    """As PyO3 tells of a panic in Rust."""


def test_a_failure_does_not_end_the_memory_of_the_game(kit, monkeypatch):
    shaken = make_agent(seconds=0.02, stall=False)
    position = Position("sample1", game="fragments")
    for turn in range(3):
        if turn == 1:
            monkeypatch.setattr(shaken, "_choose", lambda *_: (_ for _ in ()).throw(Panic("at the disco")))
        position.push(ask(shaken, kit, position, len(position.moves) + 1))
        monkeypatch.undo()
        position.push(position.legal_moves[0])
    assert shaken.failures == 1 and shaken._games[0].position.moves == position.moves[:-1]


def test_a_search_that_breaks_off_is_played_as_far_as_it_came(kit, monkeypatch):
    class Broken:
        lines = [SimpleNamespace(score=SimpleNamespace(mate=None, cp=0, wdl=(300, 400, 300)), pv=["a2a3"])]

        def wait(self, _timeout=None):
            raise EngineError("it broke off")

    broken = make_agent(seconds=0.02, stall=False)
    broken._engine = SimpleNamespace(start=lambda *_, **__: Broken())
    assert ask(broken, kit, Position("sample0", game="fragments")) == "a2a3"
    assert broken.failures == 0 and broken._engine is None


def test_a_piece_that_nobody_knows_still_gives_a_legal_move(kit):
    board = kit.board(Position("sample0", game="fragments"))
    next(iter(board.get_pieces())).__class__ = type("Dragon", (type(next(iter(board.get_pieces()))),), {"name": "Dragon"})
    strange = make_agent(seconds=0.02)
    piece, option = strange(board, board.current_player, [1, 14.0])
    assert piece is not None and option is not None and strange.failures == 1


def test_without_a_legal_move_there_is_no_answer(kit):
    board = kit.board(Position("k4/2Q2/5/5/2K2 b - -", game="fragments"))
    assert make_agent()(board, board.current_player, [9, 14.0]) == (None, None)
    assert fallback(SimpleNamespace(), None, {}) == (None, None)


def test_it_is_in_time_on_a_busy_machine(kit):
    """Threads that hold the interpreter's lock as often as they can."""
    stop = threading.Event()

    def work():
        while not stop.is_set():
            sum(range(2000))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    board = kit.board(Position("sample0", game="fragments"))
    try:
        began = time.perf_counter()
        piece, _ = make_agent(seconds=30)(board, board.current_player, [1, 6.0])
        assert time.perf_counter() - began < 6.0 and piece is not None
    finally:
        stop.set()


def test_who_is_ahead_hurries_and_who_is_lost_does_not():
    def score(mate=None, wdl=(0, 1000, 0)):
        return SimpleNamespace(mate=mate, cp=None, wdl=wdl)

    def may_take(seen, elapsed, pace):
        game = clock.GameClock(0.0, paces=[pace] * 3)
        return clock.may_take(seen, 2.0, 14.0, game, elapsed)

    winning, level, lost = score(wdl=(950, 40, 10)), score(), score(wdl=(5, 5, 990))
    assert may_take(winning, 0, 1) == may_take(level, 0, 1) == 5.0
    assert may_take(winning, 200, 10) == 0.05 and may_take(level, 200, 10) == 0.5
    assert may_take(lost, 200, 10) == may_take(score(mate=-3), 10, 1) == clock.latest(14.0)
    # A mate in three is a matter of three moves.
    assert may_take(score(mate=3), 240, 12) > 1.0
    assert clock.latest(14.0) < 12.6 and clock.latest(1.0) < 0.9


def test_what_an_agent_is_made_with_is_checked_at_once():
    for wrong in (
        {"level": 0}, {"level": 11}, {"level": 2.5}, {"seconds": 0}, {"seconds": float("nan")}, {"seconds": float("inf")},
        {"seconds": 1e30}, {"threads": 0}, {"threads": 2**70}, {"hash": 0}, {"hash": 10**9}, {"hash": 2**70},
    ):
        with pytest.raises(ValueError, match="expected"):
            make_agent(**wrong)


FORK = """
import os, signal, time
from adoube.chessmaker import agent
from adoube import Engine
children = []
for _ in range(20):
    children.append(os.fork())
    if children[-1] == 0:
        signal.alarm(30)
        Engine(hash=1).prepare()
        os._exit(0)
    time.sleep(0.02)
raise SystemExit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_process_may_be_forked_while_the_solved_endings_are_read():
    assert subprocess.run([sys.executable, "-c", FORK], check=False, timeout=120).returncode == 0


def test_tables_can_come_from_a_file(kit, tmp_path):
    path = tmp_path / "three.tables"
    subprocess.run([sys.executable, "-m", "adoube", "tables", "--men", "3", "--out", str(path)], check=True, timeout=120)
    exact = make_agent(seconds=0.1, tables=path)
    ask(exact, kit, Position("k4/5/5/5/1B2K w - -", game="fragments"))
    assert exact.failures == 0 and exact.last_result.score.mate > 0
    # Of four men it knows nothing now, unlike the tables that are part of the engine.
    four = Position("5/5/5/2k2/K1BN1 w - -", game="fragments")
    assert exact._engine.search(four, depth=1).score.mate is None and Engine().search(four, depth=1).score.mate > 0
    with pytest.raises(ValueError, match="expected level 10"):
        make_agent(level=3, tables=path)
    with pytest.raises(ValueError, match="nowhere"):
        make_agent(tables="/nowhere")


def test_it_beats_a_plain_agent(kit, is_thorough):
    """20-0 in the thorough run; two games for every commit."""
    games = 20 if is_thorough else 2
    chance = random.Random(11)
    plain = PlainAgent(1.0 if is_thorough else 0.1)
    ours = make_agent(seconds=1.0 if is_thorough else 0.1)
    opening = Position("sample0", game="fragments")
    points = 0
    for number in range(games):
        if number % 2 == 0:
            opening = random_opening(["sample0", "sample1"][number // 2 % 2], 2, chance)
        white, black = (ours, plain) if number % 2 == 0 else (plain, ours)
        record = play_game(white, black, opening, kit)
        won = record.result == ("1-0" if number % 2 == 0 else "0-1")
        points += won
        assert record.blame is None, record.reason
        assert won, f"{record.result} {record.reason} {record.start} {record.moves}"
        assert max(record.seconds) < 14
    assert points == games and ours.failures == 0
    print(f"the plain agent saw {plain.nodes / plain.time:.0f} nodes a second")
