"""The accessors of series: s.str and s.dt."""

import pandas as pd

from .._core.call import NotYet, absent
from ._gen import DtMethods, StrMethods


class Accessor:
    """Methods of a series under a name."""

    __slots__ = ("_series",)

    def __init__(self, series):
        self._series = series

    def __getattr__(self, name):
        if not name.startswith("_") and hasattr(self._like, name):
            full, hint = f"Series.{self._name}.{name}", f"; use .to_pandas().{self._name}.{name}"
            if not callable(getattr(self._like, name)):
                raise NotYet(f"{full} is not there yet{hint}")
            return absent(full, hint)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")


class StringMethods(StrMethods, Accessor):
    """Methods of texts, element by element."""

    __slots__ = ()
    _name, _like = "str", pd.Series.str

    def __getitem__(self, key):
        if isinstance(key, slice):
            return self.slice(key.start, key.stop, key.step)
        return self.get(key)


class DatetimeMethods(DtMethods, Accessor):
    """Methods of times, element by element."""

    __slots__ = ()
    _name, _like = "dt", pd.core.indexes.accessors.CombinedDatetimelikeProperties
