"""The stubs are strict, and are those of what is there."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

USER = """
from adoube import Engine, Position, Score
from adoube.chessmaker import agent, make_agent

def points(position: Position) -> int | None:
    score: Score | None = Engine(hash=1).search(position, depth=1).score
    return score.cp if score else None

for info in Engine().start(Position(), nodes=10):
    reveal: list[str] = info.pv
make_agent(level=2, seconds=0.5)
"""


def run(*arguments, cwd=ROOT):
    return subprocess.run([sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_the_package_passes_mypy_strict():
    pytest.importorskip("mypy")
    done = run("mypy", "--strict", "adoube")
    assert done.returncode == 0, done.stdout


def test_a_users_program_passes_mypy_strict(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(USER)
    done = run("mypy", "--strict", "user.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_stubs_are_those_of_what_is_there():
    pytest.importorskip("mypy")
    done = run("mypy.stubtest", "adoube._native", "--ignore-missing-stub", "--ignore-disjoint-bases", cwd=ROOT / "tests")
    assert done.returncode == 0, done.stdout
