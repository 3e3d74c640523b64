"""Problems of the server as the exceptions that NumPy and pandas raise.

What is raised is the plain exception: ValueError, KeyError, MemoryError. Its attribute mars_problem holds the rest (kind, site, op, where),
its note names the user's line, and the remote stack is its cause. What is unpickled is what functions of this program have raised.
"""

from __future__ import annotations

import base64
import concurrent.futures
import pickle
import sys
from dataclasses import dataclass
from typing import Any

from .._core.options import options
from .._core.together import called
from . import raised

__all__ = [
    "Canceled",
    "Lost",
    "Problem",
    "RemoteTraceback",
    "SessionClosed",
    "SessionLost",
    "Unreachable",
    "WorkerCrash",
    "problem_of",
]


class Unreachable(ConnectionError):
    """The cluster does not answer."""


class SessionLost(RuntimeError):
    """The supervisor does not know the session any more: it was restarted, or the session was idle for too long. Its values are gone."""


class SessionClosed(RuntimeError):
    """The session was closed by this program."""


class Lost(RuntimeError):
    """A value is gone and cannot be computed again."""


class WorkerCrash(RuntimeError):
    """The process of a function ended while the function ran."""


class Canceled(concurrent.futures.CancelledError):
    """The task was canceled."""


class RemoteTraceback(Exception):
    """The stack of the process where an error happened; the cause of the exception that is raised."""

    def __str__(self) -> str:
        return "\n" + str(self.args[0])


# The names and numbers of ErrorKind in service.proto.
_KINDS = (
    "internal",
    "invalid",
    "not_found",
    "type",
    "lost",
    "out_of_memory",
    "pressure",
    "canceled",
    "unavailable",
    "denied",
)
# As the API spells them, ERROR_KIND_OUT_OF_MEMORY, and as the ports for data do, OutOfMemory.
_SPELLED = {kind.replace("_", ""): kind for kind in _KINDS}
_EXCEPTIONS: dict[str, type[BaseException]] = {
    "internal": RuntimeError,
    "invalid": ValueError,
    "not_found": KeyError,
    "type": TypeError,
    "lost": Lost,
    "out_of_memory": MemoryError,
    "pressure": MemoryError,
    "canceled": Canceled,
    "unavailable": Unreachable,
    "denied": PermissionError,
}


@dataclass
class Problem:
    """An error of the server. Fields that do not apply are empty."""

    kind: str = "internal"
    message: str = ""
    site: str = ""
    op: str = ""
    node: str = ""
    where: str = ""
    trace: str = ""
    python_type: str = ""
    code: str = ""
    pickled: bytes = b""

    @classmethod
    def from_json(cls, d: dict[str, Any]) -> Problem:
        kind = d.get("kind", 0)
        if isinstance(kind, str):
            kind = _SPELLED.get(kind.removeprefix("ERROR_KIND_").replace("_", "").lower(), "internal")
        else:
            kind = _KINDS[kind] if 0 <= kind < len(_KINDS) else "internal"
        names = ("message", "site", "op", "node", "where", "trace")
        pickled = base64.b64decode(d.get("pickled", ""))
        said = {n: d.get(n, "") for n in names}
        said["op"] = called(said["op"])
        return cls(kind, python_type=d.get("pythonType", ""), pickled=pickled, **said)

    @classmethod
    def from_bytes(cls, data: bytes) -> Problem:
        """Reads the binary form: varints and texts by field number."""
        names = {2: "message", 3: "site", 4: "op", 5: "node", 6: "where", 7: "trace", 8: "python_type"}
        p, at = cls(), 0
        while at < len(data):
            tag, at = _varint(data, at)
            if tag & 7 == 0:
                v, at = _varint(data, at)
                if tag >> 3 == 1 and v < len(_KINDS):
                    p.kind = _KINDS[v]
                continue
            if tag & 7 != 2:
                break
            n, at = _varint(data, at)
            if tag >> 3 in names:
                setattr(p, names[tag >> 3], data[at : at + n].decode("utf-8", "replace"))
            at += n
        p.op = called(p.op)
        return p

    def exception(self) -> BaseException:
        """The exception to raise."""
        kind = self._type()
        message = self.message or self.kind.replace("_", " ")
        if self.where and not self.python_type and self.kind in ("internal", "lost", "out_of_memory"):
            message += f" ({self.where})"
        if self._foreign() and self.python_type not in ("SystemExit", "mars.remote.WorkerCrash"):
            message = f"{self.python_type}: {message}"
        e = self._raised() or raised.build(kind, message)
        at = ""
        if self.site:
            at = f"{self.op or 'the value'} was built at {self.site}"
        elif self.op:
            at = f"in {self.op}"
        if at:
            note(e, at)
        if self.trace:
            e.__cause__ = RemoteTraceback(self.trace)
        e.mars_problem = self  # type: ignore[attr-defined]
        return e

    def _foreign(self) -> bool:
        """Whether a function has raised what there is no class for here."""
        return self.op.startswith("remote.") and self.python_type != "" and raised.named(self.python_type) is None

    def _raised(self) -> BaseException | None:
        """What a function of this program has raised, as it is. Nobody else's is unpickled."""
        if not self.pickled or not self.op.startswith("remote.") or not options.allow_pickle:
            return None
        try:
            e = pickle.loads(self.pickled)
        except Exception:
            return None
        return e if isinstance(e, Exception) else None

    def _type(self) -> type[BaseException]:
        if self.python_type == "mars.remote.WorkerCrash":
            return WorkerCrash
        if self._foreign():
            return RuntimeError
        named = raised.named(self.python_type) or raised.named(raised.said(self.kind, self.message, self.op))
        return named or _EXCEPTIONS.get(self.kind, RuntimeError)


def note(e: BaseException, text: str) -> None:
    """Adds a line below the message; before Python 3.11, where exceptions have no notes, to the message."""
    if sys.version_info >= (3, 11):
        e.add_note(text)
    elif e.args and isinstance(e.args[0], str):
        e.args = (f"{e.args[0]}\n{text}", *e.args[1:])


def attach(e: Exception, **fields: Any) -> Exception:
    """e with a Problem of its own."""
    e.mars_problem = Problem(message=str(e), **fields)  # type: ignore[attr-defined]
    return e


def problem_of(e: BaseException) -> Problem | None:
    """The Problem behind an exception, if it comes from a server."""
    p = getattr(e, "mars_problem", None)
    return p if isinstance(p, Problem) else None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(data):
        b = data[at]
        at += 1
        value |= (b & 0x7F) << shift
        if b < 0x80:
            break
        shift += 7
    return value, at
