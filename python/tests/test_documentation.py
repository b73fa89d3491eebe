"""Every example of a docstring runs, and says what it says."""

import doctest
import importlib
import inspect

import pytest

import adoube
from adoube import _native, board, chessmaker
from adoube.chessmaker import bridge


# By its name: as an attribute of the package, `agent` is the function.
agent = importlib.import_module("adoube.chessmaker.agent")


def documented():
    """Everything with an example, by name."""
    found = {module.__name__: module.__doc__ for module in (adoube, _native, board, chessmaker)}
    for module in (_native, board, agent, bridge):
        for name, thing in vars(module).items():
            if inspect.isclass(thing) or callable(thing):
                found[f"{module.__name__}.{name}"] = thing.__doc__
            if inspect.isclass(thing):
                found |= {f"{module.__name__}.{name}.{member}": value.__doc__ for member, value in vars(thing).items()}
    return {name: text for name, text in found.items() if text and ">>>" in text}


@pytest.mark.parametrize("name", documented())
def test_examples_run(name):
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    scope = {"Position": adoube.Position}
    runner.run(parser.get_doctest(documented()[name], scope, name, None, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_everything_public_is_documented():
    for name in adoube.__all__:
        thing = getattr(adoube, name)
        assert name.startswith("__") or thing.__doc__, name
        if inspect.isclass(thing) and thing.__module__ == "adoube":
            for member, value in vars(thing).items():
                assert member.startswith("_") or value.__doc__, f"{name}.{member}"


def test_there_are_examples_for_the_main_things():
    methods = {"Engine": ["search", "start", "stop", "new_game"], "Position": ["push", "pop", "copy", "perft", "divide"]}
    names = [f"adoube._native.{name}.{method}" for name, all_of_it in methods.items() for method in all_of_it]
    names += [f"adoube._native.{name}" for name in ("Engine", "Info", "Outcome", "Position", "Score", "Search", "SearchResult")]
    assert {*names, "adoube.chessmaker.agent.Agent"} <= set(documented())
