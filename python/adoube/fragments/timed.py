"""Work of others that may raise, exit or never end, done with a limit."""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

# An alarm that was swallowed rings again after so many seconds.
AGAIN = 1.0


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


class TimeIsUp(BaseException):
    """The work takes too long. No Exception: the work's own `except Exception` must not swallow it."""


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises TimeIsUp in the work of a `with` block after so many seconds. Unlike `timed` it leaves the work where it is: some
    of it may be done in the main thread only. Elsewhere, and on Windows, there is no alarm and no limit.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    is_over = False

    def ring(*_: object) -> None:
        if not is_over:
            raise TimeIsUp

    began = time.monotonic()
    handler = signal.signal(signal.SIGALRM, ring)
    left, interval = signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        # A handler that the work has set is the work's own.
        if signal.getsignal(signal.SIGALRM) is ring:
            signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        if left:
            # Nothing would be no timer at all, and not one that is due.
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), 0.001), interval)
