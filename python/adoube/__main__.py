"""The command `adoube`: the same program as the one that Cargo builds, and the tools that need Python."""

import shutil
import signal
import sys
import sysconfig
from pathlib import Path

from adoube import _native

# What `adoube fragments` does in Python, for it runs programs of Python.
IN_PYTHON = ("check", "arena")


def main() -> int:
    """Runs the command line and returns the exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["fragments"] and arguments[1:2] and arguments[1] in IN_PYTHON:
        from adoube.fragments.__main__ import main as fragments

        return fragments(arguments[1:])
    # Rust does not ask the interpreter whether Ctrl-C was pressed.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.run(arguments, program())


def program() -> str | None:
    """The file by which this command can be started again."""
    called = Path(sys.argv[0])
    if called.stem == "adoube" and called.is_file():
        return str(called.resolve())
    return shutil.which("adoube", path=sysconfig.get_path("scripts")) or shutil.which("adoube")


if __name__ == "__main__":
    sys.exit(main())
