"""Markers, and where the data is."""

import json
import os
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"

# The long versions of some tests: hours of games are not for every commit.
IS_THOROUGH = bool(os.environ.get("ADOUBE_THOROUGH"))


@pytest.fixture(scope="session")
def perft_positions():
    """The framework's own counts."""
    return json.loads((DATA / "fragments" / "perft.json").read_text())["positions"]


@pytest.fixture(scope="session")
def is_thorough():
    return IS_THOROUGH
