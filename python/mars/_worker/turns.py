"""The slot of a call, which is for others while its function waits for the cluster."""

from __future__ import annotations

import os
import threading
from typing import Any, Callable

from . import frames


class Turn:
    """A context in which threads of a function wait. While one of them does, the slot is for others, also where another one runs."""

    def __init__(self, ask: Callable[[int], frames.Frame]) -> None:
        self._ask = ask
        self._lock = threading.Lock()
        self._waiting = 0
        self._over = False
        self._pid = os.getpid()

    def _mine(self) -> bool:
        return not self._over and os.getpid() == self._pid

    def __enter__(self) -> None:
        if not self._mine():
            return
        with self._lock:
            if self._waiting == 0:
                f = self._ask(frames.WAIT)
                if f.kind == frames.REFUSE:
                    raise RuntimeError(f"a function cannot wait for values here: {f.body.decode()}")
            self._waiting += 1

    def __exit__(self, *_: Any) -> None:
        if not self._mine():
            return
        with self._lock:
            self._waiting -= 1
            if self._waiting == 0 and not self._over:
                self._ask(frames.RESUME)

    def end(self) -> None:
        """The end of the call. A thread that is left waits without a word: its process ends."""
        with self._lock:
            self._over = True
