"""Windows over rows: df.rolling(3).mean(), df.rolling("2s").mean(), s.ewm(span=5).mean()."""

import pandas as pd

from .._core import attrs as _a
from .._core.aggregates import name_of, spec
from .._core.build import one
from .._core.call import Lacking
from . import _gen
from ._as import frame


class Window(Lacking):
    """A window over the rows of a frame or series, whose functions are built when they are called."""

    __slots__ = ("_attrs", "_of")

    def __init__(self, of, attrs):
        self._of, self._attrs = frame(of), attrs

    def _call(self, op, attrs):
        return one(op, (self._of,), {**self._attrs, **attrs}, self._of._kind)

    def agg(self, func=None, *args, **kwargs):
        """A function of the windows by name, or several: a list, or a dict by column."""
        if not isinstance(func, (list, tuple, dict, pd.Series)):
            return getattr(self, name_of(func))(*args, **kwargs)
        asked = {"func": spec(func), "of": _a.string(type(self).__name__.lower())}
        return one("dataframe.window_agg", (self._of,), {**self._attrs, **asked}, "dataframe")

    aggregate = agg

    def __getitem__(self, key):
        return type(self)(self._of[key], self._attrs)

    def __repr__(self):
        return f"<{type(self).__name__} of {self._of.op}>"


class Rolling(_gen.RollingMethods, Window):
    """Windows of so many rows, or of time: a text like "2s" or a Timedelta."""

    __slots__ = ()
    _like = pd.core.window.Rolling


class Ewm(_gen.EwmMethods, Window):
    """Exponentially weighted windows."""

    __slots__ = ()
    _like = pd.core.window.ExponentialMovingWindow


class Expanding(_gen.ExpandingMethods, Window):
    """Windows of all rows up to each one."""

    __slots__ = ()
    _like = pd.core.window.Expanding
