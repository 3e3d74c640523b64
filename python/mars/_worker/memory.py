"""What a call may take of memory: a limit of what its process allocates, from the begin of the call to its end.

Counted is what the system calls data: private memory that can be written, of NumPy, of Python and of libraries, whether it is touched or
not. Not counted are inputs where they lie, for that memory is shared, and code.
"""

from __future__ import annotations

import os
import resource
import time

_PAGE = resource.getpagesize()
_KEEPS = 64 << 20  # what libraries take once, on top of what was asked for: buffers, stacks of threads
_LEAST = 256 << 20  # what a call may take of which nothing is said, on however small a worker
_MOST = 1 << 62  # what a limit can say
_LOOKS = 0.1  # seconds between two looks at what calls have left


class Memory:
    """That of a process. budget is what its worker has in all; a call of which nothing is said may take as much."""

    def __init__(self, budget: int) -> None:
        self._budget = max(budget, _LEAST)
        self._own = resource.getrlimit(resource.RLIMIT_DATA)
        self._usual = self._limits(self._budget)
        self._private = _private()
        self._looked = 0.0
        self._said: tuple[int, int] | None = None
        self.end()

    def _limits(self, more: int) -> tuple[int, int]:
        """What the process may have that may take more than it has now."""
        bounds = [b for b in self._own if b != resource.RLIM_INFINITY]
        return min(bounds + [_statm()[5] + more + _KEEPS, _MOST]), self._own[1]

    def begin(self, asked: int, given: int) -> None:
        """A call may take as many bytes as it has asked for, and as many again as it was given."""
        self._said = asked, given
        resource.setrlimit(resource.RLIMIT_DATA, self._limits(asked + given))

    def end(self) -> None:
        """The call is over. It allocates next to nothing: there may be nothing."""
        resource.setrlimit(resource.RLIMIT_DATA, self._usual)

    def grown(self) -> int:
        """By how many bytes the process is larger than when it began. It looks now and then: looking costs as much as a short call."""
        now = time.monotonic()
        if now - self._looked < _LOOKS:
            return 0
        self._looked = now
        return max(0, _private() - self._private)

    def told(self, e: BaseException) -> BaseException:
        """An exception as the user reads it. One for want of memory says how much there was; one that the function has words for is its
        own."""
        said, self._said = self._said, None
        if not isinstance(e, MemoryError) or (type(e) is MemoryError and e.args):
            return e
        words = str(e) or "nothing more could be allocated"
        if said is None:
            words += (
                f": a call may take {self._budget} bytes on this worker, its results among them; "
                "give it less at a time, or start workers with more memory"
            )
        else:
            words += (
                f": the call asked for memory={said[0]} and was given {said[1]} bytes, and takes more than both, its results among it; "
                "ask for more (memory=), or give it less at a time"
            )
        return MemoryError(words).with_traceback(e.__traceback__)


def _statm() -> list[int]:
    """In bytes: size, resident, shared, text, libraries, data."""
    fd = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return [int(n) * _PAGE for n in os.read(fd, 200).split()]
    finally:
        os.close(fd)


def _private() -> int:
    s = _statm()
    return s[1] - s[2]
