"""What functions of users have written, as the cluster keeps it."""

from __future__ import annotations

import re
import weakref
from collections.abc import Sequence
from typing import Any

from .._core.node import Node
from .calls import Calls

_SIZE = 1 << 20
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class Log:
    """What the calls for one value have written to standard output and standard error. str() is all that was read of it.

    parts is the texts by call, offsets where the next text of each begins, in bytes.
    """

    __slots__ = ("__weakref__", "offsets", "parts")

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self.offsets: dict[str, int] = {}

    def __str__(self) -> str:
        if len(self.parts) == 1:
            return next(iter(self.parts.values()))
        return "\n".join(f"{chunk}:\n{text}" for chunk, text in self.parts.items())

    def __repr__(self) -> str:
        return f"<Log of {len(self.parts)} calls, {sum(map(len, self.parts.values()))} characters>"


class Logs:
    """Those of a session. What was read of a value stays as long as its node."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._read: weakref.WeakKeyDictionary[Node, Log] = weakref.WeakKeyDictionary()

    def fetch(self, nodes: Sequence[Node], offsets: Any, sizes: Any) -> list[Log]:
        """The logs of nodes: grown by what is new, or from offsets on."""
        for n in nodes:
            if not n.asked:
                raise ValueError(f"{n.op} was not executed, so it has no log; call execute() first")
        size = _bytes(sizes)
        if offsets is None:
            logs = [self._read.setdefault(n, Log()) for n in nodes]
            start = {k: v for log in logs for k, v in log.offsets.items()}
        else:
            logs = [Log() for _ in nodes]
            start = self._start(nodes, offsets)
        by_name = {n.id: log for n, log in zip(nodes, logs)}
        for piece in self._ask(by_name, start, size):
            log, chunk = by_name[piece["node"]], piece["chunk"]
            log.parts[chunk] = log.parts.get(chunk, "") + piece.get("text", "")
            log.offsets[chunk] = int(piece.get("offset", 0))
        return logs

    def _ask(self, names: Any, offsets: dict[str, int], size: int) -> list[dict[str, Any]]:
        request = {"sessionId": self._calls.session_id, "nodes": list(names), "offsets": offsets, "maxBytes": size}
        return self._calls.call("TaskService/ReadLogs", request).get("logs", [])  # type: ignore[no-any-return]

    def _start(self, nodes: Sequence[Node], offsets: Any) -> dict[str, int]:
        """Where to begin by call: a number is where each begins."""
        if isinstance(offsets, dict):
            return {str(k): _bytes(v) for k, v in offsets.items()}
        at = _bytes(offsets)
        there = self._ask([n.id for n in nodes], {}, 1) if at else []
        return {p["chunk"]: at for p in there}


def _bytes(v: Any) -> int:
    """A number of bytes: 500, "500K", "1M"."""
    if v is None:
        return _SIZE
    found = re.fullmatch(r"(\d+)\s*([kmg]?)(?:i?b)?", str(v).strip().lower())
    if found is None:
        raise ValueError(f"{v!r} is no number of bytes; give one like 500, '500K' or '1M'")
    return int(found[1]) * _UNITS[found[2]]
