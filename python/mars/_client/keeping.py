"""The thread of a session that releases values and keeps the session alive, and the end of a session."""

from __future__ import annotations

import os
import queue
import secrets
import threading
import time
import weakref
from typing import TYPE_CHECKING, Callable, Union

from .transport import Transport

if TYPE_CHECKING:
    from .session import Session

# Seconds that released keys are gathered for before they are sent.
_GATHER = 0.1
_BATCH = 4096
# Seconds that the end of a program waits for the server.
_CLOSE = 3.0

_Touch = Callable[[], None]
_Release = Callable[[list[str]], None]


class Keeper:
    """A daemon thread of one session: it sends queued keys, and keeps an idle session alive."""

    def __init__(self, release: _Release, touch: _Touch, end: Callable[[], None], every: float) -> None:
        self.drops: queue.SimpleQueue[Union[str, None]] = queue.SimpleQueue()
        self._release, self._touch, self._end = release, touch, end
        self._abandoned = False
        self.every = every
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Starts the thread, unless it runs. A child of this process has none: it releases nothing."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="mars-keeper", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        self.drops.put(None)

    def abandon(self) -> None:
        """Ends the thread, which ends the session first. The garbage collector calls this."""
        self._abandoned = True
        self.drops.put(None)

    def _run(self) -> None:
        self._serve()
        if self._abandoned:
            self._end()

    def _serve(self) -> None:
        last = time.monotonic()
        while True:
            keys: list[str] = []
            try:
                first = self.drops.get(timeout=max(0.01, last + self.every - time.monotonic()))
            except queue.Empty:
                first = ""
            if first is None:
                return
            if first:
                self.drops.put(first)  # a request may take it sooner
                time.sleep(_GATHER)
                over = self._gather(keys)
                if keys:
                    self._release(keys)
                if over:
                    return
            else:
                self._touch()
            last = time.monotonic()

    def queued(self) -> list[str]:
        """Takes what is queued now, for a request that gives it up before it executes something."""
        keys: list[str] = []
        if self._gather(keys):
            self.drops.put(None)
        return keys

    def _gather(self, keys: list[str]) -> bool:
        """Takes what is queued; true when the session is over."""
        while len(keys) < _BATCH:
            try:
                k = self.drops.get_nowait()
            except queue.Empty:
                return False
            if k is None:
                return True
            keys.append(k)
        return False


def released(me: weakref.ref[Session]) -> Callable[[list[str]], None]:
    def release(keys: list[str]) -> None:
        s = me()
        if s is not None and not s.closed and os.getpid() == s._made:
            try:
                s._call(
                    "DataService/Release",
                    {"sessionId": s.session_id, "keys": keys, "requestId": secrets.token_hex(8)},
                )
            except Exception:
                pass  # the session is gone, and its values with it

    return release


def touched(me: weakref.ref[Session]) -> Callable[[], None]:
    def touch() -> None:
        s = me()
        if s is not None and not s.closed:
            try:
                s._call("SessionService/GetSession", {"sessionId": s.session_id})
            except Exception:
                pass  # the next call of the program says what is wrong

    return touch


def end(transport: Transport, session_id: str, owner: int) -> None:
    """The end of a session that was closed, collected, or whose program ends. A child of the program that made it ends nothing."""
    if os.getpid() == owner and session_id:
        transport.timeout = min(transport.timeout, _CLOSE)
        try:
            transport.call("SessionService/CloseSession", {"sessionId": session_id}, tries=1)
        except Exception:
            pass  # a server that is not there has nothing to free
    transport.close()
