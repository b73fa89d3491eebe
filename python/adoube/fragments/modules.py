"""Python files of students, loaded so that two of them do not get in each other's way."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from adoube.errors import AdoubeError


class ModuleError(AdoubeError):
    """A file from which no agent can be had."""


def load(text: str) -> tuple[ModuleType, Path | None]:
    """The module of a file or of a name, and its folder."""
    path = Path(text)
    try:
        if path.suffix != ".py" and not path.is_file():
            if (here := str(Path.cwd())) not in sys.path:
                sys.path.insert(0, here)
            return importlib.import_module(text), None
        if not path.is_file():
            raise ModuleError(f"{text}: no such file; expected a Python file or the name of a module")
        return load_file(path.resolve())
    except AdoubeError:
        raise
    except (Exception, SystemExit) as error:
        raise ModuleError(f"{text}: cannot be loaded: {type(error).__name__}: {error}") from error


def load_file(path: Path) -> tuple[ModuleType, Path]:
    """A file's module. Modules that it takes from its own folder are its own: the next file may have others of the same
    name. Only the course's `extension`, which is the same for all, is shared."""
    folder = str(path.parent)
    spec = importlib.util.spec_from_file_location(f"agent_{path.stem}_{abs(hash(path))}", path)
    if spec is None or spec.loader is None:
        raise ModuleError(f"{path}: cannot be loaded; expected a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    before = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(folder)
        # What it imports later is looked for after everything else.
        sys.path.append(folder)
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and file.startswith(folder) and name.split(".")[0] != "extension":
                del sys.modules[name]
    return module, path.parent


def function(module: ModuleType, names: list[str]) -> Any:
    """The first function of these names that the module has, or None."""
    return next((getattr(module, name) for name in names if callable(getattr(module, name, None))), None)


def name_of(work: Any) -> str:
    """What a function calls itself; objects that can be called go by their class."""
    return str(getattr(work, "__name__", type(work).__name__))


def agent_of(text: str) -> tuple[Any, Path | None]:
    """The agent of `FILE`, `MODULE` or `FILE:FUNCTION`, and the file's folder. `adoube` is our own, `adoube:3` its level 3."""
    name, _, wanted = text.partition(":")
    if name == "adoube":
        from adoube.chessmaker import make_agent

        try:
            return make_agent(int(wanted or 10)), None
        except ValueError:
            raise ModuleError(f"{text}: no such level; expected adoube:1 to adoube:10") from None
    module, folder = load(name)
    names = [wanted] if wanted else ["agent", "opponent"]
    found = function(module, names)
    if found is None:
        raise ModuleError(f"{text}: no function {' or '.join(names)}(board, player, var); expected one")
    return found, folder
