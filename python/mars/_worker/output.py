"""What functions write: a file of the process is its standard output and error, of which each call has a piece."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO


class Output:
    """Descriptors 1 and 2, and the streams over them. A function may close or replace them: the next one has them again."""

    def __init__(self) -> None:
        self._kept = os.dup(1)
        st = os.fstat(self._kept)
        self._which = st.st_dev, st.st_ino
        self._streams = self._open()
        self._restore()

    @staticmethod
    def _open() -> tuple[TextIO, TextIO]:
        """Streams of one buffer: what is written to both stays in its order."""
        b = open(1, "wb", buffering=1 << 13, closefd=False)

        def over() -> TextIO:
            return io.TextIOWrapper(b, encoding="utf-8", errors="backslashreplace", write_through=True)

        return over(), over()

    def _restore(self) -> bool:
        """Whether a descriptor was another one, or closed."""
        moved = False
        for fd in (1, 2):
            try:
                st = os.fstat(fd)
                same = (st.st_dev, st.st_ino) == self._which
            except OSError:
                same = False
            if not same:
                os.dup2(self._kept, fd)
                moved = True
        sys.stdout, sys.stderr = self._streams  # what a function has put there goes, and may close what it was over
        if not self._open_still():
            self._streams = sys.stdout, sys.stderr = self._open()
        return moved

    def _open_still(self) -> bool:
        try:
            return not (self._streams[0].closed or self._streams[1].closed)
        except ValueError:  # its buffer was taken from it
            return False

    def end(self) -> int:
        """Where a call that is over has ended in the file."""
        own = (sys.stdout, sys.stderr) == self._streams
        _flush(self._streams if own else (sys.stdout, sys.stderr, *self._streams))
        before = self._streams
        if self._restore():
            _flush(before)  # what it wrote ahead of that
        return os.fstat(self._kept).st_size


def _flush(streams: Iterable[Any]) -> None:
    for s in streams:
        try:
            s.flush()
        except (AttributeError, OSError, ValueError):
            pass
