"""The command `adoube`, as pip installs it."""

import shutil
import subprocess
import sys
import sysconfig

import pytest

ADOUBE = shutil.which("adoube", path=sysconfig.get_path("scripts"))


def run(*arguments, text=""):
    return subprocess.run([ADOUBE, *arguments], input=text, capture_output=True, text=True, timeout=120, check=False)


def test_it_is_on_the_path():
    assert ADOUBE is not None


def test_it_speaks_uci():
    done = run(text="uci\nposition startpos\ngo depth 3\nquit\n")
    assert "uciok" in done.stdout and "bestmove " in done.stdout and done.returncode == 0


def test_python_chess_drives_it():
    chess = pytest.importorskip("chess")
    import chess.engine

    with chess.engine.SimpleEngine.popen_uci(ADOUBE) as engine:
        assert engine.id["name"].startswith("Adoube")
        played = engine.play(chess.Board(), chess.engine.Limit(nodes=2000))
        assert played.move in chess.Board().legal_moves


def test_exit_codes_and_errors_are_those_of_the_program():
    assert run("--version").stdout.startswith("adoube ")
    wrong = run("perft", "3", "--fen", "nonsense")
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: ")
    assert run("no-such-command").returncode == 2
    assert run("perft", "4").stdout.count("197281") + run("perft", "4").stdout.count("197,281") > 0


def test_a_match_starts_the_program_itself():
    done = run("match", "adoube", "adoube", "--games", "2", "--nodes", "200", "--json")
    assert done.returncode == 0, done.stderr


def test_modules_run_too():
    done = subprocess.run([sys.executable, "-m", "adoube", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("adoube ")
