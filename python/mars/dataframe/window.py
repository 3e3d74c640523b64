"""Windows over rows: df.rolling(3).mean(), df.rolling("2s").mean(), s.ewm(span=5).mean()."""

import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import name_of, several, spec
from .._core.build import one
from .._core.call import Lacking
from . import _gen
from ._as import frame


class Window(Lacking):
    """A window over the rows of a frame or series, whose functions are built when they are called."""

    __slots__ = ("_attrs", "_of", "_path")

    def __init__(self, of, attrs):
        self._of, self._attrs = frame(of), attrs

    def _call(self, op, attrs):
        return one(op, (self._of,), {**self._attrs, **attrs}, self._of._kind)

    def agg(self, func=None, *args, **kwargs):
        """A function of the windows by name, or several: a list, or a dict by column."""
        if func is None or not several(func):
            return getattr(self, name_of(func))(*args, **kwargs)
        asked = {"func": spec(func), "of": _a.string(type(self).__name__.lower())}
        return one("dataframe.window_agg", (self._of,), {**self._attrs, **asked}, "dataframe")

    aggregate = agg

    def __getitem__(self, key):
        return type(self)(self._of[key], self._attrs)

    def __repr__(self):
        return f"<{type(self).__name__} of {self._of.op}>"


def _windows(name, methods, like, doc):
    return type(name, (methods, Window), {"__slots__": (), "__doc__": doc, "_like": like})


_like = pd.core.window
Rolling = _windows("Rolling", _gen.RollingMethods, _like.Rolling, "Windows of so many rows, or of time.")
Ewm = _windows("Ewm", _gen.EwmMethods, _like.ExponentialMovingWindow, "Exponentially weighted windows.")
Expanding = _windows("Expanding", _gen.ExpandingMethods, _like.Expanding, "Windows of all rows up to each one.")
