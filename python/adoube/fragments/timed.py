"""Work of others that may raise, exit or never end, done with a limit."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass
class Answer:
    """What came of the work, such as an agent's move."""

    value: Any = None
    error: BaseException | None = None
    is_late: bool = False
    seconds: float = 0.0
    thread: threading.Thread | None = None
    """Where it still goes on, if it is late."""


def timed(work: Callable[[], Any], at_most: float) -> Answer:
    """What a function returns or raises within so many seconds. It runs in a thread, where not even sys.exit ends us."""
    answer = Answer()

    def call() -> None:
        try:
            answer.value = work()
        except BaseException as error:
            answer.error = error

    began = time.perf_counter()
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(at_most)
    seconds = time.perf_counter() - began
    if thread.is_alive():
        return Answer(is_late=True, seconds=seconds, thread=thread)
    return Answer(answer.value, answer.error, False, seconds)
