"""Windows over rows: df.rolling(3).mean(), df.rolling("2s").mean(), s.ewm(span=5).mean()."""

import pandas as pd
from pandas.tseries.frequencies import to_offset

from .._core import attrs as _a
from .._core.build import one
from .._core.call import NotYet
from ._as import frame


class Window:
    """A window over the rows of a frame or series, whose functions are built when they are called."""

    __slots__ = ("_attrs", "_of")

    def __init__(self, of, attrs):
        self._of, self._attrs = frame(of), attrs

    def _call(self, op, attrs):
        return one(op, (self._of,), {**self._attrs, **attrs}, self._of._kind)

    def agg(self, func=None, *args, **kwargs):
        """A function of the windows by name."""
        if not isinstance(func, str):
            raise NotImplementedError("agg of windows by other than a name is not there yet")
        return getattr(self, func)(*args, **kwargs)

    aggregate = agg

    def __getitem__(self, key):
        return type(self)(self._of[key], self._attrs)

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            raise NotYet(f"{type(self).__name__}.{name} is not there yet; use that of .to_pandas()")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<{type(self).__name__} of {self._of.op}>"


def Rolling(of, attrs):
    """Windows of so many rows, or of time: a text like "2s" or a Timedelta."""
    if "s" in attrs["window"]:
        attrs["window"] = _width(attrs["window"]["s"])
    return _classes()[0](of, attrs)


def _width(text):
    """The time that pandas reads in a text."""
    try:
        every = to_offset(text)
    except (TypeError, ValueError) as e:
        raise ValueError(f"passed window {text} is not compatible with a datetimelike index") from e
    return _a.scalar(pd.Timedelta(days=every.n) if isinstance(every, pd.offsets.Day) else pd.Timedelta(every.nanos))


def Expanding(of, attrs):
    """Windows of all rows up to each one."""
    return _classes()[2](of, attrs)


def Ewm(of, attrs):
    """Exponentially weighted windows."""
    return _classes()[1](of, attrs)


_made = []


def _classes():
    """The classes with the methods that the registry names."""
    if not _made:
        from . import _gen

        class Rolling(_gen.RollingMethods, Window):
            """Windows of so many rows, or of time."""

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

        _made.extend((Rolling, Ewm, Expanding))
    return _made
