"""The connections of a Transport: idle ones are kept by thread and place, all are closed with it."""

from __future__ import annotations

import ssl
import threading
import weakref

from . import errors
from .connection import Connection, Response

# Scheme and address of a server.
Place = tuple[str, str]

# Seconds that connecting may take.
_CONNECT = 10.0


class _Idle(dict[Place, Connection]):
    """Idle connections. They are closed when their thread or their pool goes."""

    def __del__(self) -> None:
        for c in self.values():
            c.close()


class _Mine(threading.local):
    """The idle connections of one thread."""

    def __init__(self) -> None:
        self.idle = _Idle()


class Pool:
    """Connections to the servers of one cluster, which the errors call url. verify is that of Transport."""

    def __init__(self, url: str, verify: bool | str | ssl.SSLContext) -> None:
        self._url, self._verify = url, verify
        self._context: ssl.SSLContext | None = None
        self._mine = _Mine()
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._closed = False

    def connect(self, place: Place, timeout: float, patience: float | None = None) -> Connection:
        """A new connection. timeout is how many seconds one read or write may take, patience how many connecting may."""
        if self._closed:
            raise errors.SessionClosed("the connection to " + self._url + " was closed")
        tls = self._tls() if place[0] == "https" else None
        conn = Connection(*place, timeout, patience or min(timeout, _CONNECT), tls)
        with self._lock:
            self._open.add(conn)
        return conn

    def take(self, place: Place, timeout: float, patience: float | None = None) -> Connection:
        """An idle connection of this thread, which the server may have closed meanwhile, or a new one."""
        conn = self._mine.idle.pop(place, None)
        if conn is None or conn.sock is None or self._closed:
            return self.connect(place, timeout, patience)
        conn.wait(timeout)
        return conn

    def give(self, place: Place, conn: Connection, response: Response) -> None:
        """Keeps a connection for the next request of this thread; closes it where its answer was not read to the end."""
        if response.keep and response.over and conn.sock is not None and not self._closed:
            self._mine.idle[place] = conn
        else:
            conn.close()

    def close(self) -> None:
        """Closes all connections, those of other threads too; what they wait for fails."""
        self._closed = True
        with self._lock:
            conns = list(self._open)
        mine = set(self._mine.idle.values())
        for c in conns:
            if c in mine:
                c.close()
            else:
                c.abort()

    def after_fork(self) -> None:
        """Leaves the connections to the parent of this process."""
        self._lock = threading.Lock()
        for c in list(self._open):
            c.detach()
        self._open = weakref.WeakSet()
        self._mine = _Mine()

    def _tls(self) -> ssl.SSLContext:
        if isinstance(self._verify, ssl.SSLContext):
            return self._verify
        if self._context is None:
            c = ssl.create_default_context(cafile=self._verify if isinstance(self._verify, str) else None)
            if self._verify is False:
                c.check_hostname = False
                c.verify_mode = ssl.CERT_NONE
            self._context = c
        return self._context
