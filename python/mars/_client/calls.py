"""The calls of one session: a failure says clearly when the session or its server is the reason."""

from __future__ import annotations

import time
from typing import Any

from . import errors, local
from .transport import Transport

# Seconds that a server may be away before a waiting program gives up.
AWAY = 15.0

_GONE = "; its values are gone; make another session with mars.new_session()"


class Calls:
    """The way of a session to its server. server is the process that new_session() started for it, None where there is none."""

    def __init__(self, transport: Transport, server: local.Server | None) -> None:
        self.transport = transport
        self.server = server
        self.closed = False
        self.session_id = ""
        self._epoch = ""  # of the supervisor that knows the session; empty until it began

    def begun(self, session_id: str, epoch: str) -> None:
        """Says which session it is, and the epoch of the supervisor that made it."""
        self.session_id, self._epoch = session_id, epoch

    @property
    def hopeless(self) -> bool:
        """Whether waiting for the server is of no use: it was started for this program, and has ended."""
        return self.server is not None and not self.server.alive

    def call(self, method: str, request: dict[str, Any], wait: float = 0.0) -> dict[str, Any]:
        """The answer of one call; wait is how many seconds the server may take on purpose.

        Raises SessionClosed after the end of the session, SessionLost where the server does not know it any more or has died, Unreachable
        where nothing answers, and else what the server says.
        """
        if self.closed:
            raise errors.SessionClosed("the session is closed; make another with mars.new_session()")
        try:
            return self.transport.call(method, request, wait=wait)
        except errors.Unreachable as e:
            died = self.server.died() if self.server is not None else None
            if died:
                raise errors.SessionLost(died + _GONE) from e
            raise
        except Exception as e:
            p = errors.problem_of(e)
            if (
                p is not None
                and p.kind in ("not_found", "lost", "unavailable")
                and "sessionId" in request
                and method != "SessionService/GetSession"
            ):
                self._assert_alive(e)
            raise

    def patiently(self, method: str, request: dict[str, Any], wait: float) -> dict[str, Any]:
        """A call that waits for a task: a server that is away comes back, or says that it forgot the session."""
        end = None
        while True:
            try:
                return self.call(method, request, wait=wait)
            except errors.Unreachable:
                now = time.monotonic()
                end = end or now + AWAY
                if now > end or self.closed or self.hopeless:
                    raise
                time.sleep(0.2)

    def _assert_alive(self, cause: BaseException) -> None:
        """Raises SessionLost where the server does not know this session, or was restarted since it began."""
        if not self.session_id:
            return
        url, why = self.transport.url, ""
        try:
            said = self.transport.call("SessionService/GetSession", {"sessionId": self.session_id}, tries=2)
        except errors.Unreachable:
            return
        except Exception as e:
            p = errors.problem_of(e)
            if p is None or p.kind not in ("not_found", "lost"):
                return
            why = f"session {self.session_id} is not known at {url} any more: the supervisor was restarted, or the session was idle for too long"
        else:
            epoch = said.get("session", {}).get("epoch", "")
            if epoch and self._epoch and epoch != self._epoch:
                why = f"the supervisor at {url} was restarted"
        if why:
            raise errors.SessionLost(why + _GONE) from cause
