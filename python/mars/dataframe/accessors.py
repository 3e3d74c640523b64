"""The accessors of series: s.str and s.dt."""

import functools
import re

import pandas as pd

from .._core.call import Lacking
from ._gen import DtMethods, StrMethods


class Accessor(Lacking):
    """Methods of a series under a name."""

    __slots__ = ("_series",)

    def __init__(self, series):
        self._series = series


_patterns = frozenset(("contains", "count", "extract", "findall", "fullmatch", "match", "split"))
_letters = {re.IGNORECASE: "i", re.MULTILINE: "m", re.DOTALL: "s", re.ASCII: "a", re.VERBOSE: "x"}


def _of_pattern(f):
    """A method of texts that also takes a compiled pattern: its flags stand before its text."""

    @functools.wraps(f)
    def method(pat=None, *args, **kwargs):
        if isinstance(pat, re.Pattern):
            if kwargs.get("flags") or kwargs.get("case") is not None:
                raise ValueError("case and flags cannot be set when pat is a compiled regex")
            flags = "".join(letter for flag, letter in _letters.items() if pat.flags & flag)
            pat = f"(?{flags}){pat.pattern}" if flags else pat.pattern
            if f.__name__ == "split":
                kwargs["regex"] = True
        return f(*(() if pat is None and not args else (pat, *args)), **kwargs)

    return method


class StringMethods(StrMethods, Accessor):
    """Methods of texts, element by element."""

    __slots__ = ()
    _name, _like = "str", pd.Series.str

    def __getattribute__(self, name):
        f = object.__getattribute__(self, name)
        return _of_pattern(f) if name in _patterns else f

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.slice(key.start, key.stop, key.step)
        return self.get(key)


class DatetimeMethods(DtMethods, Accessor):
    """Methods of times, element by element."""

    __slots__ = ()
    _name, _like = "dt", pd.core.indexes.accessors.CombinedDatetimelikeProperties
