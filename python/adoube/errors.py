"""The exceptions of the package. Each says what was wrong and what was expected."""


class AdoubeError(Exception):
    """Whatever goes wrong in this package."""


class PositionError(AdoubeError, ValueError):
    """A position that cannot be."""


class MoveError(AdoubeError, ValueError):
    """A text that names no legal move."""


class OptionError(AdoubeError, ValueError):
    """An option that does not exist, or cannot be set so."""


class LimitError(AdoubeError, ValueError):
    """A limit that makes no sense."""


class EngineError(AdoubeError, RuntimeError):
    """Something that the engine cannot do now."""
