"""Two agents in one process, each with its own files."""

import inspect
import signal
import sys
import time

import pytest

from adoube.fragments import modules, timed
from adoube.fragments.modules import Home, ModuleError, agent_of, load, name_of
from adoube.fragments.timed import TimeIsUp, alarm

LAZY = """
def agent(board, player, var):
    import helper
    return helper.NAME

def legal_moves(board, player):
    import helper
    yield helper.NAME
"""


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return str(path)

    return write


def test_what_is_imported_late_comes_from_the_agents_own_folder(write):
    loaded = []
    for folder in ("a", "ab"):
        write(f"{folder}/helper.py", f"NAME = {folder!r}")
        loaded.append(load(write(f"{folder}/agent.py", LAZY)))
    agents = [one.function(["agent"]) for one in loaded]
    for _ in range(2):
        assert [agent(None, None, None) for agent in agents] == ["a", "ab"]
    generators = [one.function(["legal_moves"]) for one in loaded]
    assert [list(generator(None, None)) for generator in generators] == [["a"], ["ab"]]


def test_what_the_other_agent_has_is_not_there(write):
    write("a/helper.py", "NAME = 'a'")
    load(write("a/agent.py", "import helper"))
    assert "helper" not in sys.modules
    with pytest.raises(ModuleError, match="No module named 'helper'"):
        load(write("b/agent.py", "import helper"))


def test_a_module_is_loaded_once_and_keeps_what_it_knows(write):
    write("a/helper.py", "COUNT = []")
    late = "def agent(board, player, var):\n    import helper as again\n    again.COUNT.append(1)\n    return len(helper.COUNT)"
    agent = load(write("a/agent.py", f"import helper\n{late}")).function(["agent"])
    assert [agent(None, None, None) for _ in range(3)] == [1, 2, 3]


def test_folders_of_modules_without_a_file_are_its_own_too(write):
    for folder in ("a", "b"):
        write(f"{folder}/parts/piece.py", f"NAME = {folder!r}")
        code = "def agent(board, player, var):\n    from parts import piece\n    return piece.NAME"
        agent = load(write(f"{folder}/agent.py", code)).function(["agent"])
        assert agent(None, None, None) == folder


def test_installed_packages_are_loaded_once_wherever_they_lie(write, tmp_path, monkeypatch):
    packages = tmp_path / ".venv" / "lib" / "python3" / "site-packages"
    write(packages / "once_only.py", "import sys\nassert not hasattr(sys, 'once_only'), 'loaded twice'\nsys.once_only = True")
    monkeypatch.syspath_prepend(str(packages))
    # What the test puts there is taken away again.
    monkeypatch.setattr(sys, "once_only", True, raising=False)
    del sys.once_only
    for name in ("one.py", "other.py"):
        load(write(name, "import once_only"))
    del sys.modules["once_only"]


def test_a_neighbours_file_is_nobodys_own(write, tmp_path):
    import types

    near, own, installed = types.ModuleType("m"), types.ModuleType("m"), types.ModuleType("m")
    near.__file__ = str(tmp_path / "ab" / "m.py")
    own.__file__ = str(tmp_path / "a" / "deep" / "m.py")
    write("a/env/pyvenv.cfg", "")
    installed.__file__ = str(tmp_path / "a" / "env" / "lib" / "m.py")
    home = Home(tmp_path / "a")
    assert [home.owns("m", module) for module in (near, own, installed)] == [False, True, False]
    assert not home.owns("extension.m", own), "the course's package is the same for all"


def test_nothing_is_left_on_the_path(write, tmp_path, monkeypatch):
    before = list(sys.path)
    write("helper.py", "NAME = 'here'")
    agent = load(write("lazy.py", LAZY)).function(["agent"])
    monkeypatch.chdir(tmp_path)
    by_name = load("lazy").function(["agent"])
    assert agent(None, None, None) == by_name(None, None, None) == "here"
    assert sys.path == before and not {"helper", "lazy"} & set(sys.modules)


def test_a_function_still_says_what_it_is(write):
    agent = load(write("a/agent.py", LAZY)).function(["agent"])
    assert list(inspect.signature(agent).parameters) == ["board", "player", "var"] and name_of(agent) == "agent"


def test_a_module_given_by_name_is_at_home_where_it_was_named(write, tmp_path, monkeypatch):
    write("named.py", "def agent(board, player, var): ...")
    monkeypatch.chdir(tmp_path)
    assert agent_of("named")[1] == agent_of("named.py")[1] == tmp_path.resolve()


# `except Exception` swallows no alarm, and what else swallows one hears another.
BUSY = """
try:
    while True:
        try:
            while True: pass
        except Exception: pass
except: pass
while True: pass
"""

needs_alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms here")


@needs_alarms
def test_a_file_that_does_not_stop_loading_is_given_up(write, tmp_path, monkeypatch):
    monkeypatch.setattr(modules, "LOAD_SECONDS", 0.1)
    monkeypatch.setattr(timed, "AGAIN", 0.1)
    path, handler = list(sys.path), signal.getsignal(signal.SIGALRM)
    busy = write("busy.py", BUSY)
    monkeypatch.chdir(tmp_path)
    for text in (busy, "busy"):
        with pytest.raises(ModuleError, match="still busy 0.1 s after it began to load; expected a file that only defines functions"):
            load(text)
    assert sys.path == path and signal.getsignal(signal.SIGALRM) == handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@needs_alarms
def test_an_alarm_within_an_alarm_leaves_the_other_alone():
    with pytest.raises(TimeIsUp):
        with alarm(0.2):
            with alarm(30.0):
                time.sleep(0.01)
            assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= 0.2
            time.sleep(10)


def test_a_file_may_do_what_only_the_main_thread_may(write):
    before = signal.getsignal(signal.SIGTERM)
    try:
        load(write("main.py", "import asyncio, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nasyncio.get_event_loop().close()"))
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, before)
