"""Calls of the cluster's API: the Connect protocol in JSON over keep-alive HTTP/1.1, and plain GET and PUT for bytes.

Only the standard library is used. A Transport may be used by several threads, each of which has connections of its own, and after a fork.
"""

from __future__ import annotations

import json
import os
import random
import ssl
import struct
import time
import urllib.parse
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Callable, Optional

from .._core import garbage
from . import answers, errors, tokenfile
from .connection import Connection, Response, Unsound, final, stale, unreachable
from .download import Download
from .pool import Place, Pool

__all__ = ["Request", "Transport", "token_of"]

_JSON = "application/json"
_STREAM = "application/connect+json"

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
    """The url without its userinfo, and the bearer token: the one given, the url's password or user, MARS_TOKEN, or what a cluster of this
    machine has left for its user."""
    u = urllib.parse.urlsplit(url)
    if u.username or u.password:
        token = token or urllib.parse.unquote(u.password or u.username or "")
        u = u._replace(netloc=u.netloc.rpartition("@")[2])
    url = urllib.parse.urlunsplit(u).rstrip("/")
    return url, token or os.environ.get("MARS_TOKEN") or tokenfile.token_of(url)


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
        self._place, self.path = (u.scheme, u.netloc), u.path
        self.host: str = u.hostname
        self.timeout = timeout
        self.rewriter = request_rewriter
        self._pool = Pool(self.url, verify)
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
        with garbage.rest():
            body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        path = f"{self.path}/mars.v1.{method}"
        timeout = self.timeout + wait
        for k in range(tries):
            try:
                response, data = self._send(self._place, "POST", path, body, self._named(message), timeout)
            except (OSError, Unsound) as e:
                if k + 1 < tries and not final(e):
                    time.sleep(_BACKOFF[k] * (0.75 + random.random() / 2))
                    continue
                raise unreachable(e, self.url, timeout) from e
            if response.status == 200:
                with garbage.rest():
                    return json.loads(data)  # type: ignore[no-any-return]
            failure = answers.of_response(response.status, response.media_type, data, method)
            if failure.code == "unavailable" and k + 1 < tries:
                time.sleep(_BACKOFF[k] * (0.75 + random.random() / 2))
                continue
            raise failure.exception()
        raise AssertionError("unreachable")

    def stream(self, method: str, message: dict[str, Any], *, silence: float = 30.0) -> Iterator[dict[str, Any]]:
        """The messages of a server stream, until it ends. Raises ConnectionError when nothing came for silence seconds."""
        body = json.dumps(message, separators=(",", ":"), allow_nan=False).encode()
        head = dict(self._named(message), **{"Content-Type": _STREAM})
        try:
            conn = self._pool.connect(self._place, silence)
        except OSError as e:
            raise unreachable(e, self.url, silence) from e
        try:
            message_bytes = struct.pack(">BI", 0, len(body)) + body
            response = self._exchange(conn, self._place, "POST", f"{self.path}/mars.v1.{method}", message_bytes, head)
            if response.status != 200:
                raise answers.of_response(response.status, response.media_type, response.read(), method).exception()
            while True:
                flags, data = _envelope(response)
                if flags & 2:
                    end = json.loads(data or b"{}")
                    if "error" in end:
                        raise answers.of_connect(end["error"], method).exception()
                    return
                yield json.loads(data)
        except (OSError, Unsound) as e:
            if errors.problem_of(e) is not None:
                raise
            raise unreachable(e, self.url, silence) from e
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
        place, path = self._resolve(url)
        for k in (0, 1):
            try:
                conn = self._pool.take(place, self.timeout, patience)
            except OSError as e:
                raise unreachable(e, "://".join(place), patience or self.timeout) from e
            fresh = conn.fresh
            try:
                response = self._exchange(conn, place, "GET", path, None, head)
            except (OSError, Unsound) as e:
                conn.close()
                if k == 0 and not fresh and stale(e):
                    continue
                raise unreachable(e, "://".join(place), self.timeout) from e
            if response.status not in (200, 206):
                data = response.read()
                self._pool.give(place, conn, response)
                raise answers.of_response(response.status, response.media_type, data, path).exception()
            return Download(self._pool, place, conn, response)
        raise AssertionError("unreachable")

    def put(self, url: str, body: Any, *, media_type: str, ticket: str | None = None) -> bytes:
        """Sends body, bytes or a memoryview of them, to url and returns the answer."""
        head = self._bytes_head(url, ticket)
        head["Content-Type"] = media_type
        view = memoryview(body).cast("B") if memoryview(body).nbytes else b""
        place, path = self._resolve(url)
        timeout = self.timeout + len(view) / 1e6
        for k in range(3):
            try:
                response, data = self._send(place, "PUT", path, view, head, timeout)
            except (OSError, Unsound) as e:
                if k < 2 and not final(e):
                    time.sleep(_BACKOFF[k])
                    continue
                raise unreachable(e, "://".join(place), timeout) from e
            if response.status in (200, 201, 204):
                return data
            if response.status == 503 and k < 2:  # another worker takes it
                time.sleep(_BACKOFF[k])
                continue
            raise answers.of_response(response.status, response.media_type, data, path).exception()
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Closes all connections, those of other threads too; what they wait for fails."""
        self._pool.close()

    def _named(self, message: dict[str, Any]) -> dict[str, str]:
        """The headers of a call, its session among them: a web port of several supervisors reads no bodies."""
        session = message.get("sessionId")
        return {**self._head, "Mars-Session": session} if session else self._head

    def _bytes_head(self, url: str, ticket: str | None) -> dict[str, str]:
        """Headers of a request for bytes: the cluster's token at the cluster's own address, the ticket at a worker's."""
        if url.startswith(("/", self.url + "/")):
            return {"Authorization": "Bearer " + self.token} if self.token else {}
        return {"Authorization": "Mars " + ticket} if ticket else {}

    def _resolve(self, url: str) -> tuple[Place, str]:
        """Where url is, and its path there."""
        if url.startswith("/"):
            return self._place, self.path + url
        u = urllib.parse.urlsplit(url if "://" in url else f"{self._place[0]}://{url}")
        return (u.scheme, u.netloc), u.path + ("?" + u.query if u.query else "")

    def _send(
        self, place: Place, method: str, path: str, body: Any, head: dict[str, str], timeout: float
    ) -> tuple[Response, bytes]:
        while True:
            conn = self._pool.take(place, timeout)
            fresh = conn.fresh
            try:
                response = self._exchange(conn, place, method, path, body, head)
                data = response.read()
            except BaseException as e:  # KeyboardInterrupt too: half an answer may be in the socket
                conn.close()
                if fresh or not stale(e):
                    raise
                continue  # the server closed a connection that was idle: nothing was lost
            self._pool.give(place, conn, response)
            return response, data

    def _exchange(
        self, conn: Connection, place: Place, method: str, path: str, body: Any, head: dict[str, str]
    ) -> Response:
        if self.rewriter is not None:
            r = Request(method, "://".join(place) + path, dict(head), body)
            r = self.rewriter(r) or r
            u = urllib.parse.urlsplit(r.url)
            if (u.scheme, u.netloc) != place:
                raise ValueError(
                    f"request_rewriter must keep {'://'.join(place)}, not change it to {u.scheme}://{u.netloc}"
                )
            method, path, head, body = r.method, u.path + ("?" + u.query if u.query else ""), r.headers, r.body
        return conn.request(method, path, head, body)


def _envelope(response: Response) -> tuple[int, bytes]:
    """The flags and the bytes of the next message of a stream."""
    flags, n = struct.unpack(">BI", _exactly(response, 5))
    if flags & 1:
        raise Unsound("a compressed message, which was not asked for")
    return flags, _exactly(response, n)


def _exactly(response: Response, n: int) -> bytes:
    data = response.read(n)
    if len(data) < n:
        raise ConnectionResetError("the stream ended in the middle of a message")
    return data


_transports: weakref.WeakSet[Transport] = weakref.WeakSet()


def _in_child() -> None:
    for t in list(_transports):
        t._pool.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
