"""A connection of http.client, with the errors and the ends of bodies that a Transport asks about."""

from __future__ import annotations

import http.client
import os
import socket
import ssl
from typing import Any

from . import errors

# The option of Linux that holds packets back until it is taken away.
_CORK: int | None = getattr(socket, "TCP_CORK", None)


class Unsound(Exception):
    """The other side does not speak HTTP, or stops in the middle of it."""


class Stale(ConnectionResetError):
    """The other side closed the connection before it answered anything."""


class Connection:
    """One connection. timeout is how many seconds one read or write may take, patience how many connecting may."""

    def __init__(self, scheme: str, netloc: str, timeout: float, patience: float, tls: ssl.SSLContext | None) -> None:
        self._http = (
            http.client.HTTPConnection(netloc, timeout=patience)
            if tls is None
            else http.client.HTTPSConnection(netloc, timeout=patience, context=tls)
        )
        self._http.connect()
        self._http.auto_open = 0  # a connection that was closed is told, not opened again
        self.fresh = True
        self.timeout = patience
        self.wait(timeout)

    @property
    def sock(self) -> socket.socket | None:
        """The socket; None once it is closed."""
        return self._http.sock  # type: ignore[no-any-return]

    def wait(self, timeout: float) -> None:
        """Sets how many seconds one read or write may take."""
        if timeout != self.timeout and self.sock is not None:
            self.sock.settimeout(timeout)
            self.timeout = timeout

    def request(self, method: str, path: str, head: dict[str, str], body: Any = None) -> Response:
        """Sends a request and reads the head of its answer. body is bytes, or a memoryview of them."""
        try:
            self._cork(1)  # http.client writes head and body by themselves: the server is to wake up once
            self._http.request(method, path, body, head)
            self._cork(0)
            answer = self._http.getresponse()
        except (http.client.RemoteDisconnected, http.client.NotConnected) as e:
            raise Stale("the connection was closed") from e
        except http.client.InvalidURL as e:
            raise ValueError(f"a path with characters that it must not have: {e}") from e
        except http.client.HTTPException as e:
            raise Unsound(f"no answer of HTTP/1.1: {e!r:.100}") from e
        self.fresh = False
        return Response(answer)

    def _cork(self, on: int) -> None:
        if _CORK is not None and self.sock is not None:
            self.sock.setsockopt(socket.IPPROTO_TCP, _CORK, on)

    def close(self) -> None:
        """Closes the connection. Closing again does nothing."""
        self._http.close()

    def abort(self) -> None:
        """Makes what another thread waits for fail."""
        if self.sock is not None:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def detach(self) -> None:
        """Closes this process's copy of the socket without a word to the other side."""
        if self.sock is not None:
            fd = self.sock.detach()
            if fd >= 0:
                socket.close(fd)


class Response:
    """An answer: status, headers by name in lower case, and the body, which is read once."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self._answer = answer
        self.status = answer.status
        self.headers = {k.lower(): v for k, v in answer.getheaders()}
        self.length: int | None = answer.length  # bytes that are to come; None: not known before

    @property
    def over(self) -> bool:
        """Whether all of the body was read."""
        return self._answer.isclosed()

    @property
    def keep(self) -> bool:
        """Whether the connection may be used again once the answer is over."""
        return not self._answer.will_close

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip()

    def read(self, n: int = -1) -> bytes:
        """n bytes, fewer at the end of the body, or all that are left. Unsound where it ends too early."""
        try:
            data = self._answer.read(None if n < 0 else n)
        except http.client.HTTPException as e:
            raise Unsound(f"the answer ended early: {e!r:.100}") from e
        want = self.length if n < 0 or self.length is None else min(n, self.length)
        self._took(len(data), want)
        return data

    def readinto(self, view: memoryview) -> int:
        """Reads into all of view, less at the end of the body; how many bytes."""
        got = 0
        try:
            while got < len(view):
                k = self._answer.readinto(view[got:])
                if not k:
                    break
                got += k
        except http.client.HTTPException as e:
            raise Unsound(f"the answer ended early: {e!r:.100}") from e
        self._took(got, None if self.length is None else min(len(view), self.length))
        return got

    def _took(self, got: int, want: int | None) -> None:
        if self.length is None or want is None:
            return
        self.length -= got
        if got < want:
            raise Unsound(f"the answer ended {self.length} bytes early")


def stale(e: BaseException) -> bool:
    """Whether e is what an idle connection gives that its server has closed."""
    return isinstance(e, (Stale, ConnectionResetError, BrokenPipeError))


def final(e: Exception) -> bool:
    """Whether trying again cannot help."""
    return isinstance(e, (ssl.SSLError, socket.gaierror, ConnectionRefusedError, socket.timeout, Unsound))


def unreachable(e: Exception, url: str, seconds: float) -> Exception:
    """What the user sees of e, which ended a request to url that could take so many seconds."""
    if errors.problem_of(e) is not None:
        return e
    if isinstance(e, ssl.SSLCertVerificationError):
        return errors.attach(
            ConnectionError(f"{url}: {e.verify_message}; see verify= of new_session"), kind="unavailable"
        )
    if isinstance(e, socket.timeout):
        return errors.attach(errors.Unreachable(f"no answer from {url} for {seconds:g} s"), kind="unavailable")
    if isinstance(e, Unsound) and "early" not in str(e) and "middle" not in str(e):
        return errors.attach(errors.Unreachable(f"{url} does not speak HTTP: {e}"), kind="unavailable")
    why = os.strerror(e.errno) if isinstance(e, OSError) and e.errno and e.errno > 0 else str(e) or type(e).__name__
    return errors.attach(errors.Unreachable(f"cannot reach Mars at {url}: {why}"), kind="unavailable")
