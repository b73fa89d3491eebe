"""Positions of both games."""

import _thread
import threading
import time

import pytest

from adoube import LimitError, MoveError, Position, PositionError


def test_perft_equals_the_frameworks_counts(perft_positions):
    for case in perft_positions:
        position = Position(case["position"], game="fragments")
        assert sorted(position.legal_moves) == sorted(case["moves"]), case["name"]
        assert [position.perft(depth + 1) for depth in range(len(case["perft"]))] == case["perft"], case["name"]


def test_perft_of_chess_is_that_of_the_books():
    assert [Position().perft(depth) for depth in range(6)] == [1, 20, 400, 8902, 197281, 4865609]
    assert sum(Position().divide(3).values()) == 8902
    for wrong in (lambda: Position().perft(-1), lambda: Position().perft(100), lambda: Position().divide(0),
                  lambda: Position().perft(2**70), lambda: Position().divide(-(2**70)), lambda: Position().perft(10**5000)):
        with pytest.raises(LimitError, match="expected [01] to"):
            wrong()


def test_pop_takes_back_what_push_played():
    position = Position(moves=["e4", "c5", "Nf3"])
    assert position.moves == ["e2e4", "c7c5", "g1f3"]
    assert [position.pop() for _ in range(3)] == ["g1f3", "c7c5", "e2e4"]
    assert position == Position()
    with pytest.raises(MoveError, match="nothing has been played"):
        position.pop()


def test_both_notations_are_read_and_written():
    position = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.san("e1g1") == "O-O" and position.uci("O-O-O") == "e1c1"
    assert Position("k4/3P1/5/5/K4 w - -", game="fragments").san("d4d5") == "d5=Q+"


@pytest.mark.parametrize(
    ("fen", "game", "expected"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "chess", "kings"),
        ("nonsense", "chess", "fields"),
        ("k4/5/5/5/4K w", "fragments", "fields"),
        (None, "checkers", "'chess' or 'fragments'"),
    ],
)
def test_a_position_that_cannot_be_says_why(fen, game, expected):
    with pytest.raises(PositionError, match=expected):
        Position(fen, game=game)
    with pytest.raises(ValueError, match=expected):
        Position(fen, game=game)


@pytest.mark.parametrize("text", ["", "e2e5", "Ke2", "O-O", "zzz", "e7e8q", "\0", "é4é5"])
def test_a_move_that_is_none_raises_and_changes_nothing(text):
    position = Position()
    with pytest.raises(MoveError):
        position.push(text)
    assert position == Position() and not position.moves


def test_fragments_draws_at_the_fifth_repetition_and_the_start_counts_only_when_joined():
    dance = ["b1a3", "d5e3", "a3b1", "e3d5"]
    for joined, rounds in ((False, 5), (True, 4)):
        position = Position("sample1", game="fragments", joined=joined)
        for _ in range(rounds):
            assert not position.is_over
            for text in dance:
                position.push(text)
        assert position.outcome is not None and position.outcome.reason == "repetition"
        assert position.repetitions == 5


def test_who_cannot_move_has_lost_in_fragments_and_drawn_in_chess():
    lost = Position("k4/2Q2/5/5/2K2 b - -", game="fragments").outcome
    assert (lost.winner, lost.reason, str(lost)) == ("white", "stalemate", "White wins, for Black has no legal move")
    drawn = Position("k7/2Q5/8/8/8/8/8/2K5 b - - 0 1").outcome
    assert (drawn.winner, drawn.reason, drawn.result) == (None, "stalemate", "1/2-1/2")


def test_flipped_twice_is_the_same():
    for name in ("sample0", "sample5", "sample7"):
        position = Position(name, game="fragments")
        assert position.flipped().flipped() == position and position.flipped() != position


def test_positions_of_chess960_castle_by_taking_the_rook():
    position = Position("1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w BGbg - 0 1")
    assert "e1g1" in position.legal_moves and position.san("e1g1") == "O-O"


def test_a_long_count_lets_other_threads_run_and_obeys_ctrl_c():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.01)

    def interrupt():
        time.sleep(0.5)
        _thread.interrupt_main()

    threads = [threading.Thread(target=work) for work in (tick, interrupt)]
    for thread in threads:
        thread.start()
    with pytest.raises(KeyboardInterrupt):
        Position().perft(9)
    stop.set()
    for thread in threads:
        thread.join()
    assert len(ticks) > 5
