"""Problems of the server as the exceptions that NumPy and pandas raise.

What is raised is the plain exception: ValueError, KeyError, MemoryError. Its attribute mars_problem holds the rest (kind, site, op, where),
its note names the user's line, and the remote stack is its cause. Nothing here unpickles anything.
"""

from __future__ import annotations

import base64
import builtins
import concurrent.futures
import json
import re
import sys
from dataclasses import dataclass
from typing import Any

__all__ = [
    "Canceled",
    "Lost",
    "Problem",
    "RemoteTraceback",
    "SessionClosed",
    "SessionLost",
    "Unreachable",
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


class Canceled(concurrent.futures.CancelledError):
    """The task was canceled."""


class RemoteTraceback(Exception):
    """The stack of the process where an error happened; the cause of the exception that is raised."""

    def __str__(self) -> str:
        return "\n" + str(self.args[0])


# The names and numbers of ErrorKind in service.proto, and the Connect codes that stand for them where there is no Problem.
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
_CODES = {
    "canceled": "canceled",
    "invalid_argument": "invalid",
    "deadline_exceeded": "unavailable",
    "not_found": "not_found",
    "permission_denied": "denied",
    "unauthenticated": "denied",
    "resource_exhausted": "out_of_memory",
    "failed_precondition": "invalid",
    "out_of_range": "invalid",
    "data_loss": "lost",
    "unavailable": "unavailable",
}
_STATUS = {
    400: "invalid_argument",
    401: "unauthenticated",
    403: "permission_denied",
    404: "not_found",
    410: "data_loss",
}
_STATUS.update(
    {408: "deadline_exceeded", 413: "resource_exhausted", 429: "unavailable", 502: "unavailable", 503: "unavailable"}
)

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

# What python_type may name, besides the exceptions of pandas.errors and numpy.exceptions.
_BUILTINS = frozenset(
    "ArithmeticError AssertionError AttributeError BufferError ConnectionError EOFError FileExistsError FileNotFoundError FloatingPointError "
    "IndexError IsADirectoryError KeyError LookupError MemoryError NameError NotADirectoryError NotImplementedError OSError OverflowError "
    "PermissionError RuntimeError StopIteration TimeoutError TypeError UnicodeDecodeError UnicodeError ValueError ZeroDivisionError".split()
)


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

    @classmethod
    def from_json(cls, d: dict[str, Any]) -> Problem:
        kind = d.get("kind", 0)
        if isinstance(kind, str):
            kind = kind[len("ERROR_KIND_") :].lower() if kind.startswith("ERROR_KIND_") else kind.lower()
        else:
            kind = _KINDS[kind] if 0 <= kind < len(_KINDS) else "internal"
        names = ("message", "site", "op", "node", "where", "trace")
        return cls(kind=kind, python_type=d.get("pythonType", ""), **{n: d.get(n, "") for n in names})

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
        return p

    def exception(self) -> BaseException:
        """The exception to raise."""
        kind = self._type()
        message = self.message or self.kind.replace("_", " ")
        if self.where and self.kind in ("internal", "lost", "out_of_memory"):
            message += f" ({self.where})"
        e = _build(kind, message)
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

    def _type(self) -> type[BaseException]:
        named = _named(self.python_type) or _named(_said(self))
        return named or _EXCEPTIONS.get(self.kind, RuntimeError)


# Words of NumPy and pandas, and the exceptions that they come with there. The first that is found counts.
_SAID = [
    (re.compile(pattern), name)
    for pattern, name in (
        (r"there is no operator|(is|are) not there yet", "NotImplementedError"),
        (r"^Reindexing only valid with uniquely", "pandas.errors.InvalidIndexError"),
        (r"^Unalignable boolean Series", "pandas.errors.IndexingError"),
        (r"^Can only use \.(str|dt|cat) accessor", "AttributeError"),
        (r"no such file|no files in", "FileNotFoundError"),
        (r"^Python integer -?\d+ out of bounds for ", "OverflowError"),
        (r"^axis -?\d+ is out of bounds for array of dimension", "numpy.exceptions.AxisError"),
        (r"^Singular matrix|not positive definite|did not converge", "numpy.linalg.LinAlgError"),
        (r"^\d+-dimensional array given\. Array must be|^Last 2 dimensions", "numpy.linalg.LinAlgError"),
        (r"out[ -]of[ -]bounds|[Bb]oolean index|too many indices", "IndexError"),
        (r"^No common columns to perform merge on|^Merge keys are not unique", "pandas.errors.MergeError"),
        (r"^[Ii]ncompatible (merge|tolerance)|^can only asof on", "pandas.errors.MergeError"),
        (r'^Can (not pass on,|only pass argument "on")', "pandas.errors.MergeError"),
        (r"^Must pass .?(left|right)_|^Passing .suffixes. which", "pandas.errors.MergeError"),
        (r"^missing (left|right)_by|^direction invalid|^tolerance must be", "pandas.errors.MergeError"),
        (r"^Out of bounds (nanosecond|timestamp)", "pandas.errors.OutOfBoundsDatetime"),
        (r"No columns to parse from file$", "pandas.errors.EmptyDataError"),
        (r":\d+: (expected \d+ fields, saw|a quoted field does not end)", "pandas.errors.ParserError"),
    )
]


def _said(p: Problem) -> str:
    """The exception for a problem whose kind does not say enough and that names none."""
    if p.kind in ("not_found", "invalid", "type"):
        for pattern, name in _SAID:
            if pattern.search(p.message) and (name != "IndexError" or p.kind == "not_found"):
                return name
    if p.kind == "not_found" and p.op.startswith("tensor."):
        return "IndexError"
    return ""


def _named(name: str) -> type[BaseException] | None:
    """The exception of that name, if it is one that a server may have raised."""
    if not name:
        return None
    module, _, short = name.rpartition(".")
    found: Any = None
    if module in ("", "builtins"):
        found = getattr(builtins, short, None) if short in _BUILTINS else None
    elif module in ("numpy", "numpy.exceptions"):
        found = _numpy_error(short)
    elif module in ("numpy.linalg", "numpy.linalg.linalg") and short == "LinAlgError":
        from numpy.linalg import LinAlgError

        found = LinAlgError
    elif module == "pandas.errors":
        import pandas.errors

        found = getattr(pandas.errors, short, None)
    elif module == "zoneinfo" and short == "ZoneInfoNotFoundError":
        from zoneinfo import ZoneInfoNotFoundError

        found = ZoneInfoNotFoundError
    return found if isinstance(found, type) and issubclass(found, Exception) else None


def _numpy_error(short: str) -> Any:
    try:
        import numpy.exceptions as names
    except ImportError:  # before NumPy 1.25
        import numpy as names  # type: ignore[no-redef]
    return getattr(names, short, None)


def _build(kind: type[BaseException], message: str) -> BaseException:
    if issubclass(kind, UnicodeError):
        return UnicodeError(message)
    if issubclass(kind, KeyError):
        return kind(_label(message))
    try:
        return kind(message)
    except TypeError:
        return ValueError(message)


def _label(message: str) -> Any:
    """A message that is a label as Python writes it: KeyError('x') of pandas holds the label, not its repr."""
    if len(message) > 1 and message[0] == message[-1] and message[0] in "'\"":
        import ast

        try:
            return ast.literal_eval(message)
        except (SyntaxError, ValueError):
            return message
    return message


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


def of_connect(error: dict[str, Any], what: str) -> Problem:
    """The Problem in a Connect error, or one made of its code and message."""
    code = error.get("code", "unknown")
    for d in error.get("details", ()):
        if str(d.get("type", "")).rpartition("/")[2] == "mars.v1.Problem":
            value = d.get("value", "")
            p = Problem.from_bytes(base64.b64decode(value + "=" * (-len(value) % 4)))
            p.code = code
            return p
    message = error.get("message") or code
    if code == "unauthenticated":
        message += "; give token= to new_session, or set MARS_TOKEN"
    if code == "unimplemented":
        message = f"the server has no {what}; it is older than this client"
    return Problem(_CODES.get(code, "internal"), message, code=code)


def of_response(status: int, content_type: str, body: bytes, what: str) -> Problem:
    """What an HTTP answer other than 200 says."""
    if "json" in content_type:
        try:
            d = json.loads(body)
        except ValueError:
            d = None
        if isinstance(d, dict) and "code" in d:
            return of_connect(d, what)
        if isinstance(d, dict) and ("message" in d or "kind" in d):
            p = Problem.from_json(d)
            p.code = _STATUS.get(status, "unknown")
            return p
    code = _STATUS.get(status, "unknown")
    text = body[:500].decode("utf-8", "replace").strip()
    if text.startswith("<"):
        text = ""
    message = f"{what}: HTTP {status}" + (f": {text}" if text else "")
    if status == 401:
        message += "; give token= to new_session, or set MARS_TOKEN"
    if status == 404 and not text:
        message += "; is this the web port of a Mars supervisor?"
    return Problem(_CODES.get(code, "internal"), message, code=code)


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
