"""Bytes that come from a worker or the web port, read piece by piece."""

from __future__ import annotations

from typing import Any

from .connection import Connection, Response, Unsound, unreachable
from .pool import Place, Pool


class Download:
    """The open answer of a GET. Read all of it, or close it."""

    def __init__(self, pool: Pool, place: Place, conn: Connection, response: Response) -> None:
        self._pool, self._place, self._conn, self._response = pool, place, conn, response
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
            raise self._broken(e) from e
        return data

    def readinto(self, buffer: memoryview | bytearray) -> None:
        """Fills the buffer. Fewer bytes are ConnectionError."""
        view = memoryview(buffer).cast("B")
        try:
            n = self._response.readinto(view)
            if n < len(view):
                raise Unsound(f"the answer ended {len(view) - n} bytes early")
        except (OSError, Unsound) as e:
            raise self._broken(e) from e

    def upto(self, buffer: memoryview) -> int:
        """Reads into all of the buffer, or less at the end of an answer whose size is not known; how many bytes."""
        try:
            return self._response.readinto(buffer)
        except (OSError, Unsound) as e:
            raise self._broken(e) from e

    def _broken(self, e: Exception) -> Exception:
        self.close()
        return unreachable(e, "://".join(self._place), self._conn.timeout)

    def done(self) -> None:
        """Gives the connection back when everything was read, closes it otherwise."""
        if self._response.length is None and not self._response.over:
            self._response.read(1)  # the end of the chunks
        self._pool.give(self._place, self._conn, self._response)

    def close(self) -> None:
        """Closes the connection."""
        self._conn.close()

    def __enter__(self) -> Download:
        return self

    def __exit__(self, kind: Any, e: Any, tb: Any) -> None:
        if kind is None:
            self.done()
        else:
            self.close()
