"""Which exception of Python, NumPy or pandas stands for an error of the server."""

from __future__ import annotations

import builtins
import re
from typing import Any

# What python_type may name, besides the exceptions of pandas.errors and numpy.exceptions.
_BUILTINS = frozenset(
    "ArithmeticError AssertionError AttributeError BufferError ConnectionError EOFError FileExistsError FileNotFoundError FloatingPointError "
    "IndexError IsADirectoryError KeyError LookupError MemoryError NameError NotADirectoryError NotImplementedError OSError OverflowError "
    "PermissionError RuntimeError StopIteration SyntaxError TimeoutError TypeError UnicodeDecodeError UnicodeError ValueError ZeroDivisionError".split()
)

# Words of NumPy and pandas, and the exceptions that they come with there. The first that is found counts.
_SAID = [
    (re.compile(pattern), name)
    for pattern, name in (
        (r"'\w+' nodes are not implemented|(is|are) not supported(; .*)?, at character", "NotImplementedError"),
        (r"^(invalid syntax: |Python keyword not valid)", "SyntaxError"),
        (r"^(local variable|name) '[^']*' is not defined", "pandas.errors.UndefinedVariableError"),
        (r"^boolean label can not be used", "KeyError"),
        (r"^pattern .* takes more than \w+ in a text of", "TimeoutError"),
        (r"there is no operator|(is|are) not there yet", "NotImplementedError"),
        (r"^a tensor cannot hold dtype ", "NotImplementedError"),
        (r"^Reindexing only valid with uniquely|^a \w+ is no label: a key is", "pandas.errors.InvalidIndexError"),
        (r"^nested renamer is not supported", "pandas.errors.SpecificationError"),
        (r"^Unalignable boolean Series|^Too many indexers", "pandas.errors.IndexingError"),
        (r"^Can only use \.(str|dt|cat) accessor", "AttributeError"),
        (r"no such file|no files in", "FileNotFoundError"),
        (r"^Cannot save file into a non-existent directory", "OSError"),
        (r"^Python integer -?\d+ out of bounds for ", "OverflowError"),
        (
            r"^ufunc '\w+' cannot use operands|^Cannot cast ufunc '|^No loop matching the specified signature",
            "numpy.exceptions.UFuncTypeError",
        ),
        (r"^ufunc '\w+' did not contain a loop with signature", "numpy.exceptions.UFuncTypeError"),
        (r"^Weights sum to zero, can't be normalized$", "ZeroDivisionError"),
        (r"^axis -?\d+ is out of bounds for array of dimension", "numpy.exceptions.AxisError"),
        (r"^Singular matrix|not positive definite|did not converge", "numpy.linalg.LinAlgError"),
        (r"^\d+-dimensional array given\. Array must be|^Last 2 dimensions", "numpy.linalg.LinAlgError"),
        (r"^Incompatible dimensions$|^Array must not contain infs or NaNs", "numpy.linalg.LinAlgError"),
        (r"^Too many levels", "IndexError"),
        (r"out[ -]of[ -]bounds|[Bb]oolean index|too many indices|^\.iloc requires numeric", "IndexError"),
        (r"^No common columns to perform merge on|^Merge keys are not unique", "pandas.errors.MergeError"),
        (r"^[Ii]ncompatible (merge|tolerance)|^can only asof on", "pandas.errors.MergeError"),
        (r'^Can (not pass on,|only pass argument "on")', "pandas.errors.MergeError"),
        (r"^Must pass .?(left|right)_|^Passing .suffixes. which", "pandas.errors.MergeError"),
        (r"^missing (left|right)_by|^direction invalid|^tolerance must be", "pandas.errors.MergeError"),
        (r"^Out of bounds (nanosecond|timestamp)", "pandas.errors.OutOfBoundsDatetime"),
        (r"^(No numeric types to aggregate|Cannot aggregate non-numeric type)", "pandas.errors.DataError"),
        (r"No columns to parse from file$", "pandas.errors.EmptyDataError"),
        (r": Passed header=\d+ but only \d+ lines in file$", "pandas.errors.ParserError"),
        (r":\d+: (expected \d+ fields, saw|a quoted field does not end)", "pandas.errors.ParserError"),
    )
]


def said(kind: str, message: str, op: str) -> str:
    """The name of the exception for a problem of op whose kind does not say enough; empty where it does."""
    if kind in ("not_found", "invalid", "type"):
        for pattern, name in _SAID:
            if pattern.search(message) and (
                name != "IndexError" or kind == "not_found" or message.startswith("Too many levels")
            ):
                return name
    if kind == "not_found" and op.startswith("tensor."):
        return "IndexError"
    return ""


def named(name: str) -> type[BaseException] | None:
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
    if short == "UFuncTypeError":
        return _ufunc_error()
    return getattr(names, short, None)


def _ufunc_error() -> Any:
    """NumPy's error of ufuncs: a TypeError that it keeps among its internals."""
    try:
        from numpy._core._exceptions import UFuncTypeError
    except ImportError:  # before NumPy 2
        from numpy.core._exceptions import UFuncTypeError  # type: ignore[no-redef]
    return UFuncTypeError


def build(kind: type[BaseException], message: str) -> BaseException:
    """An exception of that type with a message, which its type may want in a form of its own."""
    if issubclass(kind, UnicodeError):
        return UnicodeError(message)
    if issubclass(kind, KeyError):
        return kind(_label(message))
    if kind.__name__ == "UndefinedVariableError":
        e = kind("")
        e.args = (message,)
        return e
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
