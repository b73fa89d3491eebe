"""Python files of students, loaded so that two of them do not get in each other's way."""

import functools
import importlib
import importlib.util
import inspect
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from adoube.errors import AdoubeError
from adoube.fragments.timed import TimeIsUp, alarm

# The same for all, wherever they lie: the framework's objects are compared by their classes.
SHARED = ("adoube", "chessmaker", "extension")
# Folders of installed packages. Many of them, such as NumPy, cannot be loaded twice.
INSTALLED = ("site-packages", "dist-packages")
# Large packages take seconds; a file that plays a game of its own, or waits for input, takes longer than anybody wants to wait.
LOAD_SECONDS = 30.0


class ModuleError(AdoubeError):
    """A file from which no agent can be had."""


class Home:
    """An agent's folder. Modules that an agent takes from its own folder are its own: another may have others of the same
    name. Inside a `with` block its folder is looked at first and its modules are there; afterwards both are gone again.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: dict[str, ModuleType] = {}
        """Its own modules, as far as they are loaded."""
        self._others: set[str] = set()
        """What was loaded before anybody came home."""
        # A late agent may still be at home when it is called again, in another thread.
        self._guests = 0
        self._door = threading.Lock()

    def __enter__(self) -> None:
        with self._door:
            self._guests += 1
            if self._guests == 1:
                self._others = set(sys.modules)
                sys.path.insert(0, str(self.folder))
                sys.modules.update(self.modules)

    def __exit__(self, *_: object) -> None:
        with self._door:
            self._guests -= 1
            if self._guests > 0:
                return
            for name, module in list(sys.modules.items()):
                if (name not in self._others or name in self.modules) and self.owns(name, module):
                    self.modules[name] = module
                    sys.modules.pop(name, None)
            # An agent may have changed the path itself.
            if str(self.folder) in sys.path:
                sys.path.remove(str(self.folder))

    def owns(self, name: str, module: ModuleType) -> bool:
        """Whether a module is a file of this folder, and not of a package that is installed in it."""
        # A folder of modules without a file of its own has only a path.
        file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), None)
        if not isinstance(file, str) or name.split(".")[0] in SHARED:
            return False
        for above in Path(file).parents:
            if above == self.folder:
                return True
            if above.name in INSTALLED or (above / "pyvenv.cfg").is_file():
                return False
        return False

    def at_home(self, work: Any) -> Any:
        """The same function, called at home."""

        # Whatever can be called may stand here: an object's attributes are not the function's.
        @functools.wraps(work, updated=())
        def call(*arguments: Any, **named: Any) -> Any:
            with self:
                found = work(*arguments, **named)
                # What is made only when somebody asks for it is made here too.
                return list(found) if isinstance(found, Iterator) else found

        return call


@dataclass
class Loaded:
    """A module with its home."""

    module: ModuleType
    home: Home

    def function(self, names: list[str]) -> Any:
        """The first function of these names that the module has, or None."""
        found = next((getattr(self.module, name) for name in names if callable(getattr(self.module, name, None))), None)
        return None if found is None else self.home.at_home(found)


def load(text: str) -> Loaded:
    """The module of a file or of a name. In this thread: some files set up signals or an event loop, which in others cannot be."""
    try:
        return load_or_raise(text)
    except (AdoubeError, KeyboardInterrupt):
        raise
    except TimeIsUp:
        raise ModuleError(
            f"{text}: still busy {LOAD_SECONDS:g} s after it began to load; expected a file that only defines functions; games of its "
            'own belong under if __name__ == "__main__":'
        ) from None
    except BaseException as error:
        asks = isinstance(error, EOFError) and "reading a line" in str(error)
        hint = "; it asks with input(), and nobody is here to answer" if asks else ""
        raise ModuleError(f"{text}: cannot be loaded: {type(error).__name__}: {error}{hint}") from error


def load_or_raise(text: str) -> Loaded:
    """The module of a file or of a name, or whatever it raises."""
    path = Path(text)
    if path.suffix != ".py" and not path.is_file():
        home = Home(Path.cwd())
        with home, alarm(LOAD_SECONDS):
            return Loaded(importlib.import_module(text), home)
    if not path.is_file():
        raise ModuleError(f"{text}: no such file; expected a Python file or the name of a module")
    return load_file(path.resolve())


def load_file(path: Path) -> Loaded:
    """A file's module."""
    spec = importlib.util.spec_from_file_location(f"agent_{path.stem}_{abs(hash(path))}", path)
    if spec is None or spec.loader is None:
        raise ModuleError(f"{path}: cannot be loaded; expected a Python file")
    module = importlib.util.module_from_spec(spec)
    # Its name is nobody else's: it may stay.
    sys.modules[spec.name] = module
    home = Home(path.parent)
    with home, alarm(LOAD_SECONDS):
        spec.loader.exec_module(module)
    return Loaded(module, home)


def name_of(work: Any) -> str:
    """What a function calls itself; objects that can be called go by their class."""
    work = inspect.unwrap(work)
    return str(getattr(work, "__name__", type(work).__name__))


def agent_of(text: str) -> tuple[Any, Path | None]:
    """The agent of `FILE`, `MODULE` or `FILE:FUNCTION`, and the folder in which it is at home. `adoube` is our own, `adoube:3` its
    level 3."""
    name, _, wanted = text.partition(":")
    if name == "adoube":
        from adoube.chessmaker import make_agent

        try:
            return make_agent(int(wanted or 10)), None
        except ValueError:
            raise ModuleError(f"{text}: no such level; expected adoube:1 to adoube:10") from None
    loaded = load(name)
    names = [wanted] if wanted else ["agent", "opponent"]
    found = loaded.function(names)
    if found is None:
        raise ModuleError(f"{text}: no function {' or '.join(names)}(board, player, var); expected one")
    return found, loaded.home.folder
