"""The engine from Python."""

import _thread
import signal
import subprocess
import sys
import threading
import time
from types import MappingProxyType

import pytest

from adoube import Engine, EngineError, LimitError, MoveError, OptionError, Position


@pytest.fixture(scope="module")
def engine():
    return Engine()


def test_it_finds_mates_in_both_games(engine):
    result = engine.search(Position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), depth=4)
    assert (result.best_move, result.score.mate, result.score.is_decided) == ("a1a8", 1, True)
    # No mate, but no move either: that wins here.
    result = engine.search(Position("k4/5/2Q2/5/2K2 w - -", game="fragments"), depth=4)
    assert result.score.mate == 1


def test_nodes_depth_and_time_are_limits(engine):
    assert engine.search(Position(), nodes=5000).lines[0].nodes <= 5000 + 1024
    assert engine.search(Position(), depth=5).lines[0].depth == 5
    began = time.perf_counter()
    engine.search(Position(), seconds=0.2)
    assert 0.1 < time.perf_counter() - began < 3


def test_the_clock_is_a_limit(engine):
    began = time.perf_counter()
    assert engine.search(Position(), clock=1.0, increment=0.1).best_move
    assert time.perf_counter() - began < 2.5


def test_several_lines_have_several_moves(engine):
    result = engine.search(Position(), depth=6, multipv=4)
    assert [info.multipv for info in result.lines] == [1, 2, 3, 4]
    assert len({info.pv[0] for info in result.lines}) == 4


def test_only_the_moves_that_are_asked_for_are_searched(engine):
    assert engine.search(Position(), depth=6, moves=["a2a3", "h4"]).best_move in ("a2a3", "h2h4")
    with pytest.raises(MoveError):
        engine.search(Position(), depth=6, moves=["e2e5"])


def test_an_iterator_tells_what_is_found_and_the_result_is_the_last_of_it(engine):
    position = Position("sample0", game="fragments")
    search = engine.start(position, depth=9)
    infos = list(search)
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    assert search.is_done and search.result().best_move == infos[-1].pv[0]
    assert position.san_line(infos[-1].pv)


def test_another_thread_stops_an_endless_search(engine):
    threading.Timer(0.3, engine.stop).start()
    began = time.perf_counter()
    result = engine.start(Position()).result()
    assert 0.2 < time.perf_counter() - began < 5 and result.best_move


def test_all_who_wait_for_a_search_get_its_result():
    engine = Engine(hash=1)
    for _ in range(30):
        search = engine.start(Position(), nodes=2000)
        # Errors are found too: what a thread raises would only be printed.
        found = []

        def wait(search=search, found=found):
            try:
                found.append(search.result().best_move)
            except EngineError as error:
                found.append(error)

        threads = [threading.Thread(target=wait) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [search.result().best_move] * 4


def test_a_position_may_be_played_on_while_it_is_searched_and_counted(engine):
    position = Position()
    for work in (lambda: engine.search(position, seconds=0.3), lambda: position.perft(5), lambda: position.divide(5)):
        thread = threading.Thread(target=work)
        thread.start()
        pushes = 0
        while thread.is_alive():
            position.push("e2e4")
            position.pop()
            pushes += 1
        thread.join()
        assert pushes > 0


def test_python_goes_on_while_it_searches(engine):
    count = 0
    with engine.start(Position()) as search:
        began = time.perf_counter()
        while time.perf_counter() - began < 0.3:
            count += 1
    assert count > 1000 and search.is_done


def test_python_goes_on_while_a_large_table_is_made(engine):
    def in_turn():
        for size in (2048, 16, 2048, 16):
            engine.set_option("Hash", size)

    began = time.perf_counter()
    thread = threading.Thread(target=in_turn)
    thread.start()
    gaps = [0.0]
    last = began
    while thread.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        gaps.append(now - last)
        last = now
    # With the lock kept, there would be two long gaps and little else.
    assert max(gaps) < (last - began) / 4


def test_ctrl_c_ends_a_search(engine):
    # Who was started in the background may have been told to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        engine.start(Position()).result()
    assert time.perf_counter() - began < 5
    assert engine.search(Position(), depth=3).best_move


# The endings are read once in a process, so it takes one of its own.
INTERRUPTED = """
import signal
from adoube import Engine, EngineError

def interrupt(*_):
    raise KeyboardInterrupt

engine = Engine(hash=1)
signal.signal(signal.SIGALRM, interrupt)
signal.setitimer(signal.ITIMER_REAL, 0.01)
try:
    engine.prepare()
except KeyboardInterrupt:
    try:
        engine.new_game()
    except EngineError:
        print("interrupted while it read")
"""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")
def test_ctrl_c_ends_the_waiting_for_the_endings():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True)
    assert done.stdout == "interrupted while it read\n"


def test_one_search_at_a_time(engine):
    with engine.start(Position()):
        for work in (
            lambda: engine.search(Position(), depth=1),
            lambda: engine.set_option("Hash", 32),
            lambda: engine.statistics,
            engine.new_game,
        ):
            with pytest.raises(EngineError, match="a search is under way"):
                work()


def test_a_search_that_is_forgotten_ends():
    engine = Engine(hash=1)
    engine.start(Position())
    for _ in range(100):
        try:
            assert engine.search(Position(), depth=1).best_move
            return
        except EngineError:
            time.sleep(0.02)
    raise AssertionError("it never ended")


def test_a_search_without_a_limit_is_refused(engine):
    with pytest.raises(LimitError, match="expected seconds, nodes, depth"):
        engine.search(Position())
    for wrong in ({"nodes": -1}, {"nodes": 0}, {"depth": 2**40}, {"depth": 0}, {"mate": -2}, {"depth": 1, "multipv": 0},
                  {"nodes": 2**64}, {"depth": -(2**70)}, {"mate": 2**70}, {"depth": 1, "multipv": 10**5000}):
        with pytest.raises(LimitError, match="expected a whole number from 1"):
            engine.search(Position(), **wrong)
    for seconds in (-1.0, float("nan"), float("inf"), 1.1e9, 1.8e19, 1e30, 10**400):
        for name in ("seconds", "soft_seconds", "clock"):
            with pytest.raises(LimitError, match=f"{name}: .*not negative and at most 1000000000"):
                engine.search(Position(), **{name: seconds})
    assert engine.search(Position(), seconds=1e9, soft_seconds=1e9, clock=1e9, increment=1e9, depth=2).best_move


def test_options_are_checked():
    engine = Engine(hash=8, threads=2, options=MappingProxyType({"MultiPV": 2, "Eval": "classical"}))
    assert len(engine.search(Position(), depth=4).lines) == 2
    assert "UCI_Elo" in engine.options
    for name, value in [("Threads", 0), ("Nonsense", 1), ("Hash", "much"), ("SyzygyPath", "/nowhere"), ("EvalFile", "/nowhere"), ("FragmentsTables", "/nowhere")]:
        with pytest.raises(OptionError, match="expected|nowhere"):
            engine.set_option(name, value)
    for wrong in ({"hash": -1}, {"threads": -1}, {"threads": 2**40}, {"hash": 2**70}, {"threads": -(2**70)}, {"hash": 10**5000}):
        with pytest.raises(OptionError, match="expected a whole number from 1"):
            Engine(**wrong)
    with pytest.raises(OptionError, match="Position"):
        engine.set_option("UCI_Variant", "fragments")
    engine.set_option("Clear Hash")
    engine.set_option("UCI_LimitStrength", True)
    engine.set_option("UCI_Elo", 800)
    # Its strength is its limit.
    assert engine.search(Position()).lines[0].nodes < 5000


def test_a_game_that_is_over_has_no_best_move(engine):
    result = engine.search(Position(moves="f3 e5 g4 Qh4".split()), depth=3)
    assert (result.best_move, result.score, result.lines, result.pv) == (None, None, [], [])


def test_scores_are_of_the_side_to_move_and_whites_on_request(engine):
    info = engine.search(Position("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"), depth=6).lines[0]
    score, white = info.score, info.white_score
    assert (score.cp or score.mate) < 0 < (white.cp or white.mate)
    assert score.wdl == white.wdl[::-1] and sum(score.wdl) == 1000


def test_solved_endings_are_part_of_it():
    engine = Engine(hash=1)
    # Bishop and king against king: won by stalemate alone, in more moves than a short search sees.
    position = Position("k4/5/5/5/1B2K w - -", game="fragments")
    assert engine.search(position, depth=4).score.mate > 0
    engine.set_option("FragmentsTables", "none")
    engine.set_option("Clear Hash")
    assert engine.search(position, depth=4).score.mate is None


def test_evaluation_and_statistics_can_be_read(engine):
    for position in (Position(), Position("sample0", game="fragments")):
        evaluation = engine.evaluate(position)
        assert {"material", "mobility"} <= {term["term"] for term in evaluation["terms"]}
    engine.search(Position(), depth=7)
    assert engine.statistics["nodes"] >= engine.statistics["quiescence_nodes"] > 0


def test_two_engines_search_at_the_same_time():
    engines = [Engine(hash=1), Engine(hash=1)]
    searches = [engine.start(Position(), nodes=20_000) for engine in engines]
    assert searches[0].result().best_move == searches[1].result().best_move
