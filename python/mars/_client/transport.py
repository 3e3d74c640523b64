"""Calls of the cluster's API: the Connect protocol in JSON over keep-alive HTTP/1.1, and plain GET and PUT for bytes.

Only the standard library is used. A Transport may be used by several threads, each of which has connections of its own, and after a fork.
"""

from __future__ import annotations

import base64
import json
import os
import random
import socket
import ssl
import struct
import threading
import time
import urllib.parse
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

from . import errors
from .connection import Connection, Response, Stale, Unsound

__all__ = ["Request", "Transport", "token_of"]

_JSON = "application/json"
_STREAM = "application/connect+json"

# Seconds that connecting may take.
_CONNECT = 10.0

# Seconds between the tries of a call whose connection failed; the first new try of a connection that was kept alive comes at once.
_BACKOFF = (0.05, 0.2, 0.5, 1.0)


@dataclass
class Request:
    """A request before it is sent: what a request_rewriter gets, changes, and may return another of."""

    method: str
    url: str
    headers: dict[str, str] = field(default_factory=dict)
    body: Any = None


Rewriter = Callable[[Request], Optional[Request]]


def token_of(url: str, token: str | None = None) -> tuple[str, str | None]:
    """The url without its userinfo, and the bearer token: the one given, the url's password or user, or MARS_TOKEN."""
    u = urllib.parse.urlsplit(url)
    if u.username or u.password:
        token = token or urllib.parse.unquote(u.password or u.username or "")
        u = u._replace(netloc=u.netloc.rpartition("@")[2])
    return urllib.parse.urlunsplit(u).rstrip("/"), token or os.environ.get("MARS_TOKEN") or None


class _Idle(dict[tuple[str, str], Connection]):
    """Idle connections by scheme and address. They are closed when their thread or their transport goes."""

    def __del__(self) -> None:
        for c in self.values():
            c.close()


class _Pool(threading.local):
    """The idle connections of one thread."""

    def __init__(self) -> None:
        self.idle = _Idle()


class Transport:
    """The way to one server.

    verify is True, False (for certificates nobody signed), the path of a CA file, or an ssl.SSLContext. timeout is how many seconds an
    answer may take that the server does not wait with on purpose.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        verify: bool | str | ssl.SSLContext = True,
        timeout: float = 60.0,
        request_rewriter: Rewriter | None = None,
    ) -> None:
        self.url, self.token = token_of(url, token)
        u = urllib.parse.urlsplit(self.url)
        if u.scheme not in ("http", "https") or not u.hostname:
            raise ValueError(f"the address of a Mars cluster is http://host:port, not {url!r}")
        self.scheme, self.netloc, self.path = u.scheme, u.netloc, u.path
        self.host: str = u.hostname
        self.timeout = timeout
        self.rewriter = request_rewriter
        self._verify = verify
        self._context: ssl.SSLContext | None = None
        self._pool = _Pool()
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._lock = threading.Lock()
        self._closed = False
        self._head = {"Content-Type": _JSON, "Connect-Protocol-Version": "1"}
        if self.token:
            self._head["Authorization"] = "Bearer " + self.token
        _transports.add(self)

    def __repr__(self) -> str:
        return f"Transport({self.url!r})"

    @property
    def loopback(self) -> bool:
        """Whether the server is on this host, as its address says."""
        return self.host == "localhost" or self.host == "::1" or self.host.startswith("127.")

    def call(
        self, method: str, message: dict[str, Any], *, wait: float = 0.0, tries: int = len(_BACKOFF) + 1
    ) -> dict[str, Any]:
        """The answer of "TaskService/Submit" or another unary call.

        wait is how many seconds the server may take on purpose. Every call of the API may be repeated, so one whose connection fails is
        tried again, tries times in all. Raises the exception of the Problem that the server answers, and ConnectionError where none does.
        """
        body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        path = f"{self.path}/mars.v1.{method}"
        timeout = self.timeout + wait
        for k in range(tries):
            try:
                status, headers, data = self._send(self.scheme, self.netloc, "POST", path, body, self._head, timeout)
            except (OSError, Unsound) as e:
                if k + 1 < tries and not _final(e):
                    time.sleep(_BACKOFF[k] * (0.75 + random.random() / 2))
                    continue
                raise self._unreachable(e) from e
            if status == 200:
                return json.loads(data)  # type: ignore[no-any-return]
            failure = errors.of_response(status, headers.get("content-type", ""), data, method)
            if failure.code == "unavailable" and k + 1 < tries:
                time.sleep(_BACKOFF[k] * (0.75 + random.random() / 2))
                continue
            raise failure.exception()
        raise AssertionError("unreachable")

    def stream(self, method: str, message: dict[str, Any], *, silence: float = 30.0) -> Iterator[dict[str, Any]]:
        """The messages of a server stream, until it ends. Raises ConnectionError when nothing came for silence seconds."""
        body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        head = dict(self._head, **{"Content-Type": _STREAM})
        try:
            conn = self._connect(self.scheme, self.netloc, silence)
        except OSError as e:
            raise self._unreachable(e) from e
        try:
            response = self._exchange(
                conn,
                self.scheme,
                self.netloc,
                "POST",
                f"{self.path}/mars.v1.{method}",
                struct.pack(">BI", 0, len(body)) + body,
                head,
            )
            if response.status != 200:
                raise errors.of_response(
                    response.status, response.headers.get("content-type", ""), response.read(), method
                ).exception()
            while True:
                flags, data = _envelope(response)
                if flags & 2:
                    end = json.loads(data or b"{}")
                    if "error" in end:
                        raise errors.of_connect(end["error"], method).exception()
                    return
                yield json.loads(data)
        except (OSError, Unsound) as e:
            if errors.problem_of(e) is not None:
                raise
            raise self._unreachable(e) from e
        finally:
            conn.close()

    def get(
        self, url: str, *, ticket: str | None = None, accept: str | None = None, patience: float | None = None
    ) -> Download:
        """Opens url, absolute or relative to the server, for reading. The caller reads it to the end or closes it.

        patience is how many seconds connecting may take.
        """
        head = self._bytes_head(url, ticket)
        if accept:
            head["Accept"] = accept
        scheme, netloc, path = self._resolve(url)
        for k in (0, 1):
            try:
                conn = self._take(scheme, netloc, self.timeout, patience)
            except OSError as e:
                raise self._unreachable(e, f"{scheme}://{netloc}") from e
            fresh = conn.fresh
            try:
                response = self._exchange(conn, scheme, netloc, "GET", path, None, head)
            except (OSError, Unsound) as e:
                conn.close()
                if k == 0 and not fresh and _stale(e):
                    continue
                raise self._unreachable(e, f"{scheme}://{netloc}") from e
            if response.status not in (200, 206):
                data = response.read()
                self._give(scheme, netloc, conn, response)
                raise errors.of_response(
                    response.status, response.headers.get("content-type", ""), data, path
                ).exception()
            return Download(self, scheme, netloc, conn, response)
        raise AssertionError("unreachable")

    def put(self, url: str, body: Any, *, media_type: str, ticket: str | None = None) -> bytes:
        """Sends body, bytes or a memoryview of them, to url and returns the answer."""
        head = self._bytes_head(url, ticket)
        head["Content-Type"] = media_type
        view = memoryview(body).cast("B") if memoryview(body).nbytes else b""
        scheme, netloc, path = self._resolve(url)
        for k in range(3):
            try:
                status, headers, data = self._send(
                    scheme, netloc, "PUT", path, view, head, self.timeout + len(view) / 1e6
                )
            except (OSError, Unsound) as e:
                if k < 2 and not _final(e):
                    time.sleep(_BACKOFF[k])
                    continue
                raise self._unreachable(e, f"{scheme}://{netloc}") from e
            if status in (200, 201, 204):
                return data
            raise errors.of_response(status, headers.get("content-type", ""), data, path).exception()
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Closes all connections, those of other threads too; what they wait for fails."""
        self._closed = True
        with self._lock:
            conns = list(self._open)
        mine = set(self._pool.idle.values())
        for c in conns:
            if c in mine:
                c.close()
            else:
                c.abort()

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        for c in list(self._open):
            c.detach()
        self._open = weakref.WeakSet()
        self._pool = _Pool()

    def _bytes_head(self, url: str, ticket: str | None) -> dict[str, str]:
        """Headers of a request for bytes: the cluster's token at the cluster's own address, the ticket at a worker's."""
        if url.startswith(("/", self.url + "/")):
            return {"Authorization": "Bearer " + self.token} if self.token else {}
        return {"Authorization": "Mars " + ticket} if ticket else {}

    def _resolve(self, url: str) -> tuple[str, str, str]:
        if url.startswith("/"):
            return self.scheme, self.netloc, self.path + url
        u = urllib.parse.urlsplit(url if "://" in url else f"{self.scheme}://{url}")
        return u.scheme, u.netloc, u.path + ("?" + u.query if u.query else "")

    def _connect(self, scheme: str, netloc: str, timeout: float, patience: float | None = None) -> Connection:
        if self._closed:
            raise errors.SessionClosed("the connection to " + self.url + " was closed")
        tls = self._tls() if scheme == "https" else None
        conn = Connection(scheme, netloc, timeout, patience or min(timeout, _CONNECT), tls)
        with self._lock:
            self._open.add(conn)
        return conn

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

    def _take(self, scheme: str, netloc: str, timeout: float, patience: float | None = None) -> Connection:
        conn = self._pool.idle.pop((scheme, netloc), None)
        if conn is None or conn.sock is None or self._closed:
            return self._connect(scheme, netloc, timeout, patience)
        conn.wait(timeout)
        return conn

    def _give(self, scheme: str, netloc: str, conn: Connection, response: Response) -> None:
        if response.keep and response.over and conn.sock is not None and not self._closed:
            self._pool.idle[scheme, netloc] = conn
        else:
            conn.close()

    def _send(
        self, scheme: str, netloc: str, method: str, path: str, body: Any, head: dict[str, str], timeout: float
    ) -> tuple[int, dict[str, str], bytes]:
        while True:
            conn = self._take(scheme, netloc, timeout)
            fresh = conn.fresh
            try:
                response = self._exchange(conn, scheme, netloc, method, path, body, head)
                data = response.read()
            except BaseException as e:  # KeyboardInterrupt too: half an answer may be in the socket
                conn.close()
                if fresh or not _stale(e):
                    raise
                continue  # the server closed a connection that was idle: nothing was lost
            self._give(scheme, netloc, conn, response)
            return response.status, response.headers, data

    def _exchange(
        self, conn: Connection, scheme: str, netloc: str, method: str, path: str, body: Any, head: dict[str, str]
    ) -> Response:
        if self.rewriter is not None:
            r = Request(method, f"{scheme}://{netloc}{path}", dict(head), body)
            r = self.rewriter(r) or r
            u = urllib.parse.urlsplit(r.url)
            if (u.scheme, u.netloc) != (scheme, netloc):
                raise ValueError(
                    f"request_rewriter must keep {scheme}://{netloc}, not change it to {u.scheme}://{u.netloc}"
                )
            method, path, head, body = r.method, u.path + ("?" + u.query if u.query else ""), r.headers, r.body
        return conn.request(method, path, head, body)

    def _unreachable(self, e: Exception, url: str | None = None) -> Exception:
        if errors.problem_of(e) is not None:
            return e
        url = url or self.url
        if isinstance(e, ssl.SSLCertVerificationError):
            return errors.attach(
                ConnectionError(f"{url}: {e.verify_message}; see verify= of new_session"), kind="unavailable"
            )
        if isinstance(e, socket.timeout):
            return errors.attach(errors.Unreachable(f"no answer from {url} for {self.timeout:g} s"), kind="unavailable")
        if isinstance(e, Unsound) and "early" not in str(e) and "middle" not in str(e):
            return errors.attach(errors.Unreachable(f"{url} does not speak HTTP: {e}"), kind="unavailable")
        why = os.strerror(e.errno) if isinstance(e, OSError) and e.errno and e.errno > 0 else str(e) or type(e).__name__
        return errors.attach(errors.Unreachable(f"cannot reach Mars at {url}: {why}"), kind="unavailable")


class Download:
    """The open answer of a GET. Read all of it, or close it."""

    def __init__(self, transport: Transport, scheme: str, netloc: str, conn: Connection, response: Response) -> None:
        self._transport, self._key, self._conn, self._response = transport, (scheme, netloc), conn, response
        self.headers = response.headers
        self.media_type = response.media_type

    @property
    def size(self) -> int | None:
        """Bytes that are still to come, None when the server does not say."""
        return self._response.length

    def read(self, n: int = -1) -> bytes:
        """n bytes, or all that are left. Fewer is ConnectionError."""
        try:
            data = self._response.read(n)
            if 0 < n != len(data):
                raise Unsound(f"the answer ended {n - len(data)} bytes early")
        except (OSError, Unsound) as e:
            self.close()
            raise self._transport._unreachable(e, "://".join(self._key)) from e
        return data

    def readinto(self, buffer: memoryview | bytearray) -> None:
        """Fills the buffer. Fewer bytes are ConnectionError."""
        view = memoryview(buffer).cast("B")
        try:
            n = self._response.readinto(view)
            if n < len(view):
                raise Unsound(f"the answer ended {len(view) - n} bytes early")
        except (OSError, Unsound) as e:
            self.close()
            raise self._transport._unreachable(e, "://".join(self._key)) from e

    def done(self) -> None:
        """Gives the connection back when everything was read, closes it otherwise."""
        if self._response.length is None and not self._response.over:
            self._response.read(1)  # the end of the chunks
        self._transport._give(*self._key, self._conn, self._response)

    def close(self) -> None:
        self._conn.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, kind: Any, e: Any, tb: Any) -> None:
        if kind is None:
            self.done()
        else:
            self.close()


def _envelope(response: Response) -> tuple[int, bytes]:
    flags, n = struct.unpack(">BI", _exactly(response, 5))
    if flags & 1:
        raise Unsound("a compressed message, which was not asked for")
    return flags, _exactly(response, n)


def _exactly(response: Response, n: int) -> bytes:
    data = response.read(n)
    if len(data) < n:
        raise ConnectionResetError("the stream ended in the middle of a message")
    return data


def _stale(e: BaseException) -> bool:
    """Whether e is what an idle connection gives that its server has closed."""
    return isinstance(e, (Stale, ConnectionResetError, BrokenPipeError))


def _final(e: Exception) -> bool:
    """Whether trying again cannot help."""
    return isinstance(e, (ssl.SSLError, socket.gaierror, ConnectionRefusedError, socket.timeout, Unsound))


def b64(data: bytes) -> str:
    """bytes as protojson writes them."""
    return base64.b64encode(data).decode()


def unb64(text: str) -> bytes:
    """bytes as protojson writes them, with or without padding, in either alphabet."""
    text = text.replace("-", "+").replace("_", "/")
    return base64.b64decode(text + "=" * (-len(text) % 4))


_transports: weakref.WeakSet[Transport] = weakref.WeakSet()


def _in_child() -> None:
    for t in list(_transports):
        t._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
