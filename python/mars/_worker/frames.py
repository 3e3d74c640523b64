"""Frames between a worker and a process: sixteen bytes of head and a body.

The head is little-endian, of u32 each: bytes of the body, a mark, kind, number of the call. File descriptors
ride on the frame that speaks of them.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
from typing import Any, NamedTuple

HEAD = struct.Struct("<IIII")
MARK = int.from_bytes(b"MARS", "little")
LIMIT = 16 << 20  # bytes of a body
BLOCK = 1 << 16

# What a process says.
HELLO, ROOM_FOR, DONE, ERROR, WAIT, RESUME, PASSED, FAR = 1, 2, 3, 4, 5, 6, 7, 8
# What a worker says.
ARENA, LOAD, CALL, ROOM, END, GO, REFUSE = 64, 65, 66, 67, 69, 70, 71
# Between a worker and the process that others are forked from.
FORK, FORKED, EXITED, REAP = 128, 129, 130, 131


class Frame(NamedTuple):
    kind: int
    call: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Link:
    """A socket of frames. EOFError: the other side is gone. Threads may send at a time."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.fds: list[int] = []  # that came and nobody has taken
        self._buffer, self._at = b"", 0
        self._sending = threading.Lock()

    def _more(self) -> None:
        data, fds, _, _ = socket.recv_fds(self.sock, BLOCK, 16)
        if not data:
            raise EOFError
        self.fds += fds
        self._buffer, self._at = self._buffer[self._at :] + data, 0

    def _take(self, n: int) -> bytes:
        if n > BLOCK:  # a large body: without copying what is there again and again
            out = bytearray(self._buffer[self._at :][:n])
            self._at = min(len(self._buffer), self._at + n)
            while len(out) < n:
                self._more()
                part = self._buffer[: n - len(out)]
                self._at = len(part)
                out += part
            return bytes(out)
        while len(self._buffer) - self._at < n:
            self._more()
        self._at += n
        return self._buffer[self._at - n : self._at]

    def waiting(self) -> bool:
        """Whether something has come that is not read."""
        return self._at < len(self._buffer)

    def receive(self) -> Frame:
        size, mark, kind, call = HEAD.unpack(self._take(HEAD.size))
        if mark != MARK:
            raise ValueError("what came is no frame")
        if size > LIMIT:
            raise ValueError(f"a frame of {size} bytes; at most {LIMIT} are taken")
        return Frame(kind, call, self._take(size))

    def send(self, kind: int, call: int, *parts: bytes) -> None:
        body = b"".join(parts)
        with self._sending:
            self.sock.sendall(HEAD.pack(len(body), MARK, kind, call) + body)
