"""Windows over rows: df.rolling(3).mean(), df.rolling("2s").mean(), s.ewm(span=5).mean()."""

import pandas as pd
from pandas.tseries.frequencies import to_offset

from .._core import attrs as _a
from .._core.aggregates import name_of, spec
from .._core.build import one
from .._core.call import NotYet
from . import _gen
from ._as import frame


class Window:
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
        asked = spec(func)["fields"]["fields"]
        form, parts = asked["form"]["s"], []
        for item in asked["items"]["list"]["items"]:
            name, column = item["fields"]["fields"]["func"]["s"], item["fields"]["fields"].get("column")
            columns = [_a.decode(column)] if column else [None] if self._of._kind == "series" else self._of._names
            for c in columns:
                label = name if c is None else c if form == "dict" else (*(c if isinstance(c, tuple) else (c,)), name)
                parts.append((columns.index(c), getattr(self if c is None else self[c], name)().rename(label)))
        return _gen.concat([p for _, p in sorted(parts, key=lambda p: p[0])], axis=1)

    aggregate = agg

    def __getitem__(self, key):
        return type(self)(self._of[key], self._attrs)

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            raise NotYet(f"{type(self).__name__}.{name} is not there yet; use that of .to_pandas()")
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __repr__(self):
        return f"<{type(self).__name__} of {self._of.op}>"


class Rolling(_gen.RollingMethods, Window):
    """Windows of so many rows, or of time: a text like "2s" or a Timedelta."""

    __slots__ = ()
    _like = pd.core.window.Rolling

    def __init__(self, of, attrs):
        if "s" in attrs["window"]:
            attrs = {**attrs, "window": _width(attrs["window"]["s"])}
        super().__init__(of, attrs)


class Ewm(_gen.EwmMethods, Window):
    """Exponentially weighted windows."""

    __slots__ = ()
    _like = pd.core.window.ExponentialMovingWindow


class Expanding(_gen.ExpandingMethods, Window):
    """Windows of all rows up to each one."""

    __slots__ = ()
    _like = pd.core.window.Expanding


def _width(text):
    """The time that pandas reads in a text."""
    try:
        every = to_offset(text)
    except (TypeError, ValueError) as e:
        raise ValueError(f"passed window {text} is not compatible with a datetimelike index") from e
    return _a.scalar(pd.Timedelta(days=every.n) if isinstance(every, pd.offsets.Day) else pd.Timedelta(every.nanos))
