"""A connection of HTTP/1.1 (RFC 9112), as much of it as this API needs: a call takes a third of the time that http.client needs for it."""

from __future__ import annotations

import socket
import ssl
from typing import Any

# Bytes of bodies that are sent with their head in one write.
_JOINED = 64 << 10
_LINE = 65536
_HEADERS = 200


class Unsound(Exception):
    """The other side does not speak HTTP, or stops in the middle of it."""


class Stale(ConnectionResetError):
    """The other side closed the connection before it answered anything."""


class Connection:
    """One connection. timeout is how many seconds one read or write may take, patience how many connecting may."""

    def __init__(self, scheme: str, netloc: str, timeout: float, patience: float, tls: ssl.SSLContext | None) -> None:
        host, port = _address(scheme, netloc)
        self.sock: socket.socket | None = None
        sock = socket.create_connection((host, port), patience)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls is not None:
                sock = tls.wrap_socket(sock, server_hostname=host)
            sock.settimeout(timeout)
            self.reader: Any = sock.makefile("rb", 65536)
        except BaseException:
            sock.close()
            raise
        self.sock = sock
        self.timeout = timeout
        self.fresh = True
        self._host = f" HTTP/1.1\r\nHost: {netloc}\r\n".encode("latin-1")

    def wait(self, timeout: float) -> None:
        """Sets how many seconds one read or write may take."""
        if timeout != self.timeout and self.sock is not None:
            self.sock.settimeout(timeout)
            self.timeout = timeout

    def request(self, method: str, path: str, head: dict[str, str], body: Any = None) -> Response:
        """Sends a request and reads the head of its answer. body is bytes, or a memoryview of them."""
        if self.sock is None:
            raise Stale("the connection is closed")
        lines = [f"{k}: {v}\r\n" for k, v in head.items()]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}\r\n")
        text = "".join(lines)
        if text.count("\n") != len(lines) or " " in path or "\n" in path:
            raise ValueError("a header or path with characters that it must not have")
        data = f"{method} {path}".encode("ascii") + self._host + text.encode("latin-1") + b"\r\n"
        if body is not None and len(body) <= _JOINED:
            self.sock.sendall(data + body if isinstance(body, bytes) else b"".join((data, body)))
        else:
            self.sock.sendall(data)
            if body is not None:
                self.sock.sendall(body)
        return Response(self)

    def close(self) -> None:
        """Closes the connection. Closing again does nothing."""
        sock, self.sock = self.sock, None
        if sock is not None:
            self.reader.close()
            sock.close()

    def abort(self) -> None:
        """Makes what another thread waits for fail."""
        if self.sock is not None:
            try:
                self.sock.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def detach(self) -> None:
        """Closes this process's copy of the socket without a word to the other side."""
        sock, self.sock = self.sock, None
        if sock is not None:
            fd = sock.detach()
            if fd >= 0:
                socket.close(fd)


class Response:
    """An answer: status, headers by name in lower case, and the body, which is read once."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self._reader = conn.reader
        self.status = 100
        while self.status < 200:
            self._head()
        self.length: int | None = None  # bytes that are to come; None: not known before
        self._chunk = -1  # bytes left of a chunk; -1: the body is not chunked
        h = self.headers
        if self.status in (204, 304):
            self.length = 0
        elif h.get("transfer-encoding", "").lower() == "chunked":
            self._chunk = 0
        elif "content-length" in h:
            self.length = _number(h["content-length"], 10)
        self.over = self.length == 0
        self.keep = h.get("connection", "").lower() != "close" and (self._chunk == 0 or self.length is not None)

    def _head(self) -> None:
        line = self._reader.readline(_LINE)
        if not line:
            raise Stale("the connection was closed")
        parts = line.split(None, 2)
        if len(parts) < 2 or not parts[0].startswith(b"HTTP/1.") or not parts[1].isdigit():
            raise Unsound(f"{line[:40]!r} is no answer of HTTP/1.1")
        self._conn.fresh = False
        self.status = int(parts[1])
        self.headers: dict[str, str] = {}
        while True:
            line = self._reader.readline(_LINE)
            if line in (b"\r\n", b"\n"):
                return
            name, colon, value = line.partition(b":")
            if not colon or not line.endswith(b"\n") or len(self.headers) > _HEADERS:
                raise Unsound(f"{line[:40]!r} is no header")
            self.headers[name.decode("latin-1").lower()] = value.strip().decode("latin-1")

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0].strip()

    def read(self, n: int = -1) -> bytes:
        """n bytes, fewer at the end of the body, or all that are left. Unsound where it ends too early."""
        if self._chunk < 0 and self.length is not None:
            n = self.length if n < 0 else min(n, self.length)
            data = self._reader.read(n) if n else b""
            self._took(len(data), n)
            return data
        out = []
        left = n
        while left != 0 and not self.over:
            data = self._piece(left)
            out.append(data)
            left = left - len(data) if n > 0 else -1
        return b"".join(out)

    def readinto(self, view: memoryview) -> int:
        """Reads into all of view, less at the end of the body; how many bytes."""
        if self._chunk < 0 and self.length is not None:
            want = min(len(view), self.length)
            got = 0
            while got < want:
                k = self._reader.readinto(view[got:want])
                if not k:
                    break
                got += k
            self._took(got, want)
            return got
        data = self.read(len(view))
        view[: len(data)] = data
        return len(data)

    def _took(self, got: int, want: int) -> None:
        assert self.length is not None
        self.length -= got
        self.over = self.length == 0
        if got < want:
            raise Unsound(f"the answer ended {self.length} bytes early")

    def _piece(self, n: int) -> bytes:
        """At most n bytes of a body that is chunked, or that ends with the connection."""
        if self._chunk < 0:
            data = self._reader.read(n) if n >= 0 else self._reader.read()
            self.over = n < 0 or len(data) < n
            return data
        if self._chunk == 0:
            self._chunk = _number(self._reader.readline(_LINE).partition(b";")[0].strip().decode("latin-1"), 16)
            if self._chunk == 0:
                while self._reader.readline(_LINE) not in (b"\r\n", b"\n", b""):
                    pass
                self.over = True
                return b""
        want = self._chunk if n < 0 else min(n, self._chunk)
        data = self._reader.read(want)
        if len(data) < want:
            raise Unsound("the answer ended in the middle of a chunk")
        self._chunk -= want
        if self._chunk == 0:
            self._reader.readline(_LINE)
        return data


def _number(text: str, base: int) -> int:
    try:
        n = int(text, base)
    except ValueError:
        n = -1
    if n < 0:
        raise Unsound(f"{text[:40]!r} is no length")
    return n


def _address(scheme: str, netloc: str) -> tuple[str, int]:
    """Host and port of "host:port", "[::1]:80" or "host"."""
    host, colon, port = netloc.rpartition(":")
    if not colon or port.endswith("]"):
        host, port = netloc, "443" if scheme == "https" else "80"
    return host.strip("[]"), int(port)
